import { type IsoDate, showDate } from '../../contract/dates.ts'
import type { ClientId, PersonId, SelectionId } from '../../contract/ids.ts'
import type { Pence } from '../../contract/money.ts'
import type { Tx } from '../../database/database.ts'
import type { BenefitDefinition } from '../benefits/definition/definition.ts'
import { planDetailsOf } from '../benefits/definition/plan-details.rules.ts'
import { hasFixedTotal } from '../benefits/pay/fixed-total.rules.ts'
import { lastKnown, type MemberMonth, memberMonths, type YearOfCover } from './member-month.rules.ts'
import { isIn, type Month, type Telling } from './month.rules.ts'
import { type PaidElsewhere, paidElsewhere } from './paid-elsewhere.queries.ts'
import { providerMessages as say } from './provider.messages.ts'
import {
  bornOn,
  factsOfMembers,
  type Member,
  type MemberFacts,
  type MemberVersion,
  peopleOfMembers,
  type ProvidedBenefit,
  takenInMonths,
  versionsOfMembers,
} from './provider-members.queries.ts'
import type { ProviderLine } from './types/provider.rules.ts'

type Asked = Telling & {
  /** The ends that providers were told of with the month before, null where that was not kept. */
  toldEnds: ReadonlySet<string> | null
  /** One benefit in the scheme years over which its cover goes on, the newest first. */
  benefits: readonly ProvidedBenefit[]
  /** Of each person the selections of these benefits, in order of the years. */
  members: readonly (readonly SelectionId[])[]
  today: IsoDate
  now: string
}

/** The lines of some members of a benefit, by month: one for their cover, and one for each earlier period that is made good. */
export async function linesOfMembers(
  tx: Tx,
  clientId: ClientId,
  { benefits, members, months, toldBefore, toldEnds, today, now }: Asked,
): Promise<Map<Month, ProviderLine[]>> {
  const [{ first: from }] = months
  const to = months.at(-1)?.last ?? from
  const selectionIds = members.flat()
  const versions = await versionsOfMembers(tx, clientId, { selectionIds, by: now })
  const people = await peopleOfMembers(tx, clientId, { selectionIds })
  const taken = await takenInMonths(tx, clientId, { selectionIds, from, to })
  const elsewhere = await paidElsewhereOf(tx, clientId, { benefits, people, versions, today })
  const family = [...versions.values()].flat().flatMap(({ covered }) => covered.map(({ id }) => id))
  const born = await bornOn(tx, clientId, { family: [...new Set(family)] })
  const covers = members.flatMap((ofPerson) => coversOf(ofPerson, { benefits, people, versions }))
  const lines = new Map<Month, ProviderLine[]>()
  for (const month of months) {
    const facts = await factsOfMembers(tx, clientId, {
      people: [...new Set(covers.map(({ personId }) => personId))],
      on: month.last,
    })
    const ofMonth = covers.flatMap(({ personId, years }) => {
      const inMonth = years.flatMap(({ id }) => (taken.get(id) ?? []).filter(({ payOn }) => isIn(month, payOn)))
      const paidBefore = years.flatMap(({ id }) => (elsewhere.get(id) ?? []).filter(({ payOn }) => isIn(month, payOn)))
      const all = memberMonths(years, {
        month,
        telling: { months, toldBefore },
        sameCover: (one, other) => coverOf(one, years) === coverOf(other, years),
        wasMissed: ({ selectionId }, end) => toldEnds !== null && !toldEnds.has(keyOf(selectionId, end)),
      })
      const told = all.at(-1)
      const paid = [...inMonth.filter(({ original }) => original === null), ...paidBefore]
      // Of whom no payroll pays; what pay took before that was so is the premium of its month.
      const unpaid = told && paid.length === 0 && !elsewhere.has(told.version.selectionId) && isRunning(told, month)
      const runs = unpaid ? yearOf(told.version, years) : undefined
      const premium = sumOf(told && runs && month.last <= runs.to ? [monthlyOf(told.version)] : paid)
      const adjusted = inMonth.filter(({ original }) => original !== null)
      const newest = told ?? (adjusted.length + paid.length > 0 ? lastKnown(years, month) : undefined)
      const year = newest && yearOf(newest.version, years)
      if (!year) return []
      const about = { benefit: year.benefit, member: year.member, facts: facts.get(personId) ?? {}, born }
      return [
        // What pay takes in the month is told with what is newest of it.
        ...all.slice(0, -1).flatMap((earlier) => {
          const of = yearOf(earlier.version, years)
          return of
            ? lineOf({ ...about, benefit: of.benefit, member: of.member, told: earlier, premium: sumOf([]) })
            : []
        }),
        ...(told || paid.length > 0 ? [lineOf({ ...about, told: newest, premium })] : []),
        ...[...Map.groupBy(adjusted, ({ original }) => original ?? '')].map(([period, amounts]) =>
          lineOf({ ...about, told: { ...newest, reason: say.adjustment(period) }, premium: sumOf(amounts) }),
        ),
      ]
    })
    lines.set(month, ofMonth)
  }
  return lines
}

/** By what it is known again that the end of a line was told; undefined of one that tells no end, and of the scheme year's. */
export function endOf({ 'selection-id': selectionId, end, reason }: ProviderLine): string | undefined {
  const isEnd = reason === say.left || reason === say.optedOut
  return isEnd && selectionId !== null && end !== null ? keyOf(selectionId, end) : undefined
}

function keyOf(selectionId: string, end: IsoDate): string {
  return `${selectionId} ${end}`
}

type Known = {
  benefits: readonly ProvidedBenefit[]
  people: ReadonlyMap<SelectionId, Member>
  versions: ReadonlyMap<SelectionId, MemberVersion[]>
}

/** By selection; only one of somebody whom a payroll of its scheme year pays is there. */
async function paidElsewhereOf(
  tx: Tx,
  clientId: ClientId,
  { benefits, people, versions, today }: Known & { today: IsoDate },
): Promise<Map<SelectionId, PaidElsewhere[]>> {
  const found = new Map<SelectionId, PaidElsewhere[]>()
  for (const { id, schemeYearId } of benefits) {
    const members = [...people.values()]
      .filter(({ benefitId }) => benefitId === id)
      .map((member) => ({ ...member, versions: versions.get(member.selectionId) ?? [] }))
    if (members.length === 0) continue
    for (const [selectionId, paid] of await paidElsewhere(tx, clientId, { schemeYearId, members, today }))
      found.set(selectionId, paid)
  }
  return found
}

type CoveredYear = YearOfCover<MemberVersion> & { id: SelectionId; benefit: ProvidedBenefit; member: Member }
type Cover = { personId: PersonId; years: CoveredYear[] }

/**
 * What somebody's selections of a benefit are to its provider: one cover that goes on from year to year. What is agreed once, as
 * orders and holiday are, is another one each time, and ends with no year.
 */
function coversOf(selectionIds: readonly SelectionId[], { benefits, people, versions }: Known): Cover[] {
  const years = selectionIds.flatMap((id): CoveredYear[] => {
    const member = people.get(id)
    const benefit = benefits.find((one) => one.id === member?.benefitId)
    const own = versions.get(id)
    if (!member || !benefit || !own) return []
    return [{ id, benefit, member, versions: own, to: benefit.endsOn, followed: benefit.followed }]
  })
  const [first] = years
  if (!first) return []
  const { personId } = first.member
  const [once = [], goingOn = []] = [true, false].map((fixed) =>
    years.filter((year) => year.versions.some(hasFixedTotal) === fixed),
  )
  return [
    ...once.map((year) => ({ personId, years: [{ ...year, followed: false }] })),
    ...(goingOn.length > 0 ? [{ personId, years: goingOn }] : []),
  ]
}

function yearOf({ selectionId }: MemberVersion, years: readonly CoveredYear[]): CoveredYear | undefined {
  return years.find(({ id }) => id === selectionId)
}

/** What a provider is told of it but for what it costs, to be compared. */
function coverOf(version: MemberVersion, years: readonly CoveredYear[]): string {
  const definition = yearOf(version, years)?.benefit.definition
  const { sumInsured, partnerSumInsured, covered } = version
  const level = definition && levelOf(definition, version)
  return JSON.stringify([level, sumInsured, partnerSumInsured, covered.map(({ id }) => id).toSorted()])
}

type Premium = { employee: Pence; employer: Pence }

function sumOf(amounts: readonly Premium[]): Premium {
  return amounts.reduce(
    (sum, { employee, employer }) => ({ employee: sum.employee + employee, employer: sum.employer + employer }),
    { employee: 0n, employer: 0n },
  )
}

function isRunning({ end }: MemberMonth<unknown>, { first }: Month): boolean {
  return end === null || end >= first
}

function monthlyOf({ employeeMonthly, employerMonthly }: MemberVersion): Premium {
  return { employee: BigInt(employeeMonthly ?? 0), employer: BigInt(employerMonthly ?? 0) }
}

/** Providers who insure a life are told whose it is; a gym needs nobody's date of birth (S-53). */
const insuresLives = new Set<BenefitDefinition['category']>(['protection', 'health', 'pension', 'travel'])

type Line = {
  benefit: ProvidedBenefit
  member: Member
  facts: MemberFacts
  born: ReadonlyMap<string, IsoDate>
  told: MemberMonth<MemberVersion>
  premium: Premium
}

function lineOf({ benefit, member, facts, born, told, premium }: Line): ProviderLine {
  const { definition } = benefit
  const { version, start, end, reason } = told
  const insured = insuresLives.has(definition.category)
  return {
    provider: benefit.provider,
    'scheme-number': definition.provider.schemeNumber ?? null,
    category: definition.provider.category ?? definition.name,
    benefit: definition.name,
    'member-reference': facts['employee-number'] ?? null,
    title: member.title,
    'first-name': member.firstName,
    surname: member.surname,
    'date-of-birth': insured ? member.dateOfBirth : null,
    sex: insured ? member.sex : null,
    'ni-number': member.niNumber,
    salary: salaryOf(definition, facts),
    level: levelOf(definition, version) || null,
    'sum-insured': penceOf(version.sumInsured),
    'partner-sum-insured': penceOf(version.partnerSumInsured),
    dependants: insured ? version.covered.map((one) => inWords(one, born)).join('; ') || null : null,
    start,
    end,
    reason,
    premium: premium.employee + premium.employer,
    'employee-premium': premium.employee,
    'employer-premium': premium.employer,
    'selection-id': member.selectionId,
  }
}

function inWords(
  { id, name, relationship }: MemberVersion['covered'][number],
  born: ReadonlyMap<string, IsoDate>,
): string {
  const bornOnDay = born.get(id)
  return say.covered(name, relationship, bornOnDay === undefined ? '' : showDate(bornOnDay))
}

/** The salary by which cover or price go, in pence; null where they go by none. */
function salaryOf({ price }: BenefitDefinition, facts: MemberFacts): Pence | null {
  const kind = price.map((part) => salaryKind(part.price)).find((one) => one !== undefined)
  if (kind === undefined) return null
  return penceOf(facts[`${kind}-salary`] ?? facts['basic-salary'] ?? null)
}

function salaryKind(price: BenefitDefinition['price'][number]['price']): string | undefined {
  if ('salary' in price) return price.salary
  return 'cover' in price && 'salary' in price.cover ? price.cover.salary : undefined
}

/** What was chosen, but for what somebody has said of their health: whether they smoke decides the premium and goes nowhere. */
function levelOf({ options, price }: BenefitDefinition, { choice }: MemberVersion): string {
  const ofHealth = new Set(price.flatMap(({ price: part }) => ('smoker' in part ? (part.smoker?.option ?? []) : [])))
  const told = options.filter(({ code }) => !ofHealth.has(code))
  return planDetailsOf({ options: told }, choice)
    .map(({ label, value }) => `${label}: ${value}`)
    .join('; ')
}

function penceOf(digits: string | null): Pence | null {
  return digits === null ? null : BigInt(digits)
}

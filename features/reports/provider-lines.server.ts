import { type IsoDate, showDate } from '../../contract/dates.ts'
import type { ClientId, SelectionId } from '../../contract/ids.ts'
import type { Pence } from '../../contract/money.ts'
import type { Tx } from '../../database/database.ts'
import type { BenefitDefinition } from '../benefits/definition/definition.ts'
import { planDetailsOf } from '../benefits/definition/plan-details.rules.ts'
import { type MemberMonth, memberMonth } from './member-month.rules.ts'
import { isIn, type Month } from './month.rules.ts'
import { paidElsewhere } from './paid-elsewhere.queries.ts'
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

type Asked = {
  benefit: ProvidedBenefit
  selectionIds: readonly SelectionId[]
  months: readonly [Month, ...Month[]]
  today: IsoDate
}

/** The lines of some members of a benefit, by month: one for their cover, and one for each earlier period that is made good. */
export async function linesOfMembers(
  tx: Tx,
  clientId: ClientId,
  { benefit, selectionIds, months, today }: Asked,
): Promise<Map<Month, ProviderLine[]>> {
  const [{ first: from }] = months
  const to = months.at(-1)?.last ?? from
  const versions = await versionsOfMembers(tx, clientId, { selectionIds })
  const people = await peopleOfMembers(tx, clientId, { selectionIds })
  const members = [...people.values()].map((member) => ({
    ...member,
    versions: versions.get(member.selectionId) ?? [],
  }))
  const taken = await takenInMonths(tx, clientId, { selectionIds, from, to })
  const elsewhere = await paidElsewhere(tx, clientId, { schemeYearId: benefit.schemeYearId, members, today })
  const family = [...versions.values()].flat().flatMap(({ covered }) => covered.map(({ id }) => id))
  const born = await bornOn(tx, clientId, { family: [...new Set(family)] })
  const lines = new Map<Month, ProviderLine[]>()
  for (const month of months) {
    const facts = await factsOfMembers(tx, clientId, {
      people: members.map(({ personId }) => personId),
      on: month.last,
    })
    const ofMonth = selectionIds.flatMap((selectionId) => {
      const member = people.get(selectionId)
      const own = versions.get(selectionId)
      if (!member || !own) return []
      const inMonth = (taken.get(selectionId) ?? []).filter(({ payOn }) => isIn(month, payOn))
      // Of a scheme year that is over nothing is told but what pay still takes for it.
      const told = month.first <= benefit.endsOn ? memberMonth(own, month) : undefined
      const about = { benefit, member, facts: facts.get(member.personId) ?? {}, born }
      const before = elsewhere.get(selectionId)
      const paid = [
        ...inMonth.filter(({ original }) => original === null),
        ...(before ?? []).filter(({ payOn }) => isIn(month, payOn)),
        ...(before === undefined && told && isRunning(told, month) && month.last <= benefit.endsOn
          ? [monthlyOf(told.version)]
          : []),
      ]
      const adjusted = inMonth.filter(({ original }) => original !== null)
      const newest = told ?? (adjusted.length + paid.length > 0 ? lastKnown(own) : undefined)
      if (!newest) return []
      return [
        ...(told || paid.length > 0 ? [lineOf({ ...about, told: newest, premium: sumOf(paid) })] : []),
        ...[...Map.groupBy(adjusted, ({ original }) => original ?? '')].map(([period, amounts]) =>
          lineOf({ ...about, told: { ...newest, reason: say.adjustment(period) }, premium: sumOf(amounts) }),
        ),
      ]
    })
    lines.set(month, ofMonth)
  }
  return lines
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

/** What is paid for when nothing of it ran in the month or is new: as it was at last. */
function lastKnown(versions: readonly MemberVersion[]): MemberMonth<MemberVersion> | undefined {
  const version = versions.findLast(({ effectiveFrom }) => effectiveFrom !== null)
  return version?.effectiveFrom
    ? { version, start: version.effectiveFrom, end: version.effectiveTo ?? null, reason: say.changed }
    : undefined
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

import { type IsoDate, numericDate } from '../../contract/dates.ts'
import type { ClientId, SelectionId } from '../../contract/ids.ts'
import type { Pence } from '../../contract/money.ts'
import type { Tx } from '../../database/database.ts'
import type { BenefitDefinition } from '../../domain/definition/definition.ts'
import { planDetailsWithoutHealth } from '../../domain/selections/plan-details.rules.ts'
import { hasFixedTotal } from '../../services/payroll/fixed-total.rules.ts'
import { latestVersion, type MonthOfCover, monthsOfCover } from './month-of-cover.rules.ts'
import { isInMonth, type Month, type ReportPeriod } from './report-months.rules.ts'
import { paymentsBeforeJoining } from './payments-before-joining.queries.ts'
import { providerMessages as say } from './provider.messages.ts'
import {
  birthDatesOf,
  factsOfMembers,
  type Member,
  type MemberFacts,
  type MemberVersion,
  peopleOfMembers,
  type ProvidedBenefit,
  deductionsInMonths,
  versionsOfMembers,
} from './provider-members.queries.ts'
import type { ProviderLine } from '../../services/reports/provider.rules.ts'

type LinesRequest = ReportPeriod & {
  /** Ends of cover in the report of the previous month; null if that report did not store them. */
  reportedEnds: ReadonlySet<string> | null
  benefits: readonly ProvidedBenefit[]
  members: readonly SelectionId[]
  today: IsoDate
  now: string
}

/** Returns the lines by month: one for a member's cover, and one for each corrected earlier pay period. */
export async function linesOfMembers(
  tx: Tx,
  clientId: ClientId,
  { benefits, members: selectionIds, months, previousReportAt, reportedEnds, today, now }: LinesRequest,
): Promise<Map<Month, ProviderLine[]>> {
  const [{ first: from }] = months
  const to = months.at(-1)?.last ?? from
  const versions = await versionsOfMembers(tx, clientId, { selectionIds, by: now })
  const people = await peopleOfMembers(tx, clientId, { selectionIds })
  const taken = await deductionsInMonths(tx, clientId, { selectionIds, from, to })
  const members = selectionIds.flatMap((id): Paid[] => {
    const member = people.get(id)
    return member ? [{ ...member, versions: versions.get(id) ?? [] }] : []
  })
  const elsewhere = await paymentsBeforeJoining(tx, clientId, { members, today })
  const family = members.flatMap((one) => one.versions.flatMap(({ covered }) => covered.map(({ id }) => id)))
  const born = await birthDatesOf(tx, clientId, { family: [...new Set(family)] })
  const benefitOf = ({ schemeYearId }: Pick<MemberVersion, 'schemeYearId'>) =>
    benefits.find((benefit) => benefit.schemeYearId === schemeYearId)
  const lines = new Map<Month, ProviderLine[]>()
  for (const month of months) {
    const facts = await factsOfMembers(tx, clientId, {
      people: members.map(({ personId }) => personId),
      on: month.last,
    })
    const ofMonth = members.flatMap((member) => {
      const { selectionId, personId } = member
      const inMonth = (taken.get(selectionId) ?? []).filter((one) => isInMonth(month, one.payOn) && benefitOf(one))
      const paidBefore = (elsewhere.get(selectionId) ?? []).filter(({ payOn }) => isInMonth(month, payOn))
      const all = monthsOfCover(member.versions, {
        month,
        reportPeriod: { months, previousReportAt },
        sameCover: (one, other) => coverOf(one, benefitOf(one)) === coverOf(other, benefitOf(other)),
        isElsewhere: (version) => benefitOf(version) === undefined,
        wasMissed: (end) => reportedEnds !== null && !reportedEnds.has(keyOf(selectionId, end)),
      })
      const reported = all.at(-1)
      const paid = [...inMonth.filter(({ original }) => original === null), ...paidBefore]
      // A fixed total is paid within its scheme year.
      const lasts =
        reported && (!hasFixedTotal(reported.version) || month.last <= (benefitOf(reported.version)?.endsOn ?? ''))
      const ofCalendarMonth = sumOf(
        reported && lasts && isRunning(reported, month) ? [monthlyOf(reported.version)] : [],
      )
      // A member without deductions in the month is on no payroll, so the line has the premium of the calendar month.
      const isUnpaid = reported && paid.length === 0 && !elsewhere.has(selectionId)
      const premium = isUnpaid ? ofCalendarMonth : sumOf(paid)
      const adjusted = inMonth.filter(({ original }) => original !== null)
      const ofProvider = member.versions.filter(benefitOf)
      const newest = reported ?? (adjusted.length + paid.length > 0 ? latestVersion(ofProvider, month) : undefined)
      if (!newest) return []
      const lineOf = (line: { reported: MonthOfCover<MemberVersion>; premium: Premium; monthly?: Premium }) => {
        const benefit = benefitOf(line.reported.version)
        return benefit ? [providerLine({ ...line, benefit, member, facts: facts.get(personId) ?? {}, born })] : []
      }
      return [
        // Only the newest line has the month's premium. Earlier lines have 0.
        ...all.slice(0, -1).flatMap((earlier) => lineOf({ reported: earlier, premium: sumOf([]) })),
        ...(reported || paid.length > 0 ? lineOf({ reported: newest, premium, monthly: ofCalendarMonth }) : []),
        ...[...Map.groupBy(adjusted, ({ original }) => original ?? '')].flatMap(([period, amounts]) =>
          lineOf({ reported: { ...newest, reason: say.adjustment(period) }, premium: sumOf(amounts) }),
        ),
      ]
    })
    lines.set(month, ofMonth)
  }
  return lines
}

const endReasons: ReadonlySet<string | null> = new Set<string>([
  say.left,
  say.died,
  say.optedOut,
  say.noLongerEligible,
  say.yearOver,
])

export function endKeyOf({ 'selection-id': selectionId, end, reason }: ProviderLine): string | undefined {
  return endReasons.has(reason) && selectionId !== null && end !== null ? keyOf(selectionId, end) : undefined
}

function keyOf(selectionId: string, end: IsoDate): string {
  return `${selectionId} ${end}`
}

type Paid = Member & { versions: readonly MemberVersion[] }

function coverOf(version: MemberVersion, benefit: ProvidedBenefit | undefined): string {
  const { sumInsured, partnerSumInsured, covered } = version
  const level = benefit && levelOf(benefit.definition, version)
  return JSON.stringify([level, sumInsured, partnerSumInsured, covered.map(({ id }) => id).toSorted()])
}

/** `relief` is the tax relief that a pension provider claims. Only payroll lines have it. */
type Premium = { employee: Pence; employer: Pence; relief?: Pence }

function sumOf(amounts: readonly Premium[]): Required<Premium> {
  return amounts.reduce<Required<Premium>>(
    (sum, { employee, employer, relief = 0n }) => ({
      employee: sum.employee + employee,
      employer: sum.employer + employer,
      relief: sum.relief + relief,
    }),
    { employee: 0n, employer: 0n, relief: 0n },
  )
}

function isRunning({ end }: MonthOfCover<unknown>, { first }: Month): boolean {
  return end === null || end >= first
}

function monthlyOf({ employeeMonthly, employerMonthly }: MemberVersion): Premium {
  return { employee: BigInt(employeeMonthly ?? 0), employer: BigInt(employerMonthly ?? 0) }
}

/** Insurers of these categories get birth date, sex and dependants. Other providers, such as a gym, don't (S-53). */
const insuresLives = new Set<BenefitDefinition['category']>(['protection', 'health', 'pension', 'travel'])

type Line = {
  benefit: ProvidedBenefit
  member: Member
  facts: MemberFacts
  born: ReadonlyMap<string, IsoDate>
  reported: MonthOfCover<MemberVersion>
  premium: Premium
  monthly?: Premium
}

function providerLine({ benefit, member, facts, born, reported, premium, monthly = sumOf([]) }: Line): ProviderLine {
  const { definition } = benefit
  const { version, start, end, reason } = reported
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
    'sum-insured': penceFromDigits(version.sumInsured),
    'partner-sum-insured': penceFromDigits(version.partnerSumInsured),
    dependants: insured ? version.covered.map((one) => coverText(one, born)).join('; ') || null : null,
    start,
    end,
    reason: insured && reason === say.left && facts['leaving-reason'] === 'death' ? say.died : reason,
    premium: premium.employee + premium.employer,
    'employee-premium': premium.employee,
    'employer-premium': premium.employer,
    'tax-relief': premium.relief ?? 0n,
    'monthly-premium': monthly.employee + monthly.employer,
    'selection-id': member.selectionId,
  }
}

function coverText(
  { id, name, relationship }: MemberVersion['covered'][number],
  born: ReadonlyMap<string, IsoDate>,
): string {
  const bornOnDay = born.get(id)
  return say.covered(name, relationship, bornOnDay === undefined ? '' : numericDate(bornOnDay))
}

/** Pence; null if neither cover nor price depends on salary. */
function salaryOf({ price }: BenefitDefinition, facts: MemberFacts): Pence | null {
  const kind = price.map((part) => salaryKind(part.price)).find((one) => one !== undefined)
  if (kind === undefined) return null
  return penceFromDigits(facts[`${kind}-salary`] ?? facts['basic-salary'] ?? null)
}

function salaryKind(price: BenefitDefinition['price'][number]['price']): string | undefined {
  if ('salary' in price) return price.salary
  return 'cover' in price && 'salary' in price.cover ? price.cover.salary : undefined
}

/** Omits smoking, which affects the premium but is not passed on. */
function levelOf(definition: BenefitDefinition, { choice }: MemberVersion): string {
  return planDetailsWithoutHealth(definition, choice)
    .map(({ label, value }) => `${label}: ${value}`)
    .join('; ')
}

function penceFromDigits(digits: string | null): Pence | null {
  return digits === null ? null : BigInt(digits)
}

import { addDays, daysBetween, type IsoDate } from '../../contract/dates.ts'
import type { Pence } from '../../contract/money.ts'
import { type PayFrequency, payFrequencies } from '../../contract/pay-frequency.ts'
import { addMonths } from '../definition/day.rules.ts'
import { reachesStatePensionAgeOn } from '../tax/state-pension-age.rules.ts'
import type { TaxTable } from '../tax/tax-table.ts'
import { taxTableOn } from '../tax/tax-years.rules.ts'
import type { AutoEnrolment } from '../definition/auto-enrolment.ts'
import { type DatedFact, employmentOn, factOn } from '../tax/person-facts.rules.ts'
import { firstDayAfterLeaving } from '../windows/leaving.rules.ts'
import { ageOn, sameDayInYear } from '../pricing/age.ts'
import { penceFromDigits, shareOf } from '../pricing/money.ts'
import { type DayRange, daysPaidIn, laterOf, type PayPeriod } from '../windows/effective-date.rules.ts'

const categories = ['eligible', 'non-eligible', 'entitled', 'outside'] as const
export type JobholderCategory = (typeof categories)[number]

export type AssessmentOutcome =
  | 'enrolled'
  | 're-enrolled'
  | 'opted-in'
  | 'joined'
  | 'member'
  | 'postponed'
  | 'may-opt-in'
  | 'may-join'
  | 'outside'
  | 'opted-out'
  | 'left'
  | 'recently-left'
  | 'leaving'
  | 'before-portal'
  | 'no-price'

export type EnrolmentLetter =
  | 'enrolled'
  | 're-enrolled'
  | 'opted-in'
  | 'postponed'
  | 'right-to-opt-in'
  | 'right-to-join'

export type Assessment = {
  from: IsoDate
  to: IsoDate
  period: DayRange
  frequency: PayFrequency
  category: JobholderCategory
  age: number
  earnings: Pence | null
  trigger: Pence
  lower: Pence
  outcome: AssessmentOutcome
  postponedTo: IsoDate | null
  letter: EnrolmentLetter | null
}

/** Uninterrupted membership of the pension. `until` is the first day without membership. */
export type Membership = { from: IsoDate; until?: IsoDate; begun: 'by-choice' | 'by-enrolment' | 'before' }

/** An end of membership by the person. `from` is the first day without membership, `on` the day of the notice. */
export type MembershipEnd = { from: IsoDate; on: IsoDate; withinOptOut: boolean }

export type AssessedPerson = {
  dateOfBirth: IsoDate
  facts: readonly DatedFact[]
  periods: readonly PayPeriod[]
  memberships: readonly Membership[]
  departures: readonly MembershipEnd[]
}

function enrolmentAges(dateOfBirth: IsoDate): { from: IsoDate; until: IsoDate } {
  return { from: birthday(dateOfBirth, 22), until: reachesStatePensionAgeOn(dateOfBirth) }
}

/** Last day of the opt-out month, which begins on the later of membership and letter (regulation 9(2)). */
export function optOutUntil({ from, informedOn }: { from: IsoDate; informedOn: IsoDate }): IsoDate {
  return addDays(addMonths(laterOf(from, informedOn), 1), -1)
}

/** Returns the first and last possible day of the next re-enrolment (regulation 12). */
export function nextReEnrolment(previous: IsoDate): { from: IsoDate; to: IsoDate } {
  const anniversary = sameDayInYear(previous, Number(previous.slice(0, 4)) + 3)
  return { from: addMonths(anniversary, -3), to: addDays(addMonths(anniversary, 3), -1) }
}

/** Pensions Act 2008, sections 1, 3 and 7: people from 22 to State Pension age are eligible above the trigger. */
export function categoryOf({
  dateOfBirth,
  on,
  earnings,
  trigger,
  lower,
}: {
  dateOfBirth: IsoDate
  on: IsoDate
  earnings: Pence
  trigger: Pence
  lower: Pence
}): JobholderCategory {
  if (on < birthday(dateOfBirth, 16) || on >= birthday(dateOfBirth, 75)) return 'outside'
  const ages = enrolmentAges(dateOfBirth)
  if (earnings > trigger && ages.from <= on && on < ages.until) return 'eligible'
  return earnings > lower ? 'non-eligible' : 'entitled'
}

function earningsIn(
  facts: readonly DatedFact[],
  { period, days, frequency }: { period: DayRange; days: DayRange; frequency: PayFrequency },
): Pence | null {
  const changes = facts.filter(({ fact, effectiveFrom }) => fact === 'basic-salary' && isWithin(days, effectiveFrom))
  const starts = [...new Set([days.from, ...changes.map(({ effectiveFrom }) => effectiveFrom)])].toSorted()
  let sum = 0n
  for (const [index, from] of starts.entries()) {
    const next = starts[index + 1]
    const salary = factOn(facts, 'basic-salary', from)
    if (salary === null) return null
    sum += BigInt(salary) * BigInt(lengthOf({ from, to: next ? addDays(next, -1) : days.to }))
  }
  return shareOf(sum, { parts: 1, of: payFrequencies[frequency].payDaysAYear * lengthOf(period) })
}

/** Assesses each pay period up to today. The caller enrols the person. */
export function assessEnrolment(
  person: AssessedPerson,
  {
    rules,
    since,
    today,
    tables,
  }: { rules: AutoEnrolment; since: IsoDate; today: IsoDate; tables: readonly TaxTable[] },
): Assessment[] {
  const { facts, dateOfBirth } = person
  const { status, startedOn, endsOn } = employmentOn(facts, today)
  if (status !== 'active' || startedOn === null) return []
  const last = endsOn !== null && endsOn < today ? endsOn : today
  const memberships = [...person.memberships]
  const course: Course = {
    startedOn,
    // Applying the folder has turned the day into a calendar date.
    reEnrolment: (rules.reEnrolment as IsoDate | undefined) ?? null,
    postponedTo: null,
    wasEligible: false,
    handledBefore: false,
  }
  const found: Assessment[] = []
  let from = laterOf(startedOn, since)
  while (from <= last) {
    const paid = paidOn(person.periods, from)
    if (!paid) {
      const next = nextPaidDay(person.periods, from)
      if (next === undefined || next > last) break
      from = next
      continue
    }
    const { period, frequency } = paid
    const table = taxTableOn(tables, period.from)?.autoEnrolment.payPeriods[frequency]
    if (!table) break
    const [trigger, lower] = [penceFromDigits(table.trigger), penceFromDigits(table.qualifyingFrom)]
    const employed: DayRange = {
      from: laterOf(paid.days.from, startedOn),
      to: earliest([paid.days.to, endsOn ?? undefined]),
    }
    const earnings = earningsIn(facts, { period, days: employed, frequency })
    const category = categoryOf({ dateOfBirth, on: from, earnings: earnings ?? 0n, trigger, lower })
    const isKnown = found.length === 0 && startedOn < since
    const decided = decide({ from, category, memberships, isKnown }, { person, rules, course })
    const cuts = [
      ...birthdaysOf(dateOfBirth),
      ...memberships.map((membership) => membership.from),
      ...[course.reEnrolment, decided.postponedTo].filter((day) => day !== null),
    ].filter((day) => day > from)
    const to = earliest([employed.to, ...cuts.map((day) => addDays(day, -1))])
    found.push({
      from,
      to,
      period,
      frequency,
      category,
      age: ageOn(dateOfBirth, from),
      earnings,
      trigger,
      lower,
      ...decided,
    })
    if (isEnrolment(decided.outcome) && !memberships.some((one) => covers(one, from)))
      memberships.push({ from, begun: 'by-enrolment' })
    if (category === 'eligible') course.wasEligible = true
    from = addDays(to, 1)
  }
  return found
}

export function isEnrolment(outcome: AssessmentOutcome): boolean {
  return outcome === 'enrolled' || outcome === 're-enrolled'
}

type Course = {
  startedOn: IsoDate
  reEnrolment: IsoDate | null
  postponedTo: IsoDate | null
  wasEligible: boolean
  /** True if the person was eligible, but not a member, when the client joined the portal. */
  handledBefore: boolean
}

type Decided = Pick<Assessment, 'outcome' | 'postponedTo' | 'letter'>

function decide(
  {
    from,
    category,
    memberships,
    isKnown,
  }: {
    from: IsoDate
    category: JobholderCategory
    memberships: readonly Membership[]
    /** True if the person was employed before the client joined the portal, so that the employer has already informed them. */
    isKnown: boolean
  },
  { person, rules, course }: { person: AssessedPerson; rules: AutoEnrolment; course: Course },
): Decided {
  const departure = person.departures.findLast((one) => one.from >= course.startedOn && one.from <= from)
  const member = memberships.find((one) => covers(one, from))
  if (member) {
    course.postponedTo = null
    if (member.from !== from || member.begun === 'before') return result('member')
    if (member.begun === 'by-enrolment')
      return (departure && course.wasEligible) || course.handledBefore
        ? result('re-enrolled', 're-enrolled')
        : result('enrolled', 'enrolled')
    return category === 'entitled' || category === 'outside' ? result('joined') : result('opted-in', 'opted-in')
  }
  if (category !== 'eligible') {
    if (course.postponedTo !== null && course.postponedTo <= from) course.postponedTo = null
    if (category === 'outside') return result('outside')
    return category === 'non-eligible'
      ? result('may-opt-in', isKnown ? null : 'right-to-opt-in')
      : result('may-join', isKnown ? null : 'right-to-join')
  }
  if (isKnown) course.handledBefore = true
  if (from === course.reEnrolment && (departure || course.handledBefore)) {
    if (firstDayAfterLeaving(person.facts) !== null) return result('leaving')
    if (departure && departure.on > addMonths(from, -12) && !rules.reEnrolRecentLeavers) return result('recently-left')
    return result('re-enrolled', 're-enrolled')
  }
  // Pensions Act 2008, section 3(3): no enrolment within a year after leaving. A second enrolment happens only at re-enrolment.
  if (departure && (course.wasEligible || from < addMonths(departure.on, 12)))
    return result(departure.withinOptOut ? 'opted-out' : 'left')
  if (course.handledBefore) return result('before-portal')
  if (course.postponedTo !== null && from < course.postponedTo) return result('postponed')
  if (rules.postponement && course.postponedTo === null) {
    course.postponedTo = addMonths(from, rules.postponement)
    return result('postponed', 'postponed')
  }
  course.postponedTo = null
  // The person has already chosen to join, and that membership starts within a month.
  if (memberships.some((one) => one.from > from)) return result('member')
  return result('enrolled', 'enrolled')

  function result(outcome: AssessmentOutcome, letter: EnrolmentLetter | null = null): Decided {
    return { outcome, letter, postponedTo: course.postponedTo }
  }
}

function covers({ from, until }: Membership, day: IsoDate): boolean {
  return from <= day && (until === undefined || day < until)
}

function birthday(dateOfBirth: IsoDate, age: number): IsoDate {
  return sameDayInYear(dateOfBirth, Number(dateOfBirth.slice(0, 4)) + age)
}

function birthdaysOf(dateOfBirth: IsoDate): IsoDate[] {
  const { from, until } = enrolmentAges(dateOfBirth)
  return [birthday(dateOfBirth, 16), from, until, birthday(dateOfBirth, 75)]
}

function paidOn(
  periods: readonly PayPeriod[],
  day: IsoDate,
): { period: DayRange; days: DayRange; frequency: PayFrequency } | undefined {
  for (const period of periods) {
    const days = daysPaidIn(period).find((one) => isWithin(one, day))
    if (days)
      return {
        period: { from: period.startsOn, to: period.endsOn },
        days,
        frequency: period.frequency,
      }
  }
  return undefined
}

function nextPaidDay(periods: readonly PayPeriod[], day: IsoDate): IsoDate | undefined {
  const starts = periods.flatMap((period) => daysPaidIn(period).map(({ from }) => from))
  return starts.filter((from) => from > day).toSorted()[0]
}

function isWithin({ from, to }: DayRange, day: IsoDate): boolean {
  return from <= day && day <= to
}

function lengthOf({ from, to }: DayRange): number {
  return daysBetween(from, to) + 1
}

function earliest(days: readonly (IsoDate | undefined)[]): IsoDate {
  const [first] = days.filter((day) => day !== undefined).toSorted()
  if (first === undefined) throw new Error('There are no days to compare')
  return first
}

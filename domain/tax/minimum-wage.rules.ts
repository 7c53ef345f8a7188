import { type IsoDate, isoDate, showDate } from '../../contract/dates.ts'
import { type Pence, showPence } from '../../contract/money.ts'
import { ageOn, sameDayInYear } from '../pricing/age.ts'
import { digitsFromPence, penceFromDigits } from '../pricing/money.ts'
import { Derivation, type Source, type TracedFigure, type TraceStep } from '../pricing/trace.ts'
import type { PayChange } from './gross-to-net.rules.ts'
import type { DatedFact } from './person-facts.rules.ts'
import { daysOfPayChanges, type PayFacts, payFactsOn } from './pay-facts.rules.ts'
import { takeHomeMessages as say } from './take-home.messages.ts'
import type { TaxTable } from './tax-table.ts'
import { minimumWageOn } from './tax-years.rules.ts'

export type WageCheck =
  | { outcome: 'kept' }
  | { outcome: 'below'; sentence: string; floor: Pence; payAfter: Pence; steps: TraceStep[] }
  | { outcome: 'unknown'; sentence: string }

/** Checks pay after all sacrifices in every pay period (National Minimum Wage Regulations 2015, regulation 6). */
export function checkMinimumWage({
  tables,
  facts,
  changes,
  on,
  countsFrom = on,
}: {
  tables: readonly TaxTable[]
  facts: PayFacts
  changes: readonly PayChange[]
  on: IsoDate
  countsFrom?: IsoDate
}): WageCheck {
  if (facts.salary === null || facts.salary <= 0n) return { outcome: 'unknown', sentence: say.wageNeedsSalary }
  if (facts.weeklyHours === null || Number(facts.weeklyHours) <= 0)
    return { outcome: 'unknown', sentence: say.wageNeedsHours }
  const wage = minimumWageOn(tables, on)
  if (!wage) return { outcome: 'unknown', sentence: say.noTable }
  const hourly = hourlyFor(facts, wage, on)
  // No minimum wage applies below the age at which people may leave school.
  if (!hourly) return { outcome: 'kept' }

  const derivation = new Derivation()
  const details = { source: say.employmentDetails, effectiveDate: on }
  const floor = yearlyWage(derivation, { hourly, hours: facts.weeklyHours, wage, details })
  const salary = derivation.given(say.salary, digitsFromPence(facts.salary), 'pounds', details)
  const givenUp = changes.filter(isGivenUp).map((change) => {
    const { label, yearly, source, effectiveDate } = change
    return {
      change,
      yearly: derivation.given(say.paidFor(label), digitsFromPence(yearly), 'pounds', { source, effectiveDate }),
    }
  })
  const after = (label: string, deducted: TracedFigure[]): TracedFigure =>
    derivation.step({ rule: 'less', label, inputs: [salary, ...deducted], ...details })
  const least = penceFromDigits(floor.value)
  const below = (left: TracedFigure, sentence: typeof say.belowFloor): WageCheck => {
    const payAfter = penceFromDigits(left.value)
    const texts = {
      payAfter: showPence(payAfter),
      floor: showPence(least),
      hours: facts.weeklyHours ?? '',
      from: on === countsFrom ? null : showDate(on),
    }
    return { outcome: 'below', sentence: sentence(texts), floor: least, payAfter, steps: derivation.steps }
  }

  const ofYear = after(
    say.payAfter,
    givenUp.map(({ yearly }) => yearly),
  )
  if (penceFromDigits(ofYear.value) < least) return below(ofYear, say.belowFloor)
  if (!givenUp.some(({ change }) => change.taken)) return { outcome: 'kept' }
  const ofDay = after(
    say.payAfterOnDay,
    givenUp.map((one) => rateOfDay(derivation, one)),
  )
  return penceFromDigits(ofDay.value) < least ? below(ofDay, say.belowFloorOnDay) : { outcome: 'kept' }
}

type WagePerson = { dateOfBirth: IsoDate; facts: readonly DatedFact[] }
type WageDays = { tables: readonly TaxTable[]; after: IsoDate; upTo: IsoDate }

/**
 * Returns the days on which pay, hours or a minimum wage rate changes. Skips a rate that is above the known pay, because
 * the employer must raise the pay by then.
 */
export function daysToCheckWage(person: WagePerson, days: WageDays): IsoDate[] {
  const ofLaw = daysOfHigherRates(person, days).filter((day) => !isUnderpaid(person, days, day))
  return [...new Set([...daysOfPayChanges(person.facts, days), ...ofLaw])].toSorted()
}

/** Returns the first day on which the law requires more than the known pay, and the yearly minimum wage in pence. */
export function payToRise(
  person: WagePerson,
  days: WageDays,
): { on: IsoDate; hours: string; floor: Pence } | undefined {
  const on = daysOfHigherRates(person, days).find((day) => isUnderpaid(person, days, day))
  if (on === undefined) return undefined
  const facts = payFactsOn({ ...person, payPeriods: 12 }, on)
  const floor = minimumWageOfYear(facts, { tables: days.tables, on })
  return floor === undefined ? undefined : { on, hours: facts.weeklyHours ?? '', floor }
}

function daysOfHigherRates({ dateOfBirth, facts }: WagePerson, { tables, after, upTo }: WageDays): IsoDate[] {
  const ages = new Set([
    apprenticeAge,
    ...tables.flatMap(({ minimumWage: { byAge } }) => byAge.map(({ from }) => from)),
  ])
  const days = [
    ...tables.map(({ minimumWage }) => minimumWage.from),
    ...[...ages].map((age) => sameDayInYear(dateOfBirth, Number(dateOfBirth.slice(0, 4)) + age)),
    ...facts.flatMap(({ fact, value }) =>
      fact === 'apprentice-since' && value !== null ? [secondYearOf(isoDate.parse(value))] : [],
    ),
  ]
  return days.filter((day) => after < day && day <= upTo).toSorted()
}

function isUnderpaid(person: WagePerson, { tables }: WageDays, on: IsoDate): boolean {
  const facts = payFactsOn({ ...person, payPeriods: 12 }, on)
  const floor = minimumWageOfYear(facts, { tables, on })
  return floor !== undefined && facts.salary !== null && facts.salary < floor
}

/** Returns the yearly minimum wage for a person's hours, in pence. 0 if none applies; undefined if hours or rate are unknown. */
export function minimumWageOfYear(facts: PayFacts, { tables, on }: { tables: readonly TaxTable[]; on: IsoDate }) {
  const wage = minimumWageOn(tables, on)
  const hours = facts.weeklyHours
  if (!wage || hours === null || Number(hours) <= 0) return undefined
  const hourly = hourlyFor(facts, wage, on)
  if (!hourly) return 0n
  const details = { source: say.employmentDetails, effectiveDate: on }
  return penceFromDigits(yearlyWage(new Derivation(), { hourly, hours, wage, details }).value)
}

export function payAfterSacrifice(salary: Pence, changes: readonly PayChange[]): Pence {
  return changes.filter(isGivenUp).reduce((left, { yearly }) => left - yearly, salary)
}

type HourlyRate = { label: string; rate: string }

function yearlyWage(
  derivation: Derivation,
  {
    hourly,
    hours,
    wage,
    details,
  }: { hourly: HourlyRate; hours: string; wage: TaxTable['minimumWage']; details: Source },
): TracedFigure {
  const law = { source: wage.source, effectiveDate: wage.from }
  return derivation.step({
    rule: 'yearly-wage',
    label: say.floor,
    inputs: [
      derivation.given(hourly.label, hourly.rate, 'rate', law),
      derivation.given(say.hoursAWeek, hours, 'number', details),
      derivation.given(say.weeksAYear, wage.weeksAYear, 'number', law),
    ],
    ...law,
  })
}

function hourlyFor(
  { dateOfBirth, apprenticeSince }: PayFacts,
  { apprentice, byAge }: TaxTable['minimumWage'],
  on: IsoDate,
): HourlyRate | undefined {
  const age = ageOn(dateOfBirth, on)
  if (apprenticeSince !== null && apprenticeSince <= on && (age < apprenticeAge || on < secondYearOf(apprenticeSince)))
    return { label: say.hourlyOfApprentices, rate: apprentice }
  const rate = byAge.findLast(({ from }) => from <= age)?.hourly
  return rate === undefined ? undefined : { label: say.hourlyAt(age), rate }
}

const apprenticeAge = 19

/** Apprentices aged 19 or older have the apprentice rate in their first year only (regulation 5). */
function secondYearOf(since: IsoDate): IsoDate {
  return sameDayInYear(since, Number(since.slice(0, 4)) + 1)
}

function rateOfDay(
  derivation: Derivation,
  { change, yearly }: { change: PayChange; yearly: TracedFigure },
): TracedFigure {
  const { label, taken: deducted, source, effectiveDate } = change
  if (!deducted) return yearly
  const given = (name: string, count: number) =>
    derivation.givenOnce(name, String(count), 'number', { source, effectiveDate })
  return derivation.step({
    rule: 'rate-of-a-year',
    label: say.dayTaken(label, deducted.payDays),
    inputs: [yearly, given(say.payDaysOfYear, deducted.ofYear), given(say.payDaysTaking(label), deducted.payDays)],
    source,
    effectiveDate,
  })
}

function isGivenUp({ payer, taxMethod, yearly }: PayChange): boolean {
  return payer === 'employee' && isSalarySacrifice(taxMethod) && yearly > 0n
}

export function isSalarySacrifice(taxMethod: PayChange['taxMethod']): boolean {
  return taxMethod === 'sacrifice' || taxMethod === 'sacrifice-opra'
}

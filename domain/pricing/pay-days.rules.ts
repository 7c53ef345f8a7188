import { daysBetween, type IsoDate } from '../../contract/dates.ts'
import { addMonths } from '../definition/day.rules.ts'
import type { PayCycle } from './price-facts.ts'

export function payPeriodsBeginningIn(schemeYear: { from: IsoDate }, { payPeriods, periodStart }: PayCycle): number {
  return timesInAYear(schemeYear, payPeriods, periodStart)
}

/** Returns the pay days in the first 12 months of a scheme year. Weekly periods end on their pay day. */
export function payDaysIn(schemeYear: { from: IsoDate }, { payPeriods, periodStart }: PayCycle): number {
  return timesInAYear(schemeYear, payPeriods, periodStart, -1)
}

const daysBetweenPays = new Map([
  [13, 28],
  [26, 14],
  [52, 7],
])

function timesInAYear(
  { from }: { from: IsoDate },
  payPeriods: number,
  periodStart: IsoDate | undefined,
  later = 0,
): number {
  const every = daysBetweenPays.get(payPeriods)
  if (every === undefined || periodStart === undefined) return payPeriods
  const first = (((daysBetween(from, periodStart) + later) % every) + every) % every
  return Math.ceil((daysBetween(from, addMonths(from, 12)) - first) / every)
}

/** Returns the number of pay days in a hire period, rounded half up, at least 1: 12 months have 12, 13 or 52 pay days. */
export function payDaysOfHire({ months, payDaysAYear }: { months: number; payDaysAYear: number }): number {
  return Math.max(1, Math.floor((2 * months * payDaysAYear + 12) / 24))
}

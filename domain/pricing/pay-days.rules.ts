import { daysBetween, type IsoDate } from '../../contract/dates.ts'
import { addMonths } from '../definition/day.rules.ts'
import type { PayCycle } from './facts.ts'

/** Returns the pay periods that begin in the first 12 months of a scheme year: 12; 13 or 14; 26 or 27; 52 or 53. */
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

/** Counts periods whose first day, shifted by `later` days, is in the 12 months from `from`. A shift of -1 counts last days. */
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

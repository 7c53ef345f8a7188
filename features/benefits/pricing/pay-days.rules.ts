import { daysBetween, type IsoDate } from '../../../contract/dates.ts'
import { addMonths } from '../../scheme/day.rules.ts'
import type { PayCycle } from './facts.ts'

/** Pay periods that begin in a scheme year: 12, 13 or 14, 26 or 27, 52 or 53. Twelve months count, however long the year. */
export function periodsBegunIn(schemeYear: { from: IsoDate }, { payPeriods, periodStart }: PayCycle): number {
  return timesInAYear(schemeYear, payPeriods, periodStart)
}

/** Returns the number of pay days that fall in a scheme year. A period other than a month ends on its pay day. */
export function payDaysIn(schemeYear: { from: IsoDate }, { payPeriods, periodStart }: PayCycle): number {
  return timesInAYear(schemeYear, payPeriods, periodStart, -1)
}

const daysBetweenPays = new Map([
  [13, 28],
  [26, 14],
  [52, 7],
])

/** Counts in the twelve months from a day what happens every 7, 14 or 28 days, `later` days after `periodStart`. */
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

import { type Day } from './days.ts'
import { fraction, type Fraction, divide, pounds, times, toPence } from './fractions.ts'

export type PartPeriod = 'calendar-days' | 'working-days' | '260ths' | 'whole-period' | 'from-next-period'
type Days = { from: Day; to: Day }

/** `share` is a full period's charge in pence. A year has 260 working days, or 265 in 53 weeks. */
export function partOf(
  kind: PartPeriod,
  {
    share,
    yearly,
    workingDays = 260,
    period,
    covered,
  }: { share: bigint; yearly: bigint; workingDays?: number; period: Days; covered: Days },
): bigint {
  switch (kind) {
    case 'whole-period':
      return share
    case 'from-next-period':
      return 0n
    case 'calendar-days':
      return partOfAmount(share, divide(fraction(daysIn(covered)), fraction(daysIn(period))))
    case 'working-days':
      return partOfAmount(share, divide(fraction(workingDaysIn(covered)), fraction(Math.max(1, workingDaysIn(period)))))
    case '260ths':
      return partOfAmount(yearly, divide(fraction(workingDaysIn(covered)), fraction(workingDays)))
  }
}

function partOfAmount(pence: bigint, part: Fraction): bigint {
  return toPence(times(pounds(pence), part))
}

function daysIn({ from, to }: Days): number {
  return Math.max(0, to - from + 1)
}

/** Counts Monday to Friday, including bank holidays. 1 January 1600 was a Saturday. */
function workingDaysIn({ from, to }: Days): number {
  let count = 0
  for (let day = from; day <= to; day += 1) count += [0, 1].includes(day % 7) ? 0 : 1
  return count
}

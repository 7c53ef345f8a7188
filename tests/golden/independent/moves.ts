import type { Day } from './days.ts'
import { partOf, type PartPeriod } from './part-period.ts'

type Days = { from: Day; to: Day }

/**
 * What one payroll takes of a period for the days on which it pays somebody (lifecycle 2): each day is charged once, by the
 * payroll of that day. A benefit without a rule for parts of a period goes by calendar days.
 */
export function paidForDays(
  kind: PartPeriod,
  { share, yearly, period, paid }: { share: bigint; yearly: bigint; period: Days; paid: Days },
): bigint {
  if (paid.from === period.from && paid.to === period.to) return share
  const by = kind === 'working-days' || kind === '260ths' ? 'working-days' : 'calendar-days'
  const upTo = (to: Day) => partOf(by, { share, yearly, period, covered: { from: period.from, to } })
  return upTo(paid.to) - (paid.from === period.from ? 0n : upTo(paid.from - 1))
}

/** What each pay takes of what is left of an order, after so many of its pay days, on another payroll (lifecycle 2 and 6). */
export function orderLeft({
  left,
  payDaysLeft,
  before,
  after,
}: {
  left: bigint
  /** Of the former payroll. */
  payDaysLeft: number
  /** Pay days a year of the former payroll, and of the new one. */
  before: number
  after: number
}): bigint[] {
  const months = (payDaysLeft * 12) / before
  const count = Math.max(1, Math.floor((months * after) / 12 + 0.5))
  const least = left / BigInt(count)
  const larger = Number(left - least * BigInt(count))
  return Array.from({ length: count }, (_, place) => (place < larger ? least + 1n : least))
}

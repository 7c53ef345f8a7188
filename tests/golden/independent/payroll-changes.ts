import type { Day } from './days.ts'
import { partOf, type PartPeriod } from './part-period.ts'

type Days = { from: Day; to: Day }

/** Charges each day once, by the payroll of that day: in working days if `kind` says so, otherwise in calendar days. */
export function chargeForDays(
  kind: PartPeriod,
  { share, yearly, period, paid }: { share: bigint; yearly: bigint; period: Days; paid: Days },
): bigint {
  if (paid.from === period.from && paid.to === period.to) return share
  const by = kind === 'working-days' || kind === '260ths' ? 'working-days' : 'calendar-days'
  const upTo = (to: Day) => partOf(by, { share, yearly, period, covered: { from: period.from, to } })
  return upTo(paid.to) - (paid.from === period.from ? 0n : upTo(paid.from - 1))
}

/** Returns each deduction for the rest of an order's price after a change of payroll. */
export function instalmentsAfterMove({
  left,
  payDaysLeft,
  before,
  after,
}: {
  left: bigint
  payDaysLeft: number
  /** Pay days a year of the former payroll, and of the new payroll. */
  before: number
  after: number
}): bigint[] {
  const months = (payDaysLeft * 12) / before
  const count = Math.max(1, Math.floor((months * after) / 12 + 0.5))
  const least = left / BigInt(count)
  const larger = Number(left - least * BigInt(count))
  return Array.from({ length: count }, (_, place) => (place < larger ? least + 1n : least))
}

import { addDays, type IsoDate, showMonth } from '../../contract/dates.ts'
import type { BenefitDefinition } from '../../domain/definition/definition.ts'
import { memberUntil } from '../../domain/tax/relevant-earnings.rules.ts'
import { taxBandMessages as say } from '../../domain/tax/tax-band.messages.ts'
import { isVoucherScheme } from '../../domain/tax/tax-band.rules.ts'
import { coversDays, type CoverPeriod } from '../../domain/selections/cover-periods.rules.ts'
import { firstOfNextMonth } from '../../domain/windows/effective-date.rules.ts'

export type Membership = { holds: boolean; memberUntil?: IsoDate }

/** Voucher membership ends with employment, or 52 tax weeks after a voucher (ITEPA 2003 s 270AA; EIM16230). */
export function voucherMembership(
  segments: readonly CoverPeriod<unknown>[],
  { startsOn, stoppedFrom = null }: { startsOn: IsoDate; stoppedFrom?: IsoDate | null },
): Membership {
  const last = segments.findLast(coversDays)
  if (last && last.until === undefined) return { holds: true }
  if (last?.stopped === 'end') return { holds: false }
  const from = last?.until ?? stoppedFrom
  if (from === null) return { holds: false }
  const until = memberUntil(addDays(from, -1))
  return { holds: payDayOf(startsOn) <= until, memberUntil: until }
}

/** Returns the earliest day on which members can have stopped vouchers and still restart them on `startsOn`. */
export function earliestStop(startsOn: IsoDate): IsoDate {
  // 52 tax weeks and the week before them have at most 372 days.
  let stop = addDays(payDayOf(startsOn), -372)
  while (memberUntil(addDays(stop, -1)) < payDayOf(startsOn)) stop = addDays(stop, 1)
  return stop
}

export function restartSentence(definition: Pick<BenefitDefinition, 'options'>, lastDay: IsoDate): string | undefined {
  return isVoucherScheme(definition) ? say.restart(lastVoucherMonth(memberUntil(lastDay))) : undefined
}

export function lastVoucherMonth(until: IsoDate): string {
  return showMonth(payDayOf(until) === until ? until : addDays(firstOfMonth(until), -1))
}

function payDayOf(day: IsoDate): IsoDate {
  return addDays(firstOfNextMonth(day), -1)
}

function firstOfMonth(day: IsoDate): IsoDate {
  return addDays(day, 1 - Number(day.slice(8)))
}

import { addDays, type IsoDate, showMonth } from '../../../contract/dates.ts'
import type { BenefitDefinition } from '../definition/definition.ts'
import { memberUntil } from '../../take-home/relevant-earnings.rules.ts'
import { taxBandMessages as say } from './tax-band.messages.ts'
import { isVoucherScheme } from './tax-band.rules.ts'
import { hasDays, type Segment } from '../pay/segments.rules.ts'
import { firstOfNextMonth } from '../windows/effective.rules.ts'

/** `memberUntil`: the last day on which a member who stopped may receive vouchers again. */
export type Membership = { holds: boolean; memberUntil?: IsoDate }

/**
 * Membership of a closed voucher scheme, from the vouchers a person has had. It ends with the employment, and after 52 tax
 * weeks without a voucher (ITEPA 2003 s 270AA; EIM16230). A voucher comes with the pay at the end of its month. `stoppedFrom`:
 * the first day without vouchers, if they were never in force in the portal.
 */
export function voucherMembership(
  ran: readonly Segment<unknown>[],
  { startsOn, stoppedFrom = null }: { startsOn: IsoDate; stoppedFrom?: IsoDate | null },
): Membership {
  const last = ran.findLast(hasDays)
  if (last && last.until === undefined) return { holds: true }
  if (last?.stopped === 'end') return { holds: false }
  const from = last?.until ?? stoppedFrom
  if (from === null) return { holds: false }
  const until = memberUntil(addDays(from, -1))
  return { holds: payDayOf(startsOn) <= until, memberUntil: until }
}

/** The earliest day on which members can have stopped vouchers and still start again from `startsOn`. */
export function earliestStop(startsOn: IsoDate): IsoDate {
  // 52 tax weeks and the one before them have 372 days at most.
  let stop = addDays(payDayOf(startsOn), -372)
  while (memberUntil(addDays(stop, -1)) < payDayOf(startsOn)) stop = addDays(stop, 1)
  return stop
}

/** Says until when members who stop vouchers can start again; undefined for other benefits. */
export function restartsUntil(definition: Pick<BenefitDefinition, 'options'>, lastDay: IsoDate): string | undefined {
  return isVoucherScheme(definition) ? say.restart(lastVoucherMonth(memberUntil(lastDay))) : undefined
}

/** 'October 2027': the last month with whose pay vouchers can start again. */
export function lastVoucherMonth(until: IsoDate): string {
  return showMonth(payDayOf(until) === until ? until : addDays(firstOfMonth(until), -1))
}

function payDayOf(day: IsoDate): IsoDate {
  return addDays(firstOfNextMonth(day), -1)
}

function firstOfMonth(day: IsoDate): IsoDate {
  return addDays(day, 1 - Number(day.slice(8)))
}

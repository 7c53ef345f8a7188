import type { IsoDate } from '../../contract/dates.ts'
import { showMonth } from '../../contract/dates.ts'
import type { PayFrequency } from '../../contract/pay-frequency.ts'
import { effectiveMessages } from './effective-date.messages.ts'
import type { Spread } from '../pricing/method-price.ts'

/** Rule for the first day of a choice. Each window has its own rule; an always-open benefit has `takesEffect`. */
export type EffectiveRule = 'same-day' | 'next-month' | 'event-date' | 'scheme-year-start'

export type DayRange = { from: IsoDate; to: IsoDate }

/** A pay period of one payroll. A change on the cut-off day still reaches it. */
export type PayPeriod = {
  id: string
  number: number
  label: string
  startsOn: IsoDate
  endsOn: IsoDate
  cutOffOn: IsoDate
  payOn: IsoDate
  locked: boolean
  unpaid?: true
  frequency: PayFrequency
  daysPaid?: readonly DayRange[]
  /** True if the person has changed payroll, and the former payroll still charges fixed totals for these days. */
  inFormerPeriod?: true
}

export function daysPaidIn({ startsOn, endsOn, daysPaid }: PayPeriod): readonly DayRange[] {
  return daysPaid ?? [{ from: startsOn, to: endsOn }]
}

/** Returns the first day of a choice: not before the scheme year or employment and, except for life events, not before `madeOn`. */
export function effectiveDate({
  rule,
  madeOn,
  schemeYear,
  eventDate,
  joinedOn,
}: {
  rule: EffectiveRule
  madeOn: IsoDate
  schemeYear: { from: IsoDate; to: IsoDate }
  eventDate?: IsoDate
  joinedOn?: IsoDate | null
}): IsoDate {
  return laterOf(laterOf(schemeYear.from, joinedOn ?? schemeYear.from), dayOf())

  function dayOf(): IsoDate {
    switch (rule) {
      case 'same-day':
        return madeOn
      case 'next-month':
        return firstOfNextMonth(madeOn)
      case 'event-date':
        return eventDate ?? madeOn
      case 'scheme-year-start':
        return madeOn <= schemeYear.from ? schemeYear.from : firstOfNextMonth(madeOn)
    }
  }
}

export function isOpenPeriod(period: PayPeriod, today: IsoDate): boolean {
  return !period.unpaid && isOpenIfEmployed(period, today)
}

export function isOpenIfEmployed({ locked, cutOffOn }: PayPeriod, today: IsoDate): boolean {
  return !locked && today <= cutOffOn
}

/** Recurring cover is charged from the first period that begins with cover, a fixed total from the period of its first day. */
export function isCharged(period: PayPeriod, effectiveFrom: IsoDate, spread: Spread): boolean {
  if (spread.kind === 'recurring') return daysPaidIn(period).some(({ from }) => from >= effectiveFrom)
  return !period.inFormerPeriod && period.endsOn >= effectiveFrom
}

/** Returns the first pay period that charges a choice and can still change, if any. Needs periods in date order. */
export function firstPeriodReached({
  periods,
  effectiveFrom,
  spread,
  today,
  chargesFirstPart = false,
}: {
  periods: readonly PayPeriod[]
  effectiveFrom: IsoDate
  spread: Spread
  today: IsoDate
  chargesFirstPart?: boolean
}): PayPeriod | undefined {
  const isReached = (period: PayPeriod) =>
    isCharged(period, effectiveFrom, spread) || (chargesFirstPart && period.endsOn >= effectiveFrom)
  return periods.find((period) => isOpenPeriod(period, today) && isReached(period))
}

export function chargedFrom(
  period: PayPeriod,
  { effectiveFrom, chargesFirstPart }: { effectiveFrom: IsoDate; chargesFirstPart: boolean },
): IsoDate {
  if (chargesFirstPart && period.startsOn < effectiveFrom) return effectiveFrom
  return daysPaidIn(period).find(({ from }) => from >= effectiveFrom)?.from ?? effectiveFrom
}

/** Returns the remaining pay days of the scheme year for a fixed yearly total, at least 1. */
export function payDaysLeft({
  periods,
  effectiveFrom,
  schemeYear,
  today,
}: {
  periods: readonly PayPeriod[]
  effectiveFrom: IsoDate
  schemeYear: { to: IsoDate }
  today: IsoDate
}): number {
  const left = periods.filter(
    (period) =>
      isOpenPeriod(period, today) &&
      period.payOn <= schemeYear.to &&
      isCharged(period, effectiveFrom, { kind: 'rest-of-year' }),
  )
  return Math.max(1, left.length)
}

export function firstPayText(
  period: PayPeriod | undefined,
  { awaitsApproval = false }: { awaitsApproval?: boolean } = {},
): string {
  if (!period) return effectiveMessages.reachesNoPay
  const say = awaitsApproval ? effectiveMessages.reachesPayOnceApproved : effectiveMessages.reachesPay
  return say(showMonth(period.payOn))
}

export function firstOfNextMonth(date: IsoDate): IsoDate {
  const [year = 0, month = 0] = date.split('-').map(Number)
  // The text has the format of an IsoDate.
  return (month === 12 ? `${year + 1}-01-01` : `${year}-${String(month + 1).padStart(2, '0')}-01`) as IsoDate
}

export function laterOf(a: IsoDate, b: IsoDate): IsoDate {
  return a < b ? b : a
}

import { charge } from './rules/charge.ts'
import { coverFromFirstDay, coverOfFamily, coverToLastAge, coverToLastDay } from './rules/cover-days.ts'
import { endIsNotified, noSilentEnd } from './rules/end-of-cover.ts'
import { enrolledOrReason, optOutSumsToZero, postponementEnds, reEnrolled } from './rules/enrolment.ts'
import { orderAddsUp, orderIsPriced } from './rules/orders.ts'
import { promiseKept, promiseKeptNextYear } from './rules/promises.ts'
import { reliefAddsUp } from './rules/tax-relief.ts'
import type { Finding, Rule, RuleOfReplies } from './rules/rule.ts'
import { voucherCap, voucherMembership } from './rules/vouchers.ts'
import { yearAddsUp } from './rules/yearly-price.ts'

export const rulesOfLives = {
  charge,
  'order-is-priced': orderIsPriced,
  'order-adds-up': orderAddsUp,
  'relief-adds-up': reliefAddsUp,
  'cover-of-family': coverOfFamily,
  'cover-from-first-day': coverFromFirstDay,
  'cover-to-last-day': coverToLastDay,
  'cover-to-last-age': coverToLastAge,
  'end-is-told': endIsNotified,
  'no-silent-end': noSilentEnd,
  'enrolled-or-reason': enrolledOrReason,
  'opt-out-sums-to-zero': optOutSumsToZero,
  'postponement-ends': postponementEnds,
  're-enrolled': reEnrolled,
  'voucher-cap': voucherCap,
  'voucher-membership': voucherMembership,
  'year-adds-up': yearAddsUp,
  'promise-kept': promiseKept,
  'promise-kept-next-year': promiseKeptNextYear,
} as const satisfies Record<string, Rule>

export type RuleName = keyof typeof rulesOfLives | RuleOfReplies | 'locked-run-stays' | 'jobs-twice' | 'sign-in-works'

/** A broken rule. `place` is the index of the life; it is undefined for rules about the whole client. */
export type Violation = Finding & { rule: RuleName; seed: number; life: string; place: number | undefined }

export function showViolation({ rule, seed, place, life, day, benefit, expected, got }: Violation): string {
  const whose = place === undefined ? life : `life ${place} (${life})`
  return `${rule}: seed ${seed}, ${whose}, ${day}, ${benefit}: expected ${expected}; got ${got}`
}

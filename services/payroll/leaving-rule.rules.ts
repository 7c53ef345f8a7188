import { addDays, daysBetween, type IsoDate } from '../../contract/dates.ts'
import type { BenefitDefinition, BalanceRule } from '../../domain/definition/definition.ts'
import type { Choice } from '../../domain/definition/options.ts'
import type { DatedFact } from '../../domain/tax/person-facts.rules.ts'
import { firstDayAfterLeaving, newestDay, newestFact } from '../../domain/windows/leaving.rules.ts'

/** Pay rules for leavers. The last period is paid in full or by days; `earned` is the due share of holiday. */
export type LeavingRule = {
  lastPeriod: 'whole' | 'by-days'
  owed: BalanceRule
  earned?: EarnedShare
}
export type EarnedShare = { parts: number; of: number }

export type LeavingTerms = Omit<LeavingRule, 'earned'> & {
  earned?: (end: { version: number; firstDayAfterLeaving: IsoDate }) => EarnedShare | undefined
}

/**
 * The balance of an order is deducted from net pay, because salary sacrifice cannot pay for hire after the employment
 * ends (ITEPA 2003 s 244).
 * A holiday balance stays owed, because only the contract can allow a deduction (Employment Rights Act 1996 s 13).
 */
export function leavingRule({
  leaving,
  price,
}: Pick<BenefitDefinition, 'leaving' | 'price'>): Omit<LeavingRule, 'earned'> {
  const hasOrder = price.some((component) => component.price.method === 'order')
  return { lastPeriod: leaving?.lastPeriod ?? 'whole', owed: leaving?.owed ?? (hasOrder ? 'net-pay' : 'owed') }
}

export function balancePayCode({ leaving, pay }: Pick<BenefitDefinition, 'leaving' | 'pay'>): string {
  const { payCode = 'LEAVER' } = pay.employee ?? pay.employer ?? pay.sold ?? {}
  // Every pay code has at most 20 characters.
  return leaving?.payCode ?? `${payCode.slice(0, 15)}-OWED`
}

export function boughtDays({ price }: Pick<BenefitDefinition, 'price'>, { values }: Choice): number | null {
  for (const { price: method } of price) {
    if (method.method !== 'days' || !method.buyDays || values[method.trade] === 'sell') continue
    const days = Number(values[method.buyDays])
    if (days > 0) return days
  }
  return null
}

/** Returns the share of holiday that a leaver has earned: by days taken or, if not reported, by the year worked. */
export function earnedShare(
  facts: readonly DatedFact[],
  {
    firstDayAfterLeaving: endedFrom,
    schemeYears,
    boughtDays: bought,
  }: {
    firstDayAfterLeaving: IsoDate
    schemeYears: readonly { from: IsoDate; to: IsoDate }[]
    boughtDays: number | null
  },
): EarnedShare | undefined {
  const before = (start: DatedFact) => facts.filter(({ effectiveFrom }) => effectiveFrom < start.effectiveFrom)
  const rejoined = facts.find((one) => {
    if (one.fact !== 'start-date' || one.value === null) return false
    if (one.value >= endedFrom) return true
    // Cover may last to the end of the month (`coverTo`), and the employee may rejoin within that month.
    const left = firstDayAfterLeaving(before(one))
    return left !== null && left <= one.value && daysBetween(left, endedFrom) <= 31
  })
  const own = rejoined ? before(rejoined) : facts
  const recorded = firstDayAfterLeaving(own)
  const dayAfterLeaving = recorded !== null && recorded < endedFrom ? recorded : endedFrom
  const daysTaken = newestFact(own, 'bought-days-taken')?.value ?? null
  // Days may be fractions, but a share needs whole numbers.
  if (daysTaken !== null && bought !== null)
    return { parts: Math.round(Math.min(Number(daysTaken), bought) * 10_000), of: Math.round(bought * 10_000) }
  const schemeYear = schemeYears.findLast(({ from }) => from < dayAfterLeaving)
  if (!schemeYear) return undefined
  const joined = newestDay(own, 'start-date')
  const from = joined !== null && joined > schemeYear.from ? joined : schemeYear.from
  const until = dayAfterLeaving <= schemeYear.to ? dayAfterLeaving : addDays(schemeYear.to, 1)
  return { parts: Math.max(0, daysBetween(from, until)), of: daysBetween(from, addDays(schemeYear.to, 1)) }
}

import { addDays } from '../../contract/dates.ts'
import { type Pence, showPence } from '../../contract/money.ts'
import { deductionSchedule } from '../payroll/deductions.rules.ts'
import type { BenefitStatus } from '../my-benefits/benefit-status.server.ts'
import type { PriceView } from '../../domain/selections/benefits.contract.ts'
import type { Choice } from '../../domain/definition/options.ts'
import type { DatedFact } from '../../domain/tax/person-facts.rules.ts'
import { firstDayAfterLeaving } from '../../domain/windows/leaving.rules.ts'
import { boughtDays, earnedShare, leavingRule } from '../payroll/leaving-rule.rules.ts'
import { versionsInForce } from '../my-benefits/versions-in-force.rules.ts'
import type { SelectionVersion } from '../../domain/selections/selection.rules.ts'
import type { StoredPrice } from '../../domain/selections/stored-price.ts'
import { ifYouLeaveMessages as say } from './leaving-example.messages.ts'

type LeavingText = Pick<PriceView, 'ifYouLeave'>

export function leavingExample(
  { benefit: { definition }, scheme }: Pick<BenefitStatus, 'benefit' | 'scheme'>,
  { choice, price }: { choice: Choice; price: Pick<StoredPrice, 'parts'> },
): LeavingText {
  const part = boughtPart(price)
  const of = part?.shares.length ?? 0
  if (!part || of < 2 || firstDayAfterLeaving(scheme.facts) !== null) return {}
  const done = Math.ceil(of / 4)
  const left = part.shares.slice(done).reduce((sum, share) => sum + BigInt(share), 0n)
  const paid = { after: done, of, amount: showPence(left) }
  const { owed } = leavingRule(definition)
  if (part.spread.kind === 'instalments') return { ifYouLeave: say.order[owed](paid) }
  const bought = boughtDays(definition, choice)
  if (bought === null) return {}
  if (owed === 'drop') return { ifYouLeave: say.holiday.drop }
  const { start, over, example } = say.holiday
  return { ifYouLeave: [start, say.holiday[owed], over, example(paid, String(bought))].join(' ') }
}

export function balanceIfLeftToday(
  benefitStatus: Pick<BenefitStatus, 'benefit' | 'scheme'>,
  running: Pick<SelectionVersion, 'choice' | 'price' | 'effectiveFrom'>,
): LeavingText {
  const { scheme, benefit } = benefitStatus
  const { facts, paidSoFar, today } = scheme
  const { price, choice, effectiveFrom } = running
  const isSold = price?.parts.some(isSoldPart) ?? false
  if (!price || (!boughtPart(price) && !isSold) || firstDayAfterLeaving(facts) !== null) return {}
  if (effectiveFrom !== null && effectiveFrom > today) return leavingExample(benefitStatus, { choice, price })
  const soFar = paidSoFar.get(benefit.id)
  if (!soFar) return {}
  const { left, back, added } = ifGone(benefitStatus, { choice, soFar })
  const { owed } = leavingRule(benefit.definition)
  if (isSold) {
    if (owed === 'drop') return {}
    if (left > 0n) return { ifYouLeave: say.today[owed](showPence(left)) }
    return added > 0n ? { ifYouLeave: say.addedToday(showPence(added)) } : {}
  }
  const balance = left - back
  if (balance === 0n) return {}
  if (balance < 0n) return owed === 'drop' ? {} : { ifYouLeave: say.backToday(showPence(-balance)) }
  return { ifYouLeave: say.today[owed](showPence(balance)) }
}

function isSoldPart({ payer, spread, total }: StoredPrice['parts'][number]): boolean {
  return payer === 'employee' && spread.kind === 'rest-of-year' && BigInt(total) < 0n
}

export function hasBoughtPart(price: Pick<StoredPrice, 'parts'>): boolean {
  return boughtPart(price) !== undefined
}

function boughtPart({ parts }: Pick<StoredPrice, 'parts'>): StoredPrice['parts'][number] | undefined {
  return parts.find(
    ({ payer, spread, total }) => payer === 'employee' && spread.kind !== 'recurring' && BigInt(total) > 0n,
  )
}

/**
 * `left`: debt after the last pay, negative for a refund. `back`: total paid to the employee as pay.
 * `added`: the part of `back` that is paid only because of leaving.
 */
function ifGone(
  { benefit: { definition }, scheme }: Pick<BenefitStatus, 'benefit' | 'scheme'>,
  { choice, soFar: { versions, lines: deducted } }: { choice: Choice; soFar: SoFar },
): { left: Pence; back: Pence; added: Pence } {
  const { facts, today, year, periods } = scheme
  const dayAfterLeaving = addDays(today, 1)
  const lastDay: DatedFact = { fact: 'end-date', value: today, effectiveFrom: today }
  const earned = earnedShare([...facts, lastDay], {
    firstDayAfterLeaving: dayAfterLeaving,
    schemeYears: [year],
    boughtDays: boughtDays(definition, choice),
  })
  const end: SoFar['versions'][number] = {
    version: (versions.at(-1)?.version ?? 0) + 1,
    state: 'ended',
    action: 'end',
    effectiveFrom: dayAfterLeaving,
    parts: [],
  }
  const asked = { today, schemeYears: [year], paidHereFrom: periods[0]?.startsOn ?? today, taken: deducted }
  const leaving = { lastPeriod: 'whole', owed: 'owed', earned: () => earned } as const
  const { lines, leftAtLeaving: left } = deductionSchedule({
    ...asked,
    versions: versionsInForce([...versions, end], leaving),
    periods: periods.map((period) => (period.startsOn > today ? { ...period, unpaid: true } : period)),
  })
  const untilToday = new Set(periods.filter(({ startsOn }) => startsOn <= today).map(({ id }) => id))
  const usual = deductionSchedule({ ...asked, versions: versionsInForce(versions), periods }).lines.filter(
    ({ periodId }) => untilToday.has(periodId),
  )
  const paidAsPay = (some: typeof lines) =>
    some.reduce((sum, { method, employee }) => (method === 'taxable-pay' ? sum - employee : sum), 0n)
  return { left, back: paidAsPay(lines), added: paidAsPay(lines) - paidAsPay(usual) }
}

type SoFar = NonNullable<ReturnType<BenefitStatus['scheme']['paidSoFar']['get']>>

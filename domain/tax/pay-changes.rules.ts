import type { IsoDate } from '../../contract/dates.ts'
import type { BenefitId } from '../../contract/ids.ts'
import type { Pence } from '../../contract/money.ts'
import type { PayChange } from './gross-to-net.rules.ts'
import { isSalarySacrifice } from './minimum-wage.rules.ts'
import type { BenefitDefinition } from '../definition/definition.ts'
import type { SelectionWithVersions } from '../selections/selection.rules.ts'
import type { StoredPrice, StoredPricePart } from '../selections/stored-price.ts'
import { takeHomeViewMessages as say } from './take-home-view.messages.ts'

export type PaidBenefit = Pick<BenefitDefinition, 'name'> & Partial<Pick<BenefitDefinition, 'category'>>

/** Returns the effect of a price on a year's pay. Of a fixed total, only the remaining deductions count. */
export function payChangesOf(
  price: Pick<StoredPrice, 'parts' | 'payPeriods' | 'taxableValues'>,
  { name, category, from }: PaidBenefit & { from: IsoDate },
): PayChange[] {
  const { taxableValues = [] } = price
  const paid = price.parts.map((part) => ({
    label: part.payer === 'employer' ? say.paidByEmployer(name) : name,
    payer: part.payer,
    taxMethod: taxableValues.length > 0 ? besidesItsValue(part) : part.taxMethod,
    yearly: yearToCome(part, price.payPeriods),
    ...(category === 'pension' && { pension: true as const }),
    ...takenOnFewer(part, price.payPeriods),
    source: say.priceOf(name),
    effectiveDate: from,
  }))
  return [...paid, ...taxableValues.map((one) => taxedInKind(one, { name, from }))]
}

/** Returns the tax method of a price whose benefit is taxed at its value, so that the price is not taxed as well. */
function besidesItsValue({ payer, taxMethod }: StoredPricePart): StoredPricePart['taxMethod'] {
  if (payer === 'employer' && taxMethod === 'benefit-in-kind') return 'employer-only'
  return taxMethod === 'sacrifice-opra' ? 'sacrifice' : taxMethod
}

/** Returns a taxable value. It has no price, but causes tax and the employer's National Insurance (Class 1A). */
function taxedInKind(
  { label, as, value }: NonNullable<StoredPrice['taxableValues']>[number],
  { name, from }: { name: string; from: IsoDate },
): PayChange {
  return {
    label: name,
    payer: 'employer',
    taxMethod: 'benefit-in-kind',
    yearly: 0n,
    taxableValue: { label, as, value: BigInt(value) },
    source: say.priceOf(name),
    effectiveDate: from,
  }
}

export function currentPayChanges(
  selections: Iterable<SelectionWithVersions>,
  {
    benefitOf,
    leftOut,
    today,
  }: { benefitOf: (id: BenefitId) => PaidBenefit; leftOut: readonly BenefitId[]; today: IsoDate },
): PayChange[] {
  return [...selections].flatMap(({ benefitId, running }) =>
    running?.price && !leftOut.includes(benefitId)
      ? payChangesOf(running.price, { ...benefitOf(benefitId), from: running.effectiveFrom ?? today })
      : [],
  )
}

/** Returns true if the choice sacrifices less pay than the current one. Such a choice is never refused. */
export function sacrificesLess({
  asked: requested,
  running,
}: {
  asked: StoredPrice | null
  running: StoredPrice | null
}): boolean {
  return yearlySacrifice(requested) < yearlySacrifice(running)
}

export function yearlySacrifice(price: StoredPrice | null): Pence {
  return (price?.parts ?? [])
    .filter(({ payer, taxMethod }) => payer === 'employee' && isSalarySacrifice(taxMethod))
    .reduce((sum, part) => sum + yearlyOf(part, price?.payPeriods ?? 0), 0n)
}

export function payDaysOf({ parts, payPeriods }: StoredPrice): number {
  const days = parts
    .filter(({ payer }) => payer === 'employee')
    // An order may take longer than a year.
    .map(({ spread, shares }) => (spread.kind === 'instalments' ? Math.min(payPeriods, shares.length) : shares.length))
  return days.length > 0 ? Math.max(...days) : payPeriods
}

function takenOnFewer({ spread, shares }: StoredPricePart, payPeriods: number): Pick<PayChange, 'taken'> {
  const fewer = spread.kind !== 'recurring' && shares.length > 0 && shares.length < payPeriods
  return fewer ? { taken: { payDays: shares.length, ofYear: payPeriods } } : {}
}

/** Pence. For an order, only one year's instalments, including those already deducted. */
function yearlyOf({ spread, shares, total, taken: deducted }: StoredPricePart, payPeriods: number): Pence {
  if (spread.kind !== 'instalments') return BigInt(total)
  const left = Math.max(0, payPeriods - (deducted?.pays ?? 0))
  return shares.slice(0, left).reduce((sum, share) => sum + BigInt(share), BigInt(deducted?.amount ?? 0))
}

function yearToCome(part: StoredPricePart, payPeriods: number): Pence {
  if (!part.taken) return yearlyOf(part, payPeriods)
  return part.shares.slice(0, payPeriods).reduce((sum, share) => sum + BigInt(share), 0n)
}

import type { IsoDate } from '../../../contract/dates.ts'
import type { BenefitId } from '../../../contract/ids.ts'
import type { Pence } from '../../../contract/money.ts'
import type { PayChange } from '../../take-home/gross-to-net.rules.ts'
import { isSacrifice } from '../../take-home/minimum-wage.rules.ts'
import type { BenefitDefinition } from '../definition/definition.ts'
import type { SelectionWithVersions } from '../selections/selection.rules.ts'
import type { StoredPrice, StoredPricePart } from '../selections/stored-price.ts'
import { takeHomeViewMessages as say } from './take-home-view.messages.ts'

/** The category matters to take-home pay, and not to the minimum wage. */
export type PaidBenefit = Pick<BenefitDefinition, 'name'> & Partial<Pick<BenefitDefinition, 'category'>>

/** What a price does to a year's pay; of a fixed total, what pays to come take of it. */
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

/** Where the value of something is taxed, what is paid for it is not taxed once more. */
function besidesItsValue({ payer, taxMethod }: StoredPricePart): StoredPricePart['taxMethod'] {
  if (payer === 'employer' && taxMethod === 'benefit-in-kind') return 'employer-only'
  return taxMethod === 'sacrifice-opra' ? 'sacrifice' : taxMethod
}

/** Costs nobody anything by itself: it is taxed, and the employer owes its own National Insurance on it. */
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

/** What runs, of each benefit but those that are left out. */
export function runningChanges(
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
export function givesUpLess({ asked, running }: { asked: StoredPrice | null; running: StoredPrice | null }): boolean {
  return givenUpBy(asked) < givenUpBy(running)
}

/** Pence a year of pay given up before National Insurance. */
export function givenUpBy(price: StoredPrice | null): Pence {
  return (price?.parts ?? [])
    .filter(({ payer, taxMethod }) => payer === 'employee' && isSacrifice(taxMethod))
    .reduce((sum, part) => sum + yearlyOf(part, price?.payPeriods ?? 0), 0n)
}

/** The pay days of a year over which the person pays it, so that a day's effect belongs to a day's price. */
export function payDaysOf({ parts, payPeriods }: StoredPrice): number {
  const days = parts
    .filter(({ payer }) => payer === 'employee')
    // An order may take longer than a year.
    .map(({ spread, shares }) => (spread.kind === 'instalments' ? Math.min(payPeriods, shares.length) : shares.length))
  return days.length > 0 ? Math.max(...days) : payPeriods
}

/** Holiday bought late in a year, or an order of fewer instalments than there are pay days. */
function takenOnFewer({ spread, shares }: StoredPricePart, payPeriods: number): Pick<PayChange, 'taken'> {
  const fewer = spread.kind !== 'recurring' && shares.length > 0 && shares.length < payPeriods
  return fewer ? { taken: { payDays: shares.length, ofYear: payPeriods } } : {}
}

/** Of an order, what the pay days of one year take, those before included. */
function yearlyOf({ spread, shares, total, taken }: StoredPricePart, payPeriods: number): Pence {
  if (spread.kind !== 'instalments') return BigInt(total)
  const left = Math.max(0, payPeriods - (taken?.pays ?? 0))
  return shares.slice(0, left).reduce((sum, share) => sum + BigInt(share), BigInt(taken?.amount ?? 0))
}

function yearToCome(part: StoredPricePart, payPeriods: number): Pence {
  if (!part.taken) return yearlyOf(part, payPeriods)
  return part.shares.slice(0, payPeriods).reduce((sum, share) => sum + BigInt(share), 0n)
}

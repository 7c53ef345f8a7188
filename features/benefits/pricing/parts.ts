import type { Pence } from '../../../contract/money.ts'
import type { TaxMethod } from '../definition.ts'
import { type Context, schemeSource } from './context.ts'
import type { MethodPrice, Spread } from './method.ts'
import { penceOf, splitEvenly } from './money.ts'
import { priceMessages } from './price.messages.ts'
import type { Traced } from './trace.ts'

/**
 * One side's amount as pay sees it. Below 0 where the person receives it (days sold).
 * `total` is pence a year, or the whole for a spread over instalments; `shares` are the amounts of successive pay days.
 */
export type PricePart = { payer: 'employee' | 'employer'; taxMethod: TaxMethod; payCode: string; total: Pence; spread: Spread; shares: Pence[] }

/** A part before parts with the same treatment are added and split. */
type Owed = Omit<PricePart, 'total' | 'shares'> & { yearly: Traced; total: Traced }

/** One component's amount for one side, with the treatment the definition gives it; nothing when the side pays nothing. */
export function owedBy(context: Context, payer: PricePart['payer'], yearly: Traced | undefined, { sold, spread, orderTotal }: MethodPrice): Owed[] {
  const { pay } = context.definition
  const treatment = sold ? pay.sold : pay[payer]
  if (!yearly || penceOf(yearly.value) === 0n) return []
  // The definition is refused unless it says how each side that pays is treated.
  if (!treatment) throw new Error(`The benefit '${context.definition.code}' does not say how the ${payer} pays`)
  const signed = sold
    ? context.derivation.step({ rule: 'paid-to-you', label: priceMessages.employeeReceives, unit: 'pounds', inputs: [yearly], ...schemeSource(context) })
    : yearly
  return [{ payer, ...treatment, spread, yearly: signed, total: orderTotal ?? signed }]
}

/** Amounts of one side with the same treatment and spread are one amount to payroll, split once. */
export function partsOf(owed: Owed[], payPeriods: number): PricePart[] {
  const groups = Map.groupBy(owed, ({ payer, taxMethod, payCode, spread }) => JSON.stringify([payer, taxMethod, payCode, spread]))
  return [...groups.values()].flatMap((group) => {
    const [first] = group
    if (!first) return []
    const total = group.reduce((sum, one) => sum + penceOf(one.total.value), 0n)
    const shares = splitEvenly(total, first.spread.kind === 'instalments' ? first.spread.count : payPeriods)
    return [{ payer: first.payer, taxMethod: first.taxMethod, payCode: first.payCode, spread: first.spread, total, shares }]
  })
}

/** What one side pays a year: the answer of the derivation. */
export function sumOf(context: Context, owed: Owed[], payer: PricePart['payer']): Traced {
  return context.derivation.step({
    rule: 'sum',
    label: payer === 'employee' ? priceMessages.employeeYearly : priceMessages.employerYearly,
    unit: 'pounds',
    inputs: owed.filter((one) => one.payer === payer).map((one) => one.yearly),
    ...schemeSource(context),
  })
}

/** What one side pays in the first month, pence. */
export function monthly(parts: PricePart[], payer: PricePart['payer']): Pence {
  return parts
    .filter((part) => part.payer === payer)
    .reduce((sum, { spread, total }) => sum + (splitEvenly(total, spread.kind === 'instalments' ? spread.count : 12)[0] ?? 0n), 0n)
}

/** What one side pays on successive pay days, pence. */
export function perPeriod(parts: PricePart[], payer: PricePart['payer']): Pence[] {
  const own = parts.filter((part) => part.payer === payer)
  const length = Math.max(0, ...own.map((part) => part.shares.length))
  return Array.from({ length }, (_, index) => own.reduce((sum, part) => sum + (part.shares[index] ?? 0n), 0n))
}

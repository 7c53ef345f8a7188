import type { Pence } from '../../../contract/money.ts'
import type { TaxMethod } from '../definition/definition.ts'
import type { Spread } from './method.ts'
import { digitsOf } from './money.ts'
import { priceMessages } from './price.messages.ts'
import type { TraceInput } from './trace.ts'

/** Deductions of an order's fixed total so far, by side and pay code; below 0 was paid to the person. */
export type TakenPart = {
  payer: 'employee' | 'employer'
  taxMethod: TaxMethod
  payCode: string
  spread: Spread
  amount: Pence
  /** How many pays had something of it. */
  pays: number
}

/** The same as the last figures of the first year of an order in instalments; none while nothing was taken. */
export function takenOfOrder(taken: readonly TakenPart[]): TraceInput[] {
  const before = taken.find(({ spread, pays }) => spread.kind === 'instalments' && pays > 0)
  if (!before) return []
  return [
    { label: priceMessages.alreadyTaken(before.pays), value: digitsOf(before.amount), unit: 'pounds' },
    { label: priceMessages.paysBefore, value: String(before.pays), unit: 'number' },
  ]
}

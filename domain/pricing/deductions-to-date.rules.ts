import type { Pence } from '../../contract/money.ts'
import type { TaxMethod } from '../definition/definition.ts'
import type { Spread } from './method-price.ts'
import { digitsFromPence } from './money.ts'
import { priceMessages } from './price.messages.ts'
import type { TraceInput } from './trace.ts'

/** Deductions so far from a fixed total, by payer and pay code, in pence; negative if paid to the employee. */
export type DeductedTotal = {
  payer: 'employee' | 'employer'
  taxMethod: TaxMethod
  payCode: string
  spread: Spread
  amount: Pence
  pays: number
}

export function deductedForOrder(deducted: readonly DeductedTotal[]): TraceInput[] {
  const before = deducted.find(({ spread, pays }) => spread.kind === 'instalments' && pays > 0)
  if (!before) return []
  return [
    { label: priceMessages.alreadyTaken(before.pays), value: digitsFromPence(before.amount), unit: 'pounds' },
    { label: priceMessages.paysBefore, value: String(before.pays), unit: 'number' },
  ]
}

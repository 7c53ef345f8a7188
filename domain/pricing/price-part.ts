import type { Pence } from '../../contract/money.ts'
import type { TaxMethod } from '../definition/definition.ts'
import type { Spread } from './method-price.ts'

/** One side's amount, negative if paid to the employee. Pence: `total` a year or of an order, `shares` by remaining pay day. */
export type PricePart = {
  payer: 'employee' | 'employer'
  taxMethod: TaxMethod
  payCode: string
  total: Pence
  spread: Spread
  shares: Pence[]
  /** Deductions so far from a fixed total. With `shares` they add up to `total`. */
  taken?: { amount: Pence; pays: number }
}

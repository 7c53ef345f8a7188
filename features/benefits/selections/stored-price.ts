import type { TaxMethod } from '../definition/definition.ts'
import type { TaxedAs } from '../pricing/methods.ts'
import type { PartnerQuote } from '../pricing/cost-engine.ts'

/** Pence as decimal digits, below 0 with a sign: JSON has no whole number wide enough to be sure of. */
export type PenceDigits = string

/** A price as stored with a version, with its derivation. Never recalculated, apart from pay days (`spreadOver`). */
export type StoredPrice = {
  employeeYearly: PenceDigits
  employerYearly: PenceDigits
  employeeMonthly: PenceDigits
  employerMonthly: PenceDigits
  /** The amounts of the pay days of a whole year, or of an order's instalments. */
  employeePerPeriod: PenceDigits[]
  employerPerPeriod: PenceDigits[]
  /** The whole of an order. */
  orderTotal: PenceDigits | null
  /** Sum insured: chosen, and what runs and is charged while the rest waits for medical evidence. */
  cover: StoredCover | null
  /** The same of the partner, where they are insured as well. */
  partnerCover?: StoredCover
  /** What the provider had decided about cover above the limit: prices that follow go by it. */
  decidedCover?: { employee?: StoredDecision; partner?: StoredDecision }
  /** What a flex pot pays of it a year; of a pot itself, what is spent and left. */
  pot?: { name: string; whole: PenceDigits; paid: PenceDigits; left: PenceDigits }
  /** Pay days in a year. */
  payPeriods: number
  /** What payroll does with it: one part a side, method and pay code. */
  parts: StoredPricePart[]
  /** The rate at which a pension provider claims tax relief on the employee's contribution, in percent. */
  reliefAtSource?: { percent: string }
  /** What of it is taxed as a benefit in kind, at so much of this value, whatever is paid. */
  taxableValues?: { label: string; as: TaxedAs; value: PenceDigits }[]
  /** What partners quoted and the person agreed to, with the references by which they find it again. */
  quotes?: PartnerQuote[]
  trace: StoredTrace
}

export type StoredCover = { selected: PenceDigits; effective: PenceDigits }

/** Sums insured: what was asked for, and up to how much the provider covers that life. */
export type StoredDecision = { asked: PenceDigits; accepted: PenceDigits }

export type StoredPricePart = {
  payer: 'employee' | 'employer'
  taxMethod: TaxMethod
  payCode: string
  total: PenceDigits
  spread: { kind: 'recurring' } | { kind: 'rest-of-year' } | { kind: 'instalments'; count: number }
  shares: PenceDigits[]
  /** What earlier pays had of a fixed total when it was priced: with the shares it comes to the total. */
  taken?: { amount: PenceDigits; pays: number }
}

export type StoredTrace = {
  steps: {
    rule: string
    label: string
    inputs: { label: string; value: string; unit: string; from?: number }[]
    output: { value: string; unit: string }
    source: string
    effectiveDate: string
  }[]
  answers: { employeeYearly: number; employerYearly: number }
}

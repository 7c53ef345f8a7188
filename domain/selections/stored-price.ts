import type { TaxMethod } from '../definition/definition.ts'
import type { TaxedAs } from '../definition/price-methods.ts'
import type { PartnerQuote } from '../pricing/cost-engine.ts'

/** Pence as decimal digits with an optional minus sign, because JSON numbers may lose precision. */
export type PenceDigits = string

/** A price with its derivation, as stored with a version. Only its pay days may change (`spreadOverRemainingPay`). */
export type StoredPrice = {
  employeeYearly: PenceDigits
  employerYearly: PenceDigits
  employeeMonthly: PenceDigits
  employerMonthly: PenceDigits
  /** Amount for each pay day of a whole year, or for each instalment of an order. */
  employeePerPeriod: PenceDigits[]
  employerPerPeriod: PenceDigits[]
  orderTotal: PenceDigits | null
  cover: StoredCover | null
  partnerCover?: StoredCover
  decidedCover?: { employee?: StoredDecision; partner?: StoredDecision }
  /** Yearly amount that a flex allowance pays. For the allowance itself, the amounts spent and left. */
  pot?: { name: string; whole: PenceDigits; paid: PenceDigits; left: PenceDigits }
  payPeriods: number
  parts: StoredPricePart[]
  reliefAtSource?: { percent: string }
  taxableValues?: { label: string; as: TaxedAs; value: PenceDigits }[]
  quotes?: PartnerQuote[]
  trace: StoredTrace
}

export type StoredCover = { selected: PenceDigits; effective: PenceDigits }

export type StoredDecision = { asked: PenceDigits; accepted: PenceDigits }

export type StoredPricePart = {
  payer: 'employee' | 'employer'
  taxMethod: TaxMethod
  payCode: string
  total: PenceDigits
  spread: { kind: 'recurring' } | { kind: 'rest-of-year' } | { kind: 'instalments'; count: number }
  shares: PenceDigits[]
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

import { isoDate } from '../../contract/dates.ts'
import type { PayChange } from '../../domain/tax/gross-to-net.rules.ts'
import type { PayFacts } from '../../domain/tax/pay-facts.rules.ts'

export const inTaxYear = isoDate.parse('2026-12-01')

/** Returns a person with this salary: born in 1988, 37.5 hours a week, paid monthly, no student loan. */
export function samplePayFacts(pounds: number, more: Partial<PayFacts> = {}): PayFacts {
  return {
    dateOfBirth: isoDate.parse('1988-06-12'),
    salary: BigInt(Math.round(pounds * 100)),
    weeklyHours: '37.5',
    payPeriods: 12,
    taxCountry: 'rUK',
    niCategory: 'A',
    studentLoans: [],
    apprenticeSince: null,
    moneyPurchaseAllowanceSince: null,
    ...more,
  }
}

export function samplePayChange(
  taxMethod: PayChange['taxMethod'],
  pounds: number,
  { payer = 'employee', ...more }: Partial<PayChange> = {},
): PayChange {
  return {
    label: taxMethod,
    payer,
    taxMethod,
    yearly: BigInt(Math.round(pounds * 100)),
    source: 'Scheme rules',
    effectiveDate: inTaxYear,
    ...more,
  }
}

import type { PayFacts } from '../../domain/tax/pay-facts.rules.ts'
import { takeHomeMessages as say } from '../../domain/tax/take-home.messages.ts'
import type { TaxTable } from '../../domain/tax/tax-table.ts'
import { taxYearLabel } from '../../domain/tax/tax-years.rules.ts'

export function basisSentence({ taxCountry, niCategory, studentLoans }: PayFacts, table: TaxTable): string {
  const plans = studentLoans.map((plan) => say.studentLoan[plan]).join(' and ')
  return say.basis(
    taxYearLabel(table),
    say.country[taxCountry],
    niCategory,
    plans === '' ? say.noLoan : say.withLoans(plans),
  )
}

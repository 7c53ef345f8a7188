import type { IsoDate } from '../../contract/dates.ts'
import type { PayFacts } from './pay-facts.rules.ts'
import { takeHomeMessages as say } from './take-home.messages.ts'
import type { TaxTable } from './tax-table.ts'
import { shownYear } from './tax-years.rules.ts'

/** On what terms take-home pay is worked out, in words: what is supposed of everybody, and what is known of this person. */
export function basisOf(
  { taxCountry, niCategory, studentLoans }: PayFacts,
  { table, on }: { table: TaxTable; on: IsoDate },
): string {
  const year = shownYear(table)
  const plans = studentLoans.map((plan) => say.studentLoan[plan]).join(' and ')
  return say.basis(
    table.to < on ? say.newestFigures(year) : year,
    say.country[taxCountry],
    niCategory,
    plans === '' ? say.noLoan : say.withLoans(plans),
  )
}

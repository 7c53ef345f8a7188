import type { IsoDate } from '../../contract/dates.ts'
import { penceOf } from '../benefits/pricing/money.ts'
import type { Derivation, Traced } from '../benefits/pricing/trace.ts'
import type { TaxTable } from './tax-table.ts'
import { takeHomeMessages as say } from './take-home.messages.ts'

/**
 * The table by which pay is taxed on a date. After the last one its figures go on, until the next year's file is there;
 * undefined before the first.
 */
export function taxTableOn(tables: readonly TaxTable[], date: IsoDate): TaxTable | undefined {
  return tables.findLast(({ from }) => from <= date)
}

/** The minimum wage counts from a day of its own, 1 April, so it comes from the next year's file for five days. */
export function minimumWageOn(tables: readonly TaxTable[], date: IsoDate): TaxTable['minimumWage'] | undefined {
  return tables.findLast(({ minimumWage }) => minimumWage.from <= date)?.minimumWage
}

/** The allowance that is left at an income (Income Tax Act 2007, section 35), as steps of a derivation. */
export function allowanceAt(
  derivation: Derivation,
  { income, table, label }: { income: Traced; table: TaxTable; label: string },
): Traced {
  const { amount, taperAbove, source } = table.personalAllowance
  const from = { source, effectiveDate: table.from }
  const whole = derivation.givenOnce(say.wholeAllowance, amount, 'pounds', from)
  if (penceOf(income.value) <= penceOf(taperAbove)) return whole
  const above = derivation.givenOnce(say.taperAbove, taperAbove, 'pounds', from)
  return derivation.step({
    rule: 'tapered-allowance',
    label,
    unit: 'pounds',
    inputs: [whole, income, above],
    ...from,
  })
}

/** '2026/27', as people write it. */
export function shownYear({ taxYear }: Pick<TaxTable, 'taxYear'>): string {
  return taxYear.replace('-', '/')
}

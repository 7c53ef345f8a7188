import { addDays, type IsoDate } from '../../contract/dates.ts'
import { sameDayInYear } from '../pricing/age.ts'
import { penceFromDigits } from '../pricing/money.ts'
import type { Derivation, TracedFigure } from '../pricing/trace.ts'
import type { TaxTable } from './tax-table.ts'
import { takeHomeMessages as say } from './take-home.messages.ts'

/** Returns the tax table of a date. The last table continues after its year, marked as carried on; undefined before the first. */
export function taxTableOn(tables: readonly TaxTable[], date: IsoDate): TaxTable | undefined {
  const table = tables.findLast(({ from }) => from <= date)
  return table && table.to < date ? { ...table, carriedOn: true } : table
}

/** The minimum wage changes on 1 April, five days before the tax year. */
export function minimumWageOn(tables: readonly TaxTable[], date: IsoDate): TaxTable['minimumWage'] | undefined {
  const wage = tables.findLast(({ minimumWage }) => minimumWage.from <= date)?.minimumWage
  return wage && lastDayOfYearFrom(wage.from) < date ? { ...wage, source: say.carriedOn(wage.source) } : wage
}

export function lastDayOfYearFrom(from: IsoDate): IsoDate {
  return addDays(sameDayInYear(from, Number(from.slice(0, 4)) + 1), -1)
}

export function allowanceAt(
  derivation: Derivation,
  { income, table, label }: { income: TracedFigure; table: TaxTable; label: string },
): TracedFigure {
  const { amount, taperAbove, source } = table.personalAllowance
  const from = { source, effectiveDate: table.from }
  const whole = derivation.givenOnce(say.wholeAllowance, amount, 'pounds', from)
  if (penceFromDigits(income.value) <= penceFromDigits(taperAbove)) return whole
  const above = derivation.givenOnce(say.taperAbove, taperAbove, 'pounds', from)
  return derivation.step({ rule: 'tapered-allowance', label, inputs: [whole, income, above], ...from })
}

export function taxYearLabel({ taxYear, carriedOn }: Pick<TaxTable, 'taxYear' | 'carriedOn'>): string {
  const year = taxYear.replace('-', '/')
  return carriedOn ? say.carriedOn(year) : year
}

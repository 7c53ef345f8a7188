import type { IsoDate } from '../../../contract/dates.ts'
import type { Pence } from '../../../contract/money.ts'
import type { TaxTable } from '../../take-home/tax-table.ts'
import { highestBand, taxTableOn } from '../../take-home/tax-years.rules.ts'
import type { PersonFacts } from '../pricing/facts.ts'

/**
 * The band that caps childcare vouchers: basic salary less personal allowance against the limits of the United Kingdom,
 * which hold for Scottish taxpayers too (Income Tax (Earnings and Pensions) Act 2003, sections 270A and 270B; HMRC
 * Employer Bulletin of April 2017). Members since before 6 April 2011 keep the highest cap; that date is not among the facts.
 * Nothing for a date before the first tax table.
 */
export function taxBandOn({
  salary,
  on,
  tables,
}: {
  salary: Pence
  on: IsoDate
  tables: readonly TaxTable[]
}): Pick<PersonFacts, 'taxBand'> {
  const table = taxTableOn(tables, on)
  return table ? { taxBand: highestBand({ salary, table }) } : {}
}

import type { IsoDate } from '../../../contract/dates.ts'
import { showPence } from '../../../contract/money.ts'
import { type Earnings, relevantEarnings } from '../../take-home/relevant-earnings.rules.ts'
import type { TaxTable } from '../../take-home/tax-table.ts'
import { taxTableOn } from '../../take-home/tax-years.rules.ts'
import type { PersonFacts } from '../pricing/facts.ts'
import { taxBandMessages as say } from './tax-band.messages.ts'

/**
 * The band that caps childcare vouchers, and how it was worked out (`relevantEarnings`). Members since before 6 April 2011 keep
 * the highest cap; that date is not among the facts. Nothing for a date before the first tax table.
 */
export function taxBandOn({
  earnings,
  on,
  tables,
}: {
  earnings: Earnings
  on: IsoDate
  tables: readonly TaxTable[]
}): Pick<PersonFacts, 'taxBand' | 'taxBandBecause'> {
  const table = taxTableOn(tables, on)
  if (!table) return {}
  const { band, salary, taxableBenefits, pension, payrollGiving, allowance, amount } = relevantEarnings(earnings, table)
  const parts = [
    say.salary(showPence(salary)),
    ...(taxableBenefits > 0n ? [say.taxableBenefits(showPence(taxableBenefits))] : []),
    ...(pension > 0n ? [say.pension(showPence(pension))] : []),
    ...(payrollGiving > 0n ? [say.payrollGiving(showPence(payrollGiving))] : []),
    ...(allowance > 0n ? [say.allowance(showPence(allowance))] : []),
  ]
  return { taxBand: band, taxBandBecause: say.because(parts.join(', '), showPence(amount)) }
}

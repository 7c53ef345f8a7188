import type { IsoDate } from '../../contract/dates.ts'
import type { PersonId } from '../../contract/ids.ts'
import type { Pence } from '../../contract/money.ts'
import { type PayFrequency, payFrequencies } from '../../contract/pay-frequency.ts'
import { shareOf } from '../../domain/pricing/money.ts'
import { minimumWageOfYear } from '../../domain/tax/minimum-wage.rules.ts'
import { payFactsOn } from '../../domain/tax/pay-facts.rules.ts'
import type { TaxTable } from '../../domain/tax/tax-table.ts'
import type { FactName } from '../people/people-csv.rules.ts'

export type SacrificeOfPay = {
  personId: PersonId
  employeeName: string
  employeeNumber: string | null
  dateOfBirth: IsoDate
  frequency: PayFrequency
  givenUp: Pence
  /** Number of deductions. Each may be rounded up to the penny. */
  lines: number
  facts: Partial<Record<FactName, string | null>>
}

/** Null if pay suffices, or pay or hours are unknown. Uses the first day's age and rate (NMW Regulations 2015). */
export function payBelowMinimumWage(
  { dateOfBirth, frequency, givenUp, lines, facts: known }: SacrificeOfPay,
  { tables, startsOn }: { tables: readonly TaxTable[]; startsOn: IsoDate },
): { pay: Pence; givenUp: Pence; minimumWage: Pence } | null {
  const payPeriods = payFrequencies[frequency].payDaysAYear
  const dated = Object.entries(known).map(([fact, value]) => ({ fact, value, effectiveFrom: startsOn }))
  const facts = payFactsOn({ dateOfBirth, facts: dated, payPeriods }, startsOn)
  const floor = minimumWageOfYear(facts, { tables, on: startsOn })
  if (facts.salary === null || floor === undefined) return null
  // Subtract a penny for each deduction, because equal deductions of a yearly amount may differ by a penny.
  const yearly = (givenUp - BigInt(lines)) * BigInt(payPeriods)
  if (facts.salary - yearly >= floor) return null
  const ofPay = (amount: Pence) => shareOf(amount, { parts: 1, of: payPeriods })
  return { pay: ofPay(facts.salary), givenUp, minimumWage: ofPay(floor) }
}

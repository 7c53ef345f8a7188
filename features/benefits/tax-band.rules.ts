import type { IsoDate } from '../../contract/dates.ts'
import type { Pence } from '../../contract/money.ts'
import type { PersonFacts } from './pricing/facts.ts'

/**
 * Limits of income tax by the day they count from, in pence a year: Income Tax Act 2007, sections 10 and 35, as GOV.UK
 * states them ('Income Tax rates and Personal Allowances'). A year that is not listed has the limits of the one before.
 */
const limits: readonly { from: string; personalAllowance: Pence; taperFrom: Pence; basic: Pence; higher: Pence }[] = [
  { from: '2026-04-06', personalAllowance: 12_570_00n, taperFrom: 100_000_00n, basic: 37_700_00n, higher: 125_140_00n },
  // The same since 2023; earlier years are not needed, because no choice counts from before.
  { from: '2023-04-06', personalAllowance: 12_570_00n, taperFrom: 100_000_00n, basic: 37_700_00n, higher: 125_140_00n },
]

/**
 * The band that caps childcare vouchers: basic salary less personal allowance against the limits of the United Kingdom,
 * which hold for Scottish taxpayers too (Income Tax (Earnings and Pensions) Act 2003, sections 270A and 270B; HMRC
 * Employer Bulletin of April 2017). Members since before 6 April 2011 keep the highest cap; that date is not among the facts.
 * Nothing for a date before the first limits.
 */
export function taxBandOn({ salary, on }: { salary: Pence; on: IsoDate }): Pick<PersonFacts, 'taxBand'> {
  const year = limits.find(({ from }) => from <= on)
  if (!year) return {}
  const taper = salary > year.taperFrom ? (salary - year.taperFrom) / 2n : 0n
  const allowance = taper < year.personalAllowance ? year.personalAllowance - taper : 0n
  const taxable = salary - allowance
  return { taxBand: taxable <= year.basic ? 'basic' : taxable <= year.higher ? 'higher' : 'additional' }
}

import type { Pence } from '../../contract/money.ts'
import { penceOf } from '../benefits/pricing/money.ts'
import type { TaxTable, ukBands } from './tax-table.ts'

/** Components of relevant earnings in a tax year, in pence. */
export type Earnings = {
  salary: Pence
  /** Benefits in kind that are taxed. */
  taxableBenefits: Pence
  pension: Pence
  payrollGiving: Pence
}

/** Relevant earnings in pence a year, with the allowance deducted and the resulting band. */
export type RelevantEarnings = Earnings & {
  allowance: Pence
  amount: Pence
  band: (typeof ukBands)[number]
}

/** From this amount before the allowance, in pounds, there is none (Relevant Earnings and Excluded Amounts Regulations 2011). */
const noAllowanceFrom = '150000'

/**
 * The employer's estimate by which childcare vouchers are capped: contractual pay and taxable benefits, less pension, payroll
 * giving and the whole personal allowance, against the limits of the rest of the United Kingdom, in Scotland too (Income Tax
 * (Earnings and Pensions) Act 2003, sections 270A and 270B; HMRC EIM16054 to EIM16058).
 */
export function relevantEarnings(earnings: Earnings, table: TaxTable): RelevantEarnings {
  const { salary, taxableBenefits, pension, payrollGiving } = earnings
  const before = salary + taxableBenefits - pension - payrollGiving
  const allowance = before >= penceOf(noAllowanceFrom) ? 0n : penceOf(table.personalAllowance.amount)
  const amount = before < allowance ? 0n : before - allowance
  const [basic, higher] = table.incomeTax.rUK.bands
  const isUpTo = (limit: string | undefined) => amount <= penceOf(limit ?? '0')
  return {
    ...earnings,
    allowance,
    amount,
    band: isUpTo(basic?.upTo) ? 'basic' : isUpTo(higher?.upTo) ? 'higher' : 'additional',
  }
}

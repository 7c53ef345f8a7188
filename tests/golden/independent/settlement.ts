import { fraction, over, times, toPence } from './fractions.ts'

/** The minimum wage in pounds an hour from 1 April 2026, at age 21 and over. */
const minimumWage = '12.71'

/**
 * Returns the net-pay deduction for a leaver's order, and the remaining balance, in pence (lifecycle 5). Net pay is the
 * pay for the calendar days employed, less other deductions and, if it applies, the pro-rata minimum wage. Only for pay
 * below a month's tax-free allowances.
 */
export function settledFromNetPay({
  salary,
  hours,
  daysEmployed,
  daysInMonth,
  lines,
  left,
  minimumWageCounts,
}: {
  /** Salary in pence a year. */
  salary: bigint
  /** Hours a week as decimal text. */
  hours: string
  daysEmployed: number
  daysInMonth: number
  /** Other deductions from the last salary payment, in pence. */
  lines: bigint
  /** The balance of the order after the instalment of the last salary payment, in pence. */
  left: bigint
  minimumWageCounts: boolean
}): { taken: bigint; owed: bigint } {
  const employed = over(fraction(daysEmployed), fraction(daysInMonth))
  const pay = toPence(times(over(fraction(String(salary)), fraction(1200)), employed))
  const wageOfYear = toPence(times(fraction(minimumWage), fraction(hours), fraction(52)))
  const wageOfMonth = toPence(over(fraction(String(wageOfYear)), fraction(1200)))
  const wage = minimumWageCounts ? toPence(times(over(fraction(String(wageOfMonth)), fraction(100)), employed)) : 0n
  const free = pay - lines - wage
  const taken = free < 0n ? 0n : free < left ? free : left
  return { taken, owed: left - taken }
}

/**
 * Returns the price of bought holiday for the time employed, less deductions made, in pence. A negative result is
 * refunded as taxable pay (lifecycle 5, 9 i).
 */
export function settledHoliday({
  pricePerDay,
  daysTaken,
  paid,
}: {
  pricePerDay: bigint
  daysTaken: string
  paid: bigint
}): bigint {
  const due = toPence(times(over(fraction(String(pricePerDay)), fraction(100)), fraction(daysTaken)))
  return due - paid
}

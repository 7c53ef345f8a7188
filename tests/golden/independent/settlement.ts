import { fraction, divide, times, toPence } from './fractions.ts'

/** The minimum wage in pounds an hour from 1 April 2026, at age 21 and over. */
const minimumWage = '12.71'

/** Returns deduction and balance of a leaver's order in pence, for pay below the tax-free allowances. */
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
  hours: string
  daysEmployed: number
  daysInMonth: number
  /** Other deductions from the last salary payment, in pence. */
  lines: bigint
  /** The balance of the order after the instalment of the last salary payment, in pence. */
  left: bigint
  minimumWageCounts: boolean
}): { taken: bigint; owed: bigint } {
  const employed = divide(fraction(daysEmployed), fraction(daysInMonth))
  const pay = toPence(times(divide(fraction(String(salary)), fraction(1200)), employed))
  const wageOfYear = toPence(times(fraction(minimumWage), fraction(hours), fraction(52)))
  const wageOfMonth = toPence(divide(fraction(String(wageOfYear)), fraction(1200)))
  const wage = minimumWageCounts ? toPence(times(divide(fraction(String(wageOfMonth)), fraction(100)), employed)) : 0n
  const free = pay - lines - wage
  const taken = free < 0n ? 0n : free < left ? free : left
  return { taken, owed: left - taken }
}

/** Returns the pence due for bought holiday. A negative result is refunded as taxable pay. */
export function settledHoliday({
  pricePerDay,
  daysTaken,
  paid,
}: {
  pricePerDay: bigint
  daysTaken: string
  paid: bigint
}): bigint {
  const due = toPence(times(divide(fraction(String(pricePerDay)), fraction(100)), fraction(daysTaken)))
  return due - paid
}

import { exact, over, times, toPence } from './exact.ts'

/** Pounds an hour from 1 April 2026 at 21 and older. */
const minimumWage = '12.71'

/**
 * What net pay takes of an order of a leaver, and what stays owed, in pence (lifecycle 5): pay for the calendar days employed,
 * less the other lines, less the minimum wage in proportion where it counts. For pay below the allowances of a month.
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
  /** Pence a year. */
  salary: bigint
  /** A week, as decimal digits. */
  hours: string
  daysEmployed: number
  daysInMonth: number
  /** Pence that the last pay takes anyway. */
  lines: bigint
  /** Pence after the instalment of the last pay. */
  left: bigint
  minimumWageCounts: boolean
}): { taken: bigint; owed: bigint } {
  const employed = over(exact(daysEmployed), exact(daysInMonth))
  const pay = toPence(times(over(exact(String(salary)), exact(1200)), employed))
  const wageOfYear = toPence(times(exact(minimumWage), exact(hours), exact(52)))
  const wageOfMonth = toPence(over(exact(String(wageOfYear)), exact(1200)))
  const wage = minimumWageCounts ? toPence(times(over(exact(String(wageOfMonth)), exact(100)), employed)) : 0n
  const free = pay - lines - wage
  const taken = free < 0n ? 0n : free < left ? free : left
  return { taken, owed: left - taken }
}

/** What is due of holiday bought, less what pay took; below 0 it comes back as taxable pay (lifecycle 5, 9 i). In pence. */
export function settledHoliday({
  pricePerDay,
  daysTaken,
  paid,
}: {
  pricePerDay: bigint
  daysTaken: string
  paid: bigint
}): bigint {
  const due = toPence(times(over(exact(String(pricePerDay)), exact(100)), exact(daysTaken)))
  return due - paid
}

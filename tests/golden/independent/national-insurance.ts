import { age, calendar, type Day, dayOf, lengthOfMonth, monthsLater } from './days.ts'
import { type Fraction, fraction, isBelow, smaller, minus, divide, plus, times, toPence } from './fractions.ts'

/** Returns the day of State Pension age, from 66 to 67 by month of birth (Pensions Act 2014, section 26). */
export function statePensionDay(born: Day): Day {
  let months = 0
  while (months < 12 && born >= dayOf(1960 + Math.floor((3 + months) / 12), ((3 + months) % 12) + 1, 6)) months++
  const { year, month, date } = calendar(born)
  if (months === 0 || months === 12) {
    const then = year + (months === 0 ? 66 : 67)
    return date > lengthOfMonth(then, month) ? dayOf(then, month + 1, 1) : dayOf(then, month, date)
  }
  return monthsLater(born, 66 * 12 + months)
}

/** Returns the category letter of an employee on a pay day (GOV.UK, National Insurance rates and categories). */
export function letterOn(born: Day, pays: Day): 'X' | 'M' | 'A' | 'C' {
  const years = age(born, pays)
  if (years < 16) return 'X'
  if (pays >= statePensionDay(born)) return 'C'
  return years < 21 ? 'M' : 'A'
}

/** Category letters by age (GOV.UK, Category letters). `pension` means State Pension age. */
const ages: Record<string, readonly [from: number | 'pension', before: number | 'pension' | 'ever']> = {
  A: [16, 'pension'],
  B: [16, 'pension'],
  J: [16, 'pension'],
  V: [16, 'pension'],
  F: [16, 'pension'],
  I: [16, 'pension'],
  L: [16, 'pension'],
  N: [16, 'pension'],
  E: [16, 'pension'],
  D: [16, 'pension'],
  H: [16, 25],
  M: [16, 21],
  Z: [16, 21],
  C: ['pension', 'ever'],
  K: ['pension', 'ever'],
  S: ['pension', 'ever'],
  X: [0, 'ever'],
}
export const letters = Object.keys(ages)

export function isPossible(letter: string, born: Day, pays: Day): boolean {
  const [from, before] = ages[letter] ?? [0, 'ever']
  const hasReached = (one: number | 'pension') =>
    one === 'pension' ? pays >= statePensionDay(born) : age(born, pays) >= one
  return hasReached(from) && (before === 'ever' || !hasReached(before))
}

/** Class 1 contributions in pence on a year of pay, 2026 to 2027 (GOV.UK, Rates and thresholds for employers). */
export function contributions(pay: Fraction, letter: 'X' | 'M' | 'A' | 'C'): { employee: bigint; employer: bigint } {
  const percentOf = (percent: number, from: number, to?: number) => {
    const upTo = to === undefined ? pay : smaller(pay, fraction(to))
    const within = minus(upTo, fraction(from))
    return isBelow(within, fraction(0)) ? fraction(0) : divide(times(within, fraction(percent)), fraction(100))
  }
  const ownLetter = letter === 'A' || letter === 'M'
  const employersFrom = letter === 'M' ? 50_270 : 5000
  return {
    employee: ownLetter ? toPence(plus(percentOf(8, 12_570, 50_270), percentOf(2, 50_270))) : 0n,
    employer: letter === 'X' ? 0n : toPence(percentOf(15, employersFrom)),
  }
}

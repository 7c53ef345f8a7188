import { age, type Day } from './days.ts'
import { exact, isBelow, minus, parts, pounds, times, toPence } from './exact.ts'
import type { Price } from './price.ts'
import type { Person } from './scheme-folder.ts'
import { told } from './sentences.ts'

/** Pounds an hour from 1 April 2026, by age (domain 6). */
const hourly: readonly [from: number, rate: string][] = [
  [16, '8.00'],
  [18, '10.85'],
  [21, '12.71'],
]

/** What a price makes the employee give up of a year's pay before National Insurance. */
export function givenUp(price: Price, payDaysAYear: number): bigint {
  return price.parts
    .filter(({ side, method }) => side === 'employee' && method.startsWith('sacrifice'))
    .map(({ whole, over }) =>
      typeof over === 'number'
        ? parts(whole, over)
            .slice(0, payDaysAYear)
            .reduce((sum, part) => sum + part, 0n)
        : whole,
    )
    .reduce((sum, yearly) => sum + yearly, 0n)
}

/** Why pay would fall below the minimum wage, after everything that is given up; 37.5 hours at 21 are £24,784.50 a year. */
export function belowWage(
  { born, hours, salaries }: Person,
  { everything, on }: { everything: bigint; on: Day },
): string | undefined {
  const rate = hourly.findLast(([from]) => from <= age(born, on))?.[1]
  if (rate === undefined) return undefined
  const floor = times(exact(rate), exact(hours), exact(52))
  const left = minus(salaries.basic, pounds(everything))
  return isBelow(left, pounds(toPence(floor)))
    ? told.belowWage(spoken(toPence(left)), hours, spoken(toPence(floor)))
    : undefined
}

/** £24,784.50 */
function spoken(pence: bigint): string {
  const whole = String(pence / 100n).replace(/(?<=\d)(?=(\d{3})+$)/g, ',')
  return `£${whole}.${String(pence % 100n).padStart(2, '0')}`
}

import { age, type Day, monthsLater } from './days.ts'
import { fraction, isBelow, minus, divide, splitPence, pounds, times, toPence } from './fractions.ts'
import type { Part, Price } from './price.ts'
import type { Person } from './scheme-folder.ts'
import { sentences } from './sentences.ts'

/** The minimum wage in pounds an hour from 1 April 2026, by lowest age. */
const hourly: readonly [from: number, rate: string][] = [
  [16, '8.00'],
  [18, '10.85'],
  [21, '12.71'],
]

const hourlyOfApprentices = '8.00'

/** Returns the pay sacrificed in a year, in pence, without the saved National Insurance. */
export function sacrificedYearly(price: Price, payDaysAYear: number): bigint {
  return sacrificed(price).reduce((sum, part) => sum + ofAYear(part, payDaysAYear), 0n)
}

/** Returns the yearly rate of sacrifices in pence, calculated from one pay day with a deduction. */
export function sacrificedOnAPayDay(price: Price, payDaysAYear: number, daysTaking: (part: Part) => number): bigint {
  return sacrificed(price).reduce((sum, part) => {
    const [yearly, days] = [ofAYear(part, payDaysAYear), daysTaking(part)]
    return (
      sum +
      (days < payDaysAYear ? toPence(divide(times(pounds(yearly), fraction(payDaysAYear)), fraction(days))) : yearly)
    )
  }, 0n)
}

function sacrificed({ parts: all }: Price): Part[] {
  return all.filter(({ side, method }) => side === 'employee' && method.startsWith('sacrifice'))
}

function ofAYear({ whole, over: spread }: Part, payDaysAYear: number): bigint {
  if (typeof spread !== 'number') return whole
  return splitPence(whole, spread)
    .slice(0, payDaysAYear)
    .reduce((sum, part) => sum + part, 0n)
}

/** Refuses pay below the minimum wage (£24,784.50 a year at 21 for 37.5 hours), also on later days with a new rate. */
export function belowMinimumWage(
  person: Person,
  { everything, onADay, on, upTo }: { everything: bigint; onADay: bigint; on: Day; upTo: Day },
): string | undefined {
  for (let day = on; day <= upTo; day += 1) {
    const rate = rateOn(person, day)
    // If a new rate is above the pay, the employer must raise the pay by an unknown amount, so it is not checked.
    const isNew =
      day === on || (rate !== rateOn(person, day - 1) && !isBelow(person.salaries.basic, pounds(floorOf(person, rate))))
    const why = isNew ? belowOn(person, { everything, onADay, on: day, later: day !== on }) : undefined
    if (why !== undefined) return why
  }
  return undefined
}

function rateOn({ born, apprentice }: Person, on: Day): string | undefined {
  const years = age(born, on)
  const learns = apprentice !== undefined && apprentice <= on && (years < 19 || on < monthsLater(apprentice, 12))
  return learns ? hourlyOfApprentices : hourly.findLast(([from]) => from <= years)?.[1]
}

function floorOf({ hours }: Person, rate: string | undefined): bigint {
  return rate === undefined ? 0n : toPence(times(fraction(rate), fraction(hours), fraction(52)))
}

function belowOn(
  person: Person,
  { everything, onADay, on, later }: { everything: bigint; onADay: bigint; on: Day; later: boolean },
): string | undefined {
  const { hours, salaries } = person
  const rate = rateOn(person, on)
  if (rate === undefined) return undefined
  const floor = floorOf(person, rate)
  const below = (givenUpThen: bigint, say: typeof sentences.belowWage) => {
    const left = minus(salaries.basic, pounds(givenUpThen))
    return isBelow(left, pounds(floor))
      ? say({ left: spoken(toPence(left)), hours, floor: spoken(floor), from: later ? on : undefined })
      : undefined
  }
  return below(everything, sentences.belowWage) ?? below(onADay, sentences.belowWageOnADay)
}

function spoken(pence: bigint): string {
  const whole = String(pence / 100n).replace(/(?<=\d)(?=(\d{3})+$)/g, ',')
  return `£${whole}.${String(pence % 100n).padStart(2, '0')}`
}

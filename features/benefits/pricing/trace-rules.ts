import { payDaysOfHire } from './hire.rules.ts'
import { digitsOf, roundHalfUp, splitEvenly } from './money.ts'
import { type Rational, add, divide, fromDecimal, larger, multiply, smaller, subtract, whole } from './rational.ts'

const HUNDRED = whole(100)

/** The steps of a price, with exact digits. Amounts are pounds, rounded half up to the penny, and only here. */
export const traceRules = {
  /** An unchanged input: a fact, a choice, or a cell of a rate table. */
  given: ([value]) => exact(value),
  /** 12 × a monthly amount. */
  'twelve-months': ([monthly]) => amount(multiply(monthly, whole(12))),
  /** salary × times. */
  'salary-multiple': ([salary, times]) => amount(multiply(salary, times)),
  /** salary × percent / 100. */
  'percent-of': ([base, percent]) => amount(divide(multiply(base, percent), HUNDRED)),
  /** chosen − all that is counted already, never below 0. */
  beyond: ([chosen, ...counted]) => exact(larger(counted.reduce(subtract, chosen), whole(0))),
  'smaller-of': ([a, b]) => exact(smaller(a, b)),
  /** cover / per × rate. */
  premium: ([cover, per, rate]) => amount(multiply(divide(cover, per), rate)),
  /** salary / working days × days. */
  'value-of-days': ([salary, workingDays, days]) => amount(multiply(divide(salary, workingDays), days)),
  difference: ([a, b]) => amount(subtract(a, b)),
  /** The first amount less all the others; below 0 where they are more. */
  less: ([first, ...others]) => digitsOf(others.reduce((left, other) => left - wholePence(other), wholePence(first))),
  /** A fixed total less what earlier pays have taken of it. */
  'still-due': ([total, taken]) => digitsOf(wholePence(total) - wholePence(taken)),
  'larger-of': ([a, b]) => exact(larger(a, b)),
  /** An amount the person receives instead of paying, so below 0. */
  'paid-to-you': ([value]) => digitsOf(-wholePence(value)),
  sum: (terms) => digitsOf(terms.reduce((total, term) => total + wholePence(term), 0n)),
  /** The first and largest share of an amount over a number of pay days. */
  share: ([total, parts]) => digitsOf(splitEvenly(wholePence(total), count(parts))[0] ?? 0n),
  'pay-days-of-hire': ([months, payDays]) =>
    String(payDaysOfHire({ months: count(months), payDaysAYear: count(payDays) })),
  /** The first year's pay days of an order: total, instalments, pay days a year; of a changed order also what was taken. */
  'within-a-year': ([total, instalments, payDays, ...before]) => {
    const [taken, pays] = [wholePence(before[0] ?? whole(0)), count(before[1] ?? whole(0))]
    return digitsOf(
      splitEvenly(wholePence(total) - taken, Math.max(1, count(instalments) - pays))
        .slice(0, Math.max(0, count(payDays) - pays))
        .reduce((sum, part) => sum + part, taken),
    )
  },
  /** An allowance less half of what the income has above a limit, up to whole pounds, never below 0. */
  'tapered-allowance': ([allowance, income, above]) => {
    const left = subtract(allowance, divide(subtract(income, above), whole(2)))
    return exact(larger(whole(wholePoundsUp(left)), whole(0)))
  },
  /** percent of what an amount has between two limits; exact, as the parts of one levy are rounded together. */
  'percent-of-band': ([base, from, upTo, percent]) =>
    exact(divide(multiply(subtract(smaller(base, upTo), from), percent), HUNDRED)),
  /** percent of what an amount has above a limit; exact as above. */
  'percent-above': ([base, from, percent]) => exact(divide(multiply(subtract(base, from), percent), HUNDRED)),
  /** The parts of one levy added, and rounded once. */
  'rounded-sum': (parts) => amount(parts.reduce(add, whole(0))),
  /** What a total that few pay days take would come to if every pay day of a year took as much: total × pay days / those. */
  'rate-of-a-year': ([total, payDays, taking]) => amount(divide(multiply(total, payDays), taking)),
  /** pounds an hour × hours a week × weeks a year. */
  'yearly-wage': ([hourly, hours, weeks]) => amount(multiply(multiply(hourly, hours), weeks)),
} satisfies Record<string, (inputs: Inputs) => string>

export type TraceRule = keyof typeof traceRules

/** Reading past the inputs a rule takes is a mistake in the rule and throws. */
type Inputs = [Rational, Rational, Rational, Rational] & Rational[]

/** Applies one rule to the digits of its inputs. */
export function applyRule(rule: TraceRule, inputs: string[]): string {
  const numbers = inputs.map(fromDecimal)
  // Every rule is tested with the inputs its step gives it; a missing one throws inside the arithmetic.
  return traceRules[rule](numbers as Inputs)
}

function amount(pounds: Rational): string {
  return digitsOf(roundHalfUp(pounds))
}

function wholePence(pounds: Rational): bigint {
  const { over, under } = multiply(pounds, HUNDRED)
  if (over % under !== 0n) throw new RangeError('Amounts are rounded before they are added')
  return over / under
}

function wholePoundsUp({ over, under }: Rational): bigint {
  const down = over / under
  return over > 0n && over % under !== 0n ? down + 1n : down
}

function count(number: Rational): number {
  return Number(number.over / number.under)
}

/** Digits of a number whose denominator is a power of ten, as all inputs are. */
function exact({ over, under }: Rational): string {
  const places = String(under).length - 1
  const digits = String(over < 0n ? -over : over).padStart(places + 1, '0')
  const sign = over < 0n ? '-' : ''
  return places === 0 ? sign + digits : `${sign}${digits.slice(0, -places)}.${digits.slice(-places)}`
}

import { payDaysOfHire } from './pay-days.rules.ts'
import { digitsFromPence, roundHalfUp, splitEvenly } from './money.ts'
import {
  type Rational,
  add,
  divide,
  fromDecimal,
  larger,
  multiply,
  smaller,
  subtract,
  fromInteger,
} from './rational.ts'

const HUNDRED = fromInteger(100)

/** Calculation rules of derivations. `amount` rounds pounds half up to the penny; `exact` keeps all digits. */
export const traceRules = {
  given: ([value]) => exact(value),
  'twelve-months': ([monthly]) => amount(multiply(monthly, fromInteger(12))),
  'salary-multiple': ([salary, times]) => amount(multiply(salary, times)),
  'percent-of': ([base, percent]) => amount(divide(multiply(base, percent), HUNDRED)),
  /** Adds the next percentage to a cover, so that only the total is rounded: 50 % and 10 % of a salary give the same as 60 %. */
  'further-percent-of': ([base, percent, ...earlier]) =>
    further({ part: percent, earlier }, (whole) => divide(multiply(base, whole), HUNDRED)),
  'further-multiple': ([salary, times, ...earlier]) =>
    further({ part: times, earlier }, (whole) => multiply(salary, whole)),
  // Adds the premium of the next part of a cover at the same rate, so that the whole premium is rounded once.
  'further-premium': ([cover, per, rate, ...earlier]) =>
    further({ part: cover, earlier }, (whole) => multiply(divide(whole, per), rate)),
  beyond: ([chosen, ...counted]) => exact(larger(counted.reduce(subtract, chosen), fromInteger(0))),
  'smaller-of': ([a, b]) => exact(smaller(a, b)),
  premium: ([cover, per, rate]) => amount(multiply(divide(cover, per), rate)),
  'value-of-days': ([salary, workingDays, days]) => amount(multiply(divide(salary, workingDays), days)),
  difference: ([a, b]) => amount(subtract(a, b)),
  less: ([first, ...others]) =>
    digitsFromPence(others.reduce((left, other) => left - wholePence(other), wholePence(first))),
  'still-due': ([total, deducted]) => digitsFromPence(wholePence(total) - wholePence(deducted)),
  'larger-of': ([a, b]) => exact(larger(a, b)),
  'paid-to-you': ([value]) => digitsFromPence(-wholePence(value)),
  sum: (terms) => digitsFromPence(terms.reduce((total, term) => total + wholePence(term), 0n)),
  share: ([total, parts]) => digitsFromPence(splitEvenly(wholePence(total), count(parts))[0] ?? 0n),
  'pay-days-of-hire': ([months, payDays]) =>
    String(payDaysOfHire({ months: count(months), payDaysAYear: count(payDays) })),
  /** An order's cost in its first year. Inputs: total, instalments, pay days a year, earlier deductions and their number. */
  'within-a-year': ([total, instalments, payDays, ...before]) => {
    const [deducted, pays] = [wholePence(before[0] ?? fromInteger(0)), count(before[1] ?? fromInteger(0))]
    return digitsFromPence(
      splitEvenly(wholePence(total) - deducted, Math.max(1, count(instalments) - pays))
        .slice(0, Math.max(0, count(payDays) - pays))
        .reduce((sum, part) => sum + part, deducted),
    )
  },
  'tapered-allowance': ([allowance, income, above]) => {
    const left = subtract(allowance, divide(subtract(income, above), fromInteger(2)))
    return exact(larger(fromInteger(wholePoundsUp(left)), fromInteger(0)))
  },
  /** Percentage of the part of an amount between two limits. Not rounded, because the parts of a levy are rounded together. */
  'percent-of-band': ([base, from, upTo, percent]) =>
    exact(divide(multiply(subtract(smaller(base, upTo), from), percent), HUNDRED)),
  'percent-above': ([base, from, percent]) => exact(divide(multiply(subtract(base, from), percent), HUNDRED)),
  'rounded-sum': (parts) => amount(parts.reduce(add, fromInteger(0))),
  'rate-of-a-year': ([total, payDays, charged]) => amount(divide(multiply(total, payDays), charged)),
  'yearly-wage': ([hourly, hours, weeks]) => amount(multiply(multiply(hourly, hours), weeks)),
} satisfies Record<string, (inputs: Inputs) => string>

export type TraceRule = keyof typeof traceRules

/** Typed as at least four inputs, so that rules can destructure them. A missing input throws when it is used. */
type Inputs = [Rational, Rational, Rational, Rational] & Rational[]

export function applyRule(rule: TraceRule, inputs: string[]): string {
  const numbers = inputs.map(fromDecimal)
  // Tests cover every rule with the inputs of its steps. A missing input throws in the arithmetic.
  return traceRules[rule](numbers as Inputs)
}

function further(
  { part, earlier }: { part: Rational; earlier: Rational[] },
  priceOf: (whole: Rational) => Rational,
): string {
  const before = earlier.reduce(add, fromInteger(0))
  return digitsFromPence(roundHalfUp(priceOf(add(before, part))) - roundHalfUp(priceOf(before)))
}

function amount(pounds: Rational): string {
  return digitsFromPence(roundHalfUp(pounds))
}

function wholePence(pounds: Rational): bigint {
  const { numerator: over, denominator: under } = multiply(pounds, HUNDRED)
  if (over % under !== 0n) throw new RangeError('Amounts are rounded before they are added')
  return over / under
}

function wholePoundsUp({ numerator: over, denominator: under }: Rational): bigint {
  const down = over / under
  return over > 0n && over % under !== 0n ? down + 1n : down
}

function count(number: Rational): number {
  return Number(number.numerator / number.denominator)
}

/** The denominator must be a power of ten, as it is for every input. */
function exact({ numerator: over, denominator: under }: Rational): string {
  const places = String(under).length - 1
  const digits = String(over < 0n ? -over : over).padStart(places + 1, '0')
  const sign = over < 0n ? '-' : ''
  return places === 0 ? sign + digits : `${sign}${digits.slice(0, -places)}.${digits.slice(-places)}`
}

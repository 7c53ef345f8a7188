import {
  fraction,
  type Fraction,
  isBelow,
  smaller,
  minus,
  divide,
  plus,
  pounds,
  times,
  toPence,
  roundedDown,
} from './fractions.ts'

/** In pence a year. `flexible` is true if the person has flexibly accessed a pension. */
export type PensionYear = {
  salary: bigint
  scottish: boolean
  sacrificed: bigint
  netPay: bigint
  atSource: bigint
  byEmployer: bigint
  flexible: boolean
}

type Bands = readonly (readonly [upTo: number, percent: number])[]

/** Tax bands outside Scotland, then in Scotland, 2026 to 2027 (GOV.UK, Income Tax rates; Income Tax in Scotland). */
const elsewhere: Bands = [
  [37_700, 20],
  [125_140, 40],
  [Infinity, 45],
]
const scotland: Bands = [
  [3967, 19],
  [16_956, 20],
  [31_092, 21],
  [62_430, 42],
  [125_140, 45],
  [Infinity, 48],
]

const zero = fraction(0)
const atLeast = (least: Fraction, amount: Fraction) => (isBelow(amount, least) ? least : amount)

/** The allowance falls by £1 for every £2 above £100,000, rounded up (Income Tax Act 2007, section 35). */
function personalAllowance(adjustedNetIncome: Fraction): Fraction {
  const lost = roundedDown(divide(atLeast(zero, minus(adjustedNetIncome, fraction(100_000))), fraction(2)))
  return atLeast(zero, minus(fraction(12_570), lost))
}

/** In pence. Relief at source raises the basic-rate and higher limits (Finance Act 2004, section 192(4), (4A)). */
function incomeTax(taxable: Fraction, bands: Bands, raisedBy: Fraction): bigint {
  let tax = zero
  let from = zero
  for (const [upTo, percent] of bands) {
    const to = upTo === Infinity ? taxable : upTo === 3967 ? fraction(upTo) : plus(fraction(upTo), raisedBy)
    const within = minus(smaller(taxable, to), from)
    if (!isBelow(zero, within)) break
    tax = plus(tax, divide(times(within, fraction(percent)), fraction(100)))
    from = to
  }
  return toPence(tax)
}

function ofPercent(amount: bigint, percent: number): bigint {
  return toPence(divide(times(pounds(amount), fraction(percent)), fraction(100)))
}

/** Returns the Class 1 contributions of an employee (letter A) in pence: 8% from £12,570 to £50,270 and 2% above. */
function classOne(earnings: Fraction): bigint {
  const main = minus(smaller(earnings, fraction(50_270)), fraction(12_570))
  const above = minus(earnings, fraction(50_270))
  const parts = [times(atLeast(zero, main), fraction(8)), times(atLeast(zero, above), fraction(2))] as const
  return toPence(divide(plus(...parts), fraction(100)))
}

/** Returns the Class 1 contributions of the employer in pence: 15% above £5,000. */
function employers(earnings: Fraction): bigint {
  return toPence(divide(times(atLeast(zero, minus(earnings, fraction(5000))), fraction(15)), fraction(100)))
}

/** Returns relief at source, the annual allowance and, from 6 April 2029, the £2,000 limit, in pence a year. */
export function pensionTax(year: PensionYear, { from2029 = false } = {}) {
  const { salary, sacrificed, netPay, atSource, byEmployer, flexible } = year
  const bands = year.scottish ? scotland : elsewhere
  const pay = pounds(salary - sacrificed)
  const income = atLeast(zero, minus(pay, pounds(netPay)))
  const whole = pounds(atSource)

  // Finance Act 2004, section 192(1): the rate is also 20% in Scotland.
  const relief = ofPercent(atSource, 20)
  // Income Tax Act 2007, section 58: the grossed-up contributions reduce adjusted net income.
  const allowances = [personalAllowance(income), personalAllowance(atLeast(zero, minus(income, whole)))] as const
  const [paye, due] = [
    incomeTax(atLeast(zero, minus(income, allowances[0])), bands, zero),
    incomeTax(atLeast(zero, minus(income, allowances[1])), bands, whole),
  ]
  const unrelieved = from2029 && sacrificed > 2_000_00n ? sacrificed - 2_000_00n : 0n
  const earnings = plus(pay, pounds(unrelieved))

  // GOV.UK, Work out your reduced (tapered) annual allowance.
  const threshold = atLeast(zero, minus(plus(income, pounds(sacrificed)), whole))
  const adjusted = plus(income, pounds(sacrificed + netPay + byEmployer))
  const tapers = isBelow(fraction(200_000), threshold) && isBelow(fraction(260_000), adjusted)
  const lost = tapers ? roundedDown(divide(minus(adjusted, fraction(260_000)), fraction(2))) : zero
  const allowance = flexible ? fraction(10_000) : atLeast(fraction(10_000), minus(fraction(60_000), lost))
  const contributions = sacrificed + netPay + atSource + byEmployer
  return {
    fromPay: atSource - relief,
    relief,
    claim: paye - due,
    incomeTax: paye,
    nationalInsurance: classOne(earnings),
    employerNationalInsurance: employers(earnings),
    allowance: toPence(allowance),
    excess: toPence(atLeast(zero, minus(pounds(contributions), allowance))),
  }
}

import { calendar, type Day, dayOf, lengthOfMonth, taxYearOf } from './days.ts'
import { type Fraction, fraction, isBelow, minus, divide, plus, pounds, times, toPence } from './fractions.ts'
import { allowanceLeft } from './flex-allowances.ts'
import { priceOf } from './price.ts'
import type { Benefit, Folder, Person } from './scheme-folder.ts'
import { sentences } from './sentences.ts'
import type { Relevant } from './limits.ts'

/** HMRC EIM16054 to EIM16058. Below £150,000 the personal allowance is deducted. England's limits apply in Scotland. */
export function relevantEarnings(
  folder: Folder,
  { person, benefit, payDaysAYear, on }: { person: Person; benefit: Benefit; payDaysAYear: number; on: Day },
): Relevant {
  let [benefits, pension, sacrificed, giving] = [0n, 0n, 0n, 0n]
  for (const other of folder.benefits) {
    const held = folder.held.get(`${person.email} ${other.code}`)
    if (other.code === benefit.code || held?.state !== 'active') continue
    const pot = folder.pots.find((one) => one.benefits.includes(other.code))
    const potLeft = pot && allowanceLeft(folder, { pot, benefit: other, person, payDaysAYear })
    const price = priceOf({
      folder,
      benefit: other,
      person,
      choice: held,
      on: held.from,
      payDaysAYear,
      reads: () => undefined,
      potLeft,
    })
    for (const { side, method, whole } of 'refused' in price ? [] : price.parts) {
      if (side === 'employer' && method === 'benefit-in-kind') benefits += whole
      if (side === 'employee' && other.category === 'pension') pension += whole
      if (side === 'employee' && other.category === 'pension' && method === 'sacrifice') sacrificed += whole
      if (side === 'employee' && other.category === 'giving' && method === 'net-pay') giving += whole
    }
  }
  const counted = { other: person.otherEarnings, benefits, pension, sacrificed, giving }
  const estimated = estimatedOn(on)
  const joined = joinedWithin(person.joined, estimated)
  const sum = relevantOf(person.salaries.basic, counted, joined)
  return { ...sum, why: sentences.relevant({ salary: person.salaries.basic, ...counted, ...sum, joined, estimated }) }
}

type Counted = { other?: bigint; benefits: bigint; pension: bigint; sacrificed?: bigint; giving: bigint }
const none: Counted = { benefits: 0n, pension: 0n, giving: 0n }

/** `sacrificed` is the part of the pension that reduces pay, `joined` a first day of employment in the tax year. */
export function relevantOf(salary: Fraction, counted: Counted = none, joined?: Day): Omit<Relevant, 'why'> & Sum {
  const { other = 0n, benefits, pension, sacrificed = 0n, giving } = counted
  const part = joined === undefined ? fraction(1) : monthsPaid(joined)
  const ofYear = (yearly: Fraction) => pounds(toPence(times(yearly, part)))
  const paid = ofYear(minus(plus(plus(salary, pounds(other)), pounds(benefits)), pounds(sacrificed)))
  const asYear =
    joined === undefined ? paid : pounds(toPence(times(paid, divide(fraction(365), fraction(daysLeft(joined))))))
  const taken = { pension: ofYear(pounds(pension - sacrificed)), giving: ofYear(pounds(giving)) }
  const before = minus(minus(asYear, taken.pension), taken.giving)
  const allowance = isBelow(before, fraction(150_000)) ? 12_570 : 0
  const earnings = isBelow(before, fraction(allowance)) ? fraction(0) : minus(before, fraction(allowance))
  const band = !isBelow(fraction(37_700), earnings)
    ? 'basic'
    : isBelow(fraction(125_140), earnings)
      ? 'additional'
      : 'higher'
  return { band, earnings, allowance, paid, asYear, taken }
}

type Sum = {
  earnings: Fraction
  allowance: number
  paid: Fraction
  asYear: Fraction
  taken: { pension: Fraction; giving: Fraction }
}

/** Returns the twelfths of a salary paid up to 5 April. Jane in EIM16058 starts on 1 August and gets eight. */
function monthsPaid(joined: Day): Fraction {
  const { year, month, date } = calendar(joined)
  const length = lengthOfMonth(year, month)
  let months = divide(fraction(length - date + 1), fraction(length))
  for (let next = (month % 12) + 1; next !== 4; next = (next % 12) + 1) months = plus(months, fraction(1))
  return divide(months, fraction(12))
}

function daysLeft(joined: Day): number {
  return taxYearOf(joined).to - joined + 1
}

/** Returns the tax year of a day's vouchers. April's vouchers come at the end of the month, so in the new tax year. */
function taxYearOfVouchers(on: Day): { from: Day; to: Day } {
  const { year, month } = calendar(on)
  return taxYearOf(dayOf(year, month, 20))
}

/** Returns the first day of the tax year, or the day of joining the scheme if later (ITEPA 2003 s 270B(3)). */
export function estimatedOn(on: Day, memberFrom?: Day): Day {
  return Math.max(taxYearOfVouchers(on).from, Math.min(on, memberFrom ?? on))
}

/** Returns the first day of employment if it is after 6 April and no later than 31 March, the tax year's last pay day. */
export function joinedWithin(started: Day, on: Day): Day | undefined {
  const { from, to } = taxYearOf(on)
  return from < started && started <= to - 5 ? started : undefined
}

/** Returns the last day of the 52nd tax week after a day, counted daily (ITEPA 2003 s 270A(7), 270AA(4)). */
export function memberUntil(lastVoucher: Day): Day {
  let [day, weeks] = [lastVoucher, 0]
  for (let { from, to } = taxYearOf(day); weeks < 53; day += 1) {
    if (day + 1 > to) ({ from, to } = taxYearOf(day + 1))
    if ((day + 1 - from) % 7 === 0) weeks += 1
  }
  return day - 1
}

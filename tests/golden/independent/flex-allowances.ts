import { type Day } from './days.ts'
import { fraction, isBelow, divide, times, toPence } from './fractions.ts'
import { priceOf, type Part } from './price.ts'
import type { Benefit, Folder, Person, FlexAllowance } from './scheme-folder.ts'

/** Returns a person's flex allowance in pence a year, or undefined without one. */
export function allowanceOf({ today }: Folder, { allowances }: FlexAllowance, person: Person): bigint | undefined {
  if (person.left || (person.probationEnds !== undefined && person.probationEnds >= today)) return undefined
  const found = allowances.find(
    ({ hoursFrom, basicSalaryUpTo }) =>
      (hoursFrom === undefined || !isBelow(fraction(person.hours), fraction(hoursFrom))) &&
      (basicSalaryUpTo === undefined || !isBelow(fraction(basicSalaryUpTo), person.salaries.basic)),
  )
  if (!found) return undefined
  if (found.percent === undefined) return toPence(fraction(found.amount ?? 0))
  const share = toPence(divide(times(person.salaries.basic, fraction(found.percent)), fraction(100)))
  const cap = found.cap === undefined ? share : toPence(fraction(found.cap))
  return share < cap ? share : cap
}

/** Returns the allowance left by the benefits listed before this one, or by all benefits if none is given. */
export function allowanceLeft(
  folder: Folder,
  {
    pot,
    benefit,
    person,
    payDaysAYear,
  }: { pot: FlexAllowance; benefit?: Benefit; person: Person; payDaysAYear: number },
): bigint | undefined {
  const whole = allowanceOf(folder, pot, person)
  if (whole === undefined) return undefined
  const before = benefit ? pot.benefits.slice(0, pot.benefits.indexOf(benefit.code)) : pot.benefits
  const left = before.reduce((rest, code) => rest - costOf(folder, { code, person, payDaysAYear }), whole)
  return left > 0n ? left : 0n
}

function costOf(
  folder: Folder,
  { code, person, payDaysAYear }: { code: string; person: Person; payDaysAYear: number },
): bigint {
  const held = folder.held.get(`${person.email} ${code}`)
  const benefit = folder.benefits.find((one) => one.code === code)
  if (held?.state !== 'active' || !benefit) return 0n
  const price = priceOf({ folder, benefit, person, choice: held, on: held.from, payDaysAYear, reads: () => undefined })
  return 'refused' in price ? 0n : price.yearly.employee
}

export function unusedAllowanceParts({ payCode }: FlexAllowance, left: bigint, shares: number): Part[] {
  const treatment = { side: 'employee', method: 'taxable-pay', payCode } as const
  return left === 0n ? [] : [{ ...treatment, whole: -left, over: 'the year', shares }]
}

/** The allowance begins on the day on which the folder is applied, because the client begins then. */
export function allowanceBegins({ today }: Folder): Day {
  return today
}

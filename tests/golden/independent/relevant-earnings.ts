import { exact, isBelow, minus, plus, pounds, type Exact } from './exact.ts'
import { leftFor } from './pots.ts'
import { priceOf } from './price.ts'
import type { Benefit, Folder, Person } from './scheme-folder.ts'
import { told } from './sentences.ts'

/** Relevant earnings of a tax year: the band they reach, and how they were worked out. */
export type Relevant = { band: 'basic' | 'higher' | 'additional'; why: string }

/**
 * HMRC EIM16054 to EIM16058: contractual pay and taxable benefits, less pension, payroll giving and the whole personal allowance,
 * which is not deducted at £150,000 and more; against the limits of the rest of the United Kingdom, also in Scotland.
 */
export function relevantEarnings(
  folder: Folder,
  { person, benefit, payDaysAYear }: { person: Person; benefit: Benefit; payDaysAYear: number },
): Relevant {
  let [benefits, pension, giving] = [0n, 0n, 0n]
  for (const other of folder.benefits) {
    const held = folder.held.get(`${person.email} ${other.code}`)
    if (other.code === benefit.code || held?.state !== 'active') continue
    const pot = folder.pots.find((one) => one.benefits.includes(other.code))
    const potLeft = pot && leftFor(folder, { pot, benefit: other, person, payDaysAYear })
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
      if (side === 'employee' && other.category === 'giving' && method === 'net-pay') giving += whole
    }
  }
  return relevantOf(person.salaries.basic, { benefits, pension, giving })
}

export function relevantOf(
  salary: Exact,
  { benefits, pension, giving } = { benefits: 0n, pension: 0n, giving: 0n },
): Relevant {
  const before = minus(plus(salary, pounds(benefits)), pounds(pension + giving))
  const allowance = isBelow(before, exact(150_000)) ? 12_570 : 0
  const earnings = isBelow(before, exact(allowance)) ? exact(0) : minus(before, exact(allowance))
  const band = !isBelow(exact(37_700), earnings) ? 'basic' : isBelow(exact(125_140), earnings) ? 'additional' : 'higher'
  return { band, why: told.relevant({ salary, benefits, pension, giving, allowance, earnings }) }
}

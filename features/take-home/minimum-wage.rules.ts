import type { IsoDate } from '../../contract/dates.ts'
import { type Pence, showPence } from '../../contract/money.ts'
import { ageOn } from '../benefits/pricing/age.ts'
import { digitsOf, penceOf } from '../benefits/pricing/money.ts'
import { Derivation, type TraceStep } from '../benefits/pricing/trace.ts'
import type { PayChange } from './gross-to-net.rules.ts'
import type { PayFacts } from './pay-facts.rules.ts'
import { takeHomeMessages as say } from './take-home.messages.ts'
import type { TaxTable } from './tax-table.ts'
import { minimumWageOn } from './tax-years.rules.ts'

export type WageCheck =
  | { outcome: 'kept' }
  | { outcome: 'below'; sentence: string; floor: Pence; payAfter: Pence; steps: TraceStep[] }
  /** Salary or hours are not known, so nobody can say; a person has to look. */
  | { outcome: 'unknown'; sentence: string }

/**
 * Whether pay after everything that is given up for benefits stays at or above the minimum wage for the person's age and
 * hours (National Minimum Wage Regulations 2015: pay given up for a benefit is no pay). 37.5 hours a week at 21 or older
 * are £24,784.50 a year from 1 April 2026.
 */
export function checkMinimumWage({
  tables,
  facts,
  changes,
  on,
}: {
  tables: readonly TaxTable[]
  facts: PayFacts
  changes: readonly PayChange[]
  on: IsoDate
}): WageCheck {
  if (facts.salary === null || facts.salary <= 0n) return { outcome: 'unknown', sentence: say.wageNeedsSalary }
  if (facts.weeklyHours === null || Number(facts.weeklyHours) <= 0)
    return { outcome: 'unknown', sentence: say.wageNeedsHours }
  const wage = minimumWageOn(tables, on)
  if (!wage) return { outcome: 'unknown', sentence: say.noTable }
  const age = ageOn(facts.dateOfBirth, on)
  const byAge = wage.byAge.findLast(({ from }) => from <= age)
  // Below the age at which people may leave school there is no minimum wage.
  if (!byAge) return { outcome: 'kept' }

  const derivation = new Derivation()
  const law = { source: wage.source, effectiveDate: wage.from }
  const details = { source: say.employmentDetails, effectiveDate: on }
  const floor = derivation.step({
    rule: 'yearly-wage',
    label: say.floor,
    unit: 'pounds',
    inputs: [
      derivation.given(say.hourlyAt(age), byAge.hourly, 'rate', law),
      derivation.given(say.hoursAWeek, facts.weeklyHours, 'number', details),
      derivation.given(say.weeksAYear, wage.weeksAYear, 'number', law),
    ],
    ...law,
  })
  const salary = derivation.given(say.salary, digitsOf(facts.salary), 'pounds', details)
  const givenUp = changes
    .filter(isGivenUp)
    .map(({ label, yearly, source, effectiveDate }) =>
      derivation.given(say.paidFor(label), digitsOf(yearly), 'pounds', { source, effectiveDate }),
    )
  const left = derivation.step({
    rule: 'less',
    label: say.payAfter,
    unit: 'pounds',
    inputs: [salary, ...givenUp],
    ...details,
  })
  const [least, payAfter] = [penceOf(floor.value), penceOf(left.value)]
  if (payAfter >= least) return { outcome: 'kept' }
  const sentence = say.belowFloor({
    payAfter: showPence(payAfter),
    floor: showPence(least),
    hours: facts.weeklyHours,
  })
  return { outcome: 'below', sentence, floor: least, payAfter, steps: derivation.steps }
}

/** Pay that the person gives up for a benefit; what is taken after tax, or added, is not. */
function isGivenUp({ payer, taxMethod, yearly }: PayChange): boolean {
  return payer === 'employee' && isSacrifice(taxMethod) && yearly > 0n
}

export function isSacrifice(taxMethod: PayChange['taxMethod']): boolean {
  return taxMethod === 'sacrifice' || taxMethod === 'sacrifice-opra'
}

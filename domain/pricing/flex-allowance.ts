import type { Pence } from '../../contract/money.ts'
import type { AllowanceRules } from '../definition/flex-allowance.rules.ts'
import { type Context, salaryOf, schemeSource } from './price-context.ts'
import type { PersonFacts } from './price-facts.ts'
import type { MethodPrice } from './method-price.ts'
import { digitsFromPence, penceFromDigits } from './money.ts'
import { priceMessages } from './price.messages.ts'
import { compareDecimals } from './rational.ts'
import type { TracedFigure } from './trace.ts'
import type { AllowanceInUse } from './available-allowance.ts'

/** How a price uses the flex allowance, in pence a year: the whole allowance, the part paid for this choice, and the rest. */
export type AllowanceShare = { name: string; whole: Pence; paid: Pence; left: Pence }

export function openAllowance(
  context: Context,
  pot: AllowanceInUse,
): { whole: TracedFigure; left: TracedFigure } | undefined {
  const { derivation } = context
  const scheme = { ...schemeSource(context), source: priceMessages.allowanceRules(pot.name) }
  const allowance = allowanceOf(context, pot)
  if (!allowance) return undefined
  const whole =
    pot.carried === 0n
      ? allowance
      : derivation.step({
          rule: 'sum',
          label: priceMessages.potWithCarried(pot.name),
          inputs: [
            allowance,
            derivation.given(priceMessages.potCarried, digitsFromPence(pot.carried), 'pounds', scheme),
          ],
          ...scheme,
        })
  if (pot.claims.length === 0) return { whole, left: whole }
  const claims = pot.claims.map(({ label, amount, from }) =>
    derivation.given(priceMessages.potClaim(label), digitsFromPence(amount), 'pounds', {
      source: priceMessages.priceOf(label),
      effectiveDate: from,
    }),
  )
  const left = derivation.step({
    rule: 'beyond',
    label: priceMessages.potLeft(pot.name),
    inputs: [whole, ...claims],
    ...scheme,
  })
  return { whole, left }
}

function allowanceOf(context: Context, { name, rules }: AllowanceInUse): TracedFigure | undefined {
  const { derivation, facts } = context
  const scheme = { ...schemeSource(context), source: priceMessages.allowanceRules(name) }
  const found = rules.allowances.find((one) => fits(one, facts))
  if (!found) return undefined
  if (found.percent === undefined)
    return derivation.given(priceMessages.pot(name), (found.amount ?? 0).toFixed(2), 'pounds', scheme)
  const share = derivation.step({
    rule: 'percent-of',
    label: priceMessages.pot(name),
    inputs: [
      salaryOf(context, found.salary, digitsFromPence),
      derivation.given(priceMessages.potPercent, found.percent, 'percent', scheme),
    ],
    ...scheme,
  })
  if (found.cap === undefined) return share
  const cap = derivation.given(priceMessages.potCap, found.cap.toFixed(2), 'pounds', scheme)
  return derivation.step({
    rule: 'smaller-of',
    label: priceMessages.pot(name),
    inputs: [share, cap],
    ...scheme,
  })
}

function fits({ hoursFrom, basicSalaryUpTo }: AllowanceRules['allowances'][number], facts: PersonFacts): boolean {
  const worksEnough = hoursFrom === undefined || compareDecimals(facts.weeklyHours, hoursFrom) >= 0
  return (
    worksEnough &&
    (basicSalaryUpTo === undefined || facts.salaries.basic <= penceFromDigits(basicSalaryUpTo.toFixed(2)))
  )
}

export function payFromAllowance(
  context: Context,
  { pot, left, employee, label }: { pot: AllowanceInUse; left: TracedFigure; employee: TracedFigure; label: string },
): { pays: TracedFigure; employee: TracedFigure; left: TracedFigure } {
  const { derivation } = context
  const scheme = { ...schemeSource(context), source: priceMessages.allowanceRules(pot.name) }
  const step = (rule: 'smaller-of' | 'difference' | 'beyond', name: string, inputs: TracedFigure[]) =>
    derivation.step({ rule, label: name, inputs, ...scheme })
  const pays = step('smaller-of', priceMessages.potPays(pot.name, label), [employee, left])
  return {
    pays,
    employee: step('difference', priceMessages.employeeShare(label), [employee, pays]),
    left: step('beyond', priceMessages.potLeft(pot.name), [left, pays]),
  }
}

export function priceAllowance(context: Context): MethodPrice | undefined {
  const { pot, potLeft: remainder } = context
  if (!pot || !remainder || pot.rules.excess !== 'cash') return undefined
  return { yearly: remainder, spread: { kind: 'recurring' }, sold: true }
}

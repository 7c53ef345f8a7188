import type { IsoDate } from '../../../contract/dates.ts'
import type { Pence } from '../../../contract/money.ts'
import type { PotRules } from '../pots/pot.rules.ts'
import { type Context, salaryOf, schemeSource } from './context.ts'
import type { PersonFacts } from './facts.ts'
import type { MethodPrice } from './method.ts'
import { digitsOf, penceOf } from './money.ts'
import { priceMessages } from './price.messages.ts'
import { compareDecimals } from './rational.ts'
import type { Traced } from './trace.ts'

/** The flex pot of a person on the day of a price, and what other choices take of it before this one, in the pot's order. */
export type PotInUse = {
  name: string
  rules: PotRules
  /** Left of the pot of the scheme year before, pence. */
  carried: Pence
  claims: readonly PotClaim[]
}

/** What a choice would cost its person a year without the pot, pence. */
export type PotClaim = { label: string; amount: Pence; from: IsoDate }

/** What a price says of a pot, pence a year: the whole of it, what it pays of this choice, and what is left after it. */
export type PotShare = { name: string; whole: Pence; paid: Pence; left: Pence }

/** The whole of a pot and what the claims before leave of it; undefined for whom the pot has no allowance. */
export function openPot(context: Context, pot: PotInUse): { whole: Traced; left: Traced } | undefined {
  const { derivation } = context
  const scheme = { ...schemeSource(context), source: priceMessages.potRules(pot.name) }
  const allowance = allowanceOf(context, pot)
  if (!allowance) return undefined
  const whole =
    pot.carried === 0n
      ? allowance
      : derivation.step({
          rule: 'sum',
          label: priceMessages.potWithCarried(pot.name),
          unit: 'pounds',
          inputs: [allowance, derivation.given(priceMessages.potCarried, digitsOf(pot.carried), 'pounds', scheme)],
          ...scheme,
        })
  if (pot.claims.length === 0) return { whole, left: whole }
  const claims = pot.claims.map(({ label, amount, from }) =>
    derivation.given(priceMessages.potClaim(label), digitsOf(amount), 'pounds', {
      source: priceMessages.priceOf(label),
      effectiveDate: from,
    }),
  )
  const left = derivation.step({
    rule: 'beyond',
    label: priceMessages.potLeft(pot.name),
    unit: 'pounds',
    inputs: [whole, ...claims],
    ...scheme,
  })
  return { whole, left }
}

function allowanceOf(context: Context, { name, rules }: PotInUse): Traced | undefined {
  const { derivation, facts } = context
  const scheme = { ...schemeSource(context), source: priceMessages.potRules(name) }
  const found = rules.allowances.find((one) => fits(one, facts))
  if (!found) return undefined
  if (found.percent === undefined)
    return derivation.given(priceMessages.pot(name), (found.amount ?? 0).toFixed(2), 'pounds', scheme)
  const share = derivation.step({
    rule: 'percent-of',
    label: priceMessages.pot(name),
    unit: 'pounds',
    inputs: [
      salaryOf(context, found.salary, digitsOf),
      derivation.given(priceMessages.potPercent, found.percent, 'percent', scheme),
    ],
    ...scheme,
  })
  if (found.cap === undefined) return share
  const cap = derivation.given(priceMessages.potCap, found.cap.toFixed(2), 'pounds', scheme)
  return derivation.step({
    rule: 'smaller-of',
    label: priceMessages.pot(name),
    unit: 'pounds',
    inputs: [share, cap],
    ...scheme,
  })
}

function fits({ hoursFrom, basicSalaryUpTo }: PotRules['allowances'][number], facts: PersonFacts): boolean {
  const worksEnough = hoursFrom === undefined || compareDecimals(facts.weeklyHours, hoursFrom) >= 0
  return worksEnough && (basicSalaryUpTo === undefined || facts.salaries.basic <= penceOf(basicSalaryUpTo.toFixed(2)))
}

/** Takes from what is left of a pot what the person would pay; the rest stays with the person. */
export function payFromPot(
  context: Context,
  { pot, left, employee, label }: { pot: PotInUse; left: Traced; employee: Traced; label: string },
): { pays: Traced; employee: Traced; left: Traced } {
  const { derivation } = context
  const scheme = { ...schemeSource(context), source: priceMessages.potRules(pot.name) }
  const step = (rule: 'smaller-of' | 'difference' | 'beyond', name: string, inputs: Traced[]) =>
    derivation.step({ rule, label: name, unit: 'pounds', inputs, ...scheme })
  const pays = step('smaller-of', priceMessages.potPays(pot.name, label), [employee, left])
  return {
    pays,
    employee: step('difference', priceMessages.employeeShare(label), [employee, pays]),
    left: step('beyond', priceMessages.potLeft(pot.name), [left, pays]),
  }
}

/** The price of a pot itself: what is left of it, where it is paid out. */
export function pricePot(context: Context): MethodPrice | undefined {
  const { pot, potLeft } = context
  if (!pot || !potLeft || pot.rules.excess !== 'cash') return undefined
  return { yearly: potLeft, spread: { kind: 'recurring' }, sold: true }
}

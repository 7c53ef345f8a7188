import type { IsoDate } from '../../contract/dates.ts'
import type { Pence } from '../../contract/money.ts'
import { penceFromDigits } from '../pricing/money.ts'
import { Derivation, type TracedFigure, type TraceStep } from '../pricing/trace.ts'
import { type AnnualAllowance, annualAllowance } from './annual-allowance.rules.ts'
import { type GrossToNet, grossToNet, NotComputed, type PayChange } from './gross-to-net.rules.ts'
import type { PayFacts } from './pay-facts.rules.ts'
import { takeHomeMessages as say } from './take-home.messages.ts'
import type { TaxTable } from './tax-table.ts'
import { taxYearLabel, taxTableOn } from './tax-years.rules.ts'

export type PayState = { facts: PayFacts; changes: readonly PayChange[]; when: string }

/** Pence a year. Effects for a month and for a pay day are those of the first one, which is the largest. */
export type TakeHomeEffect = {
  outcome: 'computed'
  table: TaxTable
  before: GrossToNet
  after: GrossToNet
  takeHome: { yearly: Pence; monthly: Pence; perPeriod: Pence }
  employer: { nationalInsurance: Pence; class1A: Pence }
  annualAllowance: AnnualAllowance | undefined
  steps: TraceStep[]
}
export type EffectOutcome = TakeHomeEffect | { outcome: 'not-computed'; sentence: string }

export function calculateTakeHomeEffect({
  tables,
  on,
  before,
  after,
  payDays,
}: {
  tables: readonly TaxTable[]
  on: IsoDate
  before: PayState
  after: PayState
  payDays?: number
}): EffectOutcome {
  const table = taxTableOn(tables, on)
  if (!table) return { outcome: 'not-computed', sentence: say.noTable }
  const derivation = new Derivation()
  try {
    const was = grossToNet(derivation, { ...before, table, on })
    const is = grossToNet(derivation, { ...after, table, on })
    const { payPeriods, moneyPurchaseAllowanceSince: moneyPurchaseSince } = after.facts
    return {
      outcome: 'computed',
      table,
      before: was,
      after: is,
      annualAllowance: paysSamePension(before.changes, after.changes)
        ? undefined
        : annualAllowance(derivation, { ...after, income: is.income, moneyPurchaseSince, table, on }),
      ...differences(derivation, { was, is, table, payPeriods, payDays: payDays ?? payPeriods }),
    }
  } catch (failure) {
    if (failure instanceof NotComputed) return { outcome: 'not-computed', sentence: failure.message }
    throw failure
  }
}

function paysSamePension(before: readonly PayChange[], after: readonly PayChange[]): boolean {
  const paid = (changes: readonly PayChange[]) =>
    changes.reduce((sum, { pension, yearly }) => sum + (pension ? yearly : 0n), 0n)
  return paid(before) === paid(after)
}

type Compared = { was: GrossToNet; is: GrossToNet; table: TaxTable; payPeriods: number; payDays: number }

function differences(derivation: Derivation, { was, is, table, payPeriods, payDays }: Compared) {
  const law = { source: say.figuresOf(taxYearLabel(table)), effectiveDate: table.from }
  const less = (label: string, inputs: TracedFigure[]): TracedFigure =>
    derivation.step({ rule: 'less', label, inputs, ...law })
  const yearly = less(say.change, [is.takeHome, was.takeHome])
  const firstOf = (label: string, parts: number): TracedFigure => {
    const count = derivation.givenOnce(say.spreadOver, String(parts), 'number', law)
    return derivation.step({ rule: 'share', label, inputs: [yearly, count], ...law })
  }
  const perPeriod = firstOf(say.changePerPayDay, payDays)
  // Unless pay is monthly, a month's change is a twelfth of the year's, as in the price.
  const monthly = payPeriods === 12 ? perPeriod : firstOf(say.changePerMonth, 12)
  const nationalInsurance = less(say.employerChange, [is.employerNationalInsurance, was.employerNationalInsurance])
  const class1A = less(say.class1AChange, [is.class1A, was.class1A])
  return {
    takeHome: {
      yearly: penceFromDigits(yearly.value),
      monthly: penceFromDigits(monthly.value),
      perPeriod: penceFromDigits(perPeriod.value),
    },
    employer: { nationalInsurance: penceFromDigits(nationalInsurance.value), class1A: penceFromDigits(class1A.value) },
    steps: derivation.steps,
  }
}

import { hasFixedTotal } from '../payroll/fixed-total.rules.ts'
import { storedPart } from './price-view.server.ts'
import { monthlyAmount, amountsPerPeriod } from '../../domain/pricing/price-parts.ts'
import { penceFromDigits } from '../../domain/pricing/money.ts'
import { spreadAmounts, type UnsplitAmount } from '../../domain/pricing/spread-over-pay-days.ts'
import { type DeductedTotal, deductedForOrder } from '../../domain/pricing/deductions-to-date.rules.ts'
import { Derivation, type Source, type TraceStep } from '../../domain/pricing/trace.ts'
import { applyRule } from '../../domain/pricing/trace-rules.ts'
import type { StoredPrice, StoredPricePart } from '../../domain/selections/stored-price.ts'

export type RemainingPay = { payDays: number; taken: readonly DeductedTotal[] }

export function spreadOverRemainingPay(price: StoredPrice, { payDays, taken: deducted }: RemainingPay): StoredPrice {
  if (!hasFixedTotal(price)) return price
  // The pricing rules wrote these steps.
  const steps = price.trace.steps as TraceStep[]
  const ends = endsOf(steps, price.parts)
  const first = ends[0]
  const days = first && steps[first.days]
  if (!first || !days) return price
  const derivation = new Derivation()
  const positions = new Map<number, number>()
  const dropped = new Set(ends.flatMap(({ all }) => all))
  for (const [index, step] of steps.entries()) {
    if (dropped.has(index)) continue
    positions.set(index, derivation.steps.length)
    derivation.steps.push(recalculatedStep(step, { derivation, place: positions, taken: deducted }))
  }
  const wholes = price.parts.flatMap((part, index): UnsplitAmount[] => {
    const end = ends[index]
    const at = end?.total === undefined ? undefined : positions.get(end.total)
    const total = at === undefined ? undefined : derivation.steps[at]
    if (at === undefined || !total) return []
    const { value, unit } = total.output
    return [{ ...treatmentOf(part), payDays: part.shares.length, total: { step: at, label: total.label, value, unit } }]
  })
  const parts = spreadAmounts(derivation, wholes, {
    payPeriods: price.payPeriods,
    payDaysLeft: payDays,
    taken: deducted,
    scheme: sourceOf(steps[first.share] ?? days),
    employment: sourceOf(days),
  })
  const answers = {
    employeeYearly: positions.get(price.trace.answers.employeeYearly) ?? 0,
    employerYearly: positions.get(price.trace.answers.employerYearly) ?? 0,
  }
  const yearly = (answer: number) => String(penceFromDigits(derivation.steps[answer]?.output.value ?? '0'))
  return {
    ...price,
    employeeYearly: yearly(answers.employeeYearly),
    employerYearly: yearly(answers.employerYearly),
    employeeMonthly: String(monthlyAmount(parts, 'employee', price.payPeriods)),
    employerMonthly: String(monthlyAmount(parts, 'employer', price.payPeriods)),
    employeePerPeriod: amountsPerPeriod(parts, 'employee').map(String),
    employerPerPeriod: amountsPerPeriod(parts, 'employer').map(String),
    parts: parts.map(storedPart),
    trace: { steps: derivation.steps, answers },
  }
}

type End = { share: number; days: number; total: number | undefined; all: number[] }

function endsOf(steps: readonly TraceStep[], parts: readonly StoredPricePart[]): End[] {
  const shares = steps.flatMap((step, index) => (step.rule === 'share' ? [index] : []))
  return shares.flatMap((share, positions): End[] => {
    const [due = -1, days = -1] = (steps[share]?.inputs ?? []).map(({ from }) => from)
    const [first, second] = (steps[due]?.inputs ?? []).map(({ from }) => from)
    const ending = { share, days, all: [share, days] }
    // Deductions under a pay code that the choice no longer has are only refunded.
    if (parts[positions]?.total === '0') return [{ ...ending, total: undefined, all: [share, days, due, first ?? due] }]
    if (steps[due]?.rule !== 'still-due') return [{ ...ending, total: due }]
    return [{ ...ending, total: first, all: [share, days, due, second ?? due] }]
  })
}

function recalculatedStep(
  step: TraceStep,
  {
    derivation,
    place: positions,
    taken: deducted,
  }: { derivation: Derivation; place: ReadonlyMap<number, number>; taken: readonly DeductedTotal[] },
): TraceStep {
  const own = step.rule === 'within-a-year' ? [...step.inputs.slice(0, 3), ...deductedForOrder(deducted)] : step.inputs
  const inputs = own.map((input) => {
    const from = input.from === undefined ? undefined : positions.get(input.from)
    const before = from === undefined ? undefined : derivation.steps[from]
    return from === undefined || !before ? input : { ...input, from, value: before.output.value }
  })
  const value = applyRule(
    step.rule,
    inputs.map((input) => input.value),
  )
  return { ...step, inputs, output: { ...step.output, value } }
}

function treatmentOf({ payer, taxMethod, payCode, spread }: StoredPricePart) {
  return { payer, taxMethod, payCode, spread }
}

function sourceOf({ source, effectiveDate }: TraceStep): Source {
  return { source, effectiveDate }
}

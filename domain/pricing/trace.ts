import type { IsoDate } from '../../contract/dates.ts'
import type { Pence } from '../../contract/money.ts'
import { penceFromDigits } from './money.ts'
import { type TraceRule, applyRule } from './trace-rules.ts'

/** Unit of a figure: `pounds` is an amount, `rate` is pounds per unit of cover. */
export type Unit = 'pounds' | 'percent' | 'multiple' | 'days' | 'years' | 'rate' | 'number'

export type Source = { source: string; effectiveDate: IsoDate }

export type TraceInput = { label: string; value: string; unit: Unit; from?: number }

export type TraceStep = Source & {
  rule: TraceRule
  label: string
  inputs: TraceInput[]
  output: { value: string; unit: Unit }
}

/** The derivation of a price. `answers` are the indexes of the steps that give the results. */
export type Trace = { steps: TraceStep[]; answers: { employeeYearly: number; employerYearly: number } }

export type TracedFigure = { step: number; label: string; value: string; unit: Unit }

export class Derivation {
  readonly steps: TraceStep[] = []

  given(label: string, value: string, unit: Unit, source: Source): TracedFigure {
    return this.step({ rule: 'given', label, unit, inputs: [{ label, value, unit }], ...source })
  }

  givenOnce(label: string, value: string, unit: Unit, source: Source): TracedFigure {
    const step = this.steps.findIndex(
      (one) => one.rule === 'given' && one.label === label && one.output.value === value,
    )
    return step < 0 ? this.given(label, value, unit, source) : { step, label, value, unit }
  }

  step({
    rule,
    label,
    unit = 'pounds',
    inputs,
    source,
    effectiveDate,
  }: Source & {
    rule: TraceRule
    label: string
    unit?: Unit
    inputs: (TracedFigure | TraceInput)[]
  }): TracedFigure {
    const named = inputs.map((input): TraceInput =>
      'step' in input ? { label: input.label, value: input.value, unit: input.unit, from: input.step } : input,
    )
    const value = applyRule(
      rule,
      named.map((input) => input.value),
    )
    this.steps.push({ rule, label, inputs: named, output: { value, unit }, source, effectiveDate })
    return { step: this.steps.length - 1, label, value, unit }
  }
}

/** Recalculates a derivation from its given figures. Returns pence a year. Throws an Error naming the first wrong step. */
export function recompute({ steps, answers }: Trace): { employeeYearly: Pence; employerYearly: Pence } {
  const outputs = recomputeSteps(steps)
  return {
    employeeYearly: answer(outputs, answers.employeeYearly),
    employerYearly: answer(outputs, answers.employerYearly),
  }
}

export function recomputeSteps(steps: readonly TraceStep[]): string[] {
  const outputs: string[] = []
  for (const [index, step] of steps.entries()) {
    const values = step.inputs.map(({ from, value }) => {
      if (from !== undefined && outputs[from] !== value)
        throw new Error(`Step ${index} has an input that differs from the output of step ${from}`)
      return value
    })
    const output = applyRule(step.rule, values)
    if (output !== step.output.value) throw new Error(`Step ${index} gives ${output}, not ${step.output.value}`)
    outputs.push(output)
  }
  return outputs
}

function answer(outputs: string[], step: number): Pence {
  const value = outputs[step]
  if (value === undefined) throw new Error(`There is no step ${step}`)
  return penceFromDigits(value)
}

import type { IsoDate } from '../../../contract/dates.ts'
import type { Pence } from '../../../contract/money.ts'
import { penceOf } from './money.ts'
import { type TraceRule, applyRule } from './trace-rules.ts'

/** How a figure is to be read: `pounds` as an amount, `rate` as pounds for so much cover. */
export type Unit = 'pounds' | 'percent' | 'multiple' | 'days' | 'years' | 'rate' | 'number'

/** Where a figure comes from and since when it counts. */
export type Source = { source: string; effectiveDate: IsoDate }

/** One input: its digits, and the number of the step it comes out of where it does. */
export type TraceInput = { label: string; value: string; unit: Unit; from?: number }

/** One step of a derivation: `output` is what `rule` makes of the inputs, in order. */
export type TraceStep = Source & {
  rule: TraceRule
  label: string
  inputs: TraceInput[]
  output: { value: string; unit: Unit }
}

/** How a price came about. Answers are numbers of steps. */
export type Trace = { steps: TraceStep[]; answers: { employeeYearly: number; employerYearly: number } }

/** The result of a step, to be used as input of a later one. */
export type Traced = { step: number; label: string; value: string; unit: Unit }

/** Writes a derivation while it is worked out: the figure is what the step says, so they cannot differ. */
export class Derivation {
  readonly steps: TraceStep[] = []

  /** A figure taken as it stands. */
  given(label: string, value: string, unit: Unit, source: Source): Traced {
    return this.step({ rule: 'given', label, unit, inputs: [{ label, value, unit }], ...source })
  }

  /** The same, told once however often it is used. */
  givenOnce(label: string, value: string, unit: Unit, source: Source): Traced {
    const step = this.steps.findIndex(
      (one) => one.rule === 'given' && one.label === label && one.output.value === value,
    )
    return step < 0 ? this.given(label, value, unit, source) : { step, label, value, unit }
  }

  step({
    rule,
    label,
    unit,
    inputs,
    source,
    effectiveDate,
  }: Source & {
    rule: TraceRule
    label: string
    unit: Unit
    inputs: (Traced | TraceInput)[]
  }): Traced {
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

/** Recalculates a derivation from its given figures, pence a year. Throws an Error naming the first wrong step. */
export function recompute({ steps, answers }: Trace): { employeeYearly: Pence; employerYearly: Pence } {
  const outputs = recomputeSteps(steps)
  return {
    employeeYearly: answer(outputs, answers.employeeYearly),
    employerYearly: answer(outputs, answers.employerYearly),
  }
}

/** What each step of any derivation comes to, worked out from its given figures alone; throws as above. */
export function recomputeSteps(steps: readonly TraceStep[]): string[] {
  const outputs: string[] = []
  for (const [index, step] of steps.entries()) {
    const values = step.inputs.map(({ from, value }) => {
      if (from !== undefined && outputs[from] !== value)
        throw new Error(`Step ${index} does not take over the output of step ${from}`)
      return value
    })
    const output = applyRule(step.rule, values)
    if (output !== step.output.value) throw new Error(`Step ${index} answers ${output}, not ${step.output.value}`)
    outputs.push(output)
  }
  return outputs
}

function answer(outputs: string[], step: number): Pence {
  const value = outputs[step]
  if (value === undefined) throw new Error(`There is no step ${step}`)
  return penceOf(value)
}

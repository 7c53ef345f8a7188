import { derivationMessages as say } from './derivation.messages.ts'
import type { TraceStep } from '../pay/trace-step.contract.ts'

/** What is done with the figures; a sum of one figure is that figure. */
export function howOf({ rule, inputs }: TraceStep): string | undefined {
  if (rule === 'sum' || rule === 'rounded-sum') return inputs.length > 1 ? say.added : undefined
  return say.how[rule]
}

/** What a step works with; a figure that is merely looked up is its own result and need not be said twice. */
export function inputsOf({ inputs, label, output }: TraceStep): TraceStep['inputs'] {
  return inputs.filter((input) => input.label !== label || input.value !== output)
}

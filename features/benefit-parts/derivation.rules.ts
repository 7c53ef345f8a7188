import { derivationMessages as say } from './derivation.messages.ts'
import type { TraceStep } from '../../domain/selections/trace-step.contract.ts'

export function calculationSentence({ rule, inputs }: TraceStep): string | undefined {
  if (rule === 'sum' || rule === 'rounded-sum') return inputs.length > 1 ? say.added : undefined
  return say.how[rule]
}

export function shownInputs({ inputs, label, output }: TraceStep): TraceStep['inputs'] {
  return inputs.filter((input) => input.label !== label || input.value !== output)
}

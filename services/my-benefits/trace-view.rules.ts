import type { IsoDate } from '../../contract/dates.ts'
import { showPounds } from '../../contract/money.ts'
import { selectionViewMessages } from './selection-view.messages.ts'
import { showNumber } from '../../domain/selections/setup.rules.ts'
import type { StoredPrice } from '../../domain/selections/stored-price.ts'
import type { TraceStep } from '../../domain/selections/trace-step.contract.ts'

export function traceStepView({
  rule,
  label,
  inputs,
  output,
  source,
  effectiveDate,
}: StoredPrice['trace']['steps'][number]): TraceStep {
  return {
    rule,
    label,
    inputs: inputs.map((input) => ({ label: input.label, value: inWords(input) })),
    output: inWords(output),
    source,
    // The pricing rules write ISO dates.
    effectiveDate: effectiveDate as IsoDate,
  }
}

function inWords({ value, unit }: { value: string; unit: string }): string {
  switch (unit) {
    case 'pounds':
      return showPounds(Number(value))
    case 'percent':
    case 'multiple':
    case 'days':
      return showNumber({ unit }, Number(value))
    case 'years':
      return selectionViewMessages.years(value)
    case 'rate':
      return `£${value}`
    default:
      return value
  }
}

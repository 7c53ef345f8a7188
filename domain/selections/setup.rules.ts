import { beamMessages, setupMessages } from './setup.messages.ts'
import { formMessages } from '../../contract/messages.ts'
import { showPounds } from '../../contract/money.ts'
import type { BenefitView, SetupField, SetupValue, SetupValues } from './benefits.contract.ts'
import { setupSteps, type SetupStep } from './setup-steps.rules.ts'

type NumberInput = Extract<SetupField['input'], { kind: 'number' }>
export type FieldProblem = { field: string; message: string }

export function stepsFor(benefit: Pick<BenefitView, 'setupFields' | 'terms' | 'termsAndConditionsShown'>): SetupStep[] {
  const used = new Set<SetupStep>(benefit.setupFields.map(({ step }) => step))
  const termsOpen = benefit.termsAndConditionsShown && benefit.terms.some((term) => !term.accepted)
  return setupSteps.filter((step) => {
    if (step === 'review' || step === 'confirmation') return true
    return step === 'terms' ? termsOpen : step !== 'medical' && used.has(step)
  })
}

export function addSteps(steps: readonly SetupStep[], needed: readonly SetupStep[]): SetupStep[] {
  return setupSteps.filter((step) => steps.includes(step) || needed.includes(step))
}

/** Returns initial values: the previous choice, else the scheme's default, else the minimum. */
export function initialValues(fields: readonly SetupField[], chosen: SetupValues | null): SetupValues {
  const values: SetupValues = {}
  for (const field of fields) {
    const value = chosen?.[field.name] ?? field.initial ?? fallback(field)
    if (value !== null) values[field.name] = value
  }
  return values
}

/** A slider needs a value, and people may be empty. Options have no fallback: the employee must choose. */
function fallback({ input }: SetupField): SetupValue | null {
  if (input.kind === 'number') return input.min
  if (input.kind === 'people') return []
  return null
}

export function visibleFields(fields: readonly SetupField[], values: SetupValues): SetupField[] {
  return fields.filter(
    ({ onlyWhen }) => onlyWhen?.is.some((one) => [values[onlyWhen.option]].flat().includes(one)) ?? true,
  )
}

export function fieldsOfStep(fields: readonly SetupField[], values: SetupValues, step: SetupStep): SetupField[] {
  return visibleFields(fields, values).filter((field) => field.step === step)
}

export function valuesToSend(fields: readonly SetupField[], values: SetupValues): SetupValues {
  const sent: SetupValues = {}
  for (const { name } of visibleFields(fields, values)) {
    const value = values[name]
    if (value !== undefined && !Number.isNaN(value)) sent[name] = value
  }
  return sent
}

export function fieldProblems(fields: readonly SetupField[], values: SetupValues): FieldProblem[] {
  return visibleFields(fields, values).flatMap((field) => {
    const message = problemWith(field, values[field.name])
    return message === null ? [] : [{ field: field.name, message }]
  })
}

function problemWith({ input, required }: SetupField, value: SetupValue | undefined): string | null {
  switch (input.kind) {
    case 'options':
      if (value === undefined || value === '') return required ? formMessages.required : null
      return input.options.some((option) => option.value === value) ? null : setupMessages.chooseOne
    case 'people':
      return null
    case 'number':
      return typeof value === 'number' ? problemWithNumber(input, value) : required ? formMessages.required : null
  }
}

function problemWithNumber(input: NumberInput, value: number): string | null {
  if (Number.isNaN(value)) return setupMessages.notANumber(showNumber(input, input.min))
  if (value < input.min || value > input.max)
    return beamMessages.range(showNumber(input, input.min), showNumber(input, input.max))
  // Steps count from the minimum. Hundredths are whole numbers, so that 0.1 steps compare exactly.
  const offset = Math.round(value * 100) - Math.round(input.min * 100)
  const onStep = Number.isInteger(Math.round(value * 1e6) / 1e4) && offset % Math.round(input.step * 100) === 0
  return onStep ? null : setupMessages.inSteps(showNumber(input, input.step), showNumber(input, input.min))
}

export function showNumber({ unit }: Pick<NumberInput, 'unit'>, value: number): string {
  switch (unit) {
    case 'pounds':
      return showPounds(value)
    case 'percent':
      return `${value}%`
    case 'days':
      return value === 1 ? '1 day' : `${value} days`
    case 'multiple':
      return `${value} × salary`
  }
}

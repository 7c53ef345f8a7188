import { useState } from 'react'
import { SliderField } from '../../ui/SliderField.tsx'
import { SetupFieldInput, type InputProps } from './SetupFieldInput.tsx'
import { setupAmountMessages } from './setup-amount.messages.ts'
import { fieldProblems, showNumber } from '../../domain/selections/setup.rules.ts'

/** Choices and amounts. Loaded on demand. */
export function SetupAmountInput(props: InputProps) {
  const { field, value, onChange, error } = props
  const [left, setLeft] = useState(false)
  const { input, label, help, name } = field
  if (input.kind !== 'number') return <SetupFieldInput {...props} />
  const show = (amount: number) => showNumber(input, amount)
  return (
    <SliderField
      label={label}
      hint={help ?? setupAmountMessages.range(show(input.min), show(input.max))}
      // An empty field is reported when the step is sent, a wrong amount when it is left.
      error={error ?? (left && typeof value === 'number' ? problemOf(field, value) : undefined)}
      onBlur={() => afterPress(() => setLeft(true))}
      name={name}
      value={typeof value === 'number' ? value : null}
      onChange={onChange}
      min={input.min}
      max={input.max}
      step={input.step}
      show={show}
      sliderLabel={setupAmountMessages.slider(label)}
      prefix={input.unit === 'pounds' ? '£' : undefined}
      suffix={setupAmountMessages.units[input.unit]}
    />
  )
}

function problemOf(field: InputProps['field'], value: number): string | undefined {
  return fieldProblems([{ ...field, onlyWhen: null }], { [field.name]: value })[0]?.message
}

/** An error that appears while a button is pressed would move the button away from the pointer. */
function afterPress(act: () => void): void {
  if (!document.querySelector(':is(a, button, input, label):active')) return act()
  document.addEventListener('pointerup', () => setTimeout(act), { once: true })
}

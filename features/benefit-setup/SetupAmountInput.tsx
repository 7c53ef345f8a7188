import { SliderField } from '../../ui/SliderField.tsx'
import { SetupFieldInput, type InputProps } from './SetupFieldInput.tsx'
import { setupAmountMessages } from './setup-amount.messages.ts'
import { showNumber } from '../../domain/selections/setup.rules.ts'

/** Choices and amounts. Loaded on demand. */
export function SetupAmountInput(props: InputProps) {
  const { field, value, onChange, error } = props
  const { input, label, help, name } = field
  if (input.kind !== 'number') return <SetupFieldInput {...props} />
  const show = (amount: number) => showNumber(input, amount)
  return (
    <SliderField
      label={label}
      hint={help ?? setupAmountMessages.range(show(input.min), show(input.max))}
      error={error}
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

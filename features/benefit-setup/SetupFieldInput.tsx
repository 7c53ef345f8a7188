import { useState } from 'react'
import { Money } from '../../ui/Money.tsx'
import { RadioCards } from '../../ui/RadioCards.tsx'
import { SliderField } from '../../ui/SliderField.tsx'
import type { SetupField, SetupValue } from '../../domain/selections/benefits.contract.ts'
import { fieldProblems, showNumber } from '../../domain/selections/setup.rules.ts'
import { costMessages } from '../benefit-parts/cost.messages.ts'
import { setupAmountMessages } from './setup-amount.messages.ts'

export type InputProps = {
  field: SetupField
  value: SetupValue | undefined
  onChange: (value: SetupValue | null) => void
  error: string | undefined
  pricesFor?: string | undefined
}

export function SetupFieldInput(props: InputProps) {
  const { field, value, onChange, error, pricesFor } = props
  const { input, label, help, name } = field
  switch (input.kind) {
    case 'options':
      return (
        <RadioCards
          legend={label}
          hint={[help, input.options.some(({ perMonth }) => perMonth !== null) && pricesFor].filter(Boolean).join(' ')}
          error={error}
          name={name}
          value={typeof value === 'string' ? value : null}
          onChange={onChange}
          choices={input.options.map((option) => ({
            value: option.value,
            label: option.label,
            ...(option.description && { detail: option.description }),
            ...(option.perMonth !== null && { aside: <Money amount={option.perMonth} per={costMessages.perMonth} /> }),
          }))}
        />
      )
    case 'number':
      return <AmountInput {...props} input={input} />
    case 'people':
      return null
  }
}

type NumberInput = Extract<InputProps['field']['input'], { kind: 'number' }>

function AmountInput({ field, input, value, onChange, error }: InputProps & { input: NumberInput }) {
  const [left, setLeft] = useState(false)
  const { label, help, name } = field
  const show = (amount: number) => showNumber(input, amount)
  return (
    <SliderField
      label={label}
      hint={help ?? setupAmountMessages.range(show(input.min), show(input.max))}
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

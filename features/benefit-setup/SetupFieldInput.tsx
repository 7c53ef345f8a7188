import { Money } from '../../ui/Money.tsx'
import { RadioCards } from '../../ui/RadioCards.tsx'
import type { SetupField, SetupValue } from '../../domain/selections/benefits.contract.ts'
import { costMessages } from '../benefit-parts/cost.messages.ts'

export type InputProps = {
  field: SetupField
  value: SetupValue | undefined
  onChange: (value: SetupValue | null) => void
  error: string | undefined
}

/** Questions that are answered by choosing. */
export function SetupFieldInput({ field, value, onChange, error }: InputProps) {
  const { input, label, help, name } = field
  switch (input.kind) {
    case 'options':
      return (
        <RadioCards
          legend={label}
          hint={help}
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
    case 'people':
      return null
  }
}

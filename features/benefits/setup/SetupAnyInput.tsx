import { SetupAmountInput } from './SetupAmountInput.tsx'
import type { InputProps } from './SetupFieldInput.tsx'
import { SetupPeopleInput } from './SetupPeopleInput.tsx'

/** One question of a benefit's setup, amounts and people among them; fetched where people are asked for, and by what if. */
export function SetupAnyInput(props: InputProps) {
  const { input } = props.field
  return input.kind === 'people' ? (
    <SetupPeopleInput {...props} people={input.people} />
  ) : (
    <SetupAmountInput {...props} />
  )
}

import { SetupAmountInput } from './SetupAmountInput.tsx'
import type { InputProps } from './SetupFieldInput.tsx'
import { SetupPeopleInput } from './SetupPeopleInput.tsx'

/** Any question. Loaded on demand by setup steps with people and by what-if. */
export function SetupAnyInput(props: InputProps) {
  const { input } = props.field
  return input.kind === 'people' ? (
    <SetupPeopleInput {...props} people={input.people} />
  ) : (
    <SetupAmountInput {...props} />
  )
}

import { SetupFieldInput, type InputProps } from './SetupFieldInput.tsx'
import { SetupPeopleInput } from './SetupPeopleInput.tsx'

/** Input for every kind of question. Setup steps with people and what-if load it on demand. */
export function SetupAnyInput(props: InputProps) {
  const { input } = props.field
  return input.kind === 'people' ? (
    <SetupPeopleInput {...props} people={input.people} />
  ) : (
    <SetupFieldInput {...props} />
  )
}

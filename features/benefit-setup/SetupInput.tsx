import { SetupFieldInput, type InputProps } from './SetupFieldInput.tsx'
import { SetupPeopleInput } from './SetupPeopleInput.tsx'

export function SetupInput(props: InputProps) {
  const { input } = props.field
  return input.kind === 'people' ? (
    <SetupPeopleInput {...props} people={input.people} />
  ) : (
    <SetupFieldInput {...props} />
  )
}

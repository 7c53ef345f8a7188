import { passwordMessages } from '../contract/password.messages.ts'
import { PasswordField } from './PasswordField.tsx'
import { PasswordRules } from './PasswordRules.tsx'
import styles from './NewPassword.module.css'
import type { NewPassword as NewPasswordState, NewPasswordProblems } from './use-new-password.ts'

type NewPasswordProps = {
  state: NewPasswordState
  problems?: NewPasswordProblems
  name?: string
}

export function NewPassword({ state, problems = {}, name = 'password' }: NewPasswordProps) {
  return (
    <div className={styles.fields}>
      <PasswordField
        label={passwordMessages.new}
        name={name}
        autoComplete="new-password"
        value={state.password}
        onChange={state.change}
        error={problems.password}
      />
      <PasswordRules marks={state.marks} settled={state.isSettled} />
      <PasswordField
        label={passwordMessages.confirm}
        name={`${name}_confirmation`}
        autoComplete="new-password"
        value={state.confirmation}
        onChange={state.confirm}
        error={problems.confirmation}
      />
    </div>
  )
}

import { useId, type FormEvent } from 'react'
import { formErrorMessages } from '../../contract/form-error.messages.ts'
import { passwordMessages } from '../../contract/password.messages.ts'
import { FormErrors } from '../../ui/FormErrors.tsx'
import { NewPassword } from '../../ui/NewPassword.tsx'
import { SaveAndCancel, SidePanel, useClosePanel, type PanelProps } from '../../ui/SidePanel.tsx'
import { notify } from '../../ui/use-notices.ts'
import { CurrentPassword } from '../session/CurrentPassword.tsx'
import styles from './ChangePasswordPanel.module.css'
import { changePasswordMessages } from './password.messages.ts'
import { useChangePassword, type ChangeProblems } from './use-change-password.ts'

export function ChangePasswordPanel({ onClose }: PanelProps) {
  const form = useChangePassword()
  const formId = useId()
  return (
    <SidePanel
      title={changePasswordMessages.title}
      busy={form.busy}
      error={form.failure}
      onClose={onClose}
      footer={<SaveAndCancel formId={formId} busy={form.busy} />}
    >
      <Fields id={formId} form={form} />
    </SidePanel>
  )
}

function Fields({ id, form }: { id: string; form: ReturnType<typeof useChangePassword> }) {
  const close = useClosePanel()
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (!(await form.submit())) return
    notify(passwordMessages.changed)
    close()
  }
  return (
    <form id={id} className={styles.form} noValidate onSubmit={(event) => void submit(event)}>
      <FormErrors title={formErrorMessages.review} errors={listOf(form.problems)} />
      <CurrentPassword
        label={changePasswordMessages.current}
        name="current_password"
        value={form.current}
        onChange={form.setCurrent}
        error={form.problems.current}
      />
      <NewPassword state={form.fresh} problems={form.problems} />
      <p className={styles.soft}>{changePasswordMessages.otherSessions}</p>
    </form>
  )
}

function listOf({ current, password, confirmation }: ChangeProblems) {
  return [
    { field: 'current_password', message: current },
    { field: 'password', message: password },
    { field: 'password_confirmation', message: confirmation },
  ].filter((problem) => problem.message !== undefined)
}

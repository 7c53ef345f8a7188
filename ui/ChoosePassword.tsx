import { useEffect, useRef, type FormEvent, type ReactNode } from 'react'
import { dobMessages } from '../contract/date-of-birth.messages.ts'
import { buttonMessages } from '../contract/messages.ts'
import { Alert } from './Alert.tsx'
import { Button } from './Button.tsx'
import { DateOfBirthField } from './DateOfBirthField.tsx'
import { NewPassword } from './NewPassword.tsx'
import styles from './ChoosePassword.module.css'
import type { ChoosePassword as ChoosePasswordState } from './use-choose-password.ts'

type ChoosePasswordProps = {
  state: ChoosePasswordState
  words: {
    verifyLead: ReactNode
    checking: string
    chooseLead: ReactNode
    submit: string
    submitting: string
    next: ReactNode
  }
  username?: string
  action?: ReactNode
  onCancel: () => void
}

export function ChoosePassword({ state, words, username, action, onCancel }: ChoosePasswordProps) {
  const { step, busy, refused } = state
  const form = useRef<HTMLFormElement>(null)
  const stepBefore = useRef(step)
  useEffect(() => {
    if (stepBefore.current !== step) firstInput(form.current)?.focus()
    stepBefore.current = step
  }, [step])
  useEffect(() => {
    if (refused.times > 0) firstInput(form.current, '[aria-invalid="true"]')?.focus()
  }, [refused])

  if (step === 'over')
    return (
      <Alert kind="error" title={refused.banner}>
        {words.next}
      </Alert>
    )

  const submit = (event: FormEvent) => {
    event.preventDefault()
    void (step === 'verify' ? state.verify() : state.set())
  }
  return (
    <form ref={form} className={styles.form} noValidate onSubmit={submit}>
      {/* The key renders a new alert for each attempt, so that the same refusal is read out again. */}
      {refused.banner && (
        <Alert key={refused.times} kind="error" isAnswer action={action}>
          {refused.banner}
        </Alert>
      )}
      <p className={styles.lead}>{step === 'verify' ? words.verifyLead : words.chooseLead}</p>
      {step === 'verify' ? (
        <DateOfBirthField
          label={dobMessages.label}
          hint={dobMessages.hint}
          value={state.date}
          onChange={state.setDate}
          error={refused.date}
          isOwn
        />
      ) : (
        <>
          {username && <input type="text" name="username" autoComplete="username" value={username} readOnly hidden />}
          <NewPassword state={state.fresh} problems={refused} />
        </>
      )}
      <div className={styles.buttons}>
        <Button type="submit" busy={busy} busyLabel={step === 'verify' ? words.checking : words.submitting}>
          {step === 'verify' ? buttonMessages.next : words.submit}
        </Button>
        {step === 'verify' && (
          <Button kind="secondary" onClick={onCancel} disabled={busy}>
            {buttonMessages.cancel}
          </Button>
        )}
      </div>
    </form>
  )
}

function firstInput(form: HTMLFormElement | null, which = ':not([hidden])'): HTMLInputElement | null {
  return form?.querySelector<HTMLInputElement>(`input${which}`) ?? null
}

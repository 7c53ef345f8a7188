import { useEffect, useRef, useState, type FormEvent, type ReactNode } from 'react'
import { Alert } from '../../ui/Alert.tsx'
import { Button } from '../../ui/Button.tsx'
import { CodeBoxes, completeCode, noDigits, type CodeDigits } from '../../ui/CodeBoxes.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { loginMessages } from '../../services/session/session.messages.ts'
import { codeEntryMessages } from './two-factor.messages.ts'
import styles from './TwoFactor.module.css'

/** `times` counts the refusals. As a React key it lets screen readers announce the same message again. */
export type CodeRefusal = { sentence: string; times: number }

type CodeEntryProps = {
  lead?: string
  submitLabel: string
  busy: boolean
  refused: CodeRefusal | null
  onSubmit: (code: string) => void
  withRecovery?: boolean
  focusAtOnce?: boolean
  children?: ReactNode
  others?: ReactNode
}

export function SecurityCodeForm({
  lead,
  submitLabel,
  busy,
  refused,
  onSubmit,
  withRecovery = false,
  focusAtOnce = false,
  children,
  others,
}: CodeEntryProps) {
  const [digits, setDigits] = useState<CodeDigits>(noDigits)
  const [recovery, setRecovery] = useState<string | null>(null)
  const [changes, setChanges] = useState(0)
  const form = useRef<HTMLFormElement>(null)
  const times = refused?.times ?? 0
  useEffect(() => {
    if (focusAtOnce || times > 0 || changes > 0) form.current?.querySelector('input')?.focus()
  }, [focusAtOnce, times, changes])

  const code = recovery === null ? completeCode(digits) : recovery.trim() || null
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (code !== null && !busy) onSubmit(code)
  }
  const change = () => {
    setRecovery(recovery === null ? '' : null)
    setChanges(changes + 1)
  }
  return (
    <div className={styles.stack}>
      {lead && recovery === null && <p className={styles.soft}>{lead}</p>}
      <form ref={form} className={styles.stack} noValidate onSubmit={submit}>
        {refused && (
          <Alert key={times} kind="error">
            {refused.sentence}
          </Alert>
        )}
        {recovery === null ? (
          <CodeBoxes label={codeEntryMessages.code} digits={digits} onChange={setDigits} />
        ) : (
          <TextField
            label={codeEntryMessages.recoveryCode}
            hint={codeEntryMessages.recoveryHint}
            name="recovery-code"
            autoComplete="off"
            value={recovery}
            onChange={setRecovery}
          />
        )}
        {children}
        <div className={styles.buttons}>
          <Button type="submit" busy={busy} busyLabel={loginMessages.checking} disabled={code === null}>
            {submitLabel}
          </Button>
          {others}
        </div>
        {withRecovery && (
          <button type="button" className={styles.other} onClick={change}>
            {recovery === null ? codeEntryMessages.byRecovery : codeEntryMessages.byApp}
          </button>
        )}
      </form>
    </div>
  )
}

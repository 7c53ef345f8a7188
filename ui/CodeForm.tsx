import { useState, type ReactNode } from 'react'
import { Button } from './Button.tsx'
import { CodeBoxes, completeCode, noDigits, type CodeDigits } from './CodeBoxes.tsx'
import styles from './CodeBoxes.module.css'

type CodeFormProps = {
  label: ReactNode
  hint?: ReactNode
  error?: ReactNode
  submitLabel: ReactNode
  busyLabel?: ReactNode
  busy: boolean
  onSubmit: (code: string) => void
  others?: ReactNode
}

/** The button is disabled until all six digits are typed (FORM-41, FORM-42). */
export function CodeForm({
  label,
  hint,
  error,
  submitLabel,
  busyLabel = submitLabel,
  busy,
  onSubmit,
  others,
}: CodeFormProps) {
  const [digits, setDigits] = useState<CodeDigits>(noDigits)
  const code = completeCode(digits)
  return (
    <form
      className={styles.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (code !== null && !busy) onSubmit(code)
      }}
    >
      <CodeBoxes label={label} hint={hint} error={error} digits={digits} onChange={setDigits} />
      <div className={styles.buttons}>
        <Button type="submit" busy={busy} busyLabel={busyLabel} disabled={code === null}>
          {submitLabel}
        </Button>
        {others}
      </div>
    </form>
  )
}

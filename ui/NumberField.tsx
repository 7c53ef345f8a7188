import { useState, type ReactNode, type Ref } from 'react'
import { Field, type FieldFrame } from './Field.tsx'
import styles from './Field.module.css'

type NumberFieldProps = FieldFrame & {
  /** null if the field is empty, NaN if its text is not a number. */
  value: number | null
  onChange: (value: number | null) => void
  min?: number
  max?: number
  step?: number
  prefix?: ReactNode
  suffix?: ReactNode
  name?: string
  disabled?: boolean
  onBlur?: () => void
  ref?: Ref<HTMLInputElement>
}

/** A text input, because mouse wheels change native number inputs by accident. Arrow keys change the value. */
export function NumberField({
  label,
  hint,
  error,
  required = true,
  value,
  onChange,
  min,
  max,
  step = 1,
  prefix,
  suffix,
  ...input
}: NumberFieldProps) {
  const [typed, setTyped] = useState(showPlain(value))
  const shown = Object.is(numberIn(typed), value) ? typed : showPlain(value)

  const change = (text: string) => {
    setTyped(text)
    onChange(numberIn(text))
  }
  const stepBy = (steps: number) => {
    const from = value === null || Number.isNaN(value) ? (min ?? 0) : value
    const next = Number((from + steps * step).toFixed(2))
    change(String(Math.min(max ?? next, Math.max(min ?? next, next))))
  }

  return (
    <Field label={label} hint={hint} error={error} required={required}>
      {({ id, describedBy, invalid }) => (
        <span className={styles.box} data-invalid={invalid}>
          {prefix && <span className={styles.affix}>{prefix}</span>}
          <input
            {...input}
            id={id}
            type="text"
            inputMode={Number.isInteger(step) && Number.isInteger(min ?? 0) ? 'numeric' : 'decimal'}
            autoComplete="off"
            className={`${styles.input} ${styles.number}`}
            value={shown}
            onChange={(event) => change(event.currentTarget.value)}
            onKeyDown={(event) => {
              if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return
              event.preventDefault()
              stepBy(event.key === 'ArrowUp' ? 1 : -1)
            }}
            aria-required={required || undefined}
            aria-invalid={invalid}
            aria-describedby={describedBy}
          />
          {suffix && <span className={styles.suffix}>{suffix}</span>}
        </span>
      )}
    </Field>
  )
}

function showPlain(value: number | null): string {
  return value === null || Number.isNaN(value) ? '' : String(value)
}

function numberIn(text: string): number | null {
  const bare = text.replaceAll(/[£,\s]/g, '')
  if (bare === '') return null
  return /^-?(?:\d+(?:\.\d*)?|\.\d+)$/.test(bare) ? Number(bare) : Number.NaN
}

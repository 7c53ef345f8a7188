import type { InputHTMLAttributes, ReactNode, Ref } from 'react'
import { Field, type FieldFrame } from './Field.tsx'
import styles from './Field.module.css'

type TextFieldProps = FieldFrame &
  Omit<InputHTMLAttributes<HTMLInputElement>, 'onChange' | 'value' | 'className' | 'style' | 'id' | 'prefix'> & {
    value: string
    onChange: (value: string) => void
    prefix?: ReactNode
    suffix?: ReactNode
    ref?: Ref<HTMLInputElement>
  }

export function TextField({
  label,
  hint,
  error,
  isFilter = false,
  required = !isFilter,
  value,
  onChange,
  prefix,
  suffix,
  type = 'text',
  ...input
}: TextFieldProps) {
  return (
    <Field label={label} hint={hint} error={error} required={required} isFilter={isFilter}>
      {({ id, describedBy, invalid }) => (
        <span className={styles.box} data-invalid={invalid}>
          {prefix && <span className={styles.affix}>{prefix}</span>}
          <input
            {...input}
            id={id}
            type={type}
            className={styles.input}
            value={value}
            onChange={(event) => onChange(event.currentTarget.value)}
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

import type { Ref, TextareaHTMLAttributes } from 'react'
import { Field, type FieldFrame } from './Field.tsx'
import styles from './Field.module.css'

type TextAreaProps = FieldFrame &
  Omit<TextareaHTMLAttributes<HTMLTextAreaElement>, 'onChange' | 'value' | 'className' | 'style' | 'id'> & {
    value: string
    onChange: (value: string) => void
    ref?: Ref<HTMLTextAreaElement>
  }

export function TextArea({ label, hint, error, required = true, value, onChange, ...input }: TextAreaProps) {
  return (
    <Field label={label} hint={hint} error={error} required={required}>
      {({ id, describedBy, invalid }) => (
        <span className={styles.box} data-invalid={invalid}>
          <textarea
            {...input}
            id={id}
            className={styles.input}
            value={value}
            onChange={(event) => onChange(event.currentTarget.value)}
            aria-required={required || undefined}
            aria-invalid={invalid}
            aria-describedby={describedBy}
          />
        </span>
      )}
    </Field>
  )
}

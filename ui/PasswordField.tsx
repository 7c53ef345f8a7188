import { useState, type InputHTMLAttributes, type Ref } from 'react'
import { Field, type FieldFrame } from './Field.tsx'
import { fieldMessages } from './field.messages.ts'
import { Icon } from './Icon.tsx'
import styles from './Field.module.css'

type PasswordFieldProps = FieldFrame &
  Omit<
    InputHTMLAttributes<HTMLInputElement>,
    'onChange' | 'value' | 'className' | 'style' | 'id' | 'type' | 'autoComplete'
  > & {
    value: string
    onChange: (value: string) => void
    autoComplete: 'current-password' | 'new-password'
    ref?: Ref<HTMLInputElement>
  }

export function PasswordField({ label, hint, error, required = true, value, onChange, ...input }: PasswordFieldProps) {
  const [shown, setShown] = useState(false)
  return (
    <Field label={label} hint={hint} error={error} required={required}>
      {({ id, describedBy, invalid }) => (
        <span className={styles.box} data-invalid={invalid}>
          <input
            {...input}
            id={id}
            type={shown ? 'text' : 'password'}
            className={styles.input}
            value={value}
            onChange={(event) => onChange(event.currentTarget.value)}
            autoCapitalize="none"
            spellCheck={false}
            aria-required={required || undefined}
            aria-invalid={invalid}
            aria-describedby={describedBy}
          />
          <button
            type="button"
            className={styles.toggle}
            onClick={() => setShown(!shown)}
            aria-controls={id}
            aria-label={shown ? fieldMessages.hidePassword : fieldMessages.showPassword}
          >
            <Icon name={shown ? 'eyeOff' : 'eye'} />
            <span aria-hidden="true">{shown ? fieldMessages.hide : fieldMessages.show}</span>
          </button>
        </span>
      )}
    </Field>
  )
}

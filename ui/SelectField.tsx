import type { Ref, SelectHTMLAttributes } from 'react'
import { Field, type FieldFrame } from './Field.tsx'
import { Icon } from './Icon.tsx'
import { classNames } from './class-names.ts'
import styles from './Field.module.css'
import listStyles from './SelectField.module.css'

type Choice = { value: string; label: string; disabled?: boolean }

type SelectFieldProps = FieldFrame &
  Omit<SelectHTMLAttributes<HTMLSelectElement>, 'onChange' | 'value' | 'className' | 'style' | 'id' | 'multiple'> & {
    value: string
    onChange: (value: string) => void
    choices: readonly Choice[]
    placeholder?: string
    ref?: Ref<HTMLSelectElement>
  }

export function SelectField({
  label,
  hint,
  error,
  isFilter = false,
  required = !isFilter,
  value,
  onChange,
  choices,
  placeholder,
  ...select
}: SelectFieldProps) {
  return (
    <Field label={label} hint={hint} error={error} required={required} isFilter={isFilter}>
      {({ id, describedBy, invalid }) => (
        <span className={styles.box} data-invalid={invalid}>
          <select
            {...select}
            id={id}
            className={classNames(styles.input, listStyles.select)}
            value={value}
            onChange={(event) => onChange(event.currentTarget.value)}
            aria-required={required || undefined}
            aria-invalid={invalid}
            aria-describedby={describedBy}
          >
            {placeholder !== undefined && <option value="">{placeholder}</option>}
            {choices.map((choice) => (
              <option key={choice.value} value={choice.value} disabled={choice.disabled}>
                {choice.label}
              </option>
            ))}
          </select>
          <span className={styles.chevron}>
            <Icon name="chevronDown" />
          </span>
        </span>
      )}
    </Field>
  )
}

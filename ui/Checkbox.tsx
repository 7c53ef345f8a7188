import { useEffect, useId, useRef, type ReactNode } from 'react'
import { FieldError } from './Field.tsx'
import { classNames } from './class-names.ts'
import styles from './Checkbox.module.css'

type CheckboxProps = {
  label: ReactNode
  checked: boolean
  onChange: (checked: boolean) => void
  mixed?: boolean
  hideLabel?: boolean
  hint?: ReactNode
  error?: ReactNode
  name?: string
  disabled?: boolean
  required?: boolean
  asSwitch?: boolean
}

export function Checkbox({
  label,
  checked,
  onChange,
  mixed = false,
  hideLabel = false,
  hint,
  error,
  name,
  disabled,
  required,
  asSwitch = false,
}: CheckboxProps) {
  const id = useId()
  const box = useRef<HTMLInputElement>(null)
  useEffect(() => {
    // HTML has no attribute for the mixed state, only this property.
    if (box.current) box.current.indeterminate = mixed
  }, [mixed])
  const describedBy = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ') || undefined
  return (
    <div className={styles.checkbox}>
      <label className={classNames(styles.row, hideLabel && styles.bare)}>
        <input
          ref={box}
          type="checkbox"
          role={asSwitch ? 'switch' : undefined}
          className={classNames(styles.box, asSwitch && styles.switch)}
          name={name}
          checked={checked}
          disabled={disabled}
          onChange={(event) => onChange(event.currentTarget.checked)}
          aria-required={required || undefined}
          aria-invalid={error ? true : undefined}
          aria-describedby={describedBy}
        />
        <span className={hideLabel ? 'visually-hidden' : undefined}>{label}</span>
      </label>
      {hint && (
        <p className={styles.hint} id={`${id}-hint`}>
          {hint}
        </p>
      )}
      <FieldError id={`${id}-error`}>{error}</FieldError>
    </div>
  )
}

import { useId, type ReactNode } from 'react'
import { fieldMessages } from './field.messages.ts'
import { Icon } from './Icon.tsx'
import styles from './Field.module.css'

export type FieldFrame = {
  label: ReactNode
  hint?: ReactNode
  error?: ReactNode
  required?: boolean
  isFilter?: boolean
}

type Described = { id: string; describedBy: string | undefined; invalid: true | undefined }

export function Field({
  label,
  hint,
  error,
  required = true,
  isFilter = false,
  children,
}: FieldFrame & { children: (input: Described) => ReactNode }) {
  const id = useId()
  const hintId = `${id}-hint`
  const errorId = `${id}-error`
  const describedBy = [hint && hintId, error && errorId].filter(Boolean).join(' ') || undefined
  return (
    <div className={styles.field}>
      <label className={styles.label} htmlFor={id}>
        {label} {!required && !isFilter && <span className={styles.optional}>{fieldMessages.optional}</span>}
      </label>
      {hint && (
        <p className={styles.hint} id={hintId}>
          {hint}
        </p>
      )}
      {children({ id, describedBy, invalid: error ? true : undefined })}
      <FieldError id={errorId}>{error}</FieldError>
    </div>
  )
}

/** The live region is always in the page, so that screen readers announce an error. */
export function FieldError({ id, children }: { id: string; children: ReactNode }) {
  return (
    <p className={styles.error} id={id} aria-live="polite">
      {children && (
        <>
          <Icon name="error" size={16} />
          <span>{children}</span>
        </>
      )}
    </p>
  )
}

import { useEffect, useRef, type ReactNode } from 'react'
import { Icon } from './Icon.tsx'
import styles from './Alert.module.css'

type FormErrorsProps = {
  title: ReactNode
  /** `field` is the `name` of an input in the same form. */
  errors: readonly { field: string; message: ReactNode }[]
}

/** Error summary at the top of a `<form>`. Takes focus with each new set of errors; each line links to its field. */
export function FormErrors({ title, errors }: FormErrorsProps) {
  const box = useRef<HTMLDivElement>(null)
  const fields = errors.map((error) => error.field).join(' ')
  useEffect(() => {
    if (fields) box.current?.focus()
  }, [fields])
  if (errors.length === 0) return null
  return (
    <div ref={box} className={styles.alert} data-kind="error" role="alert" tabIndex={-1}>
      <Icon name="error" />
      <div className={styles.words}>
        <p className={styles.title}>{title}</p>
        <ul className={styles.list}>
          {errors.map(({ field, message }) => (
            <li key={field}>
              <a
                href={`#${field}`}
                onClick={(event) => {
                  event.preventDefault()
                  focusField(event.currentTarget.closest('form'), field)
                }}
              >
                {message}
              </a>
            </li>
          ))}
        </ul>
      </div>
    </div>
  )
}

function focusField(form: HTMLFormElement | null, field: string) {
  const found = form?.elements.namedItem(field)
  // A radio group returns a list; focus its first button.
  const input = found instanceof RadioNodeList ? found[0] : found
  if (input instanceof HTMLElement) input.focus()
}

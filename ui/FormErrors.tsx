import { useEffect, useId, useLayoutEffect, useRef, useState, type ReactNode } from 'react'
import { formMessages } from '../contract/messages.ts'
import { Icon } from './Icon.tsx'
import styles from './Alert.module.css'

type FormErrorsProps = {
  title: ReactNode
  /** `field` is the `name` of an input in the same form. */
  errors: readonly { field: string; message: ReactNode }[]
}

/** Gets the focus after each failed submission, so that it is announced instead of the errors at the fields. */
export function FormErrors({ title, errors }: FormErrorsProps) {
  const id = useId()
  const box = useRef<HTMLDivElement>(null)
  const { attempt, atFieldRef } = useAttempts(box)
  const wasEmpty = useRef(true)
  const shown = [attempt, ...errors.map((error) => error.field)].join(' ')
  const [names, setNames] = useState<readonly (string | undefined)[]>([])
  useLayoutEffect(() => {
    const [, ...fields] = shown.split(' ')
    const isFirst = wasEmpty.current
    wasEmpty.current = fields.length === 0
    if (fields.length === 0) return
    const form = box.current?.closest('form') ?? null
    setNames(fields.map((field) => nameOf(inputOf(form, field))))
    if (isFirst || !atFieldRef.current) box.current?.focus()
  }, [shown, atFieldRef])
  if (errors.length === 0) return <div ref={box} hidden />
  return (
    <div
      ref={box}
      className={styles.alert}
      data-kind="error"
      role="group"
      tabIndex={-1}
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-list`}
    >
      <Icon name="error" />
      <div className={styles.words}>
        <p className={styles.title} id={`${id}-title`}>
          {title}
        </p>
        <ul className={styles.list} id={`${id}-list`}>
          {errors.map(({ field, message }, index) => (
            <li key={field}>
              <a
                href={`#${field}`}
                onClick={(event) => {
                  event.preventDefault()
                  inputOf(event.currentTarget.closest('form'), field)?.focus()
                }}
              >
                {names[index] && saysNoField(message, errors) && `${names[index]}: `}
                {message}
              </a>
            </li>
          ))}
        </ul>
      </div>
    </div>
  )
}

/** After each submission, silences the live regions of fields until a field has the focus again. */
function useAttempts(box: { readonly current: HTMLElement | null }) {
  const [attempt, setAttempt] = useState(0)
  const atFieldRef = useRef(false)
  useEffect(() => {
    const form = box.current?.closest('form')
    if (!form) return
    const announceFields = (live: 'off' | 'polite') => {
      for (const region of form.querySelectorAll('[aria-live]')) region.setAttribute('aria-live', live)
    }
    const onSubmit = () => {
      announceFields('off')
      atFieldRef.current = false
      setAttempt((before) => before + 1)
    }
    const onFocus = ({ target }: FocusEvent) => {
      if (target === box.current) return
      announceFields('polite')
      atFieldRef.current = true
    }
    form.addEventListener('submit', onSubmit, { capture: true })
    form.addEventListener('focusin', onFocus)
    return () => {
      form.removeEventListener('submit', onSubmit, { capture: true })
      form.removeEventListener('focusin', onFocus)
    }
  }, [box])
  return { attempt, atFieldRef }
}

function saysNoField(message: ReactNode, errors: FormErrorsProps['errors']): boolean {
  return message === formMessages.required || errors.filter((error) => error.message === message).length > 1
}

function inputOf(form: HTMLFormElement | null, field: string): HTMLElement | null {
  const found = form?.elements.namedItem(field)
  const input = found instanceof RadioNodeList ? found[0] : found
  return input instanceof HTMLElement ? input : null
}

function nameOf(input: HTMLElement | null): string | undefined {
  const labelledBy = input?.getAttribute('aria-labelledby')?.split(' ')[0]
  const label =
    input?.closest('fieldset')?.querySelector('legend') ??
    (labelledBy ? document.getElementById(labelledBy) : null) ??
    (input instanceof HTMLInputElement || input instanceof HTMLSelectElement || input instanceof HTMLTextAreaElement
      ? input.labels?.[0]
      : null)
  return label?.textContent.trim()
}

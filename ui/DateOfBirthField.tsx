import { useEffect, useId, useRef, useState, type ClipboardEvent, type KeyboardEvent } from 'react'
import {
  datePartNames,
  dobProblem,
  isDatePartComplete,
  isWholeDate,
  padDatePart,
  partDigits,
  datePartsOf,
  pastedDate,
  stepDatePart,
  dateOfParts,
  withPart,
  type DatePart,
  type DateParts,
} from '../contract/date-of-birth.ts'
import { londonDate } from '../contract/dates.ts'
import { dobMessages } from '../contract/date-of-birth.messages.ts'
import { FieldError, type FieldFrame } from './Field.tsx'
import box from './Field.module.css'
import styles from './DateOfBirthField.module.css'
import { useTabAfterAutoAdvance } from './use-tab-after-auto-advance.ts'

type DateOfBirthFieldProps = Omit<FieldFrame, 'isFilter'> & {
  /** yyyy-mm-dd if complete, '' if empty, or else the parts typed so far. */
  value: string
  onChange: (value: string) => void
  onBlur?: () => void
  name?: string
  disabled?: boolean
  /** The latest allowed year is that of this day (FORM-14). */
  today?: string
  isOwn?: boolean
}

const separators = ['/', '.', '-', ' ']
const autoComplete = { day: 'bday-day', month: 'bday-month', year: 'bday-year' } as const

/** Three boxes for a date. Does not correct digits: a date that does not exist is an error as soon as it is complete. */
export function DateOfBirthField({
  label,
  hint,
  error: wrong,
  required = true,
  value,
  onChange,
  onBlur,
  name = 'date-of-birth',
  disabled = false,
  today: given,
  isOwn = false,
}: DateOfBirthFieldProps) {
  const id = useId()
  const tab = useTabAfterAutoAdvance()
  const [now] = useState(() => londonDate(new Date()))
  const today = given ?? now
  const error = wrong ?? (isWholeDate(value) ? dobProblem(value, today) : null)
  const inputs = useRef<Partial<Record<DatePart, HTMLInputElement | null>>>({})
  // Moving the focus fires blur on the previous box during the same change. Both handlers need the newest value.
  const latest = useRef(value)
  useEffect(() => {
    latest.current = value
  }, [value])
  const [stepped, setStepped] = useState('')

  const put = (parts: DateParts) => {
    const next = dateOfParts(parts)
    if (next === latest.current) return
    latest.current = next
    onChange(next)
  }
  const currentParts = () => datePartsOf(latest.current)
  const focusPart = (part: DatePart | undefined) => {
    const input = part && inputs.current[part]
    input?.focus()
    input?.select()
  }

  const type = (part: DatePart, input: HTMLInputElement, inputType: string | undefined) => {
    const parts = withPart(currentParts(), part, input.value)
    if (inputType?.startsWith('delete') || !isDatePartComplete(part, parts[part])) {
      put(parts)
      return
    }
    put({ ...parts, [part]: padDatePart(part, parts[part]) })
    // If the browser fills in all three boxes, do not move the focus.
    const next = after(part)
    if (document.activeElement !== input || !next) return
    focusPart(next)
    tab.jumped()
  }

  const onKeyDown = (part: DatePart, event: KeyboardEvent<HTMLInputElement>) => {
    if (tab.ignoreTab(event, separators)) return
    const digits = currentParts()[part]
    switch (event.key) {
      case 'ArrowUp':
      case 'ArrowDown': {
        event.preventDefault()
        const next = stepDatePart(currentParts(), part, event.key === 'ArrowUp' ? 1 : -1, today)
        put(next)
        setStepped(next[part])
        return
      }
      case 'Backspace':
        if (digits !== '' || part === 'day') return
        event.preventDefault()
        focusPart(before(part))
        return
      default:
        if (!separators.includes(event.key)) return
        event.preventDefault()
        if (digits !== '') focusPart(after(part))
    }
  }

  const onPaste = (event: ClipboardEvent<HTMLInputElement>) => {
    const pasted = pastedDate(event.clipboardData.getData('text'))
    if (!pasted) return
    event.preventDefault()
    put(pasted)
    focusPart('year')
  }

  const leave = (part: DatePart, to: EventTarget | null) => {
    const parts = currentParts()
    // Do not pad a single zero, because '00' would look like a day.
    if (Number(parts[part]) > 0) put({ ...parts, [part]: padDatePart(part, parts[part]) })
    setStepped('')
    tab.forgetJump()
    if (!Object.values(inputs.current).some((input) => input === to)) onBlur?.()
  }

  const parts = datePartsOf(value)
  const describedBy = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ') || undefined
  return (
    <fieldset className={box.field} aria-describedby={describedBy} disabled={disabled}>
      <legend className={styles.legend}>
        {label} {!required && <span className={box.optional}>{dobMessages.optional}</span>}
      </legend>
      {hint && (
        <p className={box.hint} id={`${id}-hint`}>
          {hint}
        </p>
      )}
      <div className={styles.parts}>
        {datePartNames.map((part) => (
          <label key={part} className={styles.part}>
            <span className={styles.name}>{dobMessages[part]}</span>
            <span className={box.box} data-invalid={error ? true : undefined}>
              <input
                ref={(input) => {
                  inputs.current[part] = input
                }}
                name={part === 'day' ? name : `${name}-${part}`}
                className={`${box.input} ${styles.digits}`}
                data-part={part}
                type="text"
                inputMode="numeric"
                autoComplete={isOwn ? autoComplete[part] : 'off'}
                maxLength={partDigits[part]}
                value={parts[part]}
                onChange={(event) => type(part, event.currentTarget, inputTypeOf(event.nativeEvent))}
                onKeyDown={(event) => onKeyDown(part, event)}
                onPaste={onPaste}
                onPointerDown={tab.forgetJump}
                onBlur={(event) => leave(part, event.relatedTarget)}
                aria-required={required || undefined}
                aria-invalid={error ? true : undefined}
              />
            </span>
          </label>
        ))}
      </div>
      {/* Text boxes do not announce values that arrow keys change. */}
      <span className="visually-hidden" role="status">
        {stepped}
      </span>
      <FieldError id={`${id}-error`}>{error}</FieldError>
    </fieldset>
  )
}

function inputTypeOf(event: Event): string | undefined {
  return event instanceof InputEvent ? event.inputType : undefined
}

function after(part: DatePart): DatePart | undefined {
  return datePartNames[datePartNames.indexOf(part) + 1]
}

function before(part: DatePart): DatePart | undefined {
  return datePartNames[datePartNames.indexOf(part) - 1]
}

import { useEffect, useId, useRef, type ClipboardEvent, type KeyboardEvent } from 'react'
import { codeMessages } from '../contract/code-boxes.messages.ts'
import { FieldError, type FieldFrame } from './Field.tsx'
import box from './Field.module.css'
import styles from './CodeBoxes.module.css'
import { useTabAfterAutoAdvance } from './use-tab-after-auto-advance.ts'

/** Number of boxes, each for one digit (FORM-40, CONST-09). */
const CODE_LENGTH = 6

export type CodeDigits = readonly string[]

export const noDigits: CodeDigits = Array.from({ length: CODE_LENGTH }, () => '')

export function completeCode(digits: CodeDigits): string | null {
  const code = digits.join('')
  return code.length === CODE_LENGTH ? code : null
}

type CodeBoxesProps = Pick<FieldFrame, 'label' | 'hint' | 'error'> & {
  digits: CodeDigits
  onChange: (digits: CodeDigits) => void
  name?: string
  disabled?: boolean
}

/** Boxes for a code. Supports paste, Backspace and arrow keys. Enter submits once all boxes are filled. */
export function CodeBoxes({ label, hint, error, digits, onChange, name = 'code', disabled = false }: CodeBoxesProps) {
  const id = useId()
  const tab = useTabAfterAutoAdvance()
  const inputs = useRef<(HTMLInputElement | null)[]>([])
  // Two digits can be typed before React renders the first.
  const latest = useRef(digits)
  useEffect(() => {
    latest.current = digits
  }, [digits])

  const put = (next: CodeDigits) => {
    latest.current = next
    onChange(next)
  }
  const focusBox = (at: number) => {
    const input = inputs.current[Math.max(0, Math.min(CODE_LENGTH - 1, at))]
    input?.focus()
    input?.select()
  }

  const type = (at: number, typed: string) => {
    const digit = latest.current[at] ?? ''
    const fresh = typed.replaceAll(/\D/g, '')
    if (fresh === '') {
      put(latest.current.with(at, ''))
      return
    }
    // A second digit typed into a full box replaces the first; more digits are a whole code.
    const given = fresh.length === 2 && digit !== '' ? fresh.replace(digit, '') : fresh
    fill(at, given)
  }
  const fill = (at: number, given: string) => {
    const from = given.length >= CODE_LENGTH ? 0 : at
    put(latest.current.map((digit, index) => given[index - from] ?? digit))
    focusBox(from + given.length)
    if (from + given.length < CODE_LENGTH) tab.jumped()
  }

  const onKeyDown = (at: number, event: KeyboardEvent<HTMLInputElement>) => {
    if (tab.ignoreTab(event)) return
    const moves: Record<string, number> = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: CODE_LENGTH - 1 }
    const to = moves[event.key]
    if (to !== undefined) {
      event.preventDefault()
      focusBox(to)
    } else if (event.key === 'Backspace') {
      event.preventDefault()
      const cleared = latest.current[at] === '' ? at - 1 : at
      if (cleared >= 0) put(latest.current.with(cleared, ''))
      focusBox(at - 1)
    } else if (event.key === 'Enter' && completeCode(latest.current) === null) {
      event.preventDefault()
    }
  }

  const onPaste = (at: number, event: ClipboardEvent<HTMLInputElement>) => {
    event.preventDefault()
    const pasted = event.clipboardData.getData('text').replaceAll(/\D/g, '').slice(0, CODE_LENGTH)
    if (pasted !== '') fill(at, pasted)
  }

  const describedBy = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ') || undefined
  return (
    <fieldset className={box.field} aria-describedby={describedBy} disabled={disabled}>
      <legend className={box.label}>{label}</legend>
      {hint && (
        <p className={box.hint} id={`${id}-hint`}>
          {hint}
        </p>
      )}
      <div className={styles.boxes}>
        {digits.map((digit, at) => (
          <input
            // oxlint-disable-next-line react/no-array-index-key -- boxes never move, so the index is a stable key
            key={at}
            ref={(input) => {
              inputs.current[at] = input
            }}
            name={at === 0 ? name : `${name}-${at + 1}`}
            className={styles.box}
            type="text"
            inputMode="numeric"
            pattern="[0-9]*"
            // Browsers fill in a code from a message once, so only the first box asks for it.
            autoComplete={at === 0 ? 'one-time-code' : 'off'}
            value={digit}
            // `onChange` does not fire when the typed digit equals the current one.
            onInput={(event) => type(at, event.currentTarget.value)}
            onKeyDown={(event) => onKeyDown(at, event)}
            onPaste={(event) => onPaste(at, event)}
            onPointerDown={tab.forgetJump}
            onFocus={(event) => event.currentTarget.select()}
            aria-label={codeMessages.digit(at + 1, CODE_LENGTH)}
            aria-required
            aria-invalid={error ? true : undefined}
          />
        ))}
      </div>
      <FieldError id={`${id}-error`}>{error}</FieldError>
    </fieldset>
  )
}

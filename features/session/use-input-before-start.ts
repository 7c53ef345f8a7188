import { EMAIL_BEFORE_START, FORM_BEFORE_START } from '../theme/login-shell.ts'
import { storedEmail } from '../sign-in-protection/use-input-before-captcha.ts'

type TypedBeforeStart = {
  email: string
  /** Null if the field did not have the focus. */
  caret: [number | null, number | null] | null
  sent: boolean
  /** The page was reloaded because the captcha was ticked. */
  takesProof: boolean
}

/** Returns what was typed on the static login page, or before the page was reloaded for the captcha. */
export function typedBeforeStart(): TypedBeforeStart {
  const input = document.querySelector<HTMLInputElement>(`#${EMAIL_BEFORE_START}`)
  const hasFocus = input && document.activeElement === input
  // Text typed since the reload wins.
  const kept = input?.value ? null : storedEmail()
  return {
    email: kept ?? input?.value ?? '',
    caret: hasFocus ? [input.selectionStart, input.selectionEnd] : null,
    sent: kept !== null || document.querySelector(`#${FORM_BEFORE_START}[data-sent]`) !== null,
    takesProof: kept !== null,
  }
}

/** Moves focus and caret to the real field. Only a text field accepts a caret position, so its type changes briefly. */
export function restoreTyping(input: HTMLInputElement, [start, end]: [number | null, number | null]): void {
  input.focus()
  input.type = 'text'
  input.setSelectionRange(start, end)
  input.type = 'email'
}

import { EMAIL_BEFORE_START, FORM_BEFORE_START } from '../theme/login-shell.ts'
import { emailBeforeReload } from '../sign-in-protection/use-email-before-reload.ts'

type TypedBeforeStart = {
  email: string
  caret: [number | null, number | null] | null
  sent: boolean
  takesProof: boolean
}

export function readEarlyInput(): TypedBeforeStart {
  const input = document.querySelector<HTMLInputElement>(`#${EMAIL_BEFORE_START}`)
  const hasFocus = input && document.activeElement === input
  // Text that was typed after the reload is newer.
  const kept = input?.value ? null : emailBeforeReload()
  return {
    email: kept ?? input?.value ?? '',
    caret: hasFocus ? [input.selectionStart, input.selectionEnd] : null,
    sent: kept !== null || document.querySelector(`#${FORM_BEFORE_START}[data-sent]`) !== null,
    takesProof: kept !== null,
  }
}

/** The field becomes a `text` field for a moment, because email fields allow no caret. */
export function restoreInputSelection(input: HTMLInputElement, [start, end]: [number | null, number | null]): void {
  input.focus()
  input.type = 'text'
  input.setSelectionRange(start, end)
  input.type = 'email'
}

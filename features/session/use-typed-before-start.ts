import { EMAIL_BEFORE_START, FORM_BEFORE_START } from './login-shell.ts'
import { typedBeforeCheck } from './use-typed-before-check.ts'

type TypedBeforeStart = {
  email: string
  /** Where the caret stood and what was selected; null while the field had no focus. */
  caret: [number | null, number | null] | null
  /** Enter or Next was pressed. */
  sent: boolean
  /** The page came anew because the box of the check was ticked. */
  takesProof: boolean
}

/** What was done on the still login page before the portal started, or on the page that was loaded anew for the check. */
export function typedBeforeStart(): TypedBeforeStart {
  const input = document.querySelector<HTMLInputElement>(`#${EMAIL_BEFORE_START}`)
  const hasFocus = input && document.activeElement === input
  // Whoever has begun to type since then means what they type.
  const kept = input?.value ? null : typedBeforeCheck()
  return {
    email: kept ?? input?.value ?? '',
    caret: hasFocus ? [input.selectionStart, input.selectionEnd] : null,
    sent: kept !== null || document.querySelector(`#${FORM_BEFORE_START}[data-sent]`) !== null,
    takesProof: kept !== null,
  }
}

/** Gives the real field the focus and the caret of the still one. An email field takes no caret, a text field does. */
export function goOnTyping(input: HTMLInputElement, [start, end]: [number | null, number | null]): void {
  input.focus()
  input.type = 'text'
  input.setSelectionRange(start, end)
  input.type = 'email'
}

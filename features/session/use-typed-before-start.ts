import { EMAIL_BEFORE_START } from './login-shell.ts'

/** What was typed into the still login page before the portal started, and whether its field has the focus. */
export function typedBeforeStart(): { email: string; focused: boolean } {
  const input = document.querySelector<HTMLInputElement>(`#${EMAIL_BEFORE_START}`)
  return { email: input?.value ?? '', focused: input !== null && document.activeElement === input }
}

import { CallFailed, failureText } from '../../contract/call-failed.ts'
import { loginMessages } from '../../services/session/session.messages.ts'

/** `banner` is HTML. `marksFields`: email and password are shown as not matching. */
export type SignInFailure = {
  banner: string | null
  marksFields: boolean
  /** True if the form shows a captcha from now on; null leaves it unchanged. */
  asksForCaptcha: boolean | null
  captchaRequired: boolean
}

/** Shows that logins are locked, the server's message, or a default (LOGIN-36, LOGIN-37). */
export function signInFailureOf(failure: unknown): SignInFailure {
  const shown = { marksFields: true, asksForCaptcha: null, captchaRequired: false }
  if (!(failure instanceof CallFailed)) return { ...shown, marksFields: false, banner: failureText(failure) }
  const { userAccountLocked, error_message, showRecaptcha } = failure.body
  const asksForCaptcha = typeof showRecaptcha === 'boolean' ? showRecaptcha : null
  const captchaRequired = failure.code === 'robot-not-excluded'
  if (captchaRequired || (failure.status ?? 500) >= 500)
    return {
      banner: captchaRequired ? null : failureText(failure),
      marksFields: false,
      asksForCaptcha,
      captchaRequired,
    }
  const said = typeof error_message === 'string' && error_message !== '' ? error_message : loginMessages.noMatch
  return { ...shown, banner: userAccountLocked === true ? loginMessages.locked : said, asksForCaptcha }
}

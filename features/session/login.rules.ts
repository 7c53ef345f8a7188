import { CallFailed, failureText } from '../../contract/call-failed.ts'
import { loginMessages } from '../../services/session/session.messages.ts'

/** A banner (HTML), and whether the fields are marked as not matching. */
export type SignInFailure = {
  banner: string | null
  marksFields: boolean
  /** Null if the response does not say; the form then stays as it is. */
  asksForCaptcha: boolean | null
  captchaRequired: boolean
}

/**
 * Returns the lock message if there is one, else the server's message, else the default (LOGIN-36, LOGIN-37). Only a refusal
 * of the portal marks the fields: after any other failure it is unknown whether they are right.
 */
export function signInFailureOf(failure: unknown): SignInFailure {
  const shown = { marksFields: true, asksForCaptcha: null, captchaRequired: false }
  if (!(failure instanceof CallFailed)) return { ...shown, marksFields: false, banner: failureText(failure) }
  const { userAccountLocked, error_message, showRecaptcha } = failure.body
  const asksForCaptcha = typeof showRecaptcha === 'boolean' ? showRecaptcha : null
  // The captcha's error is shown at the captcha, not in a banner.
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

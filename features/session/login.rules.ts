import { CallFailed } from '../../contract/call-failed.ts'
import { loginMessages } from './session.messages.ts'

/** What a failed sign-in shows: a banner (HTML), and whether the fields are marked as not matching. */
export type SignInFailure = { banner: string; marksFields: boolean; asksForCaptcha: boolean }

/** The locked message first, then the server's own, then the default (LOGIN-36, LOGIN-37). */
export function failureOf(failure: unknown): SignInFailure {
  if (!(failure instanceof CallFailed))
    return { banner: loginMessages.noMatch, marksFields: true, asksForCaptcha: false }
  if (failure.status === null || failure.status === 503)
    return { banner: failure.message, marksFields: false, asksForCaptcha: false }
  const { userAccountLocked, error_message, showRecaptcha } = failure.body
  const said = typeof error_message === 'string' && error_message !== '' ? error_message : loginMessages.noMatch
  return {
    banner: userAccountLocked === true ? loginMessages.locked : said,
    marksFields: true,
    asksForCaptcha: showRecaptcha === true,
  }
}

import { CallFailed } from '../../contract/call-failed.ts'
import type { TokenReply } from './session.contract.ts'
import { loginMessages } from './session.messages.ts'

/** Where a token request leads. */
export type SignInOutcome = 'signed-in' | 'needs-two-factor-setup' | 'needs-code' | 'unable'

/** Reads a successful token answer (LOGIN-24 to LOGIN-26, LOGIN-42). */
export function outcomeOf(
  reply: Pick<TokenReply, 'access_token' | 'is_should_setup_2fa' | 'is_should_validate_2fa'>,
): SignInOutcome {
  if (reply.is_should_setup_2fa) return 'needs-two-factor-setup'
  if (reply.is_should_validate_2fa) return 'needs-code'
  return reply.access_token ? 'signed-in' : 'unable'
}

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

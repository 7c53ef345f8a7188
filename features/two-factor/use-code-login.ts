import { call } from '../../contract/call.ts'
import type { CallFailed } from '../../contract/call-failed.ts'
import { failureOf } from '../session/login.rules.ts'
import { requestToken, signInFailed, type TokenReply } from '../session/session.contract.ts'
import { loginMessages } from '../session/session.messages.ts'
import { deviceToken } from '../session/use-device-token.ts'
import { forgetHalfWay, keepMfaData, useMfaData, type MfaData } from '../session/use-half-way.ts'
import { loginCredentials, type LoginCredentials } from '../session/use-login-credentials.ts'
import { completeLogin, leaveSession } from '../session/use-session.ts'
import { setUpAtLogin, signInByCode } from './two-factor.contract.ts'
import { codeRefusals } from './code-refusals.messages.ts'

// What the screens between password and Home send; fetched while somebody looks for their code.

export { loginCredentials }

type Sent = { code: string; credentials: LoginCredentials }

/** Gives the code that a right password still owes (TWOFA-04). */
export async function logInByCode({ code, credentials: { email, ticket } }: Sent): Promise<void> {
  const body = { code, email, password: ticket, deviceToken: await deviceToken() }
  await finishLogin(await call(signInByCode, { body }), email)
}

/** The secret that is being set up, told again by the server for the ticket; null where nothing is to be set up. */
export async function fetchSecret({ email, ticket }: LoginCredentials): Promise<MfaData | null> {
  const body = { email, password: ticket, deviceToken: await deviceToken() }
  keepMfaData(await call(requestToken, { body }))
  return useMfaData.getState().mfaData
}

/** The first of two codes in a row. */
export async function passFirst({ code, secret }: Sent & { secret: string }): Promise<void> {
  const body = { type: 'temporary' as const, code, secret, deviceToken: await deviceToken() }
  await call(setUpAtLogin, { body })
}

/** The second one, which logs in (TWOFA-11). */
export async function passLast({ code, secret, credentials }: Sent & { secret: string }): Promise<void> {
  const { email, ticket } = credentials
  const body = { type: 'complete' as const, code, secret, email, password: ticket, deviceToken: await deviceToken() }
  if (!(await finishLogin(await call(setUpAtLogin, { body }), email))) return
  // Comes with the screens that show it.
  const [{ notify }, { setUpMessages }] = await Promise.all([
    import('../../ui/use-notices.ts'),
    import('./set-up.messages.ts'),
  ])
  notify(setUpMessages.enabled)
}

/** From here on as after a password (LOGIN-28): where that fails, the code is used up, and the login screen says so (LOGIN-38). */
async function finishLogin(reply: TokenReply, email: string): Promise<boolean> {
  try {
    // Who came from their identity provider has typed no address.
    await completeLogin(reply, { sso: email === '' })
  } catch (failure) {
    leaveHalfWay(failureOf(failure).banner)
    return false
  }
  forgetHalfWay()
  return true
}

/** Nothing of the step is left, in this browser; the login screen says why, where there is something to say. */
export function leaveHalfWay(why: string | null): void {
  forgetHalfWay()
  leaveSession(why)
}

/** Where the five minutes have passed by. */
export const { ended } = codeRefusals

/** The sentence for the login screen once nothing can be done here any more; null while it can. */
export function whyItIsOver(failure: CallFailed): string | null {
  if (failure.body['userAccountLocked'] === true) return loginMessages.locked
  // Of a page that was loaded too late: its ticket is taken for a password.
  if (failure.code === signInFailed.code) return ended
  return failure.status === 401 ? failure.message : null
}

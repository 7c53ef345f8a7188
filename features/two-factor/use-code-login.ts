import { call } from '../../contract/call.ts'
import type { CallFailed } from '../../contract/call-failed.ts'
import { signInFailureOf } from '../session/sign-in-failure.rules.ts'
import { requestToken, signInFailed, type TokenReply } from '../../services/session/session.contract.ts'
import { loginMessages } from '../../services/session/session.messages.ts'
import { deviceToken } from '../session/use-device-token.ts'
import {
  clearSecondFactorPending,
  storeMfaData,
  useMfaData,
  type MfaData,
} from '../session/use-second-factor-pending.ts'
import { loginCredentials, type LoginCredentials } from '../session/use-login-credentials.ts'
import { completeLogin, clearSessionOfTab } from '../session/use-session.ts'
import { setUpAtLogin, signInByCode } from './two-factor.contract.ts'
import { codeRefusals } from './code-refusals.messages.ts'

export { loginCredentials }

type Sent = { code: string; credentials: LoginCredentials }

export async function logInByCode({ code, credentials: { email, ticket } }: Sent): Promise<void> {
  const body = { code, email, password: ticket, deviceToken: await deviceToken() }
  await finishLogin(await call(signInByCode, { body }), email)
}

/** Null if nothing is being set up. */
export async function fetchSecret({ email, ticket }: LoginCredentials): Promise<MfaData | null> {
  const body = { email, password: ticket, deviceToken: await deviceToken() }
  storeMfaData(await call(requestToken, { body }))
  return useMfaData.getState().mfaData
}

export async function sendFirstCode({ code, secret }: Sent & { secret: string }): Promise<void> {
  const body = { type: 'temporary' as const, code, secret, deviceToken: await deviceToken() }
  await call(setUpAtLogin, { body })
}

export async function sendSecondCode({ code, secret, credentials }: Sent & { secret: string }): Promise<void> {
  const { email, ticket } = credentials
  const body = { type: 'complete' as const, code, secret, email, password: ticket, deviceToken: await deviceToken() }
  if (!(await finishLogin(await call(setUpAtLogin, { body }), email))) return
  const [{ notify }, { setUpMessages }] = await Promise.all([
    import('../../ui/use-notices.ts'),
    import('./set-up.messages.ts'),
  ])
  notify(setUpMessages.enabled)
}

async function finishLogin(reply: TokenReply, email: string): Promise<boolean> {
  try {
    await completeLogin(reply, { sso: email === '' })
  } catch (failure) {
    leaveSecondFactor(signInFailureOf(failure).banner)
    return false
  }
  clearSecondFactorPending()
  return true
}

export function leaveSecondFactor(why: string | null): void {
  clearSecondFactorPending()
  clearSessionOfTab(why)
}

export const { ended } = codeRefusals

/** Null if the person can try again. */
export function reasonForEnd(failure: CallFailed): string | null {
  if (failure.body['userAccountLocked'] === true) return loginMessages.locked
  // After the login has expired, the server treats the ticket as a wrong password.
  if (failure.code === signInFailed.code) return ended
  return failure.status === 401 ? failure.message : null
}

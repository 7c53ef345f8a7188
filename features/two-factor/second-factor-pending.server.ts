import { storedEmail } from '../../contract/email.ts'
import type { ClientId } from '../../contract/ids.ts'
import { refuse } from '../../contract/refusals.ts'
import type { PasswordHashing } from '../../platform/hashing.ts'
import type { AnyCall, Clock, Tx } from '../../platform/handle.ts'
import { signInEligibility, type SignInEligibility } from '../../services/session/sign-in-eligibility.server.ts'
import { findChallenge, type Challenge } from '../session/login-challenge.queries.ts'
import { readChallenge, isTicketOfChallenge, isTicket } from '../session/login-challenge.server.ts'
import { accountProblemRefusal } from '../../services/session/sign-in-refusals.server.ts'
import type { Tokens } from '../../services/session/tokens.server.ts'
import { challengeEnded } from './two-factor.contract.ts'

type Sent = { email?: string | null | undefined; password?: string | null | undefined }

export type SecondFactorPending = { clientId: ClientId; challenge: Challenge }

/** Refuses a wrong email or ticket. The caller checks a password later, as an attempt. */
export async function readSecondFactorPending(
  call: Pick<AnyCall, 'clientId' | 'cookies' | 'inTransaction'>,
  tokens: Tokens,
  { email, password }: Sent,
): Promise<SecondFactorPending> {
  const { clientId, cookies } = call
  if (!clientId) throw refuse(challengeEnded)
  const challenge = await call.inTransaction((tx, { now }) => readChallenge(tx, clientId, tokens, { cookies, now }))
  const isTheirs = !email || storedEmail(email) === challenge?.email
  const fits =
    !password || !isTicket(password) || (challenge && isTicketOfChallenge(clientId, tokens, challenge, password))
  if (!challenge || !isTheirs || !fits) throw refuse(challengeEnded)
  return { clientId, challenge }
}

/** A ticket was already checked by `readSecondFactorPending`. */
export async function isTicketOrPassword(
  sent: string,
  { passwordHash }: Challenge,
  passwords: PasswordHashing,
): Promise<boolean> {
  return isTicket(sent) || (await passwords.verify(passwordHash, sent)).matches
}

type PendingCheck = Extract<SignInEligibility, { step: 'fit' }>

/** Locks the account, and checks again that the person may log in (S-05). */
export async function requireSecondFactorPending(
  tx: Tx,
  { clientId, challenge }: SecondFactorPending,
  { now, today }: Clock,
): Promise<PendingCheck & { challenge: Challenge }> {
  const { personId, cookieHash } = challenge
  const admission = await signInEligibility(tx, clientId, { personId, today })
  if (admission.step === 'account-problem') throw accountProblemRefusal()
  const current = await findChallenge(tx, clientId, { cookieHash, now, evenUsedUp: true })
  if (admission.step === 'nobody' || !current) throw refuse(challengeEnded)
  if (admission.rules.ssoAccessOnly && current.cameBy === 'password') throw refuse(challengeEnded)
  return { ...admission, challenge: current }
}

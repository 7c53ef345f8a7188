import { Refused, refuse } from '../../contract/refusals.ts'
import type { Call, Clock, Tx } from '../../platform/handle.ts'
import { retryUndo } from '../../platform/retry-undo.ts'
import { startSignedInSession } from '../../services/session/sign-in-eligibility.server.ts'
import { recordFirstStep, returnChallengeAttempt, countChallengeAttempt } from '../session/login-challenge.queries.ts'
import { readSsoLogout } from '../../services/session/client.queries.ts'
import { challengeCookie, isTicket } from '../session/login-challenge.server.ts'
import { replySignedIn, emptyTokenReply, type SignedInPerson } from '../../services/session/issue-session.server.ts'
import { requirePassword, requireUnlocked } from '../sign-in-protection/attempt-limit.server.ts'
import { attemptKeyOf } from '../sign-in-protection/attempt-identifier.server.ts'
import { deleteAttempts } from '../sign-in-protection/login-attempts.queries.ts'
import { recordLogin } from '../session/record-login.queries.ts'
import type { TokenReply } from '../../services/session/session.contract.ts'
import { signInFailure } from '../../services/session/sign-in-refusals.server.ts'
import {
  requireSecondFactorPending,
  readSecondFactorPending,
  type SecondFactorPending,
} from './second-factor-pending.server.ts'
import type { LoginTools } from './login-by-code.server.ts'
import { enableTwoFactor, timeStepOfValidCode } from './enable-two-factor.server.ts'
import { challengeEnded, type setUpAtLogin, codeInvalid } from './two-factor.contract.ts'

type SetUpCall = Call<typeof setUpAtLogin>

export function setUpAtLoginHandler({ tokens, passwords, seeds, mail }: LoginTools) {
  return async (call: SetUpCall): Promise<TokenReply> => {
    const { body, now } = call
    const halfWay = await readSecondFactorPending(call, tokens, body)
    const { clientId } = halfWay
    if (body.type === 'complete') await requireProof(call, halfWay)
    await recordFirstCode(call, halfWay)
    const entered = await call
      .inTransaction((tx, clock) => pass(tx, halfWay, { call, clock }))
      .catch((error: unknown) => releaseAttempt(call, halfWay, error))
    if (!entered) return { ...emptyTokenReply, is_should_setup_2fa: true }
    call.answer.clearCookie(challengeCookie)
    return replySignedIn(call.answer, clientId, tokens, { ...entered, now })
  }

  /** The second code needs the ticket or the password again. A wrong password counts as a failed login. */
  async function requireProof(call: SetUpCall, { clientId, challenge }: SecondFactorPending): Promise<void> {
    const { email, password } = call.body
    const owesAddress = !email && challenge.cameBy === 'password'
    if (!password || owesAddress) throw refuse(challengeEnded)
    if (isTicket(password)) return
    if (!email) throw refuse(challengeEnded)
    const attemptKey = attemptKeyOf(call, clientId, { tokens, email })
    const { passwordHash: hash } = challenge
    await requirePassword(call, clientId, { attemptKey, passwords, sent: password, hash, wrong: signInFailure() })
  }

  async function pass(
    tx: Tx,
    halfWay: SecondFactorPending,
    { call, clock }: { call: SetUpCall; clock: Clock },
  ): Promise<SignedInPerson | null> {
    const { clientId } = halfWay
    const { now } = clock
    const { account, rules, challenge } = await requireSecondFactorPending(tx, halfWay, clock)
    const { personId, email } = account
    const { cookieHash, pending } = challenge
    // After single sign-on, a lock because of wrong passwords does not apply (S-04).
    const attemptKey =
      challenge.cameBy === 'password'
        ? await requireUnlocked(tx, clientId, { attemptKey: attemptKeyOf(call, clientId, { tokens, email }), now })
        : null
    if (account.hasTwoFactor || !pending) throw refuse(challengeEnded)
    const step = timeStepOfValidCode(call.body, { pending, seeds, personId, now })
    await returnChallengeAttempt(tx, clientId, cookieHash)
    if (call.body.type === 'temporary') {
      await recordFirstStep(tx, clientId, { cookieHash, step })
      return null
    }

    const { deviceToken } = call.body
    if (attemptKey) await deleteAttempts(tx, clientId, attemptKey)
    const { cameBy, provider } = challenge
    const entering = { account, cameBy, provider, secondFactor: true, deviceToken, call, now }
    const { granted, event } = await startSignedInSession(tx, clientId, tokens, entering)
    const steps = [pending.firstStep ?? step, step]
    const { sessionId } = granted
    const switched = await enableTwoFactor(tx, clientId, {
      personId,
      sessionId,
      sealed: pending.sealed,
      steps,
      mail,
      call,
      now,
    })
    const { url: ssoLogoutUrl } = await readSsoLogout(tx, clientId, granted.sessionId)
    await recordLogin(tx, clientId, { personId, events: [event, switched] })
    return { granted, email, schemeYearId: rules.schemeYearId, ssoLogoutUrl }
  }
}

function recordFirstCode(call: SetUpCall, { clientId, challenge: { cookieHash } }: SecondFactorPending): Promise<void> {
  return call.inTransaction(async (tx, { now }) => {
    if (!(await countChallengeAttempt(tx, clientId, { cookieHash, now }))) throw refuse(challengeEnded)
  })
}

async function releaseAttempt(
  call: SetUpCall,
  { clientId, challenge }: SecondFactorPending,
  error: unknown,
): Promise<never> {
  const isWrongCode = error instanceof Refused && error.refusal === codeInvalid
  if (!isWrongCode)
    await retryUndo(() => call.inTransaction((tx) => returnChallengeAttempt(tx, clientId, challenge.cookieHash)))
  throw error
}

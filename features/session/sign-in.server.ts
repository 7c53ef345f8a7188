import { storedEmail } from '../../contract/email.ts'
import type { ClientId } from '../../contract/ids.ts'
import type { PasswordHashing } from '../../platform/hashing.ts'
import type { Call, Clock, Tx } from '../../platform/handle.ts'
import type { CaptchaService } from '../../platform/app-context.ts'
import type { ValueEncryption } from '../../platform/encryption.ts'
import { changeAccount, type SignInAccount } from '../../services/session/account.queries.ts'
import { signInEligibility, startSignedInSession } from '../../services/session/sign-in-eligibility.server.ts'
import {
  replyWithChallenge,
  repeatChallengeReply,
  challengeCookie,
  readChallenge,
  isTicketOfChallenge,
  isTicket,
  openChallenge,
  type OpenedChallenge,
} from './login-challenge.server.ts'
import { readSignInRules } from '../../services/session/client.queries.ts'
import { replySignedIn, type SignedInPerson } from '../../services/session/issue-session.server.ts'
import {
  endFailedCheck,
  releaseAttempt,
  recordLockIfLast,
  recordFailedAttempt,
  type ReservedAttempt,
} from '../sign-in-protection/attempt-limit.server.ts'
import { currentAttemptKey, attemptKeyOf } from '../sign-in-protection/attempt-identifier.server.ts'
import { deleteAttempts } from '../sign-in-protection/login-attempts.queries.ts'
import { startPasswordAttempt } from '../sign-in-protection/password-attempt.server.ts'
import { recordLogin } from './record-login.queries.ts'
import { uncountSprayingAttempt, checkCaptcha } from '../../services/session/captcha.server.ts'
import type { requestToken, TokenReply } from '../../services/session/session.contract.ts'
import {
  signInFailure,
  accountProblemRefusal,
  lockedRefusal,
  captchaRequiredRefusal,
  refuseIfBusy,
} from '../../services/session/sign-in-refusals.server.ts'
import type { Tokens } from '../../services/session/tokens.server.ts'

type SignInCall = Call<typeof requestToken>
type SignInTools = { tokens: Tokens; passwords: PasswordHashing; seeds: ValueEncryption; captcha: CaptchaService }
type Outcome =
  | { step: 'signed-in'; entered: SignedInPerson }
  | { step: 'half-way'; opened: OpenedChallenge }
  | { step: 'account-problem' }
  | { step: 'failed' }

/** Commits an attempt, checks the password without a database connection, then decides on current data. */
export function signInHandler({ tokens, passwords, seeds, captcha }: SignInTools) {
  return async (call: SignInCall): Promise<TokenReply> => {
    const { clientId, body, now } = call
    if (!clientId) {
      await passwords.verify(null, body.password).catch(refuseIfBusy)
      throw signInFailure()
    }
    const halfWay = isTicket(body.password) ? await whereTheyStood(call, clientId) : undefined
    if (halfWay) return halfWay

    const proofIn = await checkCaptcha(call, body.recaptcha, { captcha, tokens })
    const { attemptKey, opened } = await call.inTransaction(async (tx, clock) => {
      const at = await currentAttemptKey(tx, clientId, attemptKeyOf(call, clientId, { tokens, email: body.email }))
      const proof = await proofIn(tx, clientId, clock)
      return {
        attemptKey: at,
        opened: await startPasswordAttempt(tx, clientId, { call, tokens, attemptKey: at, proof, now: clock.now }),
      }
    })
    if (opened.step === 'locked') throw lockedRefusal(opened.seconds)
    if (opened.step === 'robot') throw captchaRequiredRefusal(opened.proof)
    const { account, isLast, nextTakesProof } = opened
    const place = { attemptKey, isLast, nextTakesProof }
    const outcome = await evaluate(call, clientId, { account, place }).catch((error: unknown) =>
      endFailedCheck(call, clientId, { place, error }),
    )
    switch (outcome.step) {
      case 'signed-in':
        return replySignedIn(call.answer, clientId, tokens, { ...outcome.entered, now })
      case 'half-way':
        return replyWithChallenge(call.answer, outcome.opened)
      case 'account-problem':
        await recordLockIfLast(call, clientId, place)
        throw accountProblemRefusal()
      case 'failed':
        return recordFailedAttempt(call, clientId, place, signInFailure({ showRecaptcha: nextTakesProof }))
    }
  }

  /** If the page was reloaded before the code was entered, returns the pending reply again. Needs ticket and cookie. */
  function whereTheyStood(call: SignInCall, clientId: ClientId): Promise<TokenReply | undefined> {
    const { password: ticket, email } = call.body
    return call.inTransaction(async (tx, { now, today }) => {
      const challenge = await readChallenge(tx, clientId, tokens, { cookies: call.cookies, now })
      // After single sign-on the browser has no email address.
      const isTheirs = email === '' ? challenge?.cameBy === 'single-sign-on' : challenge?.email === storedEmail(email)
      if (!challenge || !isTheirs) return undefined
      if (!isTicketOfChallenge(clientId, tokens, challenge, ticket)) return undefined
      const { brand } = await readSignInRules(tx, clientId, today)
      return repeatChallengeReply(challenge, seeds, { ticket, brand })
    })
  }

  async function evaluate(
    call: SignInCall,
    clientId: ClientId,
    { account, place }: { account: SignInAccount | undefined; place: ReservedAttempt },
  ): Promise<Outcome> {
    const { password } = call.body
    const { matches, outdated } = await passwords.verify(account?.passwordHash ?? null, password)
    if (!account || !matches) return { step: 'failed' }
    const newHash = outdated ? await passwords.hash(password) : undefined
    return call.inTransaction((tx, clock) => decide(tx, clientId, { call, account, place, clock, newHash }))
  }

  type Deciding = {
    call: SignInCall
    account: SignInAccount
    place: ReservedAttempt
    clock: Clock
    newHash: string | undefined
  }

  async function decide(tx: Tx, clientId: ClientId, deciding: Deciding): Promise<Outcome> {
    const { call, account: seen, place, newHash } = deciding
    const { attemptKey } = place
    const { now, today } = deciding.clock
    const { personId } = seen
    const admission = await signInEligibility(tx, clientId, { personId, today })
    if (admission.step === 'nobody') return { step: 'failed' }
    if (admission.account.passwordHash !== seen.passwordHash || admission.rules.ssoAccessOnly) return { step: 'failed' }
    await uncountSprayingAttempt(tx, clientId, { tokens, identifierHash: attemptKey.identifierHash, call })
    if (admission.step === 'account-problem') return { step: 'account-problem' }
    const { account, rules } = admission
    if (newHash) await changeAccount(tx, clientId, personId, { passwordHash: newHash })
    if (account.hasTwoFactor || rules.twoFactorRequiredOf[account.userType]) {
      // After a right password the attempt no longer counts as failed, but failed codes still count (LOGIN-45).
      await releaseAttempt(tx, clientId, place)
      const earlierCookie = call.cookies[challengeCookie]
      const opening = { account, cameBy: 'password' as const, brand: rules.brand, earlierCookie, now }
      return { step: 'half-way', opened: await openChallenge(tx, clientId, { tokens, seeds }, opening) }
    }

    await deleteAttempts(tx, clientId, attemptKey)
    const { deviceToken } = call.body
    const entering = { account, cameBy: 'password' as const, secondFactor: false, deviceToken, call, now }
    const { granted, event } = await startSignedInSession(tx, clientId, tokens, entering)
    await recordLogin(tx, clientId, { personId, events: [event] })
    const { email } = call.body
    return { step: 'signed-in', entered: { granted, email, schemeYearId: rules.schemeYearId } }
  }
}

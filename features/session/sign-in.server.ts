import { londonDate } from '../../contract/dates.ts'
import type { ClientId } from '../../contract/ids.ts'
import { refuse, type Refused } from '../../contract/refusals.ts'
import { HashingBusy, type PasswordHashing } from '../../platform/hashing.ts'
import type { Call, Clock, Tx } from '../../platform/handle.ts'
import type { RobotCheck } from '../../platform/house.ts'
import type { Sealing } from '../../platform/seal.ts'
import { appendAudit } from '../audit/audit.queries.ts'
import { queueNotice } from '../mail/mail.queries.ts'
import { changeAccount, isDeviceKnown, type SignInAccount } from './account.queries.ts'
import { admissionOf, letIn } from './admit.server.ts'
import {
  answerChallenge,
  answerChallengeAgain,
  challengeCookie,
  challengeOf,
  fitsChallenge,
  isTicket,
  openChallenge,
  type OpenedChallenge,
} from './challenge.server.ts'
import { readSignInRules } from './client.queries.ts'
import { answerGranted, deviceCookie, failedBody, type Entered } from './grant.server.ts'
import { signInLimits } from './limits.ts'
import { forgetAttempts, returnAttempt, type Attempt, type GuessedAt } from './login-attempts.queries.ts'
import { openGuess } from './open-guess.server.ts'
import { robotCheckDown, robotNotExcluded } from './robot-check.contract.ts'
import { forgetCountedTry, lookAtToken, type Proof } from './robots.server.ts'
import {
  accountLocked,
  accountProblem,
  signInFailed,
  tooManySignIns,
  type requestToken,
  type TokenReply,
} from './session.contract.ts'
import { accountLockedMail } from './session-mail.messages.ts'
import type { Tokens } from './tokens.server.ts'

type SignInCall = Call<typeof requestToken>
type Doors = { tokens: Tokens; passwords: PasswordHashing; seeds: Sealing; robotCheck: RobotCheck }
type Outcome =
  | { step: 'signed-in'; entered: Entered }
  | { step: 'half-way'; opened: OpenedChallenge }
  | { step: 'account-problem' }
  | { step: 'failed' }

/**
 * Signs in by password, in three steps: take a place of the budget (committed before anything is looked at), check the
 * password without holding a connection, decide on the account as it is by then.
 */
export function signIn({ tokens, passwords, seeds, robotCheck }: Doors) {
  return async (call: SignInCall): Promise<TokenReply> => {
    const { clientId, body, now } = call
    if (!clientId) {
      await passwords.verify(null, body.password).catch(whenBusy)
      throw failed()
    }
    const halfWay = isTicket(body.password) ? await whereTheyStood(call, clientId) : undefined
    if (halfWay) return halfWay

    const proofIn = await lookAtToken(call, body.recaptcha, { robotCheck, tokens })
    const { guessed, opened } = await call.inTransaction(async (tx, clock) => {
      const at = await asStillKnown(tx, clientId, guessedAt(call, clientId, { tokens, email: body.email }))
      const proof = await proofIn(tx, clientId, clock)
      return {
        guessed: at,
        opened: await openGuess(tx, clientId, { call, tokens, guessed: at, proof, now: clock.now }),
      }
    })
    if (opened.step === 'locked') throw locked(opened.seconds)
    if (opened.step === 'robot') throw mayBeRobot(opened.proof)
    const { account, isLast } = opened
    const outcome = await evaluate(call, clientId, { account, guessed, isLast }).catch(async (error: unknown) => {
      // Nothing was learnt about the password, so nothing is counted; when the database is what failed, this fails too.
      await call.inTransaction((tx) => returnAttempt(tx, clientId, { ...guessed, isLast })).catch(() => undefined)
      return whenBusy(error)
    })
    switch (outcome.step) {
      case 'signed-in':
        return answerGranted(call.answer, clientId, tokens, { ...outcome.entered, now })
      case 'half-way':
        return answerChallenge(call.answer, outcome.opened)
      case 'account-problem':
        throw hasProblem()
      case 'failed':
        if (!isLast) throw failed({ showRecaptcha: opened.nextTakesProof })
        await call.inTransaction((tx, clock) => recordLock(tx, clientId, { call, guessed, clock }))
        throw locked(signInLimits.lockMs / 1000)
    }
  }

  /** Between password and code a page may be loaded anew: the ticket and its cookie are told the same again, and no more. */
  function whereTheyStood(call: SignInCall, clientId: ClientId): Promise<TokenReply | undefined> {
    const { password: ticket, email } = call.body
    return call.inTransaction(async (tx, { now, today }) => {
      const challenge = await challengeOf(tx, clientId, tokens, { cookies: call.cookies, now })
      // Who came from their provider has typed no address.
      const isTheirs = email === '' ? challenge?.cameBy === 'single-sign-on' : challenge?.email === email.toLowerCase()
      if (!challenge || !isTheirs) return undefined
      if (!fitsChallenge(clientId, tokens, challenge, ticket)) return undefined
      const { brand } = await readSignInRules(tx, clientId, today)
      return answerChallengeAgain(challenge, seeds, { ticket, brand })
    })
  }

  async function evaluate(
    call: SignInCall,
    clientId: ClientId,
    { account, guessed, isLast }: { account: SignInAccount | undefined; guessed: GuessedAt } & Pick<Attempt, 'isLast'>,
  ): Promise<Outcome> {
    const { password } = call.body
    const { matches, outdated } = await passwords.verify(account?.passwordHash ?? null, password)
    if (!account || !matches) return { step: 'failed' }
    const newHash = outdated ? await passwords.hash(password) : undefined
    return call.inTransaction((tx, clock) => decide(tx, clientId, { call, account, guessed, isLast, clock, newHash }))
  }

  type Deciding = {
    call: SignInCall
    account: SignInAccount
    guessed: GuessedAt
    isLast: boolean
    clock: Clock
    newHash: string | undefined
  }

  async function decide(tx: Tx, clientId: ClientId, deciding: Deciding): Promise<Outcome> {
    const { call, account: seen, guessed, isLast, newHash } = deciding
    const { now, today } = deciding.clock
    const { personId } = seen
    const admission = await admissionOf(tx, clientId, { personId, today })
    if (admission.step === 'nobody') return { step: 'failed' }
    if (admission.account.passwordHash !== seen.passwordHash || admission.rules.ssoAccessOnly) return { step: 'failed' }
    await forgetCountedTry(tx, clientId, { tokens, identifierHash: guessed.identifierHash, call })
    if (admission.step === 'account-problem') return { step: 'account-problem' }
    const { account, rules } = admission
    if (newHash) await changeAccount(tx, clientId, personId, { passwordHash: newHash })
    if (account.hasTwoFactor || rules.twoFactorRequiredOf[account.userType]) {
      // The password was right, so nothing was guessed; codes before it stay counted (LOGIN-45).
      await returnAttempt(tx, clientId, { ...guessed, isLast })
      const earlierCookie = call.cookies[challengeCookie]
      const opening = { account, cameBy: 'password' as const, brand: rules.brand, earlierCookie, now }
      return { step: 'half-way', opened: await openChallenge(tx, clientId, { tokens, seeds }, opening) }
    }

    await forgetAttempts(tx, clientId, guessed)
    const { deviceToken } = call.body
    const entering = { account, cameBy: 'password' as const, secondFactor: false, deviceToken, call, now }
    const { granted, event } = await letIn(tx, clientId, tokens, entering)
    await appendAudit(tx, clientId, [event])
    const { email } = call.body
    return { step: 'signed-in', entered: { granted, email, schemeYearId: rules.schemeYearId } }
  }
}

export type Guessed = GuessedAt & {
  email: string
  /** By which the browser says that it has signed in before. */
  device: { email: string; issuedAt: Date } | null
}

/** Whose password is guessed at, and from where: a browser that has signed in as them before has a budget of its own (S-04). */
export function guessedAt(
  { cookies, now }: Pick<SignInCall, 'cookies' | 'now'>,
  clientId: ClientId,
  { tokens, email }: { tokens: Tokens; email: string },
): Guessed {
  const device = tokens.readDeviceCookie(clientId, email, cookies[deviceCookie], now)
  return {
    email,
    identifierHash: tokens.identifierHash(clientId, email),
    lane: device ? `device ${device.id}` : 'any',
    olderHashes: tokens.olderIdentifierHashes(clientId, email),
    device: device && { email, issuedAt: device.issuedAt },
  }
}

/** The same, as any browser's where the account has forgotten this one since (S-14). */
export async function asStillKnown(tx: Tx, clientId: ClientId, guessed: Guessed): Promise<Guessed> {
  const { device } = guessed
  const isForgotten = device && !(await isDeviceKnown(tx, clientId, device))
  return isForgotten ? { ...guessed, lane: 'any', device: null } : guessed
}

type Lock = { call: Pick<SignInCall, 'ip' | 'requestId'>; guessed: Guessed; clock: Clock }

/**
 * The event names nobody: an identifier that is no account locks just as well. Whose account it is gets a mail, by a
 * statement that is the same where it is nobody's, and takes the same time (S-01, S-04).
 */
export async function recordLock(tx: Tx, clientId: ClientId, { call, guessed, clock: { now } }: Lock): Promise<void> {
  await queueNotice(tx, clientId, {
    to: { accountOf: guessed.email },
    kind: accountLockedMail,
    // Two locks at once are one cause.
    cause: `account-locked ${londonDate(now)}`,
    notAgainWithinMs: signInLimits.lockNoticeMs,
  })
  await appendAudit(tx, clientId, [
    {
      at: now.toISOString(),
      actor: null,
      subject: null,
      action: 'sign-in.locked',
      details: {
        identifier: guessed.identifierHash.toString('hex'),
        lane: guessed.lane.split(' ')[0] ?? '',
        ip: call.ip,
      },
      requestId: call.requestId,
    },
  ])
}

export function failed({ showRecaptcha } = { showRecaptcha: false }): Refused {
  return refuse(signInFailed, { body: { ...failedBody, showRecaptcha } })
}

/** The same for everybody, whether they exist or not: nothing but the count of guesses was looked at. */
function mayBeRobot(proof: Proof): Refused {
  const body = { ...failedBody, showRecaptcha: true }
  if (proof === 'unknown') return refuse(robotCheckDown, { body })
  return refuse(robotNotExcluded, { body, errors: { recaptcha: [robotNotExcluded.message] } })
}

export function hasProblem(): Refused {
  return refuse(accountProblem, { body: { ...failedBody, error_message: accountProblem.message } })
}

export function locked(seconds: number): Refused {
  return refuse(accountLocked, { body: { ...failedBody, userAccountLocked: true }, retryAfter: seconds })
}

export function whenBusy(error: unknown): never {
  throw error instanceof HashingBusy ? refuse(tooManySignIns) : error
}

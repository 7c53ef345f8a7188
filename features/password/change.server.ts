import { refuse, Refused, type FieldErrors, type Refusal } from '../../contract/refusals.ts'
import { formMessages } from '../../contract/messages.ts'
import { passwordMessages } from '../../contract/password.messages.ts'
import { HashingBusy, type PasswordHashing } from '../../platform/hashing.ts'
import type { Call, Clock, Tx } from '../../platform/handle.ts'
import { appendAudit } from '../audit/audit.queries.ts'
import { lockAccount } from '../session/account.queries.ts'
import { signInLimits } from '../session/limits.ts'
import {
  adoptAttempts,
  forgetAttempts,
  returnAttempt,
  secondsLocked,
  takeAttempt,
  type GuessedAt,
} from '../session/login-attempts.queries.ts'
import { sessionEnded } from '../session/session-refusals.server.ts'
import { accountLocked, tooManySignIns } from '../session/session.contract.ts'
import { endOtherSessions, isSessionOpen } from '../session/session.queries.ts'
import { guessedAt, recordLock } from '../session/sign-in.server.ts'
import type { Tokens } from '../session/tokens.server.ts'
import { allMet, checksOf, checksWithoutHistory } from './check.server.ts'
import {
  currentPasswordWrong,
  passwordMissing,
  passwordRulesUnmet,
  passwordsDiffer,
  type changePassword,
  type PasswordChecks,
} from './password.contract.ts'
import { readPasswordFacts, replacePassword, type PasswordFacts } from './password.queries.ts'

type ChangeCall = Call<typeof changePassword>
type Changed = { status: 'ok'; errors: null; checks: PasswordChecks }

/**
 * Changes the caller's own password. Whoever sits at somebody else's open session is guessing, so the current password
 * has the budget of a sign-in: a place is taken, and committed, before it is looked at (S-03, S-17).
 */
export function change({ tokens, passwords }: { tokens: Tokens; passwords: PasswordHashing }) {
  return async (call: ChangeCall): Promise<Changed> => {
    const { caller, clientId } = call
    const facts = await call.inTransaction((tx) => readPasswordFacts(tx, clientId, caller.personId))
    refuseUnfit(call, facts)

    const guessed = guessedAt(call, clientId, { tokens, email: facts.details.email })
    const attempt = await call.inTransaction((tx, clock) => takePlace(tx, call, { guessed, clock }))
    const changed = await evaluate(call, { facts, guessed }).catch(async (error: unknown) => {
      // What the account refuses by now counts; a fault of ours, or a rule that is not met, is no guess.
      const counts = error instanceof Refused && error.refusal !== passwordRulesUnmet
      // When the database is what failed, this fails too.
      if (!counts) await call.inTransaction((tx) => returnAttempt(tx, clientId, guessed)).catch(() => undefined)
      throw error instanceof HashingBusy ? refuse(tooManySignIns) : error
    })
    return changed ?? wrong(call, { guessed, isLast: attempt.isLast })
  }

  type Evaluating = { facts: PasswordFacts; guessed: GuessedAt }

  /** Null when the current password is another one. */
  async function evaluate(call: ChangeCall, { facts, guessed }: Evaluating): Promise<Changed | null> {
    const { body } = call
    const { matches } = await passwords.verify(facts.currentHash, body.current_password)
    if (!matches) return null
    const checks = await checksOf(body.password, facts, { passwords })
    if (!allMet(checks)) throw unmet(checks)
    const newHash = await passwords.hash(body.password)
    await call.inTransaction((tx, clock) => commit(tx, call, { facts, guessed, newHash, clock }))
    return { status: 'ok', errors: null, checks }
  }
}

/** What needs no look at the current password. */
function refuseUnfit({ body }: ChangeCall, facts: PasswordFacts): void {
  const required = ['current_password', 'password', 'password_confirmation'] as const
  const missing = required.filter((field) => body[field] === '')
  if (missing.length > 0)
    throw field(passwordMissing, Object.fromEntries(missing.map((name) => [name, [formMessages.required]])))
  const checks = checksWithoutHistory(body.password, facts)
  if (!allMet(checks)) throw unmet(checks)
  // Compared as it will be stored: two keyboards may write the same letter in two ways.
  if (body.password.normalize('NFC') !== body.password_confirmation.normalize('NFC'))
    throw field(passwordsDiffer, { password_confirmation: [passwordMessages.mismatch] })
}

type Place = { isLast: boolean }

async function takePlace(
  tx: Tx,
  { clientId }: ChangeCall,
  { guessed, clock: { now } }: { guessed: GuessedAt; clock: Clock },
): Promise<Place> {
  await adoptAttempts(tx, clientId, guessed)
  const attempt = await takeAttempt(tx, clientId, { ...guessed, now })
  if (attempt) return attempt
  throw locked(await secondsLocked(tx, clientId, { ...guessed, now }))
}

async function wrong(call: ChangeCall, { guessed, isLast }: Place & { guessed: GuessedAt }): Promise<never> {
  if (!isLast) throw field(currentPasswordWrong, { current_password: [passwordMessages.currentWrong] })
  await call.inTransaction((tx, clock) => recordLock(tx, call.clientId, { call, guessed, clock }))
  throw locked(signInLimits.lockMs / 1000)
}

type Committing = { facts: PasswordFacts; guessed: GuessedAt; newHash: string; clock: Clock }

async function commit(
  tx: Tx,
  call: ChangeCall,
  { facts, guessed, newHash, clock: { now } }: Committing,
): Promise<void> {
  const { clientId, caller, requestId } = call
  const { personId, sessionId } = caller
  const account = await lockAccount(tx, clientId, personId)
  // Read anew: whatever changed while the passwords were checked counts (S-05).
  if (account?.state !== 'active' || !(await isSessionOpen(tx, clientId, { sessionId, now })))
    throw refuse(sessionEnded)
  if (account.passwordHash !== facts.currentHash)
    throw field(currentPasswordWrong, { current_password: [passwordMessages.currentWrong] })

  await replacePassword(tx, clientId, { personId, formerHash: facts.currentHash, newHash, now })
  await forgetAttempts(tx, clientId, guessed)
  const ended = await endOtherSessions(tx, clientId, { personId, except: sessionId, because: 'password-changed', now })
  await appendAudit(tx, clientId, [
    {
      at: now.toISOString(),
      actor: personId,
      subject: personId,
      action: 'password.changed',
      details: { sessionId, otherSessionsEnded: ended },
      requestId,
    },
  ])
}

function unmet(checks: PasswordChecks) {
  return refuse(passwordRulesUnmet, { errors: { password: [passwordMessages.blocked] }, body: { checks } })
}

function field(refusal: Refusal, errors: FieldErrors) {
  return refuse(refusal, { errors })
}

function locked(seconds: number) {
  return refuse(accountLocked, { body: { userAccountLocked: true }, retryAfter: seconds })
}

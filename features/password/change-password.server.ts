import { refuse } from '../../contract/refusals.ts'
import { passwordMessages } from '../../contract/password.messages.ts'
import type { PasswordHashing } from '../../platform/hashing.ts'
import type { Call, Clock, Tx } from '../../platform/handle.ts'
import { appendAudit } from '../../services/audit/audit.queries.ts'
import type { MailQueue } from '../../services/mail/mail.queries.ts'
import { lockAccount } from '../../services/session/account.queries.ts'
import {
  endFailedCheck,
  reserveAttempt,
  recordFailedAttempt,
  type ReservedAttempt,
} from '../sign-in-protection/attempt-limit.server.ts'
import { attemptKeyOf } from '../sign-in-protection/attempt-identifier.server.ts'
import { deleteAttempts } from '../sign-in-protection/login-attempts.queries.ts'
import { sessionEnded } from '../session/authenticate.server.ts'
import { endOtherSessions, isSessionOpen } from '../../services/session/session.queries.ts'
import type { Tokens } from '../../services/session/tokens.server.ts'
import { rulesIn } from '../../services/session/password.rules.ts'
import { areAllMet, checkPasswordRules } from './password-checks.server.ts'
import { requireEligiblePassword, unmetRules } from './password-eligibility.server.ts'
import { passwordChangedMail } from './password-mails.messages.ts'
import { endLinksOfPerson } from './password-links.queries.ts'
import {
  currentPasswordWrong,
  passwordRulesUnmet,
  type changePassword,
  type PasswordChecks,
} from './password.contract.ts'
import { readPasswordFacts, replacePassword, type PasswordFacts } from './password.queries.ts'

type ChangeCall = Call<typeof changePassword>
type Changing = { tokens: Tokens; passwords: PasswordHashing; mails: MailQueue }
type Changed = { status: 'ok'; errors: null; checks: PasswordChecks }

/** A wrong current password counts as a failed login. The attempt is stored before the check (S-03, S-17). */
export function changePasswordHandler({ tokens, passwords, mails }: Changing) {
  return async (call: ChangeCall): Promise<Changed> => {
    const { caller, clientId } = call
    const facts = await call.inTransaction((tx) => readPasswordFacts(tx, clientId, caller.personId))
    requireEligiblePassword(call.body, facts, ['current_password', 'password', 'password_confirmation'])

    const attemptKey = attemptKeyOf(call, clientId, { tokens, email: facts.details.email })
    const place = await call.inTransaction((tx, clock) => reserveAttempt(tx, clientId, { attemptKey, clock }))
    // A new password that breaks a rule is not a failed attempt.
    const changed = await evaluate(call, { facts, attemptKey: place.attemptKey }).catch((error: unknown) =>
      endFailedCheck(call, clientId, { place, error, countsNot: [passwordRulesUnmet] }),
    )
    return changed ?? recordFailedAttempt(call, clientId, place, wrong())
  }

  type Evaluating = { facts: PasswordFacts; attemptKey: ReservedAttempt['attemptKey'] }

  async function evaluate(call: ChangeCall, { facts, attemptKey }: Evaluating): Promise<Changed | null> {
    const { body } = call
    const { matches } = await passwords.verify(facts.currentHash, body.current_password)
    if (!matches) return (await isRepetition(body, facts)) ? repeated(call, { facts, attemptKey }) : null
    const checks = await checkPasswordRules(body.password, facts, { passwords })
    if (!areAllMet(checks)) throw unmetRules(checks)
    const newHash = await passwords.hash(body.password)
    await call.inTransaction((tx, clock) => commit(tx, call, { facts, attemptKey, newHash, clock, mails }))
    return { status: 'ok', errors: null, checks }
  }

  /** True if an earlier request set the password and only its response was lost (S-73). */
  async function isRepetition(
    body: ChangeCall['body'],
    { currentHash, previousHashes }: PasswordFacts,
  ): Promise<boolean> {
    const [formerHash] = previousHashes
    if (formerHash === undefined || !(await passwords.verify(formerHash, body.current_password)).matches) return false
    return (await passwords.verify(currentHash, body.password)).matches
  }
}

async function repeated(
  call: ChangeCall,
  { facts, attemptKey }: Pick<Committing, 'facts' | 'attemptKey'>,
): Promise<Changed> {
  await call.inTransaction((tx) => deleteAttempts(tx, call.clientId, attemptKey))
  return { status: 'ok', errors: null, checks: rulesIn(facts.rules).map((name) => ({ name, status: true })) }
}

type Committing = {
  facts: PasswordFacts
  attemptKey: ReservedAttempt['attemptKey']
  newHash: string
  clock: Clock
  mails: MailQueue
}

async function commit(
  tx: Tx,
  call: ChangeCall,
  { facts, attemptKey, newHash, clock: { now }, mails }: Committing,
): Promise<void> {
  const { clientId, caller, requestId } = call
  const { personId, sessionId } = caller
  const account = await lockAccount(tx, clientId, personId)
  // The account may have changed during the slow checks (S-05).
  if (account?.state !== 'active' || !(await isSessionOpen(tx, clientId, { sessionId, now })))
    throw refuse(sessionEnded)
  if (account.passwordHash !== facts.currentHash) throw wrong()

  // Deletes failed attempts before challenges, in the lock order of a login.
  await deleteAttempts(tx, clientId, attemptKey)
  await replacePassword(tx, clientId, { personId, formerHash: facts.currentHash, newHash, now })
  await endLinksOfPerson(tx, clientId, { personId, now })
  const cause = `password ${requestId}`
  await mails.queueMail(tx, clientId, { to: { personId }, kind: passwordChangedMail, data: {}, cause })
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

function wrong() {
  return refuse(currentPasswordWrong, { errors: { current_password: [passwordMessages.currentWrong] } })
}

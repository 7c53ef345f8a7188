import type { ClientId } from '../../contract/ids.ts'
import { notFound } from '../../contract/not-found.ts'
import { passwordMessages } from '../../contract/password.messages.ts'
import { refuse } from '../../contract/refusals.ts'
import type { PasswordHashing } from '../../platform/hashing.ts'
import type { Call, Clock, Tx } from '../../platform/handle.ts'
import { appendAudit } from '../../services/audit/audit.queries.ts'
import type { MailQueue } from '../../services/mail/mail.queries.ts'
import { changeAccount, lockAccount } from '../../services/session/account.queries.ts'
import { removeLocks } from '../sign-in-protection/login-attempts.queries.ts'
import { endOtherSessions } from '../../services/session/session.queries.ts'
import { refuseIfBusy } from '../../services/session/sign-in-refusals.server.ts'
import type { Tokens } from '../../services/session/tokens.server.ts'
import { areAllMet, checkPasswordRules } from './password-checks.server.ts'
import { requireEligiblePassword, unmetRules } from './password-eligibility.server.ts'
import { passwordChangedMail } from './password-mails.messages.ts'
import {
  countLinkCheck,
  endLinksOfPerson,
  findLiveLink,
  isLinkDisabled,
  redeemLink,
  type LiveLink,
} from './password-links.queries.ts'
import { dateOfBirthNeeded, tooManyChecks, type PasswordChecks, type resetPassword } from './password.contract.ts'
import { readAfterReset, readPasswordFacts, replacePassword, type PasswordFacts } from './password.queries.ts'
import {
  isoDateOf,
  isVerifiedInBrowser,
  linkCookie,
  dateOfBirthRefusal,
  checkBirthDate,
} from './verify-birth-date.server.ts'

type ResetCall = Call<typeof resetPassword>
type Resetting = { tokens: Tokens; passwords: PasswordHashing; mails: MailQueue }

/** A21. Works once per link (S-14). Ends all sessions; two-factor authentication stays on. */
export function resetPasswordHandler({ tokens, passwords, mails }: Resetting) {
  return async (call: ResetCall) => {
    const { clientId, body, today } = call
    const date = isoDateOf(body.date_of_birth, today)
    if (!clientId) throw refuse(notFound)
    const asked = await call.inTransaction((tx, { now }) => open(tx, clientId, { call, date, now }))
    if (typeof asked === 'string') throw dateOfBirthRefusal(asked)
    const { link, facts } = asked

    requireEligiblePassword(body, facts, ['password', 'password_confirmation'])
    const { checks, newHash } = await weigh(body.password, facts).catch(refuseIfBusy)
    const after = await call.inTransaction((tx, clock) => commit(tx, clientId, { call, link, facts, newHash, clock }))
    call.answer.clearCookie(linkCookie)
    const message = link.kind === 'reset' ? passwordMessages.changed : null
    return { reset: true as const, ...after, errors: null, checks, message, description: null }
  }

  async function open(
    tx: Tx,
    clientId: ClientId,
    { call, date, now }: { call: ResetCall; date: string; now: Date },
  ): Promise<{ link: LiveLink; facts: PasswordFacts } | 'unknown' | 'spent' | 'wrong'> {
    const hashes = tokens.linkHashes(clientId, call.body.token)
    const link = await findLiveLink(tx, clientId, { hashes, now, hold: true })
    if (!link) return 'unknown'
    if (isLinkDisabled(link)) return 'spent'
    if (!isVerifiedInBrowser(link, { call, clientId, tokens, now })) throw refuse(dateOfBirthNeeded)
    const tried = await checkBirthDate(tx, clientId, { link, date, now, call })
    if (tried !== 'right') return tried
    if (!(await countLinkCheck(tx, clientId, { linkId: link.id, now }))) throw refuse(tooManyChecks)
    return { link, facts: await readPasswordFacts(tx, clientId, link.personId) }
  }

  /** Slow, so it runs without a database connection. */
  async function weigh(password: string, facts: PasswordFacts): Promise<{ checks: PasswordChecks; newHash: string }> {
    const checks = await checkPasswordRules(password, facts, { passwords })
    if (!areAllMet(checks)) throw unmetRules(checks)
    return { checks, newHash: await passwords.hash(password) }
  }

  type Committing = { call: ResetCall; link: LiveLink; facts: PasswordFacts; newHash: string; clock: Clock }

  async function commit(tx: Tx, clientId: ClientId, { call, link, facts, newHash, clock: { now } }: Committing) {
    const { personId, kind } = link
    const account = await lockAccount(tx, clientId, personId)
    // The account may have changed during the slow checks (S-05).
    const stillFits = account?.state === (kind === 'activation' ? 'invited' : 'active')
    if (!stillFits || account.passwordHash !== facts.currentHash) throw refuse(notFound)
    if (!(await redeemLink(tx, clientId, { linkId: link.id, now }))) throw refuse(notFound)

    const { email } = link
    const hashes = [tokens.identifierHash(clientId, email), ...tokens.olderIdentifierHashes(clientId, email)]
    // Deletes failed attempts before challenges, in the lock order of a login.
    await removeLocks(tx, clientId, hashes)
    await replacePassword(tx, clientId, { personId, formerHash: facts.currentHash, newHash, now })
    await changeAccount(tx, clientId, personId, { state: 'active', knownDevicesSince: now })
    await endLinksOfPerson(tx, clientId, { personId, now })
    const ended = await endOtherSessions(tx, clientId, { personId, except: null, because: 'password-changed', now })
    if (kind === 'reset') {
      const cause = `password ${call.requestId}`
      await mails.queueMail(tx, clientId, { to: { personId }, kind: passwordChangedMail, data: {}, cause })
    }
    const after = await readAfterReset(tx, clientId, kind)
    await appendAudit(tx, clientId, [
      {
        at: now.toISOString(),
        actor: personId,
        subject: personId,
        action: 'password.reset',
        details: { linkId: link.id, kind, sessionsEnded: ended },
        requestId: call.requestId,
      },
    ])
    return after
  }
}

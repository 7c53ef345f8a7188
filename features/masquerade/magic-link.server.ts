import { londonDate, showDate } from '../../contract/dates.ts'
import type { ClientId, PersonId } from '../../contract/ids.ts'
import { notFound } from '../../contract/not-found.ts'
import { refuse } from '../../contract/refusals.ts'
import type { PasswordHashing } from '../../platform/hashing.ts'
import type { Call, Clock, Tx } from '../../platform/handle.ts'
import { appendAudit } from '../../services/audit/audit.queries.ts'
import type { MailQueue } from '../../services/mail/mail.queries.ts'
import { lockAccount, type SignInAccount } from '../../services/session/account.queries.ts'
import { signInEligibilityWith } from '../../services/session/sign-in-eligibility.server.ts'
import { readSignInRules } from '../../services/session/client.queries.ts'
import { issueViewToken, viewCookie } from '../../services/session/login-token.server.ts'
import { requirePassword } from '../sign-in-protection/attempt-limit.server.ts'
import { attemptKeyOf } from '../sign-in-protection/attempt-identifier.server.ts'
import { entryLimits } from '../../services/session/limits.ts'
import { readUser } from '../session/user-and-client.queries.ts'
import { sessionEnded } from '../session/authenticate.server.ts'
import { isSessionOpen } from '../../services/session/session.queries.ts'
import { signOnPaths } from '../session/sign-on-paths.rules.ts'
import { newToken, type Tokens } from '../../services/session/tokens.server.ts'
import { viewDetails } from '../session/open-view.queries.ts'
import {
  cannotBeViewed,
  employerCodeNeeded,
  employerPasswordWrong,
  noPasswordToAsk,
  type viewAsEmployee,
} from './masquerade.contract.ts'
import { employeeViewedMail } from './employee-viewed-mail.messages.ts'
import { insertGrant, readSchemeYearNumber } from './masquerade.queries.ts'

type LinkCall = Call<typeof viewAsEmployee>

/** `allows` runs in the transaction that marks the second-factor code as used. */
export type RequestCode = <T>(
  call: LinkCall,
  clientId: ClientId,
  asked: { whose: SignInAccount; code: string; allows: (tx: Tx, clock: Clock) => Promise<T> },
) => Promise<T>

type Tools = { tokens: Tokens; passwords: PasswordHashing; mails: MailQueue; askCode: RequestCode }

export function createMagicLink({ tokens, passwords, mails, askCode }: Tools) {
  return async (call: LinkCall): Promise<{ url: string; error: null }> => {
    const { clientId, caller, body } = call
    const employer = await call.inTransaction(async (tx, clock) => {
      // Lock the employer's account first in every call, so that two calls cannot deadlock.
      const account = await lockAccount(tx, clientId, caller.personId)
      await lockViewedPerson(tx, call, clock)
      return account
    })
    if (!employer) throw refuse(sessionEnded)
    const { email, passwordHash: hash } = employer
    if (hash === null) throw refuse(noPasswordToAsk)
    const attemptKey = attemptKeyOf(call, clientId, { tokens, email })
    const wrong = refuse(employerPasswordWrong, { errors: { password: [employerPasswordWrong.message] } })
    await requirePassword(call, clientId, { attemptKey, passwords, sent: body.password, hash, wrong })

    const give = (tx: Tx, clock: Clock) => giveLink(tx, call, { employer, clock })
    const { url, cookie } = employer.hasTwoFactor
      ? await withCode(call, employer, give)
      : await call.inTransaction(give)
    call.answer.setCookie(viewCookie, cookie, { maxAgeSeconds: entryLimits.lifeMs / 1000 })
    return { url, error: null }
  }

  function withCode<T>(call: LinkCall, whose: SignInAccount, allows: (tx: Tx, clock: Clock) => Promise<T>): Promise<T> {
    const { code } = call.body
    if (!code) throw refuse(employerCodeNeeded, { errors: { code: [employerCodeNeeded.message] } })
    return askCode(call, call.clientId, { whose, code, allows })
  }

  type Giving = { employer: SignInAccount; clock: Clock }

  async function giveLink(
    tx: Tx,
    call: LinkCall,
    { employer, clock }: Giving,
  ): Promise<{ url: string; cookie: string }> {
    const { clientId, caller, requestId } = call
    const { now } = clock
    const actor = caller.personId
    // The account may have changed while the password was checked (S-05).
    const account = await lockAccount(tx, clientId, actor)
    const isTheirs = account?.state === 'active' && account.userType === 'employer'
    if (!isTheirs || !(await isSessionOpen(tx, clientId, { sessionId: caller.sessionId, now })))
      throw refuse(sessionEnded)
    if (account.passwordHash !== employer.passwordHash || account.hasTwoFactor !== employer.hasTwoFactor)
      throw refuse(employerPasswordWrong)
    const { personId, schemeYearId } = await lockViewedPerson(tx, call, clock)

    const view = await insertGrant(tx, clientId, {
      grantedBy: 'employer',
      actor,
      actorPersonId: actor,
      actorSessionId: caller.sessionId,
      personId,
      schemeYearId,
      schemeYear: await readSchemeYearNumber(tx, clientId, schemeYearId),
      reason: null,
      now,
    })
    const { grantId } = view
    const cookie = newToken()
    const token = await issueViewToken(tx, clientId, tokens, { personId, grantId, cookie, now })
    await tellViewed(tx, call, { personId, now })
    await appendAudit(tx, clientId, [
      {
        at: now.toISOString(),
        actor,
        subject: personId,
        action: 'masquerade.granted',
        details: viewDetails(view),
        requestId,
      },
    ])
    return { url: signOnPaths.login(token, view.schemeYear), cookie }
  }

  async function tellViewed(
    tx: Tx,
    { clientId, caller }: LinkCall,
    { personId, now }: { personId: PersonId; now: Date },
  ) {
    const { name: viewer } = await readUser(tx, clientId, caller)
    const day = londonDate(now)
    await mails.queueMail(tx, clientId, {
      to: { personId },
      kind: employeeViewedMail,
      data: { viewer, day: showDate(day), time: londonTime.format(now) },
      cause: `viewed by ${caller.personId} on ${day}`,
    })
  }
}

const londonTime = new Intl.DateTimeFormat('en-GB', { timeZone: 'Europe/London', timeStyle: 'short' })

async function lockViewedPerson(tx: Tx, { clientId, params }: LinkCall, { today }: Clock) {
  const personId = params.b
  const account = await lockAccount(tx, clientId, personId)
  const rules = await readSignInRules(tx, clientId, today)
  if (!account || rules.schemeYearId !== params.a) throw refuse(notFound)
  const admission = await signInEligibilityWith(tx, clientId, { account, rules, today })
  if (account.userType === 'employer' || admission.step !== 'fit') throw refuse(cannotBeViewed)
  return { personId, schemeYearId: admission.rules.schemeYearId }
}

import { Refused, refuse } from '../../contract/refusals.ts'
import type { PasswordHashing } from '../../platform/hashing.ts'
import type { Call, Clock, Tx } from '../../platform/handle.ts'
import type { ValueEncryption } from '../../platform/encryption.ts'
import type { AuditEvent } from '../../services/audit/audit.queries.ts'
import type { MailQueue } from '../../services/mail/mail.queries.ts'
import { startSignedInSession } from '../../services/session/sign-in-eligibility.server.ts'
import { endChallenges } from '../session/login-challenge.queries.ts'
import { readSsoLogout } from '../../services/session/client.queries.ts'
import { challengeCookie } from '../session/login-challenge.server.ts'
import { replySignedIn, type SignedInPerson } from '../../services/session/issue-session.server.ts'
import { recordLogin } from '../session/record-login.queries.ts'
import type { TokenReply } from '../../services/session/session.contract.ts'
import { signInFailure } from '../../services/session/sign-in-refusals.server.ts'
import type { Tokens } from '../../services/session/tokens.server.ts'
import { checkCode, confirmRightCode, redeemCode, type ReservedCodeAttempts } from './check-code.server.ts'
import {
  requireSecondFactorPending,
  readSecondFactorPending,
  isTicketOrPassword,
  type SecondFactorPending,
} from './second-factor-pending.server.ts'
import { challengeEnded, type signInByCode, codeInvalid } from './two-factor.contract.ts'

export type LoginTools = { tokens: Tokens; passwords: PasswordHashing; seeds: ValueEncryption; mail: MailQueue }
type CodeCall = Call<typeof signInByCode>

export function signInByCodeHandler({ tokens, passwords, seeds }: Omit<LoginTools, 'mail'>) {
  return async (call: CodeCall): Promise<TokenReply> => {
    const { body, now } = call
    const halfWay = await readSecondFactorPending(call, tokens, body)
    const { clientId, challenge } = halfWay
    const entered = await checkCode(call, clientId, {
      tokens,
      whose: challenge,
      look: async (place) => {
        if (!(await isTicketOrPassword(body.password, challenge, passwords))) return signInFailure()
        return call.inTransaction((tx, clock) => decide(tx, halfWay, { call, place, clock }))
      },
    })
    call.answer.clearCookie(challengeCookie)
    return replySignedIn(call.answer, clientId, tokens, { ...entered, now })
  }

  async function decide(
    tx: Tx,
    halfWay: SecondFactorPending,
    { call, place, clock }: { call: CodeCall; place: ReservedCodeAttempts; clock: Clock },
  ): Promise<SignedInPerson | Refused> {
    const { clientId } = halfWay
    const { now } = clock
    const { account, rules, challenge } = await requireSecondFactorPending(tx, halfWay, clock)
    const { personId, email } = account
    if (!account.hasTwoFactor) throw refuse(challengeEnded)
    const { code, deviceToken } = call.body
    const proof = await redeemCode(tx, clientId, { seeds, personId, code, now })
    if (!proof) return refuse(codeInvalid)

    await confirmRightCode(tx, clientId, place)
    await endChallenges(tx, clientId, [personId])
    const { cameBy, provider } = challenge
    const entering = { account, cameBy, provider, secondFactor: true, deviceToken, call, now }
    const { granted, event } = await startSignedInSession(tx, clientId, tokens, entering)
    const { url: ssoLogoutUrl } = await readSsoLogout(tx, clientId, granted.sessionId)
    const events = [event, ...(proof === 'recovery-code' ? [recoveryOf(event)] : [])]
    await recordLogin(tx, clientId, { personId, events })
    return { granted, email, schemeYearId: rules.schemeYearId, ssoLogoutUrl }
  }
}

function recoveryOf(entering: AuditEvent): AuditEvent {
  return { ...entering, action: 'two-factor.recovery-code-used', details: {} }
}

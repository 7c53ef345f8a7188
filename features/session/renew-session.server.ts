import type { ClientId, PersonId } from '../../contract/ids.ts'
import { refuse } from '../../contract/refusals.ts'
import type { Call, Clock, Tx } from '../../platform/handle.ts'
import { appendAudit } from '../../services/audit/audit.queries.ts'
import { queueNotice } from '../../services/mail/mail.queries.ts'
import { lockAccount } from '../../services/session/account.queries.ts'
import { readSsoLogout } from '../../services/session/client.queries.ts'
import {
  createAccessToken,
  refreshCookie,
  setRefreshCookies,
  tokenReplyOf,
  type IssuedSession,
} from '../../services/session/issue-session.server.ts'
import { notRenewed, type refreshToken, type TokenReply } from '../../services/session/session.contract.ts'
import {
  endSession,
  findHolderOfRefreshToken,
  insertRefreshToken,
  lockSessionOfRefreshToken,
  readRefreshToken,
  retireRefreshToken,
} from '../../services/session/session.queries.ts'
import { sessionStolenMail } from '../../services/session/session-mail.messages.ts'
import { hasAccess } from '../../services/session/employment-status.queries.ts'
import { equalBytes, type RefreshTokenParts, type Tokens } from '../../services/session/tokens.server.ts'

type RenewCall = Call<typeof refreshToken>
type Outcome = { step: 'renewed'; granted: IssuedSession; ssoLogoutUrl: string | null } | { step: 'refused' }

/** Repeated requests get the same reply until the next secret is used. An older secret ends the session. */
export function renewSessionHandler({ tokens }: { tokens: Tokens }) {
  return async (call: RenewCall): Promise<TokenReply> => {
    const { clientId, now } = call
    const cookie = call.cookies[refreshCookie]
    if (!clientId || !isToken(cookie) || !isToken(call.body.refresh_token)) throw refuse(notRenewed)

    const halves = { cookie, answer: call.body.refresh_token }
    // If theft is detected, commit the end of the session before refusing.
    const outcome = await call.inTransaction((tx, clock) => exchange(tx, clientId, { call, halves, clock }))
    if (outcome.step === 'refused') throw refuse(notRenewed)
    setRefreshCookies(call.answer, outcome.granted, now)
    return { ...tokenReplyOf(outcome.granted), ssoLogoutUrl: outcome.ssoLogoutUrl }
  }

  type Exchange = { call: RenewCall; halves: RefreshTokenParts; clock: Clock }

  async function exchange(
    tx: Tx,
    clientId: ClientId,
    { call, halves, clock: { now, today } }: Exchange,
  ): Promise<Outcome> {
    const possible = tokens.keptRefreshes(clientId, halves)
    const cookieHashes = possible.map(({ cookieHash }) => cookieHash)
    const holder = await findHolderOfRefreshToken(tx, clientId, cookieHashes)
    // Locks the account before its session, as logins and password changes do, to avoid deadlocks.
    const account = holder && (await lockAccount(tx, clientId, holder))
    const session = account && (await lockSessionOfRefreshToken(tx, clientId, { cookieHashes, now }))
    const token = session && (await readRefreshToken(tx, clientId, cookieHashes))
    const kept = token && possible.find(({ cookieHash }) => equalBytes(cookieHash, token.cookieHash))
    if (!kept || !equalBytes(token.responseHash, kept.responseHash)) return { step: 'refused' }

    const { sessionId, personId } = session
    if (token.isRetired) {
      await endSession(tx, clientId, { sessionId, because: 'refresh-reused', now })
      await recordTheft(tx, clientId, { call, sessionId, personId, now })
      return { step: 'refused' }
    }
    if (!session.alive || account.state !== 'active') return { step: 'refused' }
    if (!(await hasAccess(tx, clientId, { personId, today }))) return { step: 'refused' }

    const refresh = kept.child
    await insertRefreshToken(tx, clientId, {
      cookieHash: tokens.refreshCookieHash(clientId, refresh.cookie),
      responseHash: tokens.refreshAnswerHash(clientId, refresh.answer),
      sessionId,
      parentHash: kept.cookieHash,
      now,
    })
    if (token.parentHash) await retireRefreshToken(tx, clientId, { cookieHash: token.parentHash, now })
    const accessToken = await createAccessToken(tx, clientId, tokens, { sessionId, now })
    const granted = { sessionId, accessToken, refresh, endsBy: session.endsBy }
    return { step: 'renewed', granted, ssoLogoutUrl: (await readSsoLogout(tx, clientId, sessionId)).url }
  }
}

type Theft = { call: RenewCall; sessionId: string; personId: PersonId; now: Date }

async function recordTheft(tx: Tx, clientId: ClientId, { call, sessionId, personId, now }: Theft): Promise<void> {
  await queueNotice(tx, clientId, {
    to: { personId },
    kind: sessionStolenMail,
    cause: `session-stolen ${sessionId}`,
  })
  await appendAudit(tx, clientId, [
    {
      at: now.toISOString(),
      actor: null,
      subject: personId,
      action: 'session.refresh-reused',
      details: { sessionId, ip: call.ip },
      requestId: call.requestId,
    },
  ])
}

function isToken(text: string | undefined): text is string {
  return text !== undefined && /^[A-Za-z0-9_-]{43}$/.test(text)
}

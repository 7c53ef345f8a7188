import type { ClientId, SchemeYearId } from '../../contract/ids.ts'
import { refuse, type Refused } from '../../contract/refusals.ts'
import type { Call, Clock, Tx } from '../../platform/handle.ts'
import type { ValueEncryption } from '../../platform/encryption.ts'
import { signInEligibility, startSignedInSession } from '../../services/session/sign-in-eligibility.server.ts'
import { replyWithChallenge, challengeCookie, openChallenge, type OpenedChallenge } from './login-challenge.server.ts'
import { readSsoLogout } from '../../services/session/client.queries.ts'
import { redeemLoginToken, redeemViewToken } from '../../services/session/login-token.queries.ts'
import { entryCookie, viewCookie, viewTokenPrefix } from '../../services/session/login-token.server.ts'
import {
  replySignedIn,
  failedBody,
  type SignedInPerson,
  emptyTokenReply,
} from '../../services/session/issue-session.server.ts'
import { entryFailed, type enterByToken } from '../../services/session/login-token.contract.ts'
import { recordLogin } from './record-login.queries.ts'
import type { TokenReply } from '../../services/session/session.contract.ts'
import { type Tokens, newToken } from '../../services/session/tokens.server.ts'
import { appendAudit } from '../../services/audit/audit.queries.ts'
import { viewLimits } from '../../services/session/limits.ts'
import { insertAccessToken, insertSession } from '../../services/session/session.queries.ts'
import { findOpenGrant, viewDetails } from './open-view.queries.ts'

type EntryCall = Call<typeof enterByToken>
type Outcome =
  | { step: 'signed-in'; entered: SignedInPerson }
  | { step: 'half-way'; opened: OpenedChallenge }
  | { step: 'viewing'; opened: OpenedView }
  | { step: 'failed' }

/** Starts a session or a view with a one-time token (SSO-05). All failures look the same. */
export function loginByTokenHandler({ tokens, seeds }: { tokens: Tokens; seeds: ValueEncryption }) {
  return async (call: EntryCall): Promise<TokenReply> => {
    const { clientId } = call
    if (!clientId) throw entryRefused()
    // The exchange is committed before a refusal, so that a used token cannot be used again.
    const outcome = await call.inTransaction((tx, clock) => exchange(tx, clientId, { call, clock }))
    switch (outcome.step) {
      case 'signed-in':
        call.answer.clearCookie(entryCookie)
        return replySignedIn(call.answer, clientId, tokens, { ...outcome.entered, now: call.now })
      case 'half-way':
        call.answer.clearCookie(entryCookie)
        return replyWithChallenge(call.answer, outcome.opened)
      case 'viewing':
        // The cookies of this browser's own login stay (MASQ-07).
        call.answer.clearCookie(viewCookie)
        return viewReply(outcome.opened)
      case 'failed':
        throw entryRefused()
    }
  }

  async function exchange(
    tx: Tx,
    clientId: ClientId,
    { call, clock: { now, today } }: { call: EntryCall; clock: Clock },
  ): Promise<Outcome> {
    if (call.body.sso.startsWith(viewTokenPrefix)) {
      const opened = await openView(tx, clientId, { call, tokens, clock: { now, today } })
      return opened ? { step: 'viewing', opened } : { step: 'failed' }
    }
    const entry = await redeemLoginToken(tx, clientId, {
      hashes: tokens.entryHashes(clientId, call.body.sso),
      cookieHashes: tokens.entryCookieHashes(clientId, call.cookies[entryCookie] ?? ''),
      now,
    })
    if (!entry) return { step: 'failed' }
    const admission = await signInEligibility(tx, clientId, { personId: entry.personId, today })
    if (admission.step !== 'fit') return { step: 'failed' }
    const { account, rules } = admission
    const needsSecondFactor = account.hasTwoFactor || rules.twoFactorRequiredOf[account.userType]
    if (needsSecondFactor && !entry.secondFactor) {
      const earlierCookie = call.cookies[challengeCookie]
      const { provider } = entry
      const opening = { account, cameBy: 'single-sign-on' as const, provider, brand: rules.brand, earlierCookie, now }
      return { step: 'half-way', opened: await openChallenge(tx, clientId, { tokens, seeds }, opening) }
    }

    const { granted, event } = await startSignedInSession(tx, clientId, tokens, {
      account,
      cameBy: 'single-sign-on',
      provider: entry.provider,
      secondFactor: entry.secondFactor,
      deviceToken: null,
      call,
      now,
    })
    const { url: ssoLogoutUrl } = await readSsoLogout(tx, clientId, granted.sessionId)
    await recordLogin(tx, clientId, { personId: account.personId, events: [event] })
    const { email } = account
    return { step: 'signed-in', entered: { granted, email, schemeYearId: rules.schemeYearId, ssoLogoutUrl } }
  }
}

function entryRefused(): Refused {
  return refuse(entryFailed, { body: failedBody })
}

type ViewCall = Call<typeof enterByToken>
export type OpenedView = { accessToken: string; personId: string; schemeYearId: SchemeYearId }

/** Null if the login token is invalid. The session of a view belongs to one tab and cannot be renewed (MASQ-07). */
async function openView(
  tx: Tx,
  clientId: ClientId,
  { call, tokens, clock: { now, today } }: { call: ViewCall; tokens: Tokens; clock: Clock },
): Promise<OpenedView | null> {
  const grantId = await redeemViewToken(tx, clientId, {
    hashes: tokens.entryHashes(clientId, call.body.sso),
    cookieHashes: tokens.entryCookieHashes(clientId, call.cookies[viewCookie] ?? ''),
    now,
  })
  if (grantId === undefined) return null
  const grant = await findOpenGrant(tx, clientId, { grantId, today })
  if (!grant) return null
  const { personId, view } = grant
  const admission = await signInEligibility(tx, clientId, { personId, today })
  if (admission.step !== 'fit') return null

  const sessionId = await insertSession(tx, clientId, {
    personId,
    cameBy: 'masquerade',
    secondFactor: false,
    grantId,
    userAgent: call.headers['user-agent']?.slice(0, 300) ?? null,
    deviceHash: null,
    now,
  })
  const accessToken = newToken()
  await insertAccessToken(tx, clientId, {
    hash: tokens.accessHash(clientId, accessToken),
    sessionId,
    expiresAt: new Date(now.getTime() + viewLimits.sessionMs),
  })
  await appendAudit(tx, clientId, [
    {
      at: now.toISOString(),
      actor: view.actor,
      subject: personId,
      action: 'masquerade.started',
      details: { sessionId, ...viewDetails(view) },
      requestId: call.requestId,
    },
  ])
  return { accessToken, personId, schemeYearId: view.schemeYearId }
}

/** The reply names the person viewed and has no refresh secret (MASQ-03). */
function viewReply({ accessToken, personId, schemeYearId }: OpenedView): TokenReply {
  return {
    ...emptyTokenReply,
    access_token: accessToken,
    expires_in: viewLimits.sessionMs / 1000,
    scheme: schemeYearId,
    masqueradeUserId: personId,
  }
}

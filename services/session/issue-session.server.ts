import type { ClientId, SchemeYearId } from '../../contract/ids.ts'
import type { ResponseControls, Tx } from '../../platform/handle.ts'
import { sessionLimits, signInLimits } from './limits.ts'
import { readableHalfCookie, type TokenReply } from './session.contract.ts'
import {
  endSurplusSessions,
  insertAccessToken,
  insertRefreshToken,
  insertSession,
  type NewSession,
} from './session.queries.ts'
import { newToken, type RefreshTokenParts, type Tokens } from './tokens.server.ts'

export const refreshCookie = '__Host-rt'
export const deviceCookie = '__Host-dev'

export type IssuedSession = { sessionId: string; accessToken: string; refresh: RefreshTokenParts; endsBy: Date }

/** Starts a session. The caller must have locked the account, so that parallel logins respect the limit of sessions. */
export async function startSession(
  tx: Tx,
  clientId: ClientId,
  tokens: Tokens,
  session: NewSession,
): Promise<IssuedSession> {
  const { now } = session
  const sessionId = await insertSession(tx, clientId, session)
  await endSurplusSessions(tx, clientId, { personId: session.personId, now })
  const refresh = tokens.newRefreshHalves()
  await insertRefreshToken(tx, clientId, {
    cookieHash: tokens.refreshCookieHash(clientId, refresh.cookie),
    responseHash: tokens.refreshAnswerHash(clientId, refresh.answer),
    sessionId,
    parentHash: null,
    now,
  })
  const accessToken = await createAccessToken(tx, clientId, tokens, { sessionId, now })
  return { sessionId, accessToken, refresh, endsBy: new Date(now.getTime() + sessionLimits.absoluteMs) }
}

export async function createAccessToken(
  tx: Tx,
  clientId: ClientId,
  tokens: Tokens,
  { sessionId, now }: { sessionId: string; now: Date },
): Promise<string> {
  const token = newToken()
  await insertAccessToken(tx, clientId, {
    hash: tokens.accessHash(clientId, token),
    sessionId,
    expiresAt: new Date(now.getTime() + sessionLimits.accessTokenMs),
  })
  return token
}

/** Sets two cookies with the parts of a refresh token: one is http-only, the other is read by scripts and sent in the body. */
export function setRefreshCookies(answer: ResponseControls, { refresh, endsBy }: IssuedSession, now: Date): void {
  const maxAgeSeconds = Math.max(0, Math.floor((endsBy.getTime() - now.getTime()) / 1000))
  answer.setCookie(refreshCookie, refresh.cookie, { maxAgeSeconds })
  answer.setCookie(readableHalfCookie, refresh.answer, { maxAgeSeconds, readableByScript: true })
}

export function clearRefreshCookies(answer: ResponseControls): void {
  answer.clearCookie(refreshCookie)
  answer.clearCookie(readableHalfCookie)
}

export type SignedInPerson = {
  granted: IssuedSession
  email: string
  schemeYearId: SchemeYearId
  ssoLogoutUrl?: string | null
}

export function replySignedIn(
  answer: ResponseControls,
  clientId: ClientId,
  tokens: Tokens,
  { granted, email, schemeYearId, ssoLogoutUrl = null, now }: SignedInPerson & { now: Date },
): TokenReply {
  setRefreshCookies(answer, granted, now)
  answer.setCookie(deviceCookie, tokens.newDeviceCookie(clientId, email, now), {
    maxAgeSeconds: signInLimits.deviceMs / 1000,
  })
  return { ...tokenReplyOf(granted), scheme: schemeYearId, ssoLogoutUrl }
}

// The same keys as a token reply, so that the login page reads both alike (D-10). `error` is added by the refusal.
export const failedBody = {
  access_token: null,
  refresh_token: null,
  expires_in: null,
  ssoLogoutUrl: null,
  showRecaptcha: false,
  userAccountLocked: false,
  error_message: null,
  is_should_setup_2fa: false,
  is_should_validate_2fa: false,
  secret: null,
  url: null,
  scheme: null,
  masqueradeUserId: null,
  ticket: null,
} satisfies Omit<TokenReply, 'error'>

export const emptyTokenReply: TokenReply = { ...failedBody, error: null }

export function tokenReplyOf({ accessToken, refresh }: IssuedSession): TokenReply {
  return {
    ...emptyTokenReply,
    access_token: accessToken,
    refresh_token: refresh.answer,
    expires_in: sessionLimits.accessTokenMs / 1000,
  }
}

import { create } from 'zustand'
import { call } from '../../contract/call.ts'
import { CallFailed } from '../../contract/call-failed.ts'
import {
  loginSetup,
  logout,
  readableHalfCookie,
  recordActivation,
  refreshToken,
  type SetupReply,
  type TokenReply,
} from './session.contract.ts'

/**
 * Who is signed in.
 * `restoring`: a page was loaded by someone whose browser remembers a login; the server has not answered yet.
 */
export type Session =
  | { step: 'out'; loginError: string | null }
  | { step: 'restoring' }
  | ({ step: 'in'; ssoLogoutUrl: string | null; masquerade?: Masquerade | null } & SetupReply)

/** An administrator sees the portal as this person, in one scheme year (DATA-03). */
export type Masquerade = { userId: string; schemeYear: string }

export const useSession = create<{ session: Session }>(() => ({
  session: remembered() ? { step: 'restoring' } : { step: 'out', loginError: null },
}))

/** The signed-in person; null while nobody is. */
export function useUser(): SetupReply['user'] | null {
  return useSession(({ session }) => (session.step === 'in' ? session.user : null))
}

/** Whose portal an administrator looks at; null in an ordinary session. */
export function useMasquerade(): Masquerade | null {
  return useSession(({ session }) => (session.step === 'in' && session.masquerade) || null)
}

export function sessionNow(): Session {
  return useSession.getState().session
}

export function isSignedIn(): boolean {
  return sessionNow().step === 'in'
}

// Tokens live here and nowhere else: not in a store that tools can read, not in storage (S-33).
let access: { token: string; endsAt: number } | null = null

// Renewed while half a minute is left, so that no call sets out with a token that ends on its way.
const RENEW_BEFORE_MS = 30_000

/** The access token for a call, renewed first when it is about to end; null while nobody is signed in. */
export async function accessToken(): Promise<string | null> {
  if (!access) return null
  if (access.endsAt - Date.now() > RENEW_BEFORE_MS) return access.token
  try {
    await renew()
  } catch (failure) {
    // The renewal is a public call, but what it says of a signed-in person is what any other 401 says (API-13).
    if (failure instanceof CallFailed && failure.status === 401 && isSignedIn()) forceLogout(detailOf(failure))
    throw failure
  }
  return access.token
}

/** The sentence of a 401, for the login screen that follows it. */
export function detailOf({ body }: CallFailed): string | null {
  return typeof body['detail'] === 'string' ? body['detail'] : null
}

/** Takes the tokens of a successful answer and fetches who this is. Rejects, leaving nobody signed in, when that fails (LOGIN-38). */
export async function completeLogin(reply: TokenReply, { sso }: { sso: boolean }): Promise<void> {
  keepTokens(reply)
  try {
    await call(recordActivation, { body: { sso } })
    enter(await call(loginSetup, {}), reply)
  } catch (failure) {
    forgetSession(null)
    throw failure
  }
}

/** At start: where a login is remembered, asks the server to renew it (STATE-08, STATE-09). A failure is a forced logout. */
export async function restoreSession(): Promise<void> {
  if (sessionNow().step !== 'restoring') return
  try {
    const reply = await renew()
    enter(await call(loginSetup, {}), reply)
  } catch {
    forgetSession(null)
  }
}

/** Ends the session on the server, then here (LOGOUT-05). Answers where to go if single sign-on wants its own logout. Rejects when the server could not be told. */
export async function endSession(): Promise<string | null> {
  const session = sessionNow()
  if (!access) {
    forgetSession(null)
    return null
  }
  const away = session.step === 'in' ? session.ssoLogoutUrl : null
  const token = access
  try {
    const { ssoLogoutUrl } = await call(logout, {})
    forgetSession(null)
    return safeAway(ssoLogoutUrl ?? away)
  } catch (failure) {
    forgetSession(null)
    // A session that the server no longer knows has ended, which is what was asked for.
    if (failure instanceof CallFailed && failure.status === 401) return safeAway(away)
    // Nothing of it stays on the screen or in storage; only the token to try again with, in memory (S-36).
    access = token
    throw failure
  }
}

/** The server no longer knows the session, or the guard refuses it: everything of it is forgotten here, at once. */
export function forceLogout(why: string | null): void {
  const session = sessionNow()
  const away = session.step === 'in' ? safeAway(session.ssoLogoutUrl) : null
  forgetSession(why)
  if (away) location.replace(away)
}

/** Forgets the session in this tab without telling the others: they said so first. */
export function forgetSession(why: string | null): void {
  access = null
  for (const key of sessionKeys) localStorage.removeItem(key)
  sessionStorage.clear()
  useSession.setState({ session: { step: 'out', loginError: why } })
}

// `loggedIn` and `user` are flags for the next start (STATE-06); no token is ever stored.
const sessionKeys = ['loggedIn', 'user', 'loginCredentials', 'ccvOnly']

function remembered(): boolean {
  return localStorage.getItem('loggedIn') === 'true'
}

/** The answer's header, which the transport adds to its body, is newer than what the token's answer said (MASQ-03, API-10). */
function enter(setup: SetupReply & { masqueradeUserId?: string }, reply: TokenReply): void {
  const userId = setup.masqueradeUserId ?? reply.masqueradeUserId
  const masquerade = userId ? { userId, schemeYear: reply.scheme ?? `${setup.client.scheme.schemeYear}` } : null
  localStorage.setItem('loggedIn', 'true')
  localStorage.setItem('user', JSON.stringify({ userType: setup.user.userType }))
  useSession.setState({ session: { step: 'in', ssoLogoutUrl: reply.ssoLogoutUrl, masquerade, ...setup } })
}

let renewing: Promise<TokenReply> | null = null

/** One renewal at a time in this tab, and one among all tabs of the browser, each with the half the last one left (S-35). */
function renew(): Promise<TokenReply> {
  renewing ??= withLock(async () => {
    const reply = await call(refreshToken, { body: { refresh_token: readableHalf() } })
    keepTokens(reply)
    return reply
  }).finally(() => (renewing = null))
  return renewing
}

function withLock<Answer>(work: () => Promise<Answer>): Promise<Answer> {
  // Web Locks need a secure context; a plain-http address has one tab's order only.
  return 'locks' in navigator ? navigator.locks.request('portal-renewal', work) : work()
}

function keepTokens(reply: TokenReply): void {
  if (!reply.access_token) throw new Error('The answer to a sign-in has no access token')
  access = { token: reply.access_token, endsAt: Date.now() + (reply.expires_in ?? 0) * 1000 }
}

/** The half of the refresh secret that the server leaves for scripts, always of a pair with the half they cannot read. */
function readableHalf(): string {
  const entry = document.cookie.split('; ').find((each) => each.startsWith(`${readableHalfCookie}=`))
  return entry?.slice(readableHalfCookie.length + 1) ?? ''
}

/** An address outside the portal to leave for: the server checked it against the client's list, here only its form (S-63). */
function safeAway(url: string | null): string | null {
  return url && URL.canParse(url) && new URL(url).protocol === 'https:' ? url : null
}

import { create } from 'zustand'
import { call } from '../../contract/call.ts'
import { CallFailed } from '../../contract/call-failed.ts'
import {
  loginSetup,
  readableHalfCookie,
  recordActivation,
  refreshToken,
  type SetupReply,
  type TokenReply,
} from './session.contract.ts'
import { keptAfterLogout } from './cookies/use-cookie-consent.ts'

/**
 * Who is signed in.
 * `out`, and `wasIdle`: another tab logged out somebody who was being asked here too whether to stay; and `notice`:
 * what somebody has just done who now logs in.
 * `restoring`: a page was loaded by someone whose browser remembers a login; the server has not answered yet.
 */
export type Session =
  | { step: 'out'; loginError: string | null; wasIdle?: boolean; notice?: string }
  | { step: 'restoring' }
  | SignedIn
export type SignedIn = { step: 'in'; ssoLogoutUrl: string | null; masquerade?: Masquerade | null } & SetupReply

/** An administrator sees the portal as this person, in one scheme year (DATA-03). */
export type Masquerade = { userId: string; schemeYear: string }

/** True if this tab shows, or is about to show, a view as somebody else (MASQ-07). */
export function isViewTab(): boolean {
  return 'view' in sessionStorage || location.pathname.includes('/msq')
}

export const useSession = create<{ session: Session }>(() => ({
  session: remembered() ? { step: 'restoring' } : { step: 'out', loginError: null },
}))

export function useUser(): SetupReply['user'] | null {
  return useSession(({ session }) => (session.step === 'in' ? session.user : null))
}

export function useMasquerade(): Masquerade | null {
  return useSession(({ session }) => (session.step === 'in' && session.masquerade) || null)
}

/** As whom a call is made, from the first one with the token on; null for oneself. */
export function masqueradeNow(): Masquerade | null {
  const session = sessionNow()
  return (session.step === 'in' ? session.masquerade : access?.masquerade) ?? null
}

export function sessionNow(): Session {
  return useSession.getState().session
}

export function isSignedIn(): boolean {
  return sessionNow().step === 'in'
}

// Tokens live here and nowhere else: not in a store that tools can read, not in storage (S-33).
let access: { token: string; endsAt: number; masquerade: Masquerade | null; half: string | null } | null = null

// Renewed while half a minute is left, so that no call sets out with a token that ends on its way.
const RENEW_BEFORE_MS = 30_000

export function hasToken(): boolean {
  return access !== null
}

/** The access token, renewed if about to end (unless `evenEnded`); null if signed out. */
export async function accessToken({ evenEnded = false } = {}): Promise<string | null> {
  if (!access) return null
  // Nothing renews a view, which has no half of a refresh secret.
  if (evenEnded || !access.half || access.endsAt - Date.now() > RENEW_BEFORE_MS) return access.token
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
    // Whoever looks as somebody else has not come in for them.
    if (!isViewTab()) {
      await call(recordActivation, { body: { sso } })
      // Of a login that was left without a logout, when the server could not be reached, and may have been somebody else's.
      removeMarks()
    }
    enter(await call(loginSetup, {}), reply)
  } catch (failure) {
    forgetSession(null)
    throw failure
  }
}

/** Renews a remembered login at start (STATE-08, STATE-09). A failure logs out; without an answer only this tab. */
export async function restoreSession(): Promise<void> {
  if (sessionNow().step !== 'restoring') return
  try {
    const reply = await renew()
    enter(await call(loginSetup, {}), reply)
  } catch (failure) {
    if (failure instanceof CallFailed && failure.status === null) leaveSession(null)
    else forgetSession(null)
  }
}

/** The server no longer knows the session, or the guard refuses it: everything of it is forgotten here, at once. */
export function forceLogout(why: string | null): void {
  const session = sessionNow()
  forgetSession(why)
  if (session.step === 'in') whenForced?.(session)
}

let whenForced: ((session: SignedIn) => void) | undefined

/** Where a forced logout leads is known to what only signed-in people load. */
export function onForcedLogout(leave: (session: SignedIn) => void): void {
  whenForced = leave
}

/** Forgets the session in all tabs. Without its readable half the refresh secret is useless (S-36). */
export function forgetSession(why: string | null, { keepToken = false } = {}): void {
  // What tabs share is not a view's to end.
  if (!isViewTab()) {
    removeMarks()
    document.cookie = `${readableHalfCookie}=; Path=/; Secure; Max-Age=0`
  }
  const token = access
  leaveSession(why)
  if (keepToken) access = token
}

/** Forgets the session in this tab alone: another one has seen to what they share, and may have signed in since. */
export function leaveSession(why: string | null, { wasIdle = false } = {}): void {
  access = null
  sessionStorage.clear()
  useSession.setState({ session: { step: 'out', loginError: why, ...(wasIdle && { wasIdle }) } })
}

function removeMarks(): void {
  for (const key of Object.keys(localStorage)) if (!keptAfterLogout.test(key)) localStorage.removeItem(key)
}

function remembered(): boolean {
  return !isViewTab() && localStorage.getItem('loggedIn') === 'true'
}

/** Stores `loggedIn` and `user` as flags (STATE-06), no token. The header is newer than the token's answer (MASQ-03, API-10). */
function enter(setup: SetupReply & { masqueradeUserId?: string }, reply: TokenReply): void {
  const userId = setup.masqueradeUserId ?? reply.masqueradeUserId
  const masquerade = userId ? { userId, schemeYear: reply.scheme ?? `${setup.client.scheme.schemeYear}` } : null
  if (!isViewTab()) {
    localStorage.removeItem('loginCredentials')
    localStorage.setItem('loggedIn', 'true')
    localStorage.setItem('user', JSON.stringify({ userType: setup.user.userType }))
  }
  useSession.setState({ session: { step: 'in', ssoLogoutUrl: reply.ssoLogoutUrl, masquerade, ...setup } })
}

let renewing: Promise<TokenReply> | null = null

/** One renewal at a time in this tab, and one among all tabs of the browser, each with the half the last one left (S-35). */
function renew(): Promise<TokenReply> {
  renewing ??= withLock('renewal', async () => {
    const reply = await call(refreshToken, { body: { refresh_token: readableHalf() } })
    keepTokens(reply)
    return reply
  }).finally(() => (renewing = null))
  return renewing
}

/** One tab at a time; the others wait for their turn. */
export function withLock<Answer>(name: string, work: () => Promise<Answer>): Promise<Answer> {
  // Web Locks need a secure context, and a browser that keeps storage from a site denies them: that has one tab's order only.
  if (!('locks' in navigator)) return work()
  let begun: Promise<Answer> | undefined
  return navigator.locks.request(`portal-${name}`, () => (begun = work())).catch(() => begun ?? work())
}

function keepTokens(reply: TokenReply): void {
  if (!reply.access_token) throw new Error('The answer to a sign-in has no access token')
  const { access_token: token, masqueradeUserId: userId, scheme } = reply
  // Until the answers say more (MASQ-03).
  const masquerade = userId ? { userId, schemeYear: scheme ?? '' } : null
  access = { token, endsAt: Date.now() + (reply.expires_in ?? 0) * 1000, masquerade, half: reply.refresh_token }
}

/** The half of the refresh secret that the server leaves for scripts, always of a pair with the half they cannot read. */
function readableHalf(): string {
  // A host beside the page's own keeps its cookies to itself; what it answered last is the other copy.
  return sharedHalf() ?? access?.half ?? ''
}

/** The same as every tab has it: none, once one of them has ended the session. */
export function sharedHalf(): string | undefined {
  const entry = document.cookie.split('; ').find((each) => each.startsWith(`${readableHalfCookie}=`))
  return entry?.slice(readableHalfCookie.length + 1)
}

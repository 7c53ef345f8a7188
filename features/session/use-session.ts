import { create } from 'zustand'
import { call } from '../../contract/call.ts'
import { storeItem } from '../../ui/store-item.ts'
import {
  loginSetup,
  readableHalfCookie,
  recordActivation,
  type SetupReply,
  type TokenReply,
} from '../../services/session/session.contract.ts'
import { keptAfterLogout } from './use-cookie-consent.ts'

/**
 * `wasIdle`: another tab logged out while this one asked whether to stay. `notice`: shown on the login page. `restoring`: the
 * page was loaded in a browser with a remembered login, and the server has not answered yet. `unanswered`: it could not answer,
 * for the reason given, so the login remains stored.
 */
export type Session =
  | { step: 'out'; loginError: string | null; wasIdle?: boolean; notice?: string; unanswered?: string }
  | { step: 'restoring' }
  | SignedIn
export type SignedIn = { step: 'in'; ssoLogoutUrl: string | null; masquerade?: Masquerade | null } & SetupReply

/** An administrator's view as this person, in one scheme year (DATA-03). */
export type Masquerade = { userId: string; schemeYear: string }

/** Returns true if this tab shows, or is about to show, a view as another person (MASQ-07). */
export function isViewTab(): boolean {
  return 'view' in sessionStorage || location.pathname.includes('/msq')
}

export const useSession = create<{ session: Session }>(() => ({
  session: storedSession() ? { step: 'restoring' } : { step: 'out', loginError: null },
}))

export function useUser(): SetupReply['user'] | null {
  return useSession(({ session }) => (session.step === 'in' ? session.user : null))
}

export function useMasquerade(): Masquerade | null {
  return useSession(({ session }) => (session.step === 'in' && session.masquerade) || null)
}

/** Returns the masquerade of this tab's calls, known from the first call with the token; null without one. */
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

// Tokens are kept only here: not in a store that browser tools can read, not in storage (S-33).
let access: { token: string; endsAt: number; masquerade: Masquerade | null; half: string | null } | null = null

// So that no token expires during a call.
const RENEW_BEFORE_MS = 30_000

export function hasToken(): boolean {
  return access !== null
}

/** Returns the access token, renewed if it is about to expire (unless `evenEnded`); null if signed out. */
export async function accessToken({ evenEnded = false } = {}): Promise<string | null> {
  // By the monotonic clock, because the device's clock may be corrected.
  // A view has no refresh secret and is never renewed.
  if (access?.half && !evenEnded && access.endsAt - performance.now() <= RENEW_BEFORE_MS)
    await (await import('./use-renewal.ts')).renewSession()
  return access && access.token
}

/** Stores the tokens and loads the person's set-up. If that fails, rejects and leaves nobody signed in (LOGIN-38). */
export async function completeLogin(reply: TokenReply, { sso }: { sso: boolean }): Promise<void> {
  keepTokens(reply)
  try {
    // A view doesn't activate the person's account.
    if (!isViewTab()) {
      await call(recordActivation, { body: { sso } })
      // Storage may have data of an earlier login, perhaps another person's, that could not log out.
      removeFlags()
    }
    startSession(await call(loginSetup, {}), reply)
  } catch (failure) {
    forgetSession(null)
    throw failure
  }
}

/** Clears the session in all tabs. Without its readable half, the refresh secret is useless (S-36). */
export function forgetSession(why: string | null, { keepToken = false } = {}): void {
  // A view must not end the login that the other tabs share.
  if (!isViewTab()) {
    removeFlags()
    document.cookie = `${readableHalfCookie}=; Path=/; Secure; Max-Age=0`
  }
  const token = access
  leaveSession(why)
  if (keepToken) access = token
}

/** Clears the session in this tab only. Another tab has cleared what they share, and may have signed in since. */
export function leaveSession(why: string | null, { wasIdle = false } = {}): void {
  access = null
  sessionStorage.clear()
  useSession.setState({ session: { step: 'out', loginError: why, ...(wasIdle && { wasIdle }) } })
}

function removeFlags(): void {
  for (const key of Object.keys(localStorage)) if (!keptAfterLogout.test(key)) localStorage.removeItem(key)
}

function storedSession(): boolean {
  return !isViewTab() && localStorage.getItem('loggedIn') === 'true'
}

/**
 * Stores the flags `loggedIn` and `user` (STATE-06), no token. The viewed person of the response header `X-Masquerade` wins over
 * the token response's (MASQ-03, API-10).
 */
export function startSession(setup: SetupReply & { masqueradeUserId?: string }, reply: TokenReply): void {
  const userId = setup.masqueradeUserId ?? reply.masqueradeUserId
  const masquerade = userId ? { userId, schemeYear: reply.scheme ?? `${setup.client.scheme.schemeYear}` } : null
  if (!isViewTab()) {
    localStorage.removeItem('loginCredentials')
    storeItem(localStorage, 'loggedIn', 'true')
    storeItem(localStorage, 'user', JSON.stringify({ userType: setup.user.userType }))
  }
  useSession.setState({ session: { step: 'in', ssoLogoutUrl: reply.ssoLogoutUrl, masquerade, ...setup } })
}

/** Stores the tokens in memory. */
export function keepTokens(reply: TokenReply): void {
  if (!reply.access_token) throw new Error('No access token')
  const { access_token: token, masqueradeUserId: userId, scheme } = reply
  // Until later responses say more (MASQ-03).
  const masquerade = userId ? { userId, schemeYear: scheme ?? '' } : null
  access = { token, endsAt: performance.now() + (reply.expires_in ?? 0) * 1000, masquerade, half: reply.refresh_token }
}

/** Returns the half of the last response. The page can't read the cookies of an API on another host. */
export function halfOfLastReply(): string | undefined {
  return access?.half ?? undefined
}

/** Returns the script-readable half of the refresh secret that all tabs share; undefined once one has ended the session. */
export function sharedToken(): string | undefined {
  const entry = document.cookie.split('; ').find((each) => each.startsWith(`${readableHalfCookie}=`))
  return entry?.slice(readableHalfCookie.length + 1)
}

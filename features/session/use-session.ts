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

/** `wasIdle`: another tab logged out because nobody used the portal. `unanswered`: why no login is restored yet. */
export type Session =
  | { step: 'out'; loginError: string | null; wasIdle?: boolean; notice?: string; unanswered?: string }
  | { step: 'restoring' }
  | SignedIn
export type SignedIn = { step: 'in'; ssoLogoutUrl: string | null; masquerade?: Masquerade | null } & SetupReply

/** A view as another person, in one scheme year (DATA-03). */
export type Masquerade = { userId: string; schemeYear: string }

/** True if this tab shows or opens a view as another person (MASQ-07). */
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

/** Known from the tab's first call on; null if the tab is not a view. */
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

// Tokens are only in this variable, because browser tools can read storage and stores (S-33).
let access: { token: string; endsAt: number; masquerade: Masquerade | null; half: string | null } | null = null

// A token is renewed this long before its end, so that it does not expire during a call.
const RENEW_BEFORE_MS = 30_000

export function hasToken(): boolean {
  return access !== null
}

/** Returns null without a login. Renews a token that is about to expire, unless `evenEnded` is set. */
export async function accessToken({ evenEnded = false } = {}): Promise<string | null> {
  // `performance.now()`, because the device's clock may be corrected. A view cannot be renewed.
  if (access?.half && !evenEnded && access.endsAt - performance.now() <= RENEW_BEFORE_MS)
    await (await import('./use-token-renewal.ts')).renewSession()
  return access && access.token
}

/** Loads the person's data. If this fails, logs out again and rejects (LOGIN-38). */
export async function completeLogin(reply: TokenReply, { sso }: { sso: boolean }): Promise<void> {
  storeTokens(reply)
  try {
    if (!isViewTab()) {
      await call(recordActivation, { body: { sso } })
      // Remove data of an earlier login, perhaps of another person, that could not be logged out.
      removeFlags()
    }
    startSession(await call(loginSetup, {}), reply)
  } catch (failure) {
    clearSession(null)
    throw failure
  }
}

/** Clears the session in all tabs. Without the part that scripts can read, the refresh secret is useless (S-36). */
export function clearSession(why: string | null, { keepToken = false } = {}): void {
  // A view shares nothing with the login of the other tabs, which must continue.
  if (!isViewTab()) {
    removeFlags()
    document.cookie = `${readableHalfCookie}=; Path=/; Secure; Max-Age=0`
  }
  const token = access
  clearSessionOfTab(why)
  if (keepToken) access = token
}

/** Another tab has cleared the shared data, and may already use them again. */
export function clearSessionOfTab(why: string | null, { wasIdle = false } = {}): void {
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

/** Stores flags (STATE-06), but no token. The header `X-Masquerade` has priority over the reply (MASQ-03, API-10). */
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

export function storeTokens(reply: TokenReply): void {
  if (!reply.access_token) throw new Error('No access token')
  const { access_token: token, masqueradeUserId: userId, scheme } = reply
  // Used until the setup reply names the view (MASQ-03).
  const masquerade = userId ? { userId, schemeYear: scheme ?? '' } : null
  access = { token, endsAt: performance.now() + (reply.expires_in ?? 0) * 1000, masquerade, half: reply.refresh_token }
}

/** Taken from the reply, because a page cannot read the cookies of an API on another host. */
export function refreshTokenOfLastReply(): string | undefined {
  return access?.half ?? undefined
}

/** All tabs share this part, which scripts can read. Undefined once a tab has ended the session. */
export function sharedRefreshToken(): string | undefined {
  const entry = document.cookie.split('; ').find((each) => each.startsWith(`${readableHalfCookie}=`))
  return entry?.slice(readableHalfCookie.length + 1)
}

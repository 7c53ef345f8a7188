import { useRouterState } from '@tanstack/react-router'
import { call } from '../../contract/call.ts'
import { CallFailed } from '../../contract/call-failed.ts'
import { logoutDestination } from '../../services/session/logout-destination.rules.ts'
import { logout } from '../../services/session/session.contract.ts'
import { withTabLock } from './use-token-renewal.ts'
import { clearSession, hasToken, isViewTab, clearSessionOfTab, sessionNow, sharedRefreshToken } from './use-session.ts'

export const afterIdle = { wasIdle: true }

export const afterView = { wasView: true }

export function useWasView(): boolean {
  return useRouterState({ select: ({ location }) => 'wasView' in location.state })
}

export function useWasIdle(): boolean {
  return useRouterState({ select: ({ location }) => 'wasIdle' in location.state })
}

// A retry needs this session after the tab has cleared its own.
let leaving: Parameters<typeof logoutDestination>[0] | null = null

/** Ends the session on the server, then here (LOGOUT-05). Returns the next logout address, or rejects. */
export function endSession(): Promise<string | null> {
  const half = isViewTab() ? undefined : sharedRefreshToken()
  return withTabLock('logout', async () => {
    // Another tab ended the session while this one waited for the lock.
    if (half && !sharedRefreshToken()) clearSessionOfTab(null)
    const session = sessionNow()
    if (session.step === 'in') leaving = session
    if (!hasToken()) {
      clearSession(null)
      return null
    }
    try {
      const { ssoLogoutUrl } = await call(logout, {})
      clearSession(null)
      return leaving && logoutDestination({ ...leaving, ssoLogoutUrl: ssoLogoutUrl ?? leaving.ssoLogoutUrl })
    } catch (failure) {
      const ended = failure instanceof CallFailed && failure.status === 401
      // Keeps only the access token, in memory, for a retry (S-36).
      clearSession(null, { keepToken: !ended })
      if (!ended) throw failure
      return leaving && logoutDestination(leaving)
    }
  })
}

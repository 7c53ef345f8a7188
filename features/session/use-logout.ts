import { useRouterState } from '@tanstack/react-router'
import { call } from '../../contract/call.ts'
import { CallFailed } from '../../contract/call-failed.ts'
import { logoutDestination } from '../../services/session/logout-destination.rules.ts'
import { logout } from '../../services/session/session.contract.ts'
import { withLock } from './use-renewal.ts'
import { forgetSession, hasToken, isViewTab, leaveSession, sessionNow, sharedToken } from './use-session.ts'

/** State of the logout pages in the browser's history: they say why. */
export const afterIdle = { wasIdle: true }

export const afterView = { wasView: true }

export function useWasView(): boolean {
  return useRouterState({ select: ({ location }) => 'wasView' in location.state })
}

export function useWasIdle(): boolean {
  return useRouterState({ select: ({ location }) => 'wasIdle' in location.state })
}

// Kept for a retry, because this tab has already forgotten the session by then.
let leaving: Parameters<typeof logoutDestination>[0] | null = null

/** Ends the session on the server, then here (LOGOUT-05). Returns a further logout address. Rejects if the call fails. */
export function endSession(): Promise<string | null> {
  // Only the browser's own login has a refresh secret.
  const half = isViewTab() ? undefined : sharedToken()
  return withLock('logout', async () => {
    // While this tab waited, another one ended the session, and its cookies are gone.
    if (half && !sharedToken()) leaveSession(null)
    const session = sessionNow()
    if (session.step === 'in') leaving = session
    if (!hasToken()) {
      forgetSession(null)
      return null
    }
    try {
      const { ssoLogoutUrl } = await call(logout, {})
      forgetSession(null)
      return leaving && logoutDestination({ ...leaving, ssoLogoutUrl: ssoLogoutUrl ?? leaving.ssoLogoutUrl })
    } catch (failure) {
      // A session unknown to the server has already ended.
      const ended = failure instanceof CallFailed && failure.status === 401
      // Keep only the token for a retry, in memory (S-36).
      forgetSession(null, { keepToken: !ended })
      if (!ended) throw failure
      return leaving && logoutDestination(leaving)
    }
  })
}

import { call } from '../../contract/call.ts'
import { CallFailed } from '../../contract/call-failed.ts'
import { leaveFor } from './leave-for.rules.ts'
import { logout } from './session.contract.ts'
import { forgetSession, hasToken, isViewTab, leaveSession, sessionNow, sharedHalf, withLock } from './use-session.ts'

// Where the session that is being ended leads; kept for a second try, when the session is forgotten here already.
let leaving: Parameters<typeof leaveFor>[0] | null = null

/** Ends the session on the server, then here (LOGOUT-05). Returns a further logout address. Rejects if not told. */
export function endSession(): Promise<string | null> {
  // It is the browser's own login that has one.
  const half = isViewTab() ? undefined : sharedHalf()
  return withLock('logout', async () => {
    // While this tab waited, another one ended the session, and its cookies are gone.
    if (half && !sharedHalf()) leaveSession(null)
    const session = sessionNow()
    if (session.step === 'in') leaving = session
    if (!hasToken()) {
      forgetSession(null)
      return null
    }
    try {
      const { ssoLogoutUrl } = await call(logout, {})
      forgetSession(null)
      return leaving && leaveFor({ ...leaving, ssoLogoutUrl: ssoLogoutUrl ?? leaving.ssoLogoutUrl })
    } catch (failure) {
      // A session that the server no longer knows has ended, which is what was asked for.
      const ended = failure instanceof CallFailed && failure.status === 401
      // Nothing of it stays on the screen or in storage; only the token to try again with, in memory (S-36).
      forgetSession(null, { keepToken: !ended })
      if (!ended) throw failure
      return leaving && leaveFor(leaving)
    }
  })
}

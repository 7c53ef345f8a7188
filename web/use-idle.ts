import { useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { call } from '../contract/call.ts'
import { paths } from '../contract/paths.ts'
import { afterIdle } from '../features/session/use-logout.ts'
import { withTabLock } from '../features/session/use-token-renewal.ts'
import { isSignedIn } from '../features/session/use-session.ts'
import { waitForEarlierMessages } from '../features/session/use-browser-tabs.ts'
import { ping } from '../services/session/session.contract.ts'
import { IDLE_CHECK_EVERY, STAY_TIMEOUT } from './idle.ts'
import { acceptClock, clockHasJumped, currentIdleState } from './current-idle-state.ts'
import { useActivity } from './use-activity.ts'

/** Returns the seconds until an idle person is logged out; null without a warning. */
export function useIdle(): { seconds: number | null; logOut: () => void } {
  const router = useRouter()
  const [seconds, setSeconds] = useState<number | null>(null)
  const [left, setLeft] = useState<'idle' | 'asked' | null>(null)

  // Preload the logout pages, because the server may be unreachable when they are needed (S-36).
  useEffect(() => {
    void router.preloadRoute({ to: paths.logout() })
    void router.preloadRoute({ to: paths.logoutSuccess() })
  }, [router])

  useEffect(() => {
    if (left) return
    let gone = false
    let decidingSince: number | null = null
    const check = async () => {
      if (decidingSince !== null) {
        if (!gone && performance.now() - decidingSince >= STAY_TIMEOUT) setLeft('idle')
        return
      }
      if (currentIdleState().step !== 'active' && clockHasJumped()) {
        decidingSince = performance.now()
        // A response counts as use. Without one, the wall clock decides.
        await call(ping, {}).catch(acceptClock)
        decidingSince = null
        if (gone || !isSignedIn()) return
      }
      const idle = currentIdleState()
      if (idle.step !== 'over') return setSeconds(idle.step === 'warning' ? idle.seconds : null)
      decidingSince = performance.now()
      // The button to stay logged in, or another tab, may extend the session. Wait for that request and those messages.
      await withTabLock('staying', waitForEarlierMessages)
      decidingSince = null
      if (!gone && isSignedIn() && currentIdleState().step === 'over') setLeft('idle')
    }
    const timer = setInterval(() => void check(), IDLE_CHECK_EVERY)
    const stopListening = useActivity.subscribe(() => void check())
    void check()
    return () => {
      gone = true
      clearInterval(timer)
      stopListening()
    }
  }, [left])

  // A half-filled form must not block the logout, because the session ends anyway.
  useEffect(() => {
    if (left) router.history.push(paths.logout(), left === 'idle' ? afterIdle : undefined, { ignoreBlocker: true })
  }, [left, router])

  return { seconds: left ? null : seconds, logOut: () => setLeft('asked') }
}

export function stayLoggedIn(ping: () => Promise<unknown>): Promise<unknown> {
  return withTabLock('staying', ping)
}

import { useEffect } from 'react'
import { onDemand } from '../ui/on-demand.tsx'
import { FETCH_WARNING_AFTER } from './idle.ts'
import { useIdle } from './use-idle.ts'

// Without it nobody is asked, and the session ends all the same.
const StayDialog = onDemand(
  async () => (await import('./StayDialog.tsx')).StayDialog,
  () => null,
)

/** Asks whoever has not called for 14 minutes whether to stay, and logs them out when no answer comes (CHROME-41). */
export function IdleScreen() {
  const { seconds, logOut } = useIdle()
  // The question is there before it is needed: also where the server cannot be reached any more.
  useEffect(() => {
    const timer = setTimeout(StayDialog.ahead, FETCH_WARNING_AFTER)
    return () => clearTimeout(timer)
  }, [])
  return seconds === null ? null : <StayDialog seconds={seconds} onLogout={logOut} />
}

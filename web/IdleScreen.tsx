import { useEffect } from 'react'
import { call } from '../contract/call.ts'
import { ping } from '../features/session/session.contract.ts'
import { Button } from '../ui/Button.tsx'
import { onDemand } from '../ui/on-demand.tsx'
import { FETCH_WARNING_EVERY } from './idle.ts'
import { idleMessages } from './idle.messages.ts'
import { menuMessages } from './menu.messages.ts'
import { stayLoggedIn, useIdle } from './use-idle.ts'

const StayDialog = onDemand(() => import('./StayDialog.tsx').then((m) => m.StayDialog), AskedPlainly)

/** Asks whoever has not called for 14 minutes whether to stay, and logs them out when no answer comes (CHROME-41). */
export function IdleScreen() {
  const { seconds, logOut } = useIdle()
  // The question is there before it is needed: also where the server cannot be reached any more. What has come stays.
  useEffect(() => {
    const timer = setInterval(StayDialog.ahead, FETCH_WARNING_EVERY)
    return () => clearInterval(timer)
  }, [])
  return seconds === null ? null : <StayDialog seconds={seconds} onLogout={logOut} />
}

const stay = () => void stayLoggedIn(() => call(ping, {})).catch(() => undefined)

/** The question as the browser itself draws it, for whom ours could not be fetched; closed, it is back within a second. */
function AskedPlainly({ seconds, onLogout }: { seconds: number; onLogout: () => void }) {
  return (
    <dialog
      ref={(dialog) => void (dialog?.open === false && dialog.showModal())}
      role="alertdialog"
      aria-label={idleMessages.title}
    >
      <h2>{idleMessages.title}</h2>
      <p>{idleMessages.warning(seconds)}</p>
      <Button onClick={stay}>{idleMessages.stay}</Button>
      <Button kind="secondary" onClick={onLogout}>
        {menuMessages.logout}
      </Button>
    </dialog>
  )
}

import { useEffect } from 'react'
import { call } from '../contract/call.ts'
import { ping } from '../services/session/session.contract.ts'
import { Button } from '../ui/Button.tsx'
import { loadOnDemand } from '../ui/load-on-demand.tsx'
import { FETCH_WARNING_EVERY } from './idle.ts'
import { idleMessages } from './idle.messages.ts'
import { menuMessages } from './menu.messages.ts'
import { stayLoggedIn, useIdle } from './use-idle.ts'
import { usePingWhenUsed } from './use-ping-when-used.ts'

const StayLoggedInDialog = loadOnDemand(
  () => import('./StayLoggedInDialog.tsx').then((m) => m.StayLoggedInDialog),
  PlainQuestion,
)

/** Asks a person who made no call for 14 minutes whether to stay, and logs them out if they don't answer (CHROME-41). */
export function IdleScreen() {
  const { seconds, logOut } = useIdle()
  usePingWhenUsed()
  // Preload the dialog, because the server may be unreachable when it is needed.
  useEffect(() => {
    const timer = setInterval(() => void StayLoggedInDialog.ahead(), FETCH_WARNING_EVERY)
    return () => clearInterval(timer)
  }, [])
  return seconds === null ? null : <StayLoggedInDialog seconds={seconds} onLogout={logOut} />
}

const stay = () => void stayLoggedIn(() => call(ping, {})).catch(() => undefined)

function PlainQuestion({ seconds, onLogout }: { seconds: number; onLogout: () => void }) {
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

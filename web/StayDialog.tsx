import { useState } from 'react'
import { call } from '../contract/call.ts'
import { CallFailed } from '../contract/call-failed.ts'
import { ping } from '../features/session/session.contract.ts'
import { Alert } from '../ui/Alert.tsx'
import { Button } from '../ui/Button.tsx'
import styles from '../ui/Dialog.module.css'
import { useModal } from '../ui/use-modal.ts'
import { idleMessages } from './idle.messages.ts'
import { isReadOut } from './idle.ts'
import { menuMessages } from './menu.messages.ts'
import { stayMessages } from './stay.messages.ts'
import { stayLoggedIn } from './use-idle.ts'

/** The last seconds of an idle session, and the way to stay. */
export function StayDialog({ seconds, onLogout }: { seconds: number; onLogout: () => void }) {
  const [busy, setBusy] = useState(false)
  const [failed, setFailed] = useState(false)
  const [readOut, setReadOut] = useState('')
  // It goes when there is an answer, or none was given in time.
  const { dialogProps } = useModal({ locked: true, onClosed: () => undefined })
  if (isReadOut(seconds) && readOut !== idleMessages.warning(seconds)) setReadOut(idleMessages.warning(seconds))

  const stay = async () => {
    setBusy(true)
    setFailed(false)
    try {
      // The call itself clears the idle state, here and in the other tabs.
      await stayLoggedIn(() => call(ping, {}))
    } catch (failure) {
      // Whom the server no longer knows is logged out by that answer.
      setFailed(!(failure instanceof CallFailed && failure.status === 401))
    }
    setBusy(false)
  }

  return (
    <dialog
      {...dialogProps}
      className={styles.dialog}
      role="alertdialog"
      aria-labelledby="idle-title"
      aria-describedby="idle-warning"
    >
      <div className={styles.inside}>
        <h2 id="idle-title">{idleMessages.title}</h2>
        {/* Read out when the screen opens; a timer's later changes are not. */}
        <p id="idle-warning" role="timer" className={styles.text}>
          {idleMessages.warning(seconds)}
        </p>
        <p role="status" className="visually-hidden">
          {readOut}
        </p>
        {failed && <Alert kind="error">{stayMessages.failed}</Alert>}
        <div className={styles.buttons}>
          <Button busy={busy} onClick={() => void stay()} data-first-focus>
            {idleMessages.stay}
          </Button>
          <Button kind="secondary" onClick={onLogout}>
            {menuMessages.logout}
          </Button>
        </div>
      </div>
    </dialog>
  )
}

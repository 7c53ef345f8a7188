import { useState } from 'react'
import { call } from '../contract/call.ts'
import { CallFailed } from '../contract/call-failed.ts'
import { ping } from '../services/session/session.contract.ts'
import { Alert } from '../ui/Alert.tsx'
import { Button } from '../ui/Button.tsx'
import styles from '../ui/Dialog.module.css'
import { useModal } from '../ui/use-modal.ts'
import { idleMessages } from './idle.messages.ts'
import { isAnnounced } from './idle.ts'
import { menuMessages } from './menu.messages.ts'
import { stayMessages } from './stay-logged-in.messages.ts'
import { stayLoggedIn } from './use-idle.ts'

export function StayLoggedInDialog({ seconds, onLogout }: { seconds: number; onLogout: () => void }) {
  const [busy, setBusy] = useState(false)
  const [failed, setFailed] = useState(false)
  const [readOut, setReadOut] = useState('')
  const { dialogProps } = useModal({ locked: true, onClosed: () => undefined })
  if (isAnnounced(seconds) && readOut !== idleMessages.warning(seconds)) setReadOut(idleMessages.warning(seconds))

  const stay = async () => {
    setBusy(true)
    setFailed(false)
    try {
      await stayLoggedIn(() => call(ping, {}))
    } catch (failure) {
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
        {/* Screen readers read it when the dialog opens, but not its later changes, because of the role timer. */}
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

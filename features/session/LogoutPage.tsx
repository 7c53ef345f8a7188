import { useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { paths } from '../../contract/paths.ts'
import { Button } from '../../ui/Button.tsx'
import { useTabTitle } from '../../ui/use-tab-title.ts'
import styles from './LogoutPage.module.css'
import { logoutMessages } from '../../services/session/logout.messages.ts'
import { logoutViewMessages } from './logout.messages.ts'
import { afterIdle, afterView, endSession, useWasIdle } from './use-logout.ts'
import { useMasquerade, useSession } from './use-session.ts'

export function LogoutPage() {
  const router = useRouter()
  const waiting = useSession(({ session }) => session.step === 'restoring')
  const wasIdle = useWasIdle()
  const isView = useMasquerade() !== null
  const [wasView] = useState(isView)
  const [attempt, setAttempt] = useState(1)
  const [failedAt, setFailedAt] = useState(0)
  const failed = failedAt === attempt
  const message = failed ? logoutMessages.failed : wasView ? logoutViewMessages.working : logoutMessages.working
  useTabTitle(message)

  useEffect(() => {
    if (waiting) return
    let left = false
    const leave = async () => {
      try {
        const away = await endSession()
        if (left) return
        if (away) location.replace(away)
        else router.history.replace(paths.logoutSuccess(), { ...(wasView && afterView), ...(wasIdle && afterIdle) })
      } catch {
        if (!left) setFailedAt(attempt)
      }
    }
    void leave()
    return () => {
      left = true
    }
  }, [attempt, waiting, wasIdle, wasView, router])

  return (
    <div className={styles.page}>
      <div role="status">
        <h1 className={styles.title} tabIndex={-1}>
          {message}
        </h1>
      </div>
      {/* The button stays during a retry, so that it keeps the focus. */}
      {failedAt > 0 && (
        <Button kind="secondary" busy={!failed} onClick={() => setAttempt(attempt + 1)}>
          {logoutMessages.retry}
        </Button>
      )}
    </div>
  )
}

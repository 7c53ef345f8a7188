import { useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { paths } from '../../contract/paths.ts'
import { ErrorState } from '../../ui/States.tsx'
import styles from './LogoutPage.module.css'
import { logoutMessages } from './session.messages.ts'
import { endSession, useSession } from './use-session.ts'

/** Ends the session on the server and here. Where the server cannot be reached it says so, and tries again when asked. */
export function LogoutPage() {
  const router = useRouter()
  // A page loaded on this address first learns whether there is a session to end.
  const waiting = useSession(({ session }) => session.step === 'restoring')
  const [attempt, setAttempt] = useState(1)
  const [failedAt, setFailedAt] = useState(0)

  useEffect(() => {
    if (waiting) return
    let left = false
    const leave = async () => {
      try {
        const away = await endSession()
        if (left) return
        if (away) location.replace(away)
        else router.history.replace(paths.logoutSuccess())
      } catch {
        if (!left) setFailedAt(attempt)
      }
    }
    void leave()
    return () => {
      left = true
    }
  }, [attempt, waiting, router])

  if (failedAt === attempt) {
    return (
      <div className={styles.page}>
        <ErrorState
          title={logoutMessages.failed}
          retryLabel={logoutMessages.retry}
          onRetry={() => setAttempt(attempt + 1)}
        />
      </div>
    )
  }
  return (
    <div className={styles.page}>
      <h1 className={styles.title} role="status" tabIndex={-1}>
        {logoutMessages.working}
      </h1>
    </div>
  )
}

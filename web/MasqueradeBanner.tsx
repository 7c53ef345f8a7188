import { useRouter } from '@tanstack/react-router'
import { paths } from '../contract/paths.ts'
import { useMasquerade, useUser } from '../features/session/use-session.ts'
import { Button } from '../ui/Button.tsx'
import styles from './MasqueradeBanner.module.css'
import { masqueradeMessages } from './masquerade.messages.ts'

/** At the bottom of every page while somebody looks at another person's portal (CHROME-51, CHROME-52). */
export function MasqueradeBanner() {
  const router = useRouter()
  const masquerade = useMasquerade()
  const user = useUser()
  if (!masquerade || !user) return null
  return (
    <section className={styles.banner} aria-label={masqueradeMessages.label}>
      <div className={styles.inside}>
        <p>{masqueradeMessages.banner(user.name, masquerade.schemeYear)}</p>
        <Button kind="secondary" onClick={() => router.history.push(paths.logout())}>
          {masqueradeMessages.end}
        </Button>
      </div>
    </section>
  )
}

import { useRouter } from '@tanstack/react-router'
import { paths } from '../contract/paths.ts'
import { useSession } from '../features/session/use-session.ts'
import { Button } from '../ui/Button.tsx'
import styles from './MasqueradeBanner.module.css'
import { masqueradeMessages } from './masquerade.messages.ts'

export function MasqueradeBanner() {
  const router = useRouter()
  const session = useSession((state) => state.session)
  if (session.step !== 'in' || !session.masquerade) return null
  const { user, client, viewGrantedBy } = session
  return (
    <section className={styles.banner} aria-label={masqueradeMessages.label}>
      <div className={styles.inside}>
        <p>
          <span className={styles.viewing}>{masqueradeMessages.banner(user.name, client.scheme.schemeYear)}</span>
          {viewGrantedBy === 'employer' && <span>{masqueradeMessages.lookOnly}</span>}
        </p>
        <Button kind="secondary" onClick={() => router.history.push(paths.logout())}>
          {masqueradeMessages.end}
        </Button>
      </div>
    </section>
  )
}

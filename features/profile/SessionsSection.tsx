import { useState } from 'react'
import { londonDate, showDate } from '../../contract/dates.ts'
import { Badge } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { PanelLoadFailed } from '../../ui/panel-load-failed.tsx'
import { loadOnDemand } from '../../ui/load-on-demand.tsx'
import { Loading, Skeleton } from '../../ui/Skeleton.tsx'
import { ErrorState } from '../../ui/States.tsx'
import type { OwnSession } from '../session/own-sessions/own-sessions.contract.ts'
import type { EndSessionsQuestion } from './EndSessionsDialog.tsx'
import styles from './ProfilePage.module.css'
import { sessionsMessages } from './profile.messages.ts'
import { ProfileSection } from './ProfileSection.tsx'
import { useOwnSessions } from './use-profile.ts'

const EndSessionsDialog = loadOnDemand(
  () => import('./EndSessionsDialog.tsx').then((m) => m.EndSessionsDialog),
  PanelLoadFailed,
)

export function SessionsSection() {
  const sessions = useOwnSessions()
  const [asking, setAsking] = useState<EndSessionsQuestion | null>(null)
  return (
    <ProfileSection title={sessionsMessages.title}>
      {sessions.isPending && (
        <Loading label={sessionsMessages.loading} isPart>
          <Skeleton shape="block" />
        </Loading>
      )}
      {sessions.isError && (
        <ErrorState error={sessions.error} title={sessionsMessages.failed} onRetry={() => void sessions.refetch()} />
      )}
      {sessions.data && <List sessions={sessions.data} onAsk={setAsking} />}
      {asking && <EndSessionsDialog asking={asking} onClose={() => setAsking(null)} />}
    </ProfileSection>
  )
}

function List({ sessions, onAsk }: { sessions: readonly OwnSession[]; onAsk: (asking: EndSessionsQuestion) => void }) {
  const others = sessions.filter(({ isCurrent }) => !isCurrent)
  return (
    <>
      <p className={styles.soft}>{others.length > 0 ? sessionsMessages.text : sessionsMessages.onlyThis}</p>
      <ul role="list" className={styles.sessions}>
        {sessions.map((session) => (
          <li key={session.id}>
            <div className={styles.session}>
              <p className={styles.device}>
                {session.device} {session.isCurrent && <Badge tone="good">{sessionsMessages.current}</Badge>}
              </p>
              <p className={styles.soft}>{sessionsMessages.lastUsed(moment(session.lastUsedAt))}</p>
              <p className={styles.soft}>{sessionsMessages.since(moment(session.startedAt))}</p>
              <p className={styles.soft}>{sessionsMessages.cameBy[session.cameBy]}</p>
            </div>
            {!session.isCurrent && (
              <Button kind="secondary" onClick={() => onAsk(session)}>
                {sessionsMessages.end} <span className="visually-hidden">{session.device}</span>
              </Button>
            )}
          </li>
        ))}
      </ul>
      {others.length > 1 && (
        <div className={styles.buttons}>
          <Button kind="danger" onClick={() => onAsk('all')}>
            {sessionsMessages.endAll}
          </Button>
        </div>
      )}
    </>
  )
}

const londonTime = new Intl.DateTimeFormat('en-GB', { timeZone: 'Europe/London', timeStyle: 'short' })

function moment(iso: string): string {
  const at = new Date(iso)
  return sessionsMessages.moment(showDate(londonDate(at)), londonTime.format(at))
}

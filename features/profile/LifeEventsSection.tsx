import { useQuery } from '@tanstack/react-query'
import { call } from '../../contract/call.ts'
import { showDate } from '../../contract/dates.ts'
import { Button } from '../../ui/Button.tsx'
import { Loading, Skeleton } from '../../ui/Skeleton.tsx'
import { ErrorState } from '../../ui/States.tsx'
import { usePanels } from '../../ui/use-panel.ts'
import { listLifeEvents } from '../life-events/life-events.contract.ts'
import { awaitsEvidence, lifeEventsKey } from '../../services/people/life-events.rules.ts'
import { useUser } from '../session/use-session.ts'
import { useReadOnlyView } from '../session/use-signed-in-person.ts'
import { ownLifeEventsMessages as say } from './own-family.messages.ts'
import styles from './ProfilePage.module.css'
import { ProfileSection } from './ProfileSection.tsx'

export function LifeEventsSection() {
  const panels = usePanels()
  const hasLeft = useUser()?.employmentStatus === 'left'
  const mayChange = !useReadOnlyView() && !hasLeft
  const events = useQuery({
    queryKey: [...lifeEventsKey, 'own'],
    queryFn: ({ signal }) => call(listLifeEvents, {}, signal),
  })
  return (
    <ProfileSection title={say.title}>
      {mayChange && <p className={styles.soft}>{say.text}</p>}
      {events.isPending && (
        <Loading label={say.loading} isPart>
          <Skeleton />
        </Loading>
      )}
      {events.isError && <ErrorState error={events.error} title={say.failed} onRetry={() => void events.refetch()} />}
      {events.data && events.data.length > 0 && (
        <ul role="list" className={styles.rows}>
          {events.data.map(({ id, label, eventDate, state, stateLabel }) => (
            <li key={id}>
              <span className={styles.about}>
                <span className={styles.strong}>{label}</span>
                <span className={styles.soft}>{showDate(eventDate)}</span>
                <span className={styles.soft}>{stateLabel}</span>
              </span>
              {mayChange && awaitsEvidence(state) && (
                <Button kind="secondary" onClick={() => panels.open('add-life-event', { eventId: id })}>
                  {state === 'requested' ? say.send : say.sendAnother}
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
      {!mayChange && events.data?.length === 0 && <p>{say.none}</p>}
      {mayChange && (
        <div className={styles.buttons}>
          <Button kind="secondary" onClick={() => panels.open('add-life-event')}>
            {say.add}
          </Button>
        </div>
      )}
    </ProfileSection>
  )
}

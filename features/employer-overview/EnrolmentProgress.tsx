import { useId, useState } from 'react'
import { daysBetween, showDate } from '../../contract/dates.ts'
import { paths } from '../../contract/paths.ts'
import { Button } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { Link } from '../../ui/Link.tsx'
import { loadOnDemand } from '../../ui/load-on-demand.tsx'
import { PanelLoadFailed } from '../../ui/panel-load-failed.tsx'
import { useReadOnlyView } from '../session/use-signed-in-person.ts'
import { employerDashboardMessages as messages } from './employer-dashboard.messages.ts'
import styles from './EmployerDashboard.module.css'
import { useOverview } from './use-employer-dashboard.ts'

const SendRemindersDialog = loadOnDemand(
  () => import('./SendRemindersDialog.tsx').then((m) => m.SendRemindersDialog),
  PanelLoadFailed,
)

export function EnrolmentProgress() {
  const id = useId()
  const [isAsking, setAsking] = useState(false)
  const isReadOnly = useReadOnlyView()
  const { enrolment, today } = useOverview().data ?? {}
  if (!enrolment || !today) return null
  const { opensOn, closesOn, finished, started, notStarted, before } = enrolment
  const day = daysBetween(opensOn, today) + 1
  const people = finished + (started ?? 0) + notStarted
  const steps = [
    { step: 'finished', label: messages.finished, count: finished },
    ...(started === null ? [] : [{ step: 'started', label: messages.started, count: started }]),
    { step: 'not-started', label: started === null ? messages.notFinished : messages.notStarted, count: notStarted },
  ]
  return (
    <Card as="section" labelledBy={id}>
      <h2 id={id}>{messages.enrolment}</h2>
      <p className={styles.small}>
        {messages.enrolmentDay(day, daysBetween(opensOn, closesOn) + 1, showDate(closesOn))}
      </p>
      <p className={styles.share}>
        <span className={styles.figure}>{messages.shareFinished(finished, people)}</span> {messages.haveFinished}
      </p>
      {before && (
        <p className={styles.small}>
          {messages.enrolmentBefore(messages.shareFinished(before.finished, before.people))}
        </p>
      )}
      <div className={styles.bar} aria-hidden="true">
        {steps.map(({ step, count }) => count > 0 && <span key={step} data-step={step} style={{ flexGrow: count }} />)}
      </div>
      <dl className={styles.steps}>
        {steps.map(({ step, label, count }) => (
          <div key={step}>
            <dt data-step={step}>{label}</dt>
            <dd>{messages.people(count)}</dd>
          </div>
        ))}
      </dl>
      <div className={styles.actions}>
        {finished < people && !isReadOnly && (
          <Button kind="secondary" onClick={() => setAsking(true)}>
            {messages.remind}
          </Button>
        )}
        <Link to={paths.takeUp()}>{messages.toTakeUp}</Link>
      </div>
      {isAsking && <SendRemindersDialog onClose={() => setAsking(false)} />}
    </Card>
  )
}

import { daysBetween, showDate } from '../../contract/dates.ts'
import { isRefused } from '../../contract/is-refused.ts'
import { errorMessages } from '../../contract/messages.ts'
import { paths } from '../../contract/paths.ts'
import { Badge } from '../../ui/Badge.tsx'
import { Button, buttonClass } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { Icon, type IconName } from '../../ui/Icon.tsx'
import { Link } from '../../ui/Link.tsx'
import { ErrorState } from '../../ui/States.tsx'
import { usePanels } from '../../ui/use-panel.ts'
import { employerDashboardMessages as messages } from './employer-dashboard.messages.ts'
import styles from './EmployerDashboard.module.css'
import type { EmployerTask, EmployerTaskList } from './use-employer-tasks.ts'

export function EmployerTasks({ needs: { rows, today, failed } }: { needs: EmployerTaskList }) {
  if (rows.length === 0 && failed.length === 0) return <NothingWaits />
  return (
    <Card>
      {failed.length > 0 && (
        <ErrorState
          error={(failed.find(({ error }) => !isRefused(error)) ?? failed[0])?.error}
          title={errorMessages.retryLater}
          onRetry={() => failed.forEach(({ again }) => again())}
        />
      )}
      <ul role="list" className={styles.rows}>
        {rows.map((need, place) => (
          <li key={need.kind === 'run' ? need.run.runId : need.kind} className={styles.need}>
            <span className={styles.tile}>
              <Icon name={iconOf[need.kind]} />
            </span>
            <NeedText need={need} />
            <div className={styles.deadline}>
              {need.dueOn === null ? (
                <Badge>{messages.noDeadline}</Badge>
              ) : (
                <>
                  <Badge tone="warn">{messages.inDays(daysBetween(today, need.dueOn))}</Badge>
                  <span className={styles.small}>{showDate(need.dueOn)}</span>
                </>
              )}
            </div>
            <NeedAction need={need} first={place === 0} />
          </li>
        ))}
      </ul>
    </Card>
  )
}

const iconOf: Record<EmployerTask['kind'], IconName> = { approvals: 'check', run: 'calendar', upload: 'upload' }

function NothingWaits() {
  return (
    <div className={styles.actions}>
      <p>{messages.noneWaiting}</p>
      <Link to={paths.approvals()}>{messages.seeApprovals}</Link>
      <Link to={paths.reports()}>{messages.toRuns}</Link>
    </div>
  )
}

function NeedText({ need }: { need: EmployerTask }) {
  switch (need.kind) {
    case 'approvals':
      return (
        <div className={styles.words}>
          <h2 className={styles.name}>{messages.approve(need.count)}</h2>
          <p className={styles.small}>
            {need.waitingDays !== null && <span>{messages.oldestWaits(need.waitingDays)}</span>}{' '}
            {need.benefits.map((benefit) => (
              <Link key={benefit.benefitId} to={paths.benefitApprovals(benefit.benefitId)} className={styles.inline}>
                {messages.approvalsByBenefit(benefit.count, benefit.benefitName)}
              </Link>
            ))}
          </p>
        </div>
      )
    case 'run': {
      const { label, payrollName, cutOffOn, cutOffPassed } = need.run
      const text = cutOffPassed ? messages.cutOffPast : messages.cutOff
      return (
        <div className={styles.words}>
          <h2 className={styles.name}>{messages.lock(label)}</h2>
          <p className={styles.small}>{text(payrollName, showDate(cutOffOn))}</p>
        </div>
      )
    }
    case 'upload':
      return (
        <div className={styles.words}>
          <h2 className={styles.name}>{messages.decideUpload}</h2>
          <p className={styles.small}>{messages.uploadWaits(need.fileName)}</p>
        </div>
      )
  }
}

function NeedAction({ need, first }: { need: EmployerTask; first: boolean }) {
  const panels = usePanels()
  const kind = first ? 'primary' : 'secondary'
  switch (need.kind) {
    case 'approvals':
      return (
        <Link to={paths.approvals()} className={buttonClass(kind)}>
          {messages.toApprovals}
        </Link>
      )
    case 'run':
      return (
        <Link to={paths.reports()} className={buttonClass(kind)}>
          {messages.toRuns}
        </Link>
      )
    case 'upload':
      return (
        <Button kind={kind} onClick={() => panels.open('upload-data')}>
          {messages.toWaitingUpload}
        </Button>
      )
  }
}

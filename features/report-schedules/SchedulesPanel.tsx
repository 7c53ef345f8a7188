import { useEffect, useRef, useState } from 'react'
import { failureText } from '../../contract/call-failed.ts'
import { showDate } from '../../contract/dates.ts'
import { buttonMessages } from '../../contract/messages.ts'
import { Alert } from '../../ui/Alert.tsx'
import { Badge } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { SidePanel } from '../../ui/SidePanel.tsx'
import { Loading, Skeleton } from '../../ui/Skeleton.tsx'
import { EmptyState, ErrorState } from '../../ui/States.tsx'
import { notify } from '../../ui/use-notices.ts'
import { NewScheduleForm } from './NewScheduleForm.tsx'
import type { Schedule, ScheduledReport } from './report-schedules.contract.ts'
import { scheduleMessages as say } from './report-schedules.messages.ts'
import { filterWords } from './filter-words.tsx'
import styles from './Schedules.module.css'
import { useScheduleActions, useSchedules } from './use-report-schedules.ts'

type SchedulesPanelProps = { report?: ScheduledReport; filter?: Record<string, string>; onClose: () => void }

/** The person's schedules. With a report, also a form that schedules it with its filter. */
export function SchedulesPanel({ report, filter, onClose }: SchedulesPanelProps) {
  const schedules = useSchedules()
  const { pause } = useScheduleActions()
  const [stopped, setStopped] = useState<Schedule | null>(null)
  const [added, setAdded] = useState(0)
  const content = useRef<HTMLDivElement>(null)
  // A stopped row and a sent form take the focus with them.
  useEffect(() => {
    if (document.activeElement !== document.body) return
    content.current?.closest('dialog')?.querySelector<HTMLElement>('[data-first-focus]')?.focus()
  })
  return (
    <SidePanel title={say.title} busy={false} error={null} onClose={onClose}>
      <div ref={content} className={styles.panel}>
        <p>{say.lead}</p>
        {report && (
          <NewScheduleForm
            key={added}
            report={report}
            query={new URLSearchParams(filter).toString()}
            onAdded={() => setAdded(added + 1)}
          />
        )}
        {pause.error && (
          <Alert kind="error" isAnswer>
            {failureText(pause.error)}
          </Alert>
        )}
        {schedules.data && schedules.data.length > 0 ? (
          <ul role="list" aria-label={say.list} className={styles.schedules}>
            {schedules.data.map((schedule) => (
              <li key={schedule.scheduleId}>
                <h3>{say.reports[schedule.report]}</h3>
                <p className={styles.soft}>{filterWords(schedule.query)}</p>
                <p>{say.when(schedule)}</p>
                <p className={styles.soft}>
                  {schedule.paused ? (
                    <Badge tone="neutral">{say.paused}</Badge>
                  ) : schedule.nextOn === null ? (
                    say.nextRun
                  ) : (
                    say.next(showDate(schedule.nextOn))
                  )}
                </p>
                <div className={styles.actions}>
                  <Button
                    kind="secondary"
                    aria-label={say.of(schedule.paused ? say.resume : say.pause, nameOf(schedule))}
                    onClick={() => pause.mutate({ ...schedule, paused: !schedule.paused })}
                  >
                    {schedule.paused ? say.resume : say.pause}
                  </Button>
                  <Button
                    kind="quiet"
                    aria-label={say.of(say.stop, nameOf(schedule))}
                    onClick={() => setStopped(schedule)}
                  >
                    {say.stop}
                  </Button>
                </div>
              </li>
            ))}
          </ul>
        ) : schedules.data ? (
          <EmptyState icon="clock" title={say.none}>
            {!report && say.noneYet}
          </EmptyState>
        ) : schedules.isError ? (
          <ErrorState error={schedules.error} title={say.failed} onRetry={() => void schedules.refetch()} />
        ) : (
          <Loading label={say.loading}>
            <Skeleton shape="card" />
          </Loading>
        )}
      </div>
      {stopped && <StopDialog schedule={stopped} onClose={() => setStopped(null)} />}
    </SidePanel>
  )
}

function StopDialog({ schedule, onClose }: { schedule: Schedule; onClose: () => void }) {
  const { stop } = useScheduleActions()
  return (
    <ConfirmDialog
      title={say.askStop}
      confirm={{
        label: say.stop,
        busyLabel: say.stopping,
        kind: 'danger',
        act: async () => {
          await stop.mutateAsync(schedule.scheduleId)
          notify(say.stopped)
        },
        failure: failureText,
      }}
      cancelLabel={buttonMessages.cancel}
      onClose={onClose}
    >
      {say.stopText(nameOf(schedule))}
    </ConfirmDialog>
  )
}

const nameOf = (schedule: Schedule) =>
  [say.reports[schedule.report], filterWords(schedule.query), say.when(schedule)].join(', ')

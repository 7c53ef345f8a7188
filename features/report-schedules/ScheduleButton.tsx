import { useState } from 'react'
import { Button } from '../../ui/Button.tsx'
import { loadOnDemand } from '../../ui/load-on-demand.tsx'
import { useMasquerade } from '../session/use-session.ts'
import type { ScheduledReport } from './report-schedules.contract.ts'
import { scheduleMessages as say } from './report-schedules.messages.ts'

const SchedulesPanel = loadOnDemand(() => import('./SchedulesPanel.tsx').then((m) => m.SchedulesPanel))

export function ScheduleButton(report: { report: ScheduledReport; filter: Record<string, string> }) {
  const isOwn = useMasquerade() === null
  const [isOpen, setOpen] = useState(false)
  if (!isOwn) return null
  return (
    <>
      <Button kind="secondary" icon="clock" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {say.schedule}
      </Button>
      {isOpen && <SchedulesPanel {...report} onClose={() => setOpen(false)} />}
    </>
  )
}

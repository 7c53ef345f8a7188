import { useEffect, useEffectEvent } from 'react'
import { useRouter } from '@tanstack/react-router'
import { paths } from '../../contract/paths.ts'
import { notify } from '../../ui/use-notices.ts'
import { panelLink } from '../../ui/use-panel.ts'
import { scheduleMessages as say } from './report-schedules.messages.ts'
import { useSchedules } from './use-report-schedules.ts'

const panelOf = { payroll: 'payroll-report', provider: 'provider-report', 'life-events': 'lifeevent-report' } as const

/** Opens the report of a schedule, whose link is in a mail. */
export function OpenScheduledReport({ scheduleId }: { scheduleId: string }) {
  const router = useRouter()
  const { data, isError } = useSchedules()
  const open = useEffectEvent(() => {
    // The address stays, so that a reload tries again.
    if (!data) return notify(say.failed, 'error')
    const schedule = data.find((one) => one.scheduleId === scheduleId)
    if (!schedule) notify(say.gone, 'error')
    const query =
      schedule && panelLink(panelOf[schedule.report], Object.fromEntries(new URLSearchParams(schedule.query)))
    router.history.replace(paths.reports() + (query ?? ''))
  })
  const isReady = data !== undefined || isError
  useEffect(() => {
    if (isReady) open()
  }, [isReady])
  return null
}

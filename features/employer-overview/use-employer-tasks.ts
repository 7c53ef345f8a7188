import { useState } from 'react'
import { daysBetween, londonDate, type IsoDate } from '../../contract/dates.ts'
import { useNewestUpload, useOverview, usePayrollOverview, useWaitingApprovals } from './use-employer-dashboard.ts'

type Approvals = NonNullable<ReturnType<typeof useWaitingApprovals>['data']>
type OpenRun = NonNullable<ReturnType<typeof usePayrollOverview>['data']>['open'][number]

export type EmployerTask =
  | {
      kind: 'approvals'
      count: number
      benefits: Approvals['summary']
      waitingDays: number | null
      dueOn: IsoDate | null
    }
  | { kind: 'run'; run: OpenRun; dueOn: IsoDate }
  | { kind: 'upload'; fileName: string; dueOn: null }

export type EmployerTaskList = {
  known: boolean
  rows: EmployerTask[]
  today: IsoDate
  failed: { error: unknown; again: () => void }[]
}

const runDueDays = 7

/** Returns the employer's tasks, the most urgent first. Unknown while a call is in progress or has failed. */
export function useEmployerTasks(): EmployerTaskList {
  const approvals = useWaitingApprovals()
  const runs = usePayrollOverview()
  const upload = useNewestUpload({ ofPart: true })
  const overview = useOverview()
  const [dayOfBrowser] = useState(() => londonDate(new Date()))
  const today = overview.data?.today ?? dayOfBrowser

  const open = runs.data?.open ?? []
  const cutOffs = open.flatMap((run) => (run.cutOffPassed ? [] : [run.cutOffOn])).toSorted()
  const rows: EmployerTask[] = []
  if (approvals.data && approvals.data.count > 0)
    rows.push({
      kind: 'approvals',
      count: approvals.data.count,
      benefits: approvals.data.summary.filter(({ count }) => count > 0),
      waitingDays: overview.data?.waitingSince ? daysBetween(overview.data.waitingSince, today) : null,
      dueOn: cutOffs[0] ?? null,
    })
  for (const run of open)
    if (run.cutOffPassed || daysBetween(today, run.cutOffOn) <= runDueDays)
      rows.push({ kind: 'run', run, dueOn: run.cutOffOn })
  if (upload.data?.status === 'ready') rows.push({ kind: 'upload', fileName: upload.data.fileName, dueOn: null })

  const queries = [approvals, runs, upload]
  return {
    known: queries.every(({ status }) => status === 'success'),
    rows,
    today,
    failed: queries.flatMap(({ error, refetch }) => (error ? [{ error, again: () => void refetch() }] : [])),
  }
}

import { expect } from 'vitest'
import { type DailyJob, runDailyJobs } from '../../platform/daily-jobs.ts'
import { dailyJobs } from '../../server/daily-jobs.ts'
import type { Portal } from './portal.ts'

export async function runDaily(
  { database, serverSecret }: Pick<Portal, 'database' | 'serverSecret'>,
  jobs: readonly DailyJob[] = dailyJobs(serverSecret),
): Promise<void> {
  const faults: unknown[] = []
  await runDailyJobs({ db: database.db, jobs, onFault: (fault) => faults.push(fault) })
  expect(faults).toEqual([])
}

import { expect } from 'vitest'
import { type DailyJob, runDailyJobs } from '../../platform/daily-jobs.ts'
import { dailyJobs } from '../../server/daily-jobs.ts'
import type { Portal } from './portal.ts'

/** Runs daily jobs for every client, by default all jobs, and fails if one of them fails. */
export async function runDaily(
  { database, serverSecret }: Pick<Portal, 'database' | 'serverSecret'>,
  jobs: readonly DailyJob[] = dailyJobs(serverSecret),
): Promise<void> {
  const faults: unknown[] = []
  await runDailyJobs({ db: database.db, jobs, onFault: (fault) => faults.push(fault) })
  expect(faults).toEqual([])
}

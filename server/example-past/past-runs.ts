import { addDays } from '../../contract/dates.ts'
import type { ClientId, PersonId } from '../../contract/ids.ts'
import type { Tx } from '../../database/database.ts'
import type { RunPeriod } from '../../features/payroll/open-run.rules.ts'
import { storeRunFile } from '../../features/payroll/payroll.api.ts'
import { lockPeriodRow, listPeriods } from '../../features/payroll/payroll-runs.queries.ts'
import { storeLockedRun } from '../../features/payroll/open-run-lines.queries.ts'
import type { ExamplePast } from './past-file.ts'

export type PastRun = { period: RunPeriod; payroll: string; lockedAt: string; lineCount: number }

export async function lockPastRuns(
  tx: Tx,
  clientId: ClientId,
  { past: { begins, today }, lockedBy }: { past: ExamplePast; lockedBy: PersonId },
): Promise<PastRun[]> {
  const due = (await listPeriods(tx, clientId)).filter(({ cutOffOn }) => begins <= cutOffOn && cutOffOn < today)
  const locked: PastRun[] = []
  for (const ofPayroll of Map.groupBy(due, ({ payrollId }) => payrollId).values()) {
    let previous: RunPeriod | null = null
    for (const period of ofPayroll) {
      const lockedOn = addDays(period.cutOffOn, 1)
      const lockedAt = `${lockedOn}T${lockedOn < today ? '10:15' : '00:01'}:00Z`
      const fixed = await storeLockedRun(tx, clientId, { period, previous, lockedBy, lockedAt })
      const payroll = await lockPeriodRow(tx, clientId, period)
      if (!payroll) throw new Error('A listed period has a payroll')
      await storeRunFile(tx, clientId, { payroll, period, fixed, createdAt: lockedAt })
      locked.push({ period, payroll: payroll.code, lockedAt, lineCount: fixed.lineCount })
      previous = period
    }
  }
  return locked
}

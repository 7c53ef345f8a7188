import type { ClientId, PersonId } from '../../contract/ids.ts'
import type { Tx } from '../../database/database.ts'
import { type RunLine, writeRun, writeRunLines } from '../../features/payroll/payroll-runs.queries.ts'

export async function writeLockedRun(
  tx: Tx,
  clientId: ClientId,
  { lines, ...run }: { periodId: string; lockedBy: PersonId | null; lockedAt: string; lines: readonly RunLine[] },
): Promise<void> {
  const sum = (side: 'employeePence' | 'employerPence') => lines.reduce((total, line) => total + line[side], 0n)
  const totals = { lineCount: lines.length, employeePence: sum('employeePence'), employerPence: sum('employerPence') }
  await writeRun(tx, clientId, { ...run, ...totals })
  await writeRunLines(tx, clientId, { periodId: run.periodId, from: 0, lines })
}

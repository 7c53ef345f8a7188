import { setImmediate as nextTurn } from 'node:timers/promises'
import type { ClientId } from '../../contract/ids.ts'
import type { Tx } from '../../platform/handle.ts'
import { type PayrollFile, payrollFile } from './payroll-csv.server.ts'
import type { PayrollFormat } from './payroll-line.rules.ts'
import { fileLinesOfRun, linesAtOnce } from './payroll-runs.queries.ts'

/** Writes a run's file from its stored lines. Formats one portion while the next is read. */
export async function fileOfRun(
  tx: Tx,
  clientId: ClientId,
  {
    format,
    run,
    periodId,
    lineCount,
  }: { format: PayrollFormat; run: Parameters<typeof payrollFile>[1]; periodId: string; lineCount: number },
): Promise<PayrollFile> {
  const file = payrollFile(format, run)
  const { fields, marks } = file
  let read = ''
  for (let after = 0; after < lineCount; after += linesAtOnce) {
    const before = read
    // The query is sent at the end of this turn of the event loop.
    ;[read] = await Promise.all([
      fileLinesOfRun(tx, clientId, { periodId, fields, marks, after }),
      nextTurn().then(() => file.add(before)),
    ])
  }
  file.add(read)
  return file.end()
}

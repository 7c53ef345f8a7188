import { setImmediate as nextTurn } from 'node:timers/promises'
import type { ClientId } from '../../contract/ids.ts'
import type { Tx } from '../../platform/handle.ts'
import { type PayrollFile, payrollFile } from './payroll-csv.server.ts'
import type { PayrollFormat } from './payroll-line.rules.ts'
import { fileLinesOfRun, linesAtOnce } from './payroll-runs.queries.ts'

/** The file of a run, from its lines as they were written. While some are read, those before them are put into the file. */
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
    // What is asked leaves at the end of this turn.
    ;[read] = await Promise.all([
      fileLinesOfRun(tx, clientId, { periodId, fields, marks, after }),
      nextTurn().then(() => file.add(before)),
    ])
  }
  file.add(read)
  return file.end()
}

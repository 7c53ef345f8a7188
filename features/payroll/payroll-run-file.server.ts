import { setImmediate as nextTurn } from 'node:timers/promises'
import type { ClientId } from '../../contract/ids.ts'
import type { Tx } from '../../platform/handle.ts'
import { payrollFile } from './payroll-csv.server.ts'
import type { PayrollFormat } from '../../services/payroll/payroll-line.rules.ts'
import { fileLinesOfRun, linesPerPortion } from './payroll-runs.queries.ts'

/** Returns the stored lines in portions, so that a long file is never in memory as a whole. */
export function fileOfRun(
  tx: Tx,
  clientId: ClientId,
  {
    format,
    run,
    periodId,
    lineCount,
  }: { format: PayrollFormat; run: Parameters<typeof payrollFile>[1]; periodId: string; lineCount: number },
): { fileName: string; portions: AsyncIterable<string> } {
  const { fileName, fields, marks, headings, rows } = payrollFile(format, run)
  async function* portions(): AsyncGenerator<string> {
    let lines = ''
    for (let after = 0; after < lineCount; after += linesPerPortion) {
      const next = fileLinesOfRun(tx, clientId, { periodId, fields, marks, after })
      // Prevents an unhandled rejection. The error is thrown where the lines are awaited.
      next.catch(() => undefined)
      // The query is sent at the end of this turn of the event loop. The previous portion is formatted while it runs.
      await nextTurn()
      yield after === 0 ? headings : rows(lines)
      lines = await next
    }
    yield lineCount === 0 ? headings : rows(lines)
  }
  return { fileName, portions: portions() }
}

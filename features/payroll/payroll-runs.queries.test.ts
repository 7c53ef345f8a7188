import { text } from 'node:stream/consumers'
import { expect, it } from 'vitest'
import { withConnection } from '../../database/bootstrap.ts'
import { employerWorld } from '../../tests/harness/employer-world.ts'
import { payrollFile } from './payroll-csv.server.ts'
import type { PayrollFormat } from '../../services/payroll/payroll-line.rules.ts'
import { digitsFromPence } from '../../domain/pricing/money.ts'
import { writeLockedRun } from '../../tests/harness/locked-run.ts'
import { linesOfRun, type RunLine } from './payroll-runs.queries.ts'
import { onCitus } from '../../tests/harness/on-citus.ts'
import { samplePayrollLine } from './payroll.samples.ts'
import { fileOfRun } from './payroll-run-file.server.ts'

const format: PayrollFormat = {
  columns: [
    { heading: 'Surname', field: 'surname' },
    { heading: 'Pay', field: 'employee-amount' },
    { heading: 'From', field: 'effective-from' },
    { heading: 'Also known as', field: 'surname' },
  ],
  delimiter: ';',
  dates: 'dd/mm/yyyy',
  byteOrderMark: true,
  fileName: '{payroll}-{year}.csv',
}
const run = { payroll: 'monthly', year: 2026, month: 12, period: 'December 2026' }

it('a run of thousands of lines is stored in order, whatever the lines contain, and so is its file', async () => {
  const world = await employerWorld()
  const selectionId = await world.approvedSelection()
  const { personId } = world.grace
  const [period, another] = world.periods
  if (!period || !another) throw new Error('The world has no pay periods')
  const lines = Array.from({ length: 5_003 }, (_, place): RunLine => {
    const employeePence = BigInt(place - 2)
    const changeType = place % 3 === 0 ? 'New' : 'Continue'
    return {
      personId,
      selectionId,
      changeType,
      employeePence,
      employerPence: 7n,
      fields: samplePayrollLine({
        surname: place % 2 === 0 ? `O'Neill; "${place}"\\` : `=Zoë {${place}}\nnull`,
        'change-type': changeType,
        'employee-amount': digitsFromPence(employeePence),
        'employer-amount': '0.07',
        'effective-to': place % 5 === 0 ? '2027-02-28' : '',
        'selection-id': selectionId,
      }),
    }
  })
  const { periodId, lineCount } = { periodId: period.id, lineCount: lines.length }
  const { written, file } = await world.inClient(async (tx) => {
    const lockedAt = '2026-11-20T09:00:00.000Z'
    await writeLockedRun(tx, world.clientId, { periodId, lockedAt, lockedBy: personId, lines })
    return {
      written: await linesOfRun(tx, world.clientId, { periodId }),
      file: await text(fileOfRun(tx, world.clientId, { format, run, periodId, lineCount }).portions),
    }
  })
  expect(written).toEqual(lines.map((line, place) => ({ ...line, number: place + 1 })))
  const expected = payrollFile(format, run)
  const texts = lines.map((line) => expected.fields.map((field) => line.fields[field]).join(expected.marks.column))
  expect(file).toBe(expected.headings + expected.rows(texts.join(expected.marks.line)))

  for (const [statement, code] of [
    [`delete from payroll_run where period_id = '${periodId}'`, '23503'],
    [`update payroll_run set period_id = '${another.id}' where period_id = '${periodId}'`, '23503'],
    ['truncate payroll_run', '0A000'],
  ] as const) {
    const tried = withConnection(world.portal.database.superuser, (client) => client.query(statement))
    await expect(tried).rejects.toMatchObject({ code })
  }
  const alone = withConnection(world.portal.database.superuser, (client) =>
    client.query(
      `insert into payroll_line
       select (jsonb_populate_record(line, jsonb_build_object('period_id', $1::text))).* from payroll_line as line where number = 1`,
      [another.id],
    ),
  )
  // PostgreSQL checks this at the commit. On Citus, the commit on the shard fails and the reason is not reported.
  const refusal = onCitus ? 'could not commit transaction for shard' : 'violates foreign key constraint'
  await expect(alone).rejects.toThrow(refusal)
})

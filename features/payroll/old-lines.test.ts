import { copyFile, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import type { ClientId } from '../../contract/ids.ts'
import { connected } from '../../database/bootstrap.ts'
import { inClient, openDatabase } from '../../database/database.ts'
import { migrate, migrationsFolder } from '../../database/migrate.ts'
import { openPool } from '../../database/postgres.ts'
import { createEmptyDatabase } from '../../tests/harness/databases.ts'
import type { PayrollLine } from './payroll-line.rules.ts'
import { linesOfRun } from './payroll-runs.queries.ts'
import { samplePayrollLine } from './payroll.samples.ts'

// As the database has them.
const clientId = '6a6f1c7e-6d0f-4c51-9a53-0c6f2a9f4a01' as ClientId
const periodId = '6a6f1c7e-6d0f-4c51-9a53-0c6f2a9f4a02'

/** Each with what a line says of its own: an end, money back for an earlier period, nothing left to take, odd letters. */
const locked: PayrollLine[] = [
  samplePayrollLine({ 'effective-to': '2027-02-28', 'annual-amount': '1234567.05' }),
  samplePayrollLine({
    'change-type': 'Adjustment',
    'employee-amount': '-0.07',
    'employer-amount': '-1200.40',
    'annual-amount': '-0.40',
    'adjustment-reason': 'Due in October 2025, which could change no more',
    'original-period': 'October 2025',
  }),
  samplePayrollLine({ 'change-type': 'Closed', 'employee-amount': '0.00', 'annual-amount': '0.00', 'ni-number': '' }),
  samplePayrollLine({
    name: `Zoë "Z" O'Neill; \\n`,
    'first-name': 'Zoë "Z"',
    surname: `O'Neill; \\n`,
    'payroll-id': '',
  }),
]

/** From elsewhere, as they were let in before anybody looked at them, and what they are read as. */
const unchecked = [
  { said: { 'annual-amount': '1200' }, read: { 'annual-amount': '1200.00' } },
  { said: { 'annual-amount': '1,200.5' }, read: { 'annual-amount': '1200.50' } },
  { said: { 'annual-amount': '' }, read: { 'annual-amount': '0.00' } },
  { said: { 'annual-amount': 'twelve' }, read: { 'annual-amount': '0.00' } },
  { said: { 'effective-from': '2026-02-30' }, read: { 'effective-from': '' } },
  {
    said: { 'effective-from': '2024-02-29', 'effective-to': '31/03/2027' },
    read: { 'effective-from': '2024-02-29', 'effective-to': '' },
  },
]

it.each([
  ['an earlier release locked as it was locked', locked, locked],
  [
    'was let in unchecked by the value of its amounts, and without what is no day',
    unchecked.map(({ said }) => ({ ...samplePayrollLine({}), ...said })),
    unchecked.map(({ read }) => ({ ...samplePayrollLine({}), ...read })),
  ],
])('reads a run that %s', async (_, written, expected) => {
  const database = await createEmptyDatabase()
  onTestFinished(() => database.close())
  await migrate(database.owner, await migrationsBefore('0096'))
  await connected(database.owner, async (client) => {
    await client.query(`select set_config('app.client_id', '${clientId}', false)`)
    // What the lines hang on is not what is looked at.
    await client.query(`
      alter table payroll_line
        drop constraint payroll_line_client_id_period_id_fkey,
        disable trigger user`)
    for (const [place, fields] of written.entries())
      await client.query(
        `insert into payroll_line (
           client_id, period_id, number, person_id, selection_id, change_type, employee_pence, employer_pence, fields
         ) values ($1, $2, $3, $1, $4, $5, $6, $7, $8)`,
        [
          clientId,
          periodId,
          place + 1,
          fields['selection-id'],
          fields['change-type'],
          pence(fields['employee-amount']),
          pence(fields['employer-amount']),
          fields,
        ],
      )
  })
  await migrate(database.owner)

  const pool = openPool(database.app, { size: 1, patience, onError: () => undefined })
  const lines = await inClient(openDatabase(pool), clientId, (tx) => linesOfRun(tx, clientId, { periodId }))
  await pool.end()
  expect(lines.map(({ fields }) => fields)).toEqual(expected)
})

const patience = {
  statementTimeoutMs: 30_000,
  lockTimeoutMs: 30_000,
  idleInTransactionTimeoutMs: 30_000,
  connectionTimeoutMs: 30_000,
}

function pence(amount: string): number {
  return Math.round(Number(amount) * 100)
}

async function migrationsBefore(number: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'portal-release-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  for (const name of await readdir(migrationsFolder))
    if (name < number) await copyFile(join(migrationsFolder, name), join(folder, name))
  return folder
}

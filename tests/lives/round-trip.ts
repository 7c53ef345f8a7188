import { join } from 'node:path'
import { expect } from 'vitest'
import { addDays, type IsoDate } from '../../contract/dates.ts'
import type { ClientId } from '../../contract/ids.ts'
import { inSnapshot } from '../../database/database.ts'
import { explain } from '../../features/explain/explanation.server.ts'
import { readLeaverBalances } from '../../features/leavers/leaver-balances.queries.ts'
import { runBefore } from '../../features/payroll/payroll-run.rules.ts'
import { listPeriods } from '../../features/payroll/payroll-runs.queries.ts'
import { linesOfOpenRun } from '../../features/payroll/open-run-lines.queries.ts'
import { excludedTables } from '../harness/export-exclusions.ts'
import { createTestDatabase, type TestDatabase } from '../harness/databases.ts'
import { applyFolder } from '../harness/apply-folder.ts'
import { exportToFolder, filesOf, rowsOf } from '../harness/export-to-folder.ts'

const without = new Set([...Object.keys(excludedTables), 'client_address'])

export async function expectSameElsewhere(here: TestDatabase, { work, lives }: { work: string; lives: number }) {
  const [client] = await here.rows<{ today: IsoDate; clientId: ClientId }>(
    `select app.today()::text as today, client_id as "clientId" from client`,
  )
  if (!client) throw new Error('There is no client')
  const { today, clientId } = client
  const elsewhere = await createTestDatabase()
  try {
    for (const database of [here, elsewhere]) await database.moveTo(today)
    const first = await exportToFolder(here, 'demo', join(work, 'first'))
    const copy = await applyFolder(elsewhere.db, first)
    const files = await filesOf(first)
    expect(files['history/deductions.jsonl']).toContain('"originalPeriod":"')
    expect(files['history/facts.jsonl']).toContain('"fact":"end-date"')
    expect(files['history/run-lines.jsonl']).toMatch(/"tax-relief":\s?"[1-9]/)
    expect(await filesOf(await exportToFolder(elsewhere, 'demo', join(work, 'second')))).toEqual(files)
    const rows = await rowsOf(here, clientId, { without })
    expect(await rowsOf(elsewhere, copy.clientId, { without })).toEqual(rows)
    const known = await told(here, { clientId, today })
    expect(Object.keys(known).length).toBeGreaterThan(lives * 40)
    expect(differences(known, await told(elsewhere, { clientId: copy.clientId, today }))).toEqual([])
  } finally {
    await elsewhere.close()
  }
}

/** Returns leavers' balances, the lines of open runs and, for some days, the actions and prices of benefits. */
function told({ db }: TestDatabase, { clientId, today }: { clientId: ClientId; today: IsoDate }) {
  return inSnapshot(db, clientId, async (tx) => {
    const people = await tx.selectFrom('account').select(['email', 'person_id as personId']).execute()
    const benefits = await tx.selectFrom('benefit').select('code').execute()
    const answers: Record<string, string> = { 'balances of leavers': inWords(await readLeaverBalances(tx, clientId)) }
    for (const { email, personId } of people)
      for (const on of [addDays(today, -60), today, addDays(today, 45)])
        for (const { code } of benefits)
          answers[`${email} ${code} ${on}`] = inWords(await explain(tx, clientId, { personId, code, on, today }))
    const periods = await listPeriods(tx, clientId)
    for (const period of periods)
      if (!period.locked && period.hasDeductions)
        answers[`${period.payrollName} ${period.label}`] = inWords(
          await linesOfOpenRun(tx, clientId, {
            period,
            previous: runBefore(
              periods.filter(({ payrollId }) => payrollId === period.payrollId),
              period,
            ),
          }),
        )
    return answers
  })
}

function differences(one: Record<string, string>, other: Record<string, string>): string[] {
  return Object.keys({ ...one, ...other }).flatMap((key) => {
    const [a = 'nothing', b = 'nothing'] = [one[key], other[key]]
    if (a === b) return []
    const at = Array.from(a, (letter, index) => letter === b[index]).indexOf(false)
    return [`${key}: …${a.slice(at - 80, at + 80)}… but …${b.slice(at - 80, at + 80)}…`]
  })
}

/** Exports do not contain which medical questions were answered. */
const notExported = new Set(['answeredQuestions'])

/** Sorts keys, because keys that are ids may be in another order. */
function inWords(value: unknown): string {
  return JSON.stringify(value, (key, part: unknown) => {
    if (notExported.has(key)) return undefined
    if (typeof part === 'bigint') return `${part}p`
    if (part instanceof Map) return [...part].map(inWords).toSorted((a, b) => (a < b ? -1 : 1))
    return part
  })
}

import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { isoDate } from '../../contract/dates.ts'
import { createTestDatabase, type TestDatabase } from '../../tests/harness/databases.ts'
import { exportToFolder, rowsOf } from '../../tests/harness/export-to-folder.ts'
import { signInForBenefit, decide, changeFacts } from '../../tests/harness/world-actions.ts'
import { testSecrets as secrets } from '../../tests/harness/test-secrets.ts'
import { startWorld } from '../../tests/harness/world.ts'
import type { PayrollRunView } from '../payroll/payroll.contract.ts'
import { applyScheme } from '../scheme/apply-scheme.server.ts'
import { showFault } from '../../services/scheme/scheme-faults.ts'
import { type Folder, openFolder, readTextFile } from '../../services/scheme/open-folder.server.ts'
import { readScheme, type Scheme } from '../scheme/read-scheme.server.ts'
import { checkHistory } from './history-checks.server.ts'
import { readHistory } from './read-history.server.ts'

const today = isoDate.parse('2026-11-19')
const place = await mkdtemp(join(tmpdir(), 'history-'))
const world = await startWorld({ keep: true })
await world.database.moveTo(`${today}T09:00:00Z`)
const { choose } = await signInForBenefit(world, 'amelia.hart', 'cycle-to-work')
await decide(world, [(await choose({ value: 1200 })).selectionId])
await changeFacts(world, 'amelia.hart', { 'end-date': '2027-01-15' })
const token = await world.signIn('grace.lin')
const { rows } = await world.database.pool.query<{ id: string }>(
  `select client_id as id from client_address where name = 'demo'`,
)
const url = `/api/v2/client/${rows[0]?.id}/payroll-runs`
const runs = (await world.request({ url, token })).json<PayrollRunView[]>()
const due = runs.find(({ payrollName, cutOffPassed }) => payrollName === 'Monthly salaries' && cutOffPassed)
const locked = await world.request({ method: 'POST', url: `${url}/${due?.runId}/lock`, token })
if (locked.statusCode !== 200) throw new Error(locked.body)
const folder = await exportToFolder(world.database, 'demo', join(place, 'demo'))
await world.close()
await keepHolders(folder)
const read = await readScheme(folder, today)
if ('faults' in read) throw new Error(read.faults.map(showFault).join('\n'))
const scheme: Scheme = read.scheme
const files: Folder = await openFolder(folder, [])
afterAll(() => rm(place, { recursive: true, force: true }))

type Line = Record<string, unknown>

/** Removes people without selections or decisions, so that the folder is read much faster. */
async function keepHolders(path: string): Promise<void> {
  const read = async (file: string) => (await readFile(join(path, 'history', file), 'utf8')).trimEnd().split('\n')
  const holders = (await read('selections.jsonl')).map((line) => String((JSON.parse(line) as Line)['person']))
  const kept = new Set([...holders, 'grace.lin@demo.example', 'farah.ali@demo.example', 'ben.osei@demo.example'])
  for (const file of ['people.jsonl', 'facts.jsonl', 'family.jsonl', 'statements.jsonl']) {
    const lines = (await read(file)).filter((line) => {
      const { person, email } = JSON.parse(line) as Line
      return kept.has(String(person ?? email))
    })
    await writeFile(join(path, 'history', file), `${lines.join('\n')}\n`)
  }
}

type Spoiling = {
  file: string
  which: (line: Line) => boolean
  change: (line: Line) => Line | string | undefined
}

function spoiledText(text: string, { file, which, change }: Spoiling): { text: string; line: string } {
  const lines = text.trimEnd().split('\n')
  const at = lines.findIndex((line) => which(JSON.parse(line) as Line))
  if (at < 0) throw new Error(`${file} has no such line`)
  const changed = change(JSON.parse(lines[at] ?? '') as Line)
  const written = changed === undefined ? [] : [typeof changed === 'string' ? changed : JSON.stringify(changed)]
  lines.splice(at, 1, ...written)
  return { text: `${lines.join('\n')}\n`, line: `${file}:${at + 1}` }
}

async function spoiled(spoiling: Spoiling): Promise<string> {
  const copy = await mkdtemp(join(place, 'spoiled-'))
  await cp(folder, copy, { recursive: true })
  const path = join(copy, spoiling.file)
  await writeFile(path, spoiledText(await readFile(path, 'utf8'), spoiling).text)
  return copy
}

function historyFaults(given: Folder): string[] {
  const history = readHistory(given)
  if (!history) throw new Error('There is no history')
  return checkHistory(history, { years: [scheme], today, readOn: today }).map(showFault)
}

const any = () => true
const second = (person: string) => {
  let seen = 0
  return (line: Line) => line['person'] === `${person}@demo.example` && ++seen === 2
}
const nobody = 'nobody@demo.example'
const unknownId = '00000000-0000-4000-8000-000000000000'
const versionsOf = (line: Line) => line['versions'] as Line[]
const firstVersion = (line: Line, change: Line) => ({
  ...line,
  versions: versionsOf(line).map((version, index) => (index === 0 ? { ...version, ...change } : version)),
})

const inPeriod = (period: string) => (line: Line) => line['period'] === period
const inState = (line: Line) => line['state'] === 'active'
const ofFact = (fact: string) => (line: Line) => line['fact'] === fact
const inField = (field: string, value: string) => (line: Line) => ({
  ...line,
  fields: { ...(line['fields'] as Line), [field]: value },
})
const inVersion = (change: Line) => (line: Line) => firstVersion(line, change)

type Case = [what: string, reason: string, change: Line | Spoiling['change'], which?: Spoiling['which']]
/** Cases for each file of the history. Each changes one line and expects one error. */
const cases: Record<string, Case[]> = {
  people: [
    ['an unknown key', 'Unknown key "password"', { password: 'x' }],
    [
      'a person twice',
      'The address is already in history/people.jsonl:',
      { email: 'amelia.hart@demo.example' },
      (line) => line['email'] === 'ben.osei@demo.example',
    ],
  ],
  family: [['a missing key', '"surname" is missing', ({ surname: _surname, ...line }) => line]],
  facts: [
    ['a line that is not JSON', 'The line is not JSON', () => '{"id": '],
    ['an unknown person', `${nobody} is not among the people of history/people.jsonl`, { person: nobody }],
    ['a value of another fact', '"value": No such fact has this value', { value: 'a lot' }, ofFact('basic-salary')],
    ['an unknown payroll', 'There is no payroll "yearly"', { value: 'yearly' }, ofFact('payroll')],
    ['a future fact', 'A day or time of this line is in the future', { recordedAt: '2026-11-21T00:00:00Z' }],
    [
      'facts in the wrong order',
      'The fact was recorded before the one above it',
      { recordedAt: '2026-11-01T00:00:00Z' },
      second('amelia.hart'),
    ],
  ],
  selections: [
    ['an unknown state', '"state": Invalid option', { state: 'agreed' }],
    [
      'a state that differs from the last version',
      'The selection is rejected, and its last version active',
      { state: 'rejected' },
      inState,
    ],
    [
      'a step outside the state table',
      'Version 1: the action "approve" does not lead from none to active',
      inVersion({ action: 'approve' }),
      inState,
    ],
    [
      'the wrong version in force',
      'By its versions version 1 is in force, not nothing',
      { runningVersion: null },
      inState,
    ],
    ['a missing version', 'Version 2 is in the place of version 1', inVersion({ version: 2 })],
    ['an unknown benefit', 'There is no benefit "spa"', { benefit: 'spa' }],
    [
      'a family member of another person',
      `has no family member ${unknownId}`,
      inVersion({ choice: { values: {}, people: [unknownId] } }),
      (line) => versionsOf(line).some(({ peopleCovered }) => Array.isArray(peopleCovered) && peopleCovered.length > 0),
    ],
    [
      'a price that differs from its derivation',
      'Version 1: its price differs from its derivation',
      (line) => firstVersion(line, { price: { ...(versionsOf(line)[0]?.['price'] as Line), employeeYearly: '1' } }),
      (line) => versionsOf(line)[0]?.['price'] !== null,
    ],
  ],
  deductions: [
    ['an unknown selection', `There is no selection ${unknownId}`, { selection: unknownId }],
    ['an unknown period', 'There is no pay period monthly/1999/1', { period: 'monthly/1999/1' }],
    [
      'an adjustment of a later period',
      'An adjustment corrects an earlier period, and monthly/2026/9 is not earlier',
      { originalPeriod: 'monthly/2026/9' },
      inPeriod('monthly/2026/8'),
    ],
    [
      'deductions that differ from the locked run',
      'The deductions of monthly/2026/8 do not add up to the run',
      { employeePence: '1' },
      (line) => inPeriod('monthly/2026/8')(line) && line['employeePence'] !== '0',
    ],
  ],
  'leaver-balances': [
    ['an unknown selection', `There is no selection ${unknownId}`, { selection: unknownId }],
    ['an unknown rule', '"rule": Invalid option', { rule: 'waived' }],
    ['pounds', '"balancePence": Please give pence as a whole number', { balancePence: '12.50' }],
    [
      'a deduction without its day',
      'Please give both the amount that payroll deducted and its day',
      { deductedPence: '1' },
    ],
  ],
  runs: [['a total above its lines', 'pence of the employees, and the run has 1', { employeePence: '1' }]],
  'run-lines': [
    ['a missing line', 'Its lines are not numbered in order', () => undefined, (line) => line['number'] === 2],
    ['another amount', 'Its employee-amount must be', inField('employee-amount', '0.01')],
    [
      'an invalid yearly amount',
      'Its annual-amount "1,200.00" is not an amount such as 38.64',
      inField('annual-amount', '1,200.00'),
    ],
    ['an invalid first day', 'Its effective-from "2026-02-30" is not a day', inField('effective-from', '2026-02-30')],
    [
      'an original period without an adjustment',
      'An adjustment needs original-period, and other lines must not have it',
      inField('original-period', 'July 2026'),
    ],
    ['a selection of another person', 'is not of farah.ali@demo.example', { person: 'farah.ali@demo.example' }],
  ],
  periods: [['a last day before the first', 'The period ends before it begins', { endsOn: '1999-01-01' }]],
  reports: [
    ['a changed file', 'files/0001 differs from the exported file', { sha256: '0'.repeat(64) }],
    [
      'a file name outside the folder',
      '"file": Please give a file of the folder, for example files/0001',
      { file: 'files/../client.yaml' },
    ],
  ],
  ids: [['an id of an unknown benefit', 'The folder does not define "benefit spa"', { of: 'benefit spa' }]],
  statements: [['an unknown group', 'No benefit belongs to the group "spa"', { group: 'spa' }]],
}

describe('folder with history', () => {
  it('has no errors as the export writes it', () => {
    expect(historyFaults(files)).toEqual([])
  })

  const all = Object.entries(cases).flatMap(([name, some]) => some.map((one): [string, ...Case] => [name, ...one]))
  it.each(all)('causes for %s the error "%s" with its line', (name, _, reason, changed, which = any) => {
    const file = `history/${name}.jsonl`
    const change = typeof changed === 'function' ? changed : (line: Line) => ({ ...line, ...changed })
    const { text, line } = spoiledText(readTextFile(files, file, []) ?? '', { file, which, change })
    const faults = historyFaults(new Map([...files, [file, { sha256: '', read: () => Buffer.from(text) }]]))
    // Wrong totals are reported at the run, missing items at the line that refers to them.
    const where = /do not add up|numbered in order/.test(reason) ? 'history/runs.jsonl:' : line
    expect(faults.filter((fault) => fault.startsWith(where) && fault.includes(reason))).toHaveLength(1)
  })

  it('is not imported at all if a line has an error', async () => {
    const database: TestDatabase = await createTestDatabase()
    await database.moveTo(`${today}T10:00:00Z`)
    const change = (line: Line) => ({ ...line, person: nobody })
    const copy = await spoiled({ file: 'history/statements.jsonl', which: any, change })
    const outcome = await applyScheme(database.db, { folder: copy, secrets })
    const { rows } = await database.pool.query('select from client_address')
    await database.close()
    expect('faults' in outcome && outcome.faults.map(showFault)).toEqual([
      expect.stringMatching(/^history\/statements\.jsonl:1 nobody@demo\.example is not among the people/),
    ])
    expect(rows).toEqual([])
  })

  it('is ignored if the client exists, because its people keep their own history', async () => {
    const database: TestDatabase = await createTestDatabase()
    await database.moveTo(`${today}T10:00:00Z`)
    const first = await applyScheme(database.db, { folder, secrets })
    if ('faults' in first) throw new Error(first.faults.map(showFault).join('\n'))
    const before = await rowsOf(database, first.applied.clientId, { without: new Set() })
    const change = (line: Line) => ({ ...line, surname: 'Changed' })
    const copy = await spoiled({ file: 'history/family.jsonl', which: any, change })
    const again = await applyScheme(database.db, { folder: copy, secrets })
    const after = await rowsOf(database, first.applied.clientId, { without: new Set() })
    await database.close()
    expect(again).toMatchObject({
      applied: { historyLeft: expect.any(Number), changes: { people: 0, facts: 0, selections: 0 } },
    })
    expect(after).toEqual(before)
  })
})

import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { isoDate } from '../../contract/dates.ts'
import { createTestDatabase, type TestDatabase } from '../../tests/harness/databases.ts'
import { exported, rowsOf, standAt } from '../../tests/harness/exported.ts'
import { keptSecrets as secrets } from '../../tests/harness/scheme-secrets.ts'
import { startWorld } from '../../tests/harness/world.ts'
import type { PayrollRunView } from '../payroll/payroll.contract.ts'
import { applyScheme } from '../scheme/apply-scheme.server.ts'
import { showFault } from '../../services/scheme/faults.ts'
import { type Folder, openFolder, readTextFile } from '../../services/scheme/folder.server.ts'
import { readScheme, type Scheme } from '../scheme/read-scheme.server.ts'
import { checkHistory } from './history-checks.server.ts'
import { readHistory } from './read-history.server.ts'

const today = isoDate.parse('2026-11-19')
let place: string
let folder: string
let scheme: Scheme
let files: Folder
beforeAll(async () => {
  place = await mkdtemp(join(tmpdir(), 'history-'))
  const world = await startWorld({ keep: true })
  await standAt(world.database, `${today}T09:00:00Z`)
  const token = await world.signIn('grace.lin')
  const { rows } = await world.database.pool.query<{ id: string }>(
    `select client_id as id from client_address where name = 'demo'`,
  )
  const url = `/api/v2/client/${rows[0]?.id}/payroll-runs`
  const runs = (await world.request({ url, token })).json<PayrollRunView[]>()
  const due = runs.find(({ payrollName, cutOffPassed }) => payrollName === 'Monthly salaries' && cutOffPassed)
  const locked = await world.request({ method: 'POST', url: `${url}/${due?.runId}/lock`, token })
  if (locked.statusCode !== 200) throw new Error(locked.body)
  folder = await exported(world.database, 'demo', join(place, 'demo'))
  await world.close()
  await keepHolders(folder)
  const read = await readScheme(folder, today)
  if ('faults' in read) throw new Error(read.faults.map(showFault).join('\n'))
  scheme = read.scheme
  files = await openFolder(folder, [])
})
afterAll(() => rm(place, { recursive: true, force: true }))

type Line = Record<string, unknown>

/** Removes people without selections or decisions from a folder, so that it reads much faster. */
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

/** Returns the file with one line changed, and that line's place. */
function spoiledText(text: string, { file, which, change }: Spoiling): { text: string; line: string } {
  const lines = text.trimEnd().split('\n')
  const at = lines.findIndex((line) => which(JSON.parse(line) as Line))
  if (at < 0) throw new Error(`${file} has no such line`)
  const changed = change(JSON.parse(lines[at] ?? '') as Line)
  const written = changed === undefined ? [] : [typeof changed === 'string' ? changed : JSON.stringify(changed)]
  lines.splice(at, 1, ...written)
  return { text: `${lines.join('\n')}\n`, line: `${file}:${at + 1}` }
}

/** A copy of the folder with one changed line. */
async function spoiled(spoiling: Spoiling): Promise<string> {
  const copy = await mkdtemp(join(place, 'spoiled-'))
  await cp(folder, copy, { recursive: true })
  const path = join(copy, spoiling.file)
  await writeFile(path, spoiledText(await readFile(path, 'utf8'), spoiling).text)
  return copy
}

/** Returns the history's faults with the given files. The folder's scheme is read once. */
function historyFaults(given: Folder): string[] {
  const history = readHistory(given)
  if (!history) throw new Error('There is no history')
  const { year, benefits, withdrawn } = scheme
  return checkHistory(history, { year: year.value, benefits, withdrawn, today, readOn: today }).map(showFault)
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

type Case = [
  what: string,
  file: string,
  which: (line: Line) => boolean,
  change: (line: Line) => Line | string | undefined,
  reason: string,
]
const cases: Case[] = [
  ['a line that is no JSON', 'history/facts.jsonl', any, () => '{"id": ', 'The line is not JSON'],
  ['an unknown key', 'history/people.jsonl', any, (line) => ({ ...line, password: 'x' }), 'Unknown key "password"'],
  ['a missing key', 'history/family.jsonl', any, ({ surname: _surname, ...line }) => line, '"surname" is missing'],
  [
    'somebody twice',
    'history/people.jsonl',
    (line) => line['email'] === 'ben.osei@demo.example',
    (line) => ({ ...line, email: 'amelia.hart@demo.example' }),
    'The address already stands in history/people.jsonl:',
  ],
  [
    'a fact of nobody',
    'history/facts.jsonl',
    any,
    (line) => ({ ...line, person: nobody }),
    `${nobody} is not among the people of history/people.jsonl`,
  ],
  [
    'a fact with another fact’s value',
    'history/facts.jsonl',
    (line) => line['fact'] === 'basic-salary',
    (line) => ({ ...line, value: 'a lot' }),
    '"value": No such fact has this value',
  ],
  [
    'a payroll that is not there',
    'history/facts.jsonl',
    (line) => line['fact'] === 'payroll',
    (line) => ({ ...line, value: 'yearly' }),
    'There is no payroll "yearly"',
  ],
  [
    'a fact recorded in the future',
    'history/facts.jsonl',
    any,
    (line) => ({ ...line, recordedAt: '2026-11-21T00:00:00Z' }),
    'Something of this lies in the future',
  ],
  [
    'facts out of order',
    'history/facts.jsonl',
    second('amelia.hart'),
    (line) => ({ ...line, recordedAt: '2026-11-01T00:00:00Z' }),
    'The fact was recorded before the one above it',
  ],
  [
    'an unknown state',
    'history/selections.jsonl',
    any,
    (line) => ({ ...line, state: 'agreed' }),
    '"state": Invalid option',
  ],
  [
    'a state that its versions do not lead to',
    'history/selections.jsonl',
    (line) => line['state'] === 'active',
    (line) => ({ ...line, state: 'rejected' }),
    'The selection is rejected, and its last version active',
  ],
  [
    'a step outside of the state table',
    'history/selections.jsonl',
    (line) => line['state'] === 'active',
    (line) => firstVersion(line, { action: 'approve' }),
    'Version 1: nothing leads by "approve" from none to active',
  ],
  [
    'something that runs and is not said to',
    'history/selections.jsonl',
    (line) => line['state'] === 'active',
    (line) => ({ ...line, runningVersion: null }),
    'Its versions leave version 1 running, not nothing',
  ],
  [
    'a version out of its place',
    'history/selections.jsonl',
    any,
    (line) => firstVersion(line, { version: 2 }),
    'Version 2 stands where version 1 is due',
  ],
  [
    'a selection of a benefit that is not there',
    'history/selections.jsonl',
    any,
    (line) => ({ ...line, benefit: 'spa' }),
    'There is no benefit "spa"',
  ],
  [
    'cover for somebody else’s family',
    'history/selections.jsonl',
    (line) => versionsOf(line).some(({ peopleCovered }) => Array.isArray(peopleCovered) && peopleCovered.length > 0),
    (line) => firstVersion(line, { choice: { values: {}, people: [unknownId] } }),
    `has no family member ${unknownId}`,
  ],
  [
    'a price that does not follow from its derivation',
    'history/selections.jsonl',
    (line) => versionsOf(line)[0]?.['price'] !== null,
    (line) => firstVersion(line, { price: { ...(versionsOf(line)[0]?.['price'] as Line), employeeYearly: '1' } }),
    'Version 1: its price is not what its derivation comes to',
  ],
  [
    'a deduction of a selection that is not there',
    'history/deductions.jsonl',
    any,
    (line) => ({ ...line, selection: unknownId }),
    `There is no selection ${unknownId}`,
  ],
  [
    'a deduction of a period that is not there',
    'history/deductions.jsonl',
    any,
    (line) => ({ ...line, period: 'monthly/1999/1' }),
    'There is no pay period monthly/1999/1',
  ],
  [
    'an adjustment of a later period',
    'history/deductions.jsonl',
    (line) => line['period'] === 'monthly/2026/8',
    (line) => ({ ...line, originalPeriod: 'monthly/2026/9' }),
    'An adjustment is of an earlier period than its own, and monthly/2026/9 is not',
  ],
  [
    'deductions that do not come to what was locked',
    'history/deductions.jsonl',
    (line) => line['period'] === 'monthly/2026/8' && line['employeePence'] !== '0',
    (line) => ({ ...line, employeePence: '1' }),
    'The deductions of monthly/2026/8 do not come to what the run takes',
  ],
  [
    'a run that says more than its lines',
    'history/runs.jsonl',
    any,
    (line) => ({ ...line, employeePence: '1' }),
    'pence of the employees, and the run says 1',
  ],
  [
    'a run that lacks a line',
    'history/run-lines.jsonl',
    (line) => line['number'] === 2,
    () => undefined,
    'Its lines are not numbered in order',
  ],
  [
    'a line that shows another amount',
    'history/run-lines.jsonl',
    any,
    (line) => ({ ...line, fields: { ...(line['fields'] as Line), 'employee-amount': '0.01' } }),
    'Its employee-amount must be',
  ],
  [
    'a line whose year is no amount, with which the next run is compared',
    'history/run-lines.jsonl',
    any,
    (line) => ({ ...line, fields: { ...(line['fields'] as Line), 'annual-amount': '1,200.00' } }),
    'Its annual-amount "1,200.00" is no amount such as 38.64',
  ],
  [
    'a line that counts from no day',
    'history/run-lines.jsonl',
    any,
    (line) => ({ ...line, fields: { ...(line['fields'] as Line), 'effective-from': '2026-02-30' } }),
    'Its effective-from "2026-02-30" is no day',
  ],
  [
    'a line that goes on and says that it is of an earlier period, so that the next run would call it new',
    'history/run-lines.jsonl',
    any,
    (line) => ({ ...line, fields: { ...(line['fields'] as Line), 'original-period': 'July 2026' } }),
    'An adjustment has its original-period, and no other line has one',
  ],
  [
    'a line of somebody else’s selection',
    'history/run-lines.jsonl',
    any,
    (line) => ({ ...line, person: 'farah.ali@demo.example' }),
    'is not of farah.ali@demo.example',
  ],
  [
    'a period that ends before it begins',
    'history/periods.jsonl',
    any,
    (line) => ({ ...line, endsOn: '1999-01-01' }),
    'The period ends before it begins',
  ],
  [
    'a file that was changed',
    'history/reports.jsonl',
    any,
    (line) => ({ ...line, sha256: '0'.repeat(64) }),
    'files/0001 is not the file that was made',
  ],
  [
    'a file name that leads elsewhere',
    'history/reports.jsonl',
    any,
    (line) => ({ ...line, file: 'files/../client.yaml' }),
    '"file": Please give a file of the folder, for example files/0001',
  ],
  [
    'an id of something that the folder does not make',
    'history/ids.jsonl',
    any,
    (line) => ({ ...line, of: 'benefit spa' }),
    'The folder makes nothing called "benefit spa"',
  ],
  [
    'a month of a group that is not there',
    'history/statements.jsonl',
    any,
    (line) => ({ ...line, group: 'spa' }),
    'No benefit belongs to the group "spa"',
  ],
]

describe('folder with history', () => {
  it('has no faults as written', () => {
    expect(historyFaults(files)).toEqual([])
  })

  it.each(cases)('reports %s, with file and line', (_, file, which, change, reason) => {
    const { text, line } = spoiledText(readTextFile(files, file, []) ?? '', { file, which, change })
    const faults = historyFaults(new Map([...files, [file, { sha256: '', read: () => Buffer.from(text) }]]))
    // Wrong totals are reported at the run, missing items at the line that refers to them.
    const where = /do not come|numbered in order/.test(reason) ? 'history/runs.jsonl:' : line
    expect(faults.filter((fault) => fault.startsWith(where) && fault.includes(reason))).toHaveLength(1)
  })

  it('is refused as a whole: nothing is imported', async () => {
    const database: TestDatabase = await createTestDatabase()
    await standAt(database, `${today}T10:00:00Z`)
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

  it('is ignored if the client already exists: its people keep their own history', async () => {
    const database: TestDatabase = await createTestDatabase()
    await standAt(database, `${today}T10:00:00Z`)
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

import { randomUUID } from 'node:crypto'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { inClient } from '../../database/database.ts'
import { verifyChain } from '../../services/audit/audit-chain.server.ts'
import { readAuditHead } from '../../services/audit/audit.queries.ts'
import { listAuditEvents } from '../harness/audit-events.ts'
import { exportClient, type ExportResult } from '../../features/scheme-export/export.server.ts'
import { planScheme } from '../../features/scheme-plan/plan.server.ts'
import { finishApplications } from '../../features/scheme/scheme.jobs.ts'
import { schemeSecrets } from '../../features/session/scheme-secrets.server.ts'
import { cases } from '../battery/random-seed.ts'
import { accountOf } from '../harness/accounts.ts'
import { applyFolder } from '../harness/apply-folder.ts'
import { withChangedFolder, type FolderChanges } from '../harness/changed-folder.ts'
import type { TestDatabase } from '../harness/databases.ts'
import { dataDifferences } from '../harness/derived-tables.ts'
import { isLong } from '../harness/long-tests.ts'
import { nextYear } from '../harness/next-year.ts'
import { worldPassword } from '../harness/world.ts'
import { changedPeople, differenceFromAll, placeOf, stateOf, countVersions, type State } from './job-state.ts'
import type { Job } from './prepare-job.ts'
import { runJob, killAndContinue, type Range } from './kill-jobs.ts'
import { startOwnPostgres, type OwnPostgres } from './restartable-postgres.ts'

const kills = cases({ gate: 1, long: 100 })
const serverSecret = Buffer.from('the server secret of killed jobs in tests')
const secrets = schemeSecrets(serverSecret, 'demo')
const demo = inject('demoOfFew')
const portion = 5

let postgres: OwnPostgres
let november: string
beforeAll(async () => {
  postgres = await startOwnPostgres()
  const database = await postgres.empty()
  await database.moveTo('2026-11-16')
  await applyFolder(database.db, demo, secrets)
  await database.disconnect()
  november = database.name
})
afterAll(() => postgres.stop())

describe('killing the process or PostgreSQL', { timeout: 240_000 + kills * 60_000 }, () => {
  it(`leaves a payroll run either locked or open after ${kills} kills, and the request can be repeated [S-73] [S-76]`, async () => {
    const database = await postgres.copyOf(november)
    const { clientId } = await accountOf(database, 'grace.lin')
    const [run] = await database.rows<{ id: string }>(`
      select period.id
      from payroll_period as period
      join payroll on payroll.client_id = period.client_id and payroll.id = payroll_id
      where payroll.code = 'monthly' and cut_off_on >= app.today()
      order by starts_on
      limit 1`)
    await database.disconnect()
    const account = { email: 'grace.lin@demo.example', password: worldPassword }
    const course = await courseOf(november, {
      name: 'lock a run',
      clientId,
      runId: run?.id ?? '',
      key: randomUUID(),
      account,
    })
    // Run, lines, totals, report, audit event and stored response are written in one transaction.
    expect(distinct(course.states).size).toBe(2)
    for (const round of roundsFrom(0)) await kill(course, { round })
    report(course)
  })

  it(`leaves an applied folder complete for each person after ${kills} kills, and applying it continues [S-79]`, async () => {
    const december = await postgres.copyOf(november)
    await december.moveTo('2026-12-01')
    await december.disconnect()
    await withChangedFolder(demo, dearer, async (folder) => {
      const course = await courseOf(december.name, { name: 'apply a folder', folder, portion })
      const [first, last] = endsOf(course.states)
      const all = changedPeople(first, last).length
      expect(all).toBeGreaterThanOrEqual(portion)
      expectWholePeople(course.states)
      const between = course.states.filter((state) => {
        const changed = changedPeople(first, state).length
        return changed > 0 && changed < all
      })
      expect(between.map(isUnfinished)).toEqual(between.map(() => true))
      expect(isUnfinished(last)).toBe(false)
      for (const round of roundsFrom(1)) {
        const workerContinues = round % 2 === 1
        await kill(course, { round, interrupted: (database) => expectShown(database, { folder, workerContinues }) })
      }
      report(course)
    })
  })

  it.runIf(isLong)(
    `leaves a renewal complete for each person after ${kills} kills, and the renewal continues [S-79]`,
    async () => {
      const april = await postgres.copyOf(november)
      await april.moveTo('2027-03-10')
      await withChangedFolder(demo, nextYear(), (folder) => applyFolder(april.db, folder))
      await april.moveTo('2027-04-06')
      await april.disconnect()
      const course = await courseOf(april.name, { name: 'run daily jobs', portion })
      const begun = course.states.findIndex((state) => renewalIn(state) !== undefined)
      const finished = course.states.findIndex((state) => renewalIn(state)?.ran_on === '2027-04-06')
      const renewal = course.states.slice(begun - 1, finished + 1)
      expect(renewal).toHaveLength(1 + 20 / portion + 1)
      expectWholePeople(renewal)
      expect(changedPeople(...endsOf(renewal)).length).toBeGreaterThanOrEqual(portion)
      for (const state of renewal.slice(1, -1)) expect(renewalIn(state)?.unfinished_on).toBe('2027-04-06')

      const statements = { after: course.statements[begun - 1] ?? 0, upTo: course.statements[finished] ?? 0 }
      // Half of the kills happen during the renewal, the other kills during any daily job.
      for (const round of roundsFrom(5)) await kill(course, { round, ...(round % 4 < 2 && { statements }) })
      report(course)
    },
  )
})

/** Each test starts at another round number, because a short run has only one round of each test. */
function roundsFrom(first: number): number[] {
  return Array.from({ length: kills }, (_, place) => first + place)
}

const dearer: FolderChanges = {
  'rates/dental.csv': (text) => text.replaceAll(/\d+\.\d\d/g, (amount) => (Number(amount) + 1).toFixed(2)),
  'rates/gym.csv': (text) => text.replace('27.50', '28.00'),
  'rates/health-cash-plan.csv': (text) => text.replace('5.20', '5.30').replace('9.80', '9.90'),
  'rates/private-medical.csv': (text) => text.replaceAll(/\d+\.\d\d/g, (amount) => (Number(amount) + 1).toFixed(2)),
}

/** An uninterrupted job: its states after each transaction, and the number of statements sent by then. */
type Course = { template: string; job: Job; states: State[]; statements: number[]; found: Set<number> }

async function courseOf(template: string, job: Job): Promise<Course> {
  const database = await postgres.copyOf(template)
  const states = [await stateOf(database)]
  const statements = [0]
  await runJob(
    { job, database, serverSecret },
    {
      afterCommit: async (sent) => {
        states.push(await stateOf(database))
        statements.push(sent)
      },
    },
  )
  await database.close()
  return { template, job, states, statements, found: new Set() }
}

function report({ job, states, statements, found }: Course): void {
  const left = `${found.size} of ${distinct(states).size} states`
  console.log(`${job.name}: ${statements.at(-1)} statements, ${kills} kills, which left ${left}`)
}

function distinct(states: readonly State[]): Set<number> {
  return new Set(states.map((state) => placeOf(state, states)))
}

function endsOf(states: readonly State[]): [first: State, last: State] {
  const [first, last] = [states[0], states.at(-1)]
  if (!first || !last) throw new Error('There are no states')
  return [first, last]
}

type Asked = { round: number; statements?: Range; interrupted?: (database: TestDatabase) => Promise<void> }

/** After the kill, the state is that after one of the transactions. At the end, it is that of an uninterrupted job. */
async function kill(
  { template, job, states, statements: sent, found }: Course,
  { round, statements = { after: 0, upTo: sent.at(-1) ?? 0 }, interrupted }: Asked,
): Promise<void> {
  const database = await postgres.copyOf(template)
  const expectOneOf = async (possible: readonly State[]) => {
    expect(differenceFromAll(possible, await stateOf(database))).toEqual([])
    expect(await dataDifferences(database)).toEqual([])
    expect(await isAuditIntact(database)).toBe(true)
  }
  const look = async () => {
    await expectOneOf(states)
    found.add(placeOf(await stateOf(database), states))
    await interrupted?.(database)
  }
  await killAndContinue({ job, database, serverSecret }, { round, statements, postgres, interrupted: look })
  await expectOneOf(states.slice(-1))
  await database.close()
}

/** Checks that each person changes in at most one transaction, and that the audit counts the versions. */
function expectWholePeople(states: readonly State[]): void {
  const changes = states.slice(1).flatMap((state, place) => changedPeople(states[place] ?? state, state))
  expect(changes).toEqual([...new Set(changes)])
  const counts = states.map(countVersions)
  const [before = { versions: 0, audited: 0 }] = counts
  for (const { versions, audited } of counts) expect(versions - before.versions).toBe(audited - before.audited)
}

function isUnfinished(rows: State): boolean {
  return rows.some((row) => row.includes('"is_recalculated": '))
}

async function expectShown(
  database: TestDatabase,
  { folder, workerContinues }: { folder: string; workerContinues: boolean },
): Promise<void> {
  const unfinished = isUnfinished(await stateOf(database))
  const shown = [await isPlannedAsUnfinished(database, folder)]
  if (unfinished) shown.push((await exported(database)).step === 'unfinished')
  if (workerContinues) shown.push(!(await finishedByWorker(database)))
  expect(shown).toEqual(shown.map(() => unfinished))
}

async function isPlannedAsUnfinished({ db }: TestDatabase, folder: string): Promise<boolean> {
  const planned = await planScheme(db, { folder, secrets, people: false })
  if (!('plan' in planned)) throw new Error('The folder could not be planned')
  return planned.unfinishedSince !== undefined
}

function exported({ db }: TestDatabase): Promise<ExportResult> {
  return exportClient(db, { client: 'demo', to: join(tmpdir(), randomUUID()), operator: 'ops' })
}

/** Continues applying a folder. Returns false if the worker asks to apply the folder again. */
async function finishedByWorker({ db }: TestDatabase): Promise<boolean> {
  const faults: unknown[] = []
  const unfinished: unknown[] = []
  await finishApplications({
    db,
    onFault: (fault) => faults.push(fault),
    onUnfinished: (about) => unfinished.push(about),
  })
  expect(faults).toEqual([])
  return unfinished.length === 0
}

function renewalIn(rows: State): { ran_on: string; unfinished_on: string | null } | undefined {
  const row = rows.find((one) => one.startsWith('{"job": "renew selections"'))
  return row === undefined ? undefined : JSON.parse(row)
}

async function isAuditIntact(database: TestDatabase): Promise<boolean> {
  const { clientId } = await accountOf(database, 'grace.lin')
  const { intact } = await inClient(database.db, clientId, async (tx) =>
    verifyChain(await listAuditEvents(tx, clientId), await readAuditHead(tx, clientId)),
  )
  return intact
}

import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ClientId } from '../../contract/ids.ts'
import { inClient } from '../../database/database.ts'
import { transactionDay } from '../../database/transaction-time.ts'
import { runDailyJobs } from '../../platform/daily-jobs.ts'
import { startPortal, type Portal } from '../../tests/harness/portal.ts'
import { requestSignIn } from '../../tests/harness/people.ts'
import { worldMoment } from '../../tests/harness/world.ts'
import { dailyJobs } from '../daily-jobs.ts'
import { loadExampleWorld } from '../example-world.ts'

let portal: Portal
let token: string
let client: ClientId
beforeAll(async () => {
  portal = await startPortal({ keep: true })
  await portal.database.moveTo(worldMoment)
  const { db } = portal.database
  const loaded = await loadExampleWorld(db, portal.serverSecret, {}, { lives: true })
  const demo = loaded.find(({ addresses }) => addresses.includes('demo'))
  if (!demo) throw new Error('No client demo')
  client = demo.clientId
  await runDailyJobs({ db, jobs: dailyJobs([portal.serverSecret].flat()), onFault: raise })
  const answer = await requestSignIn(portal, { email: 'grace.lin@demo.example' })
  token = answer.json<{ access_token: string }>().access_token
})
afterAll(() => portal.close())

function raise({ error }: { error: unknown }): never {
  throw error
}

async function read<Body>(url: string): Promise<Body> {
  const answer = await portal.request({ url: `/api/${url}`, token })
  expect(answer.statusCode).toBe(200)
  return answer.json<Body>()
}

/** All rows of a list that comes in pages. */
async function allOf<Row>(url: string): Promise<Row[]> {
  const rows: Row[] = []
  for (let page = 1; ; page += 1) {
    const { data } = await read<{ data: Row[] }>(`${url}?range=100&page=${page}`)
    rows.push(...data)
    if (data.length < 100) return rows
  }
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, one) => total + one, 0)
const pence = (pounds: number) => Math.round(pounds * 100)

describe('the figures of the example dashboard', () => {
  it('count the selections that wait in each list', async () => {
    const { count, summary } = await read<{ count: number; summary: { benefitId: string; count: number }[] }>(
      'v2/scheme/selections/pending/',
    )
    const lists = await Promise.all(
      summary.map(({ benefitId }) => read<unknown[]>(`v2/scheme/selections/${benefitId}/pending/`)),
    )
    expect(lists.map(({ length }) => length)).toEqual(summary.map((one) => one.count))
    expect(count).toBe(sum(summary.map((one) => one.count)))
    expect(count).toBeGreaterThanOrEqual(10)
  })

  it('count the locked runs, whose totals are those of their lines', async () => {
    const overview = await read<{ open: { runId: string }[]; lockedCount: number }>(
      `v2/client/${client}/payroll-overview`,
    )
    type Run = { runId: string; state: string; lineCount: number; employeeTotal: number; employerTotal: number }
    const runs = await read<Run[]>(`v2/client/${client}/payroll-runs`)
    expect(overview.lockedCount).toBe(runs.filter(({ state }) => state === 'locked').length)
    expect(overview.open.map(({ runId }) => runId).toSorted()).toEqual(
      runs.flatMap(({ state, runId }) => (state === 'open' ? [runId] : [])).toSorted(),
    )
    for (const run of runs) {
      const { lines } = await read<{ lines: { employeeAmount: number; employerAmount: number }[] }>(
        `v2/client/${client}/payroll-runs/${run.runId}`,
      )
      expect(lines).toHaveLength(run.lineCount)
      expect(sum(lines.map(({ employeeAmount }) => pence(employeeAmount)))).toBe(pence(run.employeeTotal))
      expect(sum(lines.map(({ employerAmount }) => pence(employerAmount)))).toBe(pence(run.employerTotal))
    }
  })

  it('count the people of the list, and those of them who have registered', async () => {
    const url = `v2/client/${client}/employees`
    const { totalEmployeesValues: totals } = await read<{
      totalEmployeesValues: { totalEmployees: number; totalRegisteredEmployees: number }
    }>(`${url}?range=1`)
    const people = await allOf<{ registered: boolean }>(url)
    expect(people).toHaveLength(totals.totalEmployees)
    expect(people.filter(({ registered }) => registered)).toHaveLength(totals.totalRegisteredEmployees)
  })

  it('count the logins of the last 30 days', async () => {
    const days = await read<{ count: number }[]>(`v2/client/${client}/employee-insights/logins`)
    const { rows } = await inClient(portal.database.db, client, (tx) =>
      sql<{ logins: number }>`
        select sum(logins)::integer as logins from login_count where day > ${transactionDay} - 30
      `.execute(tx),
    )
    expect(sum(days.slice(-30).map(({ count }) => count))).toBe(rows[0]?.logins)
  })

  it('count the members of each benefit', async () => {
    type Row = { benefitId: string; eligible: number; selected: number }
    const { data } = await read<{ data: Row[] }>(`client/${client}/benefit-takeup`)
    expect(data.length).toBeGreaterThan(0)
    for (const { benefitId, selected } of data)
      expect(await allOf(`client/${client}/benefit-takeup/${benefitId}`)).toHaveLength(selected)
  })

  it('count the reports: every locked run, and each provider by month', async () => {
    const reports = await read<{ type: string; year: number; month: number }[]>(`client/${client}/reports`)
    const overview = await read<{ lockedCount: number }>(`v2/client/${client}/payroll-overview`)
    expect(reports.filter(({ type }) => type === 'payroll')).toHaveLength(overview.lockedCount)
    const months = new Set(
      reports.flatMap(({ type, year, month }) => (type === 'provider' ? [`${year}-${month}`] : [])),
    )
    expect(months.size).toBeGreaterThanOrEqual(10)
  })
})

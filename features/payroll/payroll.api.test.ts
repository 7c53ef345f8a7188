import { parse } from 'csv-parse/sync'
import { beforeEach, describe, expect, it } from 'vitest'
import type { ReplyOf } from '../../contract/endpoint.ts'
import type { SelectionId } from '../../contract/ids.ts'
import { withConnection } from '../../database/bootstrap.ts'
import { inClient } from '../../database/database.ts'
import { employerWorld, monthlyPrice, type EmployerWorld } from '../../tests/harness/employer-world.ts'
import { notOnCitus } from '../../tests/harness/on-citus.ts'
import { listAuditEvents } from '../../tests/harness/audit-events.ts'
import { writeDeductions } from '../../services/recalculation/selection-pay.queries.ts'
import { appendVersion, lockSelections } from '../../services/my-benefits/selections.queries.ts'
import { addReport } from '../../services/reports/reports.queries.ts'
import type { ReportView } from '../../services/reports/reports.contract.ts'
import type { PayrollOverview, PayrollRunView, readPayrollRun } from './payroll.contract.ts'

let world: EmployerWorld
beforeEach(async () => void (world = await employerWorld()))

describe('open run of a payroll', () => {
  it('is empty and for the period with the next cut-off if there are no deductions', async () => {
    expect(await listRuns()).toMatchObject([
      { runId: period(1), state: 'open', lineCount: 0, employeeTotal: 0, employerTotal: 0, reportId: null },
    ])
  })

  it('contains the approved choices, with totals that are the sums of its lines', async () => {
    await world.approvedSelection({ surname: 'Hart', price: monthlyPrice(2885) })
    await world.approvedSelection({ surname: 'Cole', price: monthlyPrice(1) })
    await world.pendingSelection()
    const [run] = await listRuns()
    const { lines, unplanned, ...sameRun } = await readRun(period(1))
    expect([sameRun, unplanned]).toEqual([run, []])
    expect(run).toMatchObject({ lineCount: 2, employeeTotal: 28.86, employerTotal: 0, payrollName: 'Monthly payroll' })
    expect(
      lines.map(({ employeeName, changeType, employeeAmount, payCode }) => [
        employeeName,
        changeType,
        employeeAmount,
        payCode,
      ]),
    ).toEqual([
      ['Kim Cole', 'New', 0.01, 'HOLBUY'],
      ['Kim Hart', 'New', 28.85, 'HOLBUY'],
    ])
  })

  it('lists amounts that no planned period can deduct; locking the run records them in the audit', async () => {
    await world.approvedSelection({ surname: 'Whole', price: monthlyPrice(2885) })
    expect((await readRun(period(1))).unplanned).toEqual([])
    // Only five periods are left for twelve instalments.
    const selectionId = await world.approvedSelection({ surname: 'Long', price: orderPrice(1200_00, 12) })
    expect((await readRun(period(1))).unplanned).toEqual([
      {
        employeeNumber: expect.stringMatching(/^E\d{4}$/),
        employeeName: 'Kim Long',
        benefitName: 'Holiday trading',
        employeeAmount: 700,
        employerAmount: 0,
      },
    ])
    await lock(period(1))
    expect((await readRun(period(1))).unplanned).toEqual([])
    const [event] = (await audit()).filter(({ action }) => action === 'payroll-run.locked')
    expect(event?.details).toMatchObject({ unplannedPence: [`${selectionId}: employee 70000, employer 0`] })
  })

  it('lists what is left of an order that was made twice, even if the deductions equal the price of one order', async () => {
    const selectionId = await world.approvedSelection({ surname: 'Twice', price: orderPrice(100_00, 1) })
    await lock(period(1))
    await inClient(world.portal.database.db, world.clientId, async (tx, { today }) => {
      const [first] = await lockSelections(tx, world.clientId, [selectionId])
      if (!first) throw new Error('There is no order')
      const { schemeYearId, choice, peopleCovered } = first.newest
      const by = { schemeYearId, choice, peopleCovered, effectiveFrom: today, actorId: first.personId }
      const left = { ...by, state: 'opted-out', action: 'opt-out', price: null, runs: 'nothing' } as const
      const ended = await appendVersion(tx, world.clientId, { selection: first, next: left })
      if (!ended) throw new Error('The order has moved')
      // Only four periods are left for twelve instalments.
      const again = { ...by, state: 'active', action: 'approve', price: orderPrice(150_00, 12), runs: 'this' } as const
      await appendVersion(tx, world.clientId, { selection: ended, next: again })
      await writeDeductions(tx, world.clientId, { selection: first, today })
    })
    const { lines, unplanned } = await readRun(period(2))
    expect(lines.map(({ employeeName, employeeAmount }) => [employeeName, employeeAmount])).toEqual([
      ['Kim Twice', 12.5],
    ])
    expect(unplanned).toMatchObject([{ employeeName: 'Kim Twice', employeeAmount: 100, employerAmount: 0 }])
  })
})

describe('locked run', () => {
  it('keeps its lines and totals, stores its file, and is listed with its report', async () => {
    await world.approvedSelection({ surname: "O'Neil", price: monthlyPrice(2885) })
    await world.approvedSelection({ surname: '=Cole', price: monthlyPrice(123456, 'BIKE') })
    const open = await readRun(period(1))
    const answer = await lock(period(1))
    expect(answer.json()).toMatchObject({ state: 'locked', lineCount: 2, employeeTotal: 1263.41 })

    const locked = await readRun(period(1))
    expect(locked.lines).toEqual(open.lines)
    const [next, listed] = await listRuns()
    expect(next).toMatchObject({ runId: period(2), state: 'open', lineCount: 2, employeeTotal: 1263.41 })
    expect(listed).toMatchObject({ runId: period(1), state: 'locked', reportId: locked.reportId })

    const file = await download(locked.reportId)
    const rows = parse<Record<string, string>>(file.rawPayload, { bom: true, columns: true })
    expect(rows.map((row) => [row['Name'], row['Pay code'], row['Change'], row['Employee amount']])).toEqual([
      ['Kim =Cole', 'BIKE', 'New', '1234.56'],
      ["Kim O'Neil", 'HOLBUY', 'New', '28.85'],
    ])
    const sum = rows.reduce((pence, row) => pence + Math.round(Number(row['Employee amount']) * 100), 0)
    expect(sum / 100).toBe(locked.employeeTotal)
    const [event] = (await audit()).filter(({ action }) => action === 'payroll-run.locked')
    expect(event).toMatchObject({ actor: world.grace.personId, details: { periodId: period(1), lines: 2 } })
  })

  it('is compared with the next run, whose lines are unchanged, updated, closing or new', async () => {
    const changed = await world.approvedSelection({ surname: 'Changed', price: monthlyPrice(1000) })
    const closed = await world.approvedSelection({ surname: 'Closed', price: monthlyPrice(2000) })
    await world.approvedSelection({ surname: 'Continued', price: monthlyPrice(3000) })
    await lock(period(1))
    await world.portal.database.rows(
      `update deduction set employee_pence = 1100, annual_pence = 13200 where selection_id = $1 and period_id <> '${period(1)}'`,
      [changed],
    )
    await atDatabase(`delete from deduction where selection_id = $1 and period_id <> '${period(1)}'`, closed)
    await world.approvedSelection({ surname: 'Newcomer', price: monthlyPrice(4000) })

    const { lines } = await readRun(period(2))
    expect(
      lines.map(({ employeeName, changeType, employeeAmount }) => [employeeName, changeType, employeeAmount]),
    ).toEqual([
      ['Kim Changed', 'Update', 11],
      ['Kim Continued', 'Continue', 30],
      ['Kim Newcomer', 'New', 40],
      // The choice takes effect on the first of the locked month, so that month's deduction follows as an adjustment.
      ['Kim Newcomer', 'Adjustment', 40],
      ['Kim Closed', 'Closed', 0],
    ])
    await lock(period(2))
    const third = await readRun(period(3))
    expect(third.lines.map(({ employeeName, changeType }) => [employeeName, changeType])).toEqual([
      ['Kim Changed', 'Continue'],
      ['Kim Continued', 'Continue'],
      ['Kim Newcomer', 'Continue'],
    ])
  })

  it("is never changed by locking it again, by a later approval, or by direct SQL in the portal's role", async () => {
    await world.approvedSelection()
    await lock(period(1))
    const before = await readRun(period(1))

    expect((await lock(period(1))).json()).toMatchObject({ code: 'already-locked' })
    await world.approvedSelection({ surname: 'Later' })
    expect(await readRun(period(1))).toEqual(before)
    expect((await readRun(period(2))).lines.map(({ changeType }) => changeType)).toEqual([
      'Continue',
      'New',
      'Adjustment',
    ])

    for (const [statement, why] of [
      [`update payroll_run set line_count = 0`, 'permission denied'],
      [`delete from payroll_run`, 'permission denied'],
      [`update payroll_line set employee_pence = 0`, 'permission denied'],
      [`delete from payroll_line`, 'permission denied'],
      [`update report_run set bytes = ''`, 'permission denied'],
      [`delete from report_run`, 'permission denied'],
      [`update deduction set employee_pence = 0`, 'permission denied'],
    ] as const) {
      await expect(atDatabase(statement)).rejects.toThrow(why)
    }
    expect(await readRun(period(1))).toEqual(before)
  })

  notOnCitus('it tests triggers')('gets no further lines, and the deductions in it remain', async () => {
    await world.approvedSelection()
    await lock(period(1))
    const before = await readRun(period(1))
    for (const [statement, why] of [
      [`delete from deduction where period_id = '${period(1)}'`, 'The payroll period is locked'],
      [
        `insert into payroll_line select (jsonb_populate_record(line, '{"number": 99}')).* from payroll_line as line`,
        'The payroll run is locked',
      ],
      [
        `insert into payroll_line
         select (jsonb_populate_record(line, '{"number": 99, "period_id": "${period(2)}"}')).* from payroll_line as line limit 1`,
        'violates foreign key constraint',
      ],
    ] as const) {
      await expect(atDatabase(statement)).rejects.toThrow(why)
    }
    expect(await readRun(period(1))).toEqual(before)

    await withConnection(world.portal.database.app, async (client) => {
      await client.query(`set app.client_id = '${world.clientId}'`)
      await client.query('begin')
      await client.query(
        `insert into payroll_line
         select (jsonb_populate_record(line, '{"number": 99, "period_id": "${period(2)}"}')).* from payroll_line as line limit 1`,
      )
      const run = `insert into payroll_run (client_id, period_id, line_count, employee_pence, employer_pence)
        values ('${world.clientId}', '${period(2)}', 0, 0, 0)`
      await expect(atDatabase(`set lock_timeout = '10ms'; ${run}`)).rejects.toThrow('lock timeout')
      await client.query('rollback')
    })
  })

  notOnCitus('it tests a trigger')('cannot be written with totals that differ from its lines', async () => {
    const forged = `insert into payroll_run (client_id, period_id, line_count, employee_pence, employer_pence) values ($1, '${period(1)}', 0, 1, 0)`
    await expect(atDatabase(forged, world.clientId)).rejects.toThrow(
      'The totals of the payroll run are not those of its lines',
    )
  })

  it('is locked in the order of the periods, even if it has no lines', async () => {
    await world.approvedSelection()
    expect((await lock(period(2))).json()).toMatchObject({ code: 'earlier-run-open' })
    expect((await lock(period(0))).statusCode).toBe(404)
    expect((await lock(period(1))).statusCode).toBe(200)
    expect((await lock(period(2))).statusCode).toBe(200)
  })

  it('is locked only once by twenty parallel calls: one run, one report, one audit event', async () => {
    await world.approvedSelection()
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, number) =>
        lock(period(1), { token: number % 2 ? world.grace.token : world.henry.token }),
      ),
    )
    expect(answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([
      200,
      ...Array.from({ length: 19 }, () => 409),
    ])
    expect(await listReports()).toHaveLength(1)
    expect((await audit()).filter(({ action }) => action === 'payroll-run.locked')).toHaveLength(1)
  })

  it('contains every deduction of its period if approvals and locks happen in parallel', async () => {
    const waiting = await Promise.all(Array.from({ length: 12 }, () => world.pendingSelection()))
    const answers = await Promise.all([
      ...waiting.slice(0, 6).map(approve),
      lock(period(1)),
      ...waiting.slice(6).map(approve),
    ])
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(answers.map(() => 200))

    const run = await readRun(period(1))
    const { rows } = await atDatabase(
      `select coalesce(sum(employee_pence), 0)::int as pence, count(*)::int as lines from deduction where period_id = '${period(1)}'`,
    )
    expect(rows).toEqual([{ pence: Math.round(run.employeeTotal * 100), lines: run.lineCount }])
    const next = await readRun(period(2))
    expect(next.lines.filter(({ changeType }) => changeType !== 'Adjustment')).toHaveLength(12)
    expect(run.lineCount + next.lines.filter(({ changeType }) => changeType === 'Adjustment').length).toBe(12)
  })
})

describe('reports', () => {
  it('are listed by type, year and month, newest first [REPORT-03, REPORT-04]', async () => {
    await lock(period(1))
    await lock(period(2))
    const reports = await listReports()
    expect(reports.map(({ label }) => label)).toEqual(
      [world.periods[2], world.periods[1]].map((each) => `Monthly payroll, ${each?.label}`),
    )
    const [newest] = reports
    expect(await listReports(`?type=payroll&year=${newest?.year}&month=${newest?.month}`)).toEqual([newest])
    expect(await listReports('?type=provider')).toEqual([])
    expect(await listReports('?year=2001')).toEqual([])
    const file = { fileName: 'larkspur.csv', mediaType: 'text/csv', bytes: new Uint8Array([65]) }
    const ofProvider = { type: 'provider', year: 2026, month: 9, label: 'Larkspur, September', file } as const
    await world.inClient((tx) => addReport(tx, world.clientId, { ...ofProvider, providerName: 'Larkspur Mutual' }))
    for (const query of ['?type=provider', '?provider=Larkspur%20Mutual', '?type=provider&year=2026&month=9'])
      expect(await listReports(query)).toMatchObject([{ type: 'provider', providerName: 'Larkspur Mutual' }])
    expect(await listReports('?provider=Somebody')).toEqual([])
    expect(await listReports('?type=payroll')).toEqual(reports)
    expect((await get(`${reportsUrl()}?type=take-up`)).statusCode).toBe(422)
    expect((await get(`${reportsUrl()}?month=13`)).statusCode).toBe(422)
  })

  it('have the same bytes at each download, as an attachment that browsers neither cache nor display [S-58]', async () => {
    await world.approvedSelection()
    await lock(period(1))
    const [report] = await listReports()
    const [first, again] = [await download(report?.id), await download(report?.id)]
    expect(first.statusCode).toBe(200)
    expect(again.rawPayload.equals(first.rawPayload)).toBe(true)
    const name = `monthly-${report?.year}-${String(report?.month).padStart(2, '0')}.csv`
    expect(first.headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="${name}"; filename*=UTF-8''${name}`,
      'x-content-type-options': 'nosniff',
      'cache-control': expect.stringContaining('no-store'),
      'content-security-policy': expect.stringContaining('sandbox'),
    })
    expect((await audit()).filter(({ action }) => action === 'report.downloaded')).toHaveLength(2)
  })
})

function period(index: number): string {
  return world.periods[index]?.id ?? ''
}

function runsUrl(clientId: string = world.clientId): string {
  return `/api/v2/client/${clientId}/payroll-runs`
}

function overviewUrl(clientId: string = world.clientId): string {
  return `/api/v2/client/${clientId}/payroll-overview`
}

function runUrl(runId: string): string {
  return `${runsUrl()}/${runId}`
}

function reportsUrl(clientId: string = world.clientId): string {
  return `/api/client/${clientId}/reports`
}

function get(url: string) {
  return world.portal.request({ url, token: world.grace.token })
}

async function listRuns(): Promise<PayrollRunView[]> {
  const runs = (await get(runsUrl())).json<PayrollRunView[]>()
  const locked = runs.filter(({ state }) => state === 'locked')
  const expected: PayrollOverview = {
    open: runs
      .filter(({ state }) => state === 'open')
      .map(({ runId, payrollName, label, cutOffOn, cutOffPassed }) => ({
        runId,
        payrollName,
        label,
        cutOffOn,
        cutOffPassed,
      })),
    lockedCount: locked.length,
    latestLocked: locked[0] ? { payrollName: locked[0].payrollName, label: locked[0].label } : null,
  }
  expect((await get(overviewUrl())).json()).toEqual(expected)
  return runs
}

async function readRun(runId: string): Promise<ReplyOf<typeof readPayrollRun>> {
  return (await get(runUrl(runId))).json()
}

function orderPrice(pence: number, count: number): ReturnType<typeof monthlyPrice> {
  const price = monthlyPrice(pence / count)
  const parts = price.parts.map((part) => ({
    ...part,
    total: String(pence),
    spread: { kind: 'instalments' as const, count },
    shares: Array.from({ length: count }, () => String(pence / count)),
  }))
  return { ...price, employeeYearly: String(pence), orderTotal: String(pence), parts }
}

function lock(runId: string, { token = world.grace.token } = {}) {
  return world.portal.request({ method: 'POST', url: `${runUrl(runId)}/lock`, token })
}

function approve(selectionId: SelectionId) {
  return world.portal.request({
    method: 'PATCH',
    url: '/api/v2/scheme/selections/status/',
    token: world.grace.token,
    body: { selectionIds: [selectionId], approval: true },
  })
}

async function listReports(query = ''): Promise<ReportView[]> {
  return (await get(reportsUrl() + query)).json()
}

function download(reportId: string | null | undefined) {
  return get(`${reportsUrl()}/${reportId}/download`)
}

function atDatabase(statement: string, ...values: unknown[]) {
  return withConnection(world.portal.database.app, async (client) => {
    await client.query(`begin; set local app.client_id = '${world.clientId}'`)
    const answer = await client.query(statement, values)
    await client.query('commit')
    return answer
  })
}

async function audit(): Promise<{ actor: string; action: string; details: Record<string, unknown> }[]> {
  const events = await world.inClient((tx) => listAuditEvents(tx, world.clientId))
  return events.map(
    ({ entry }) => JSON.parse(entry) as { actor: string; action: string; details: Record<string, unknown> },
  )
}

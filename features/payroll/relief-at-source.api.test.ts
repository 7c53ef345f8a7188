import { expect, it } from 'vitest'
import type { ReplyOf } from '../../contract/endpoint.ts'
import type { ClientId } from '../../contract/ids.ts'
import { inClient } from '../../database/database.ts'
import { readCsv } from '../../platform/csv.ts'
import { accountOf } from '../../tests/harness/accounts.ts'
import { runDaily } from '../../tests/harness/run-daily.ts'
import { applyChanged, signInForBenefit, changeFacts, linesOf, lockNextRun } from '../../tests/harness/world-actions.ts'
import { mailsOf } from '../../tests/harness/mails.ts'
import { startWorld } from '../../tests/harness/world.ts'
import { recalculateForBirthDates } from '../../services/recalculation/recalculate.queries.ts'
import type { SelectionView } from '../../domain/selections/benefits.contract.ts'
import type { ReportView } from '../../services/reports/reports.contract.ts'
import type { PayrollRunView, readPayrollRun } from './payroll.contract.ts'

/** Worked example k of the lifecycle design: 5 % of £36,000 with relief at source, chosen for December 2026. */
const world = await startWorld({ people: 'of one client' })
const clientId: ClientId = (await accountOf(world.database, 'grace.lin')).clientId
await applyChanged(world, {
  'benefits/pension.yaml': (text) =>
    text.replace('taxMethod: sacrifice, payCode: PENSS', 'taxMethod: relief-at-source, payCode: PENRS'),
  'scheme-current.yaml': (text) =>
    text
      .replaceAll(
        'field: employer-amount }',
        'field: employer-amount }\n      - { heading: Tax relief, field: tax-relief }',
      )
      .replace(
        'providerReports:\n',
        `providerReports:
  - provider: Meridian Pensions
    columns:
      - { heading: Surname, field: surname }
      - { heading: Paid in, field: premium }
      - { heading: Employee, field: employee-premium }
      - { heading: Tax relief, field: tax-relief }
`,
      ),
})
await changeFacts(world, 'amelia.hart', { 'basic-salary': '3600000', 'pensionable-salary': '3600000' })
let grace = await world.signIn('grace.lin')
const pension = await signInForBenefit(world, 'amelia.hart', 'pension')
const { selectionId } = (await pension.change({ contribution: 5, 'yearly-rise': 'no' })).json<SelectionView>()

async function ask(path: string) {
  const answer = await world.request({ url: `/api/${path}`, token: grace })
  if (answer.statusCode !== 401) return answer
  grace = await world.signIn('grace.lin')
  return world.request({ url: `/api/${path}`, token: grace })
}

async function runOf(month: string): Promise<PayrollRunView | undefined> {
  const runs = (await ask(`v2/client/${clientId}/payroll-runs`)).json<PayrollRunView[]>()
  return runs.find(({ label, payrollName }) => label === month && payrollName === 'Monthly salaries')
}

it('the whole contribution is stored; its payroll line has 80 % as the deduction and 20 % as tax relief', async () => {
  await lockNextRun(world)
  await world.database.moveTo('2026-12-18T09:00:00Z')
  const december = await linesOf(world, selectionId)
  expect(december).toContainEqual(
    expect.objectContaining({ period: 'December 2026', payCode: 'PENRS', method: 'relief-at-source', employee: 150 }),
  )
  const run = await runOf('December 2026')
  const { lines } = (await ask(`v2/client/${clientId}/payroll-runs/${run?.runId}`)).json<
    ReplyOf<typeof readPayrollRun>
  >()
  expect(
    lines.find(({ payCode, employeeName }) => payCode === 'PENRS' && employeeName === 'Amelia Hart'),
  ).toMatchObject({
    employeeAmount: 120,
  })
  await lockNextRun(world)

  const reports = (await ask(`client/${clientId}/reports?type=payroll`)).json<ReportView[]>()
  const locked = await runOf('December 2026')
  const file = reports.find(({ id }) => id === locked?.reportId)
  const rows = readCsv((await ask(`client/${clientId}/reports/${file?.id}/download`)).body).rows
  expect(
    rows.find(({ cells }) => cells['Pay code'] === 'PENRS' && cells['Name'] === 'Amelia Hart')?.cells,
  ).toMatchObject({
    'Employee amount': '120.00',
    'Tax relief': '30.00',
    'Annual amount': '1800.00',
    Method: 'relief-at-source',
  })
  const sum = rows.reduce((total, { cells }) => total + Math.round(Number(cells['Employee amount']) * 100), 0)
  expect(sum).toBe(Math.round((locked?.employeeTotal ?? 0) * 100))
})

it('the statement and the provider file have the whole contribution and its tax relief', async () => {
  const amelia = await world.signIn('amelia.hart')
  const statement = (
    await world.request({ url: '/api/v1/benefit-group/pension/contributions', token: amelia })
  ).json<unknown>()
  expect(JSON.stringify(statement)).toContain('"employeeContribution":150')

  await world.database.moveTo('2027-01-04T09:00:00Z')
  await runDaily(world)
  const made = (await ask(`client/${clientId}/reports?type=provider`)).json<ReportView[]>()
  const december = made.find(
    ({ providerName, label }) => providerName === 'Meridian Pensions' && label === 'December 2026',
  )
  const { rows } = readCsv((await ask(`client/${clientId}/reports/${december?.id}/download`)).body)
  expect(rows.find(({ cells }) => cells['Surname'] === 'Hart')?.cells).toMatchObject({
    'Paid in': '300.00',
    Employee: '150.00',
    'Tax relief': '30.00',
  })
})

it('membership ends on the day before the 75th birthday, after a mail [Finance Act 2004, section 188(3)(a)]', async () => {
  const { personId } = await accountOf(world.database, 'amelia.hart')
  await world.database.rows(`update person_details set date_of_birth = '1952-03-10' where person_id = $1`, [personId])
  await inClient(world.database.db, clientId, (tx, { today }) =>
    recalculateForBirthDates(tx, clientId, { people: [personId], today }),
  )
  await world.database.moveTo('2027-01-09T09:00:00Z')
  await runDaily(world)
  const told = async () =>
    (await mailsOf(world, 'amelia.hart@demo.example'))
      .filter(({ kind, data }) => kind.startsWith('cover-') && data?.['benefit'] === 'Workplace pension')
      .map(({ kind, data }) => [kind, data?.['lastDay'], data?.['why']])
  const why = 'Tax relief on pension contributions ends on the 75th birthday'
  expect(await told()).toEqual([['cover-ends-soon', '9 March 2027', why]])

  await world.database.moveTo('2027-03-10T09:00:00Z')
  await runDaily(world)
  const pension = await signInForBenefit(world, 'amelia.hart', 'pension')
  expect((await pension.view()).allowedActions).not.toContain('setup')
  expect((await pension.tryToChoose({ contribution: 5 })).body).toContain('ends on your 75th birthday')
  const later = (await linesOf(world, selectionId)).filter(({ period }) => period === 'April 2027')
  expect(later).toEqual([])
})

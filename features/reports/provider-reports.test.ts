import { join } from 'node:path'
import { expect, it } from 'vitest'
import { isoDate } from '../../contract/dates.ts'
import type { ClientId } from '../../contract/ids.ts'
import { accountOf } from '../../tests/harness/accounts.ts'
import { runDaily } from '../../tests/harness/run-daily.ts'
import { applyFolder } from '../../tests/harness/apply-folder.ts'
import { type FolderChanges, withChangedFolder } from '../../tests/harness/changed-folder.ts'
import { startWorld } from '../../tests/harness/world.ts'
import { readCsv } from '../../platform/csv.ts'
import { type DailyJob, runDailyJobs } from '../../platform/daily-jobs.ts'
import type { PayrollRunView } from '../payroll/payroll.contract.ts'
import { completedMonths } from './report-months.rules.ts'
import type { PreviewView, ReportView } from '../../services/reports/reports.contract.ts'
import { makeProviderReports } from './reports.jobs.ts'
import { defaultColumns } from '../../services/reports/provider.rules.ts'

let grace: string

const byCalendarMonth = `
  - provider: Brightwell Dental
    columns:
      - { heading: Member reference, field: member-reference }
      - { heading: Reason, field: reason }
      - { heading: Premium, field: premium }
      - { heading: Monthly, field: monthly-premium }`

const world = await startWorld({ people: 'all' })
const reportsByMonth: FolderChanges = {
  'scheme-current.yaml': (text) => text.replace('providerReports:', `providerReports:\n${byCalendarMonth}`),
}
await withChangedFolder(join(import.meta.dirname, '../../examples/demo'), reportsByMonth, (folder) =>
  applyFolder(world.database.db, folder),
)
const clientId: ClientId = (await accountOf(world.database, 'grace.lin')).clientId
grace = await world.signIn('grace.lin')
it('provider reports are made once for each past month, even if the job continues on the next day, and are never changed', async () => {
  let portions = 0
  const interrupted: DailyJob = {
    ...makeProviderReports,
    run: (tx, ofClient, at) => {
      portions += 1
      return portions === 4 ? Promise.reject(new Error('ended')) : makeProviderReports.run(tx, ofClient, at)
    },
  }
  const faults: unknown[] = []
  await runDailyJobs({ db: world.database.db, jobs: [interrupted], onFault: ({ error }) => faults.push(error) })
  expect(faults).toEqual([new Error('ended')])
  expect((await list()).length).toBeGreaterThan(0)
  await world.database.moveTo('2026-11-17')
  await runDaily(world, [makeProviderReports])
  const made = await list()
  const harbour = made.filter(({ providerName }) => providerName === 'Harbour Mutual')
  expect(harbour.map(({ label }) => label)).toEqual([
    'October 2026',
    'September 2026',
    'August 2026',
    'July 2026',
    'June 2026',
    'May 2026',
    'April 2026',
  ])
  expect(new Set(made.map(({ providerName }) => providerName)).size).toBeGreaterThan(7)

  const october = async (provider: string) =>
    download(made.find(({ providerName, label }) => providerName === provider && label === 'October 2026'))
  const { body, headers } = await october('Harbour Mutual')
  expect(headers['content-disposition']).toContain('northgate-harbour-mutual-2026-10.csv')
  const [life] = readCsv(body).rows.filter(({ cells }) => cells['SURNAME'] === 'Hart')
  expect(life?.cells).toEqual({
    SCHEME: 'HM-88120',
    CATEGORY: 'Life assurance',
    MEMBER: '0000NR1001',
    NINO: 'QQ984192B',
    TITLE: 'Ms',
    FORENAME: 'Amelia',
    SURNAME: 'Hart',
    DOB: '1988-06-12',
    SEX: 'female',
    SALARY: '45000.00',
    LEVEL: 'Cover: 5 × salary',
    'SUM INSURED': '225000.00',
    'PARTNER SUM INSURED': '',
    DEPENDANTS: '',
    START: '2026-04-06',
    END: '',
    REASON: 'Continues',
    PREMIUM: expect.stringMatching(/^\d+\.\d\d$/),
  })
  expect(body).not.toMatch(/smok|nicotine/i)

  const columns = defaultColumns.map(({ heading }) => heading)
  const medical = readCsv((await october('Caldwell Health')).body)
  expect(medical.columns).toEqual(columns)
  const ofAmelia = medical.rows.find(({ cells }) => cells['Surname'] === 'Hart')?.cells
  expect(ofAmelia).toMatchObject({ Salary: '', 'Sum insured': '', Dependants: expect.stringContaining('(partner, ') })
  // Amelia's payments before the client joined the portal equal her next deduction.
  const [paid] = await world.database.rows<{ pounds: string }>(
    `select (sum(employee_pence + employer_pence) / 100.0)::numeric(12, 2)::text as pounds
     from deduction join payroll_period as period on period.client_id = deduction.client_id and period.id = period_id
     where pay_code like 'PMI%' and pay_on = '2026-11-28' and person_id = $1`,
    [(await accountOf(world.database, 'amelia.hart')).personId],
  )
  expect(ofAmelia?.['Premium']).toBe(paid?.pounds)
  const gym = readCsv((await october('Everyday Fitness')).body)
  expect(gym.rows.length).toBeGreaterThan(0)
  for (const { cells } of gym.rows) expect(cells).toMatchObject({ 'Date of birth': '', Sex: '', Dependants: '' })

  await runDaily(world, [makeProviderReports])
  expect(await list()).toEqual(made)
})

it("provider reports add up to the deductions and the employer's payments of the month, to the penny", async () => {
  for (const day of ['2026-11-19', '2026-11-25', '2026-12-19']) {
    await world.database.moveTo(day)
    await lockWhatIsDue()
  }
  await world.database.moveTo('2027-01-04')
  await runDaily(world, [makeProviderReports])
  const runs = (await ask(`v2/client/${clientId}/payroll-runs`)).json<PayrollRunView[]>()
  const paidInDecember = runs.filter(({ payOn, state }) => state === 'locked' && payOn.startsWith('2026-12'))
  expect(paidInDecember.map(({ payrollName }) => payrollName).toSorted()).toEqual([
    'Monthly salaries',
    'Train crew and stations',
  ])
  const taken = paidInDecember.reduce((sum, { employeeTotal, employerTotal }) => sum + employeeTotal + employerTotal, 0)
  let told = 0
  for (const report of (await list()).filter(({ label }) => label === 'December 2026')) {
    const { totals, lines } = (await ask(`client/${clientId}/reports/${report.id}/preview`)).json<PreviewView>()
    const { rows } = readCsv((await download(report)).body)
    expect(lines).toBe(rows.length)
    const premiums = rows.reduce(
      (sum, { cells }) => sum + Math.round(Number(cells['Premium'] ?? cells['PREMIUM']) * 100),
      0,
    )
    const [total] = totals.filter(({ heading }) => /^premium$/i.test(heading))
    expect(total?.amount).toBe(premiums / 100)
    told += premiums
  }
  expect(told).toBe(Math.round(taken * 100))
  expect(told).toBeGreaterThan(0)
})

it('provider reports show the premium of the calendar month next to deductions of other pay frequencies', async () => {
  const files = await Promise.all((await list()).filter(({ label }) => label === 'December 2026').map(download))
  const lines = files.flatMap(({ body }) => readCsv(body).rows.map(({ cells }) => cells))
  const pence = (cell: string | undefined) => Math.round(Number(cell) * 100)
  const fourWeekly = await world.database.rows<{ number: string }>(`
    select employee_number as number
    from employee
    join employment_fact as fact using (client_id, person_id)
    where fact.fact = 'payroll' and fact.value = 'four-weekly'`)
  const numbers = new Set(fourWeekly.map(({ number }) => number))
  const continued = lines.filter((cells) => cells['Reason'] === 'Continues' && cells['Monthly'] !== undefined)
  const [ofTrains, ofSalaries] = [true, false].map((isFourWeekly) =>
    continued.filter((cells) => numbers.has(cells['Member reference'] ?? '') === isFourWeekly),
  )
  expect([(ofTrains ?? []).length > 0, (ofSalaries ?? []).length > 0]).toEqual([true, true])
  for (const cells of ofSalaries ?? []) expect(cells['Monthly']).toBe(cells['Premium'])
  // Thirteen four-weekly premiums equal twelve monthly premiums, within a penny for each.
  for (const cells of ofTrains ?? [])
    expect(Math.abs(13 * pence(cells['Premium']) - 12 * pence(cells['Monthly']))).toBeLessThanOrEqual(13 + 12)
})

it('provider reports add up to the deductions even if an order continues after its scheme year', async () => {
  // Moves deductions to days after the scheme year, like deductions of a long order.
  await world.database.rows(`
    update deduction
    set period_id = later.id
    from payroll_period as period
    join payroll_period as later using (client_id, payroll_id)
    where period.client_id = deduction.client_id
      and period.id = deduction.period_id
      and (period.pay_on, later.pay_on) = ('2027-03-28', '2027-05-28')
      and pay_code like 'PMI%'`)
  for (const day of ['2027-05-01', '2027-06-01']) {
    await world.database.moveTo(day)
    await runDaily(world, [makeProviderReports])
  }
  const [reported] = await world.database.rows<{ pence: string }>(`
    select sum((total ->> 'pence')::bigint) as pence
    from report_run
    cross join jsonb_array_elements(layout -> 'totals') as total
    where report_run.type = 'provider' and label = 'May 2027'
      -- The third column of this file is the premium; its other total is of monthly premiums.
      and (provider_name <> 'Brightwell Dental' or total ->> 'place' = '2')`)
  const [taken] = await world.database.rows<{ pence: string }>(`
    select sum(employee_pence + employer_pence) as pence
    from deduction
    join payroll_period as period on period.client_id = deduction.client_id and period.id = period_id
    where pay_on between '2027-05-01' and '2027-05-31'`)
  expect(Number(taken?.pence)).toBeGreaterThan(0)
  expect(reported).toEqual(taken)
})

it('provider reports start in the first month of the scheme year, or in the month in which the job began, and end before the current month', () => {
  const [since, today] = [isoDate.parse('2026-04-06'), isoDate.parse('2026-06-01')]
  expect(completedMonths({ since, today })).toEqual([
    { first: '2026-04-01', last: '2026-04-30' },
    { first: '2026-05-01', last: '2026-05-31' },
  ])
  expect(completedMonths({ since: today, today })).toEqual([])
  const [yearsEnd, after] = [isoDate.parse('2027-12-31'), isoDate.parse('2028-03-01')]
  expect(completedMonths({ since: yearsEnd, today: after }).map(({ last }) => last)).toEqual([
    '2027-12-31',
    '2028-01-31',
    '2028-02-29',
  ])
})

async function lockWhatIsDue(): Promise<void> {
  const runs = (await ask(`v2/client/${clientId}/payroll-runs`)).json<PayrollRunView[]>()
  const due = runs.find(({ state, cutOffPassed }) => state === 'open' && cutOffPassed)
  if (!due) return
  const url = `/api/v2/client/${clientId}/payroll-runs/${due.runId}/lock`
  expect((await world.request({ method: 'POST', url, token: await world.signIn('grace.lin') })).statusCode).toBe(200)
  await lockWhatIsDue()
}

async function list(): Promise<ReportView[]> {
  return (await ask(`client/${clientId}/reports?type=provider`)).json()
}

function download(report: ReportView | undefined) {
  return ask(`client/${clientId}/reports/${report?.id}/download`)
}

async function ask(path: string) {
  const answer = await world.request({ url: `/api/${path}`, token: grace })
  if (answer.statusCode !== 401) return answer
  grace = await world.signIn('grace.lin')
  return world.request({ url: `/api/${path}`, token: grace })
}

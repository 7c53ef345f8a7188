import { expect, it } from 'vitest'
import type { ClientId } from '../../contract/ids.ts'
import { readCsv } from '../../platform/csv.ts'
import { accountOf } from '../../tests/harness/accounts.ts'
import { runDaily } from '../../tests/harness/run-daily.ts'
import { recordFact } from '../../tests/harness/record-fact.ts'
import { applyChanged } from '../../tests/harness/world-actions.ts'
import { startWorld } from '../../tests/harness/world.ts'
import type { ReportView } from '../../services/reports/reports.contract.ts'
import { makeProviderReports } from './reports.jobs.ts'

const world = await startWorld({ people: 'of one client' })
const clientId: ClientId = (await accountOf(world.database, 'grace.lin')).clientId

it('provider reports show deductions of people who were later removed from a payroll, without a monthly price', async () => {
  await world.database.moveTo('2026-12-30')
  await recordFact(world, { of: 'amelia.hart', fact: 'payroll', value: null })
  await world.database.moveTo('2027-02-01')
  await runDaily(world, [makeProviderReports])
  const { personId } = await accountOf(world.database, 'amelia.hart')
  const [taken] = await world.database.rows<{ pounds: string }>(
    `select (sum(employee_pence + employer_pence) / 100.0)::numeric(12, 2)::text as pounds
     from deduction join payroll_period as period on period.client_id = deduction.client_id and period.id = period_id
     where pay_code like 'PMI%' and pay_on = '2026-12-28' and person_id = $1`,
    [personId],
  )
  const [monthly] = await world.database.rows<{ pounds: string }>(
    `select (((price ->> 'employeeMonthly')::bigint + (price ->> 'employerMonthly')::bigint) / 100.0)::numeric(12, 2)::text as pounds
     from selection
     join selection_version as version
       on version.client_id = selection.client_id and selection_id = selection.id and version.version = version_in_force
     join benefit on benefit.client_id = selection.client_id and benefit.id = benefit_id
     where benefit.code = 'private-medical' and person_id = $1`,
    [personId],
  )
  expect(await ofAmelia('Caldwell Health', 'December 2026')).toMatchObject([{ Premium: taken?.pounds }])
  // Deductions from February on are missing, so the reports of these months show the monthly price.
  await world.database.rows(
    `delete from deduction using payroll_period as period
     where period.client_id = deduction.client_id and period.id = period_id and pay_on >= '2027-02-01' and person_id = $1`,
    [personId],
  )
  await world.database.moveTo('2027-03-01')
  await runDaily(world, [makeProviderReports])
  expect(await ofAmelia('Caldwell Health', 'February 2027')).toMatchObject([{ Premium: monthly?.pounds }])
})

it('provider reports have one line for a member who continues from one scheme year to the next', async () => {
  await world.database.moveTo('2027-04-05')
  await runDaily(world, [makeProviderReports])
  await world.database.moveTo('2027-04-06')
  const next = {
    'scheme-current.yaml': (text: string) =>
      text.replace('from: startOfTaxYear\nto: endOfTaxYear', 'from: 2027-04-06\nto: 2028-04-05'),
  }
  await applyChanged(world, next)
  await runDaily(world)
  await world.database.moveTo('2027-05-01')
  await runDaily(world)
  await world.database.moveTo('2027-06-01')
  await runDaily(world)

  const april = await linesOf('Harbour Mutual', 'April 2027')
  // Everyone has two core benefits.
  expect(april.length).toBeGreaterThan(30)
  const covers = april.filter(isCover).map(({ MEMBER, CATEGORY }) => `${MEMBER} ${CATEGORY}`)
  expect(new Set(covers).size).toBe(covers.length)
  // Amelia had chosen critical illness cover, which is not a core benefit.
  const hers = async (label: string) =>
    (await linesOf('Harbour Mutual', label))
      .filter((line) => line['SURNAME'] === 'Hart' && line['FORENAME'] === 'Amelia' && isCover(line))
      .map(({ CATEGORY, START, END, REASON }) => [CATEGORY, START, END, REASON])
  const goesOn = ['Life assurance', 'Income protection', 'Critical illness cover'].map((benefit) => [
    benefit,
    '2026-04-06',
    '',
    'Continues',
  ])
  expect([await hers('March 2027'), await hers('April 2027'), await hers('May 2027')]).toEqual([goesOn, goesOn, goesOn])
})

/** Leaves out adjustments, which restore deductions that an earlier test removed. */
function isCover({ REASON }: Line): boolean {
  return !REASON?.startsWith('Adjustment')
}

it('provider reports include an end of cover exactly once, even if it was recorded before a report and committed after it', async () => {
  await world.database.moveTo('2027-07-01')
  await optOut('Income protection', { from: '2027-06-20', recorded: `app.now() - interval '1 minute'` })
  await runDaily(world, [makeProviderReports])
  const [newest] = await world.database.rows<{ at: string }>(
    `select max(created_at)::text as at from report_run where type = 'provider'`,
  )
  await optOut('Life assurance', { from: '2027-06-20', recorded: `timestamptz '${newest?.at}' - interval '1 minute'` })
  await world.database.moveTo('2027-08-01')
  await runDaily(world, [makeProviderReports])
  await world.database.moveTo('2027-09-01')
  await runDaily(world, [makeProviderReports])
  const ends = async (label: string) =>
    (await linesOf('Harbour Mutual', label))
      .filter(({ SURNAME, FORENAME, REASON }) => SURNAME === 'Hart' && FORENAME === 'Amelia' && REASON === 'Opted out')
      .map(({ CATEGORY, END }) => [CATEGORY, END])
  expect([await ends('June 2027'), await ends('July 2027'), await ends('August 2027')]).toEqual([
    [['Income protection', '2027-06-19']],
    [['Life assurance', '2027-06-19']],
    [],
  ])
})

it('provider reports include everyone with cover, even if the folder of the next scheme year is late', async () => {
  for (const day of ['2028-04-05', '2028-05-01', '2028-06-01']) {
    await world.database.moveTo(day)
    await runDaily(world, [makeProviderReports])
  }
  const members = async (label: string) =>
    new Set(
      (await linesOf('Harbour Mutual', label))
        .filter(({ REASON }) => REASON === 'Continues')
        .map(({ MEMBER, CATEGORY }) => `${MEMBER} ${CATEGORY}`),
    )
  const inTime = await members('March 2028')
  expect(inTime.size).toBeGreaterThan(30)
  expect(await members('May 2028')).toEqual(inTime)
})

async function optOut(benefit: string, { from, recorded }: { from: string; recorded: string }): Promise<void> {
  const { personId } = await accountOf(world.database, 'amelia.hart')
  const added = await world.database.rows(
    `insert into selection_version
       (client_id, selection_id, version, scheme_year_id, state, action, choice, price, effective_from, subject_id, recorded_at)
     select
       client_id, selection_id, version + 1, scheme_year_id, 'opted-out', 'opt-out', choice, price, $3, subject_id, ${recorded}
     from (
       select version.*
       from selection_version as version
       join selection on selection.client_id = version.client_id and selection.id = version.selection_id
       join benefit
         on benefit.client_id = version.client_id
           and benefit.scheme_year_id = version.scheme_year_id
           and benefit.id = selection.benefit_id
       where person_id = $1
         and benefit.name = $2
       order by version.version desc
       limit 1
     ) as newest
     returning version`,
    [personId, benefit, from],
  )
  expect(added).toHaveLength(1)
}

type Line = Record<string, string>

async function linesOf(provider: string, label: string): Promise<Line[]> {
  const token = await world.signIn('grace.lin')
  const reports = (await world.request({ url: `/api/client/${clientId}/reports?type=provider`, token })).json<
    ReportView[]
  >()
  const report = reports.find((one) => one.providerName === provider && one.label === label)
  if (!report) return []
  const { body } = await world.request({ url: `/api/client/${clientId}/reports/${report.id}/download`, token })
  return readCsv(body).rows.map(({ cells }) => cells)
}

async function ofAmelia(provider: string, label: string): Promise<Line[]> {
  return (await linesOf(provider, label)).filter(
    (line) => line['Surname'] === 'Hart' && line['First name'] === 'Amelia',
  )
}

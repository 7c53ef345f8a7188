import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { inClient } from '../../database/database.ts'
import { accountOf } from '../../tests/harness/accounts.ts'
import { applyFolder } from '../../tests/harness/apply-folder.ts'
import { type FolderChanges, withChangedFolder } from '../../tests/harness/changed-folder.ts'
import { runDaily } from '../../tests/harness/run-daily.ts'
import type { TemplateRows } from '../../tests/harness/databases.ts'
import { decide, changeFacts, lockNextRun } from '../../tests/harness/world-actions.ts'
import { mailsOf } from '../../tests/harness/mails.ts'
import { employee } from '../../tests/harness/employee.ts'
import { startWorld, type World } from '../../tests/harness/world.ts'
import { unpackStored } from '../../services/reports/stored-file.queries.ts'
import { listPeriods } from '../payroll/payroll-runs.queries.ts'
import { linesOfOpenRun } from '../payroll/open-run-lines.queries.ts'
import type { BenefitView, SelectionView, SetupValues } from '../../domain/selections/benefits.contract.ts'

const demo = inject('demoOfFew')

/** A scheme year of calendar months. In 2027/28 dental cover costs more, and there are no opening selections. */
function folderOf(year: 2026 | 2027, more: FolderChanges = {}): FolderChanges {
  const dated = (text: string) =>
    text
      .replace('from: startOfTaxYear\nto: endOfTaxYear', `from: ${year}-04-01\nto: ${year + 1}-03-31`)
      .replaceAll('startOfTaxYear+18d', `${year}-04-24`)
      .replaceAll('startOfTaxYear', `${year}-04-01`)
  if (year === 2026) return { 'scheme-current.yaml': dated, ...more }
  const headAlone = (text: string) => text.slice(0, text.indexOf('\n') + 1)
  return {
    'scheme-current.yaml': dated,
    'opening-selections.csv': headAlone,
    'statements.csv': headAlone,
    'rates/dental.csv': (text) => text.replace('level-1,single,8.50', 'level-1,single,9.10'),
    ...more,
  }
}

async function apply(
  { database }: Pick<World, 'database'>,
  year: 2026 | 2027,
  more: FolderChanges = {},
): Promise<void> {
  await withChangedFolder(demo, folderOf(year, more), (folder) => applyFolder(database.db, folder))
}

const calendarYear: TemplateRows = { name: 'calendar-year', fill: (database) => apply({ database }, 2026) }

const begun = (): Promise<World> => startWorld({ keep: true, people: 'of one client', further: calendarYear })

async function turn(world: World, more: FolderChanges = {}, before?: () => Promise<unknown>): Promise<void> {
  await world.database.moveTo('2027-03-10T09:00:00Z')
  await apply(world, 2027, more)
  await before?.()
  await world.database.moveTo('2027-04-01T06:00:00Z')
  await runDaily(world)
}

async function runsUpTo(world: World, last: string) {
  while ((await lockNextRun(world)) !== last) continue
}

async function linesOf(world: World, label: string) {
  const token = await world.signIn('grace.lin')
  const { clientId } = await accountOf(world.database, 'grace.lin')
  const [run] = await world.database.rows<{ id: string }>(
    `select period.id from payroll_period as period
     join payroll on payroll.id = payroll_id and payroll.client_id = period.client_id
     where period.client_id = $1 and payroll.code = 'monthly' and label = $2`,
    [clientId, label],
  )
  const answer = await world.request({ url: `/api/v2/client/${clientId}/payroll-runs/${run?.id}`, token })
  return answer.json<{
    lines: { employeeName: string; payCode: string; changeType: string; employeeAmount: number }[]
  }>().lines
}

async function lineOf(world: World, label: string, name: string, payCode: string) {
  const found = (await linesOf(world, label)).filter((one) => one.employeeName === name && one.payCode === payCode)
  return found.map(({ changeType, employeeAmount }) => [changeType, employeeAmount])
}

const find = async (world: World, name: string, code: string) => (await employee(world, name)).find(code)

const choose = async (world: World, name: string, code: string, values: SetupValues) =>
  (await employee(world, name)).choose(code, values)

async function approve(world: World, { selectionId }: SelectionView): Promise<void> {
  const answer = await decide(world, [selectionId])
  if (answer.statusCode !== 200) throw new Error(answer.body)
}

const versionsOf = (world: World, name: string, code: string) =>
  world.database.rows<{
    action: string
    from: string
    year: number
    values: Record<string, string>
    yearly: string | null
    reason: string | null
  }>(
    `select version.action, version.effective_from::text as from, year.year, choice -> 'values' as values,
            price ->> 'employeeYearly' as yearly, version.reason
     from selection_version as version
     join selection on selection.client_id = version.client_id and selection.id = selection_id
     join benefit_code as benefit on benefit.client_id = selection.client_id and benefit.id = benefit_id
     join account on account.client_id = selection.client_id and account.person_id = selection.person_id
     join scheme_year as year on year.client_id = version.client_id and year.id = version.scheme_year_id
     where email = $1 and benefit.code = $2
     order by version.version`,
    [`${name}@demo.example`, code],
  )

const deductionsOf = (world: World, name: string, payCode: string) =>
  world.database.rows<{ period: string; original: string | null; pence: number }>(
    `select period.label as period, original.label as original, employee_pence::integer as pence
     from deduction
     join payroll_period as period on period.client_id = deduction.client_id and period.id = period_id
     left join payroll_period as original on original.client_id = deduction.client_id and original.id = original_period_id
     join account on account.client_id = deduction.client_id and account.person_id = deduction.person_id
     where email = $1 and pay_code = $2
     order by period.starts_on, original.starts_on nulls first`,
    [`${name}@demo.example`, payCode],
  )

const newYearMails = async (world: World, name: string) =>
  (await mailsOf(world, `${name}@demo.example`)).filter(({ kind }) => kind === 'scheme-year-turned')

describe('benefit in force when a scheme year begins, after its last pay run is locked', () => {
  let world: World
  beforeAll(async () => {
    world = await begun()
    await turn(world, {}, () => runsUpTo(world, 'March 2027'))
  })
  afterAll(() => world.close())

  it('continues at the new price: £8.50 in March, £9.10 in April with the change type Update; the mail names both prices', async () => {
    expect(await lineOf(world, 'March 2027', 'Dan Murphy', 'DENTAL')).toEqual([['Continue', 8.5]])
    expect(await lineOf(world, 'April 2027', 'Dan Murphy', 'DENTAL')).toEqual([['Update', 9.1]])
    expect(await lineOf(world, 'April 2027', 'Amelia Hart', 'GAYE')).toEqual([['Continue', 10]])
    expect(await versionsOf(world, 'dan.murphy', 'dental')).toMatchObject([
      { action: 'take-over', from: '2026-04-06', year: 2026, yearly: '10200' },
      { action: 'renew', from: '2027-04-01', year: 2027, yearly: '10920', reason: 'Scheme year from 1 April 2027' },
    ])
    const mails = await newYearMails(world, 'dan.murphy')
    expect(mails).toHaveLength(1)
    expect(JSON.stringify(mails)).toMatch(
      /Dental insurance: £9.10 a month from 1 April 2027 \(£8.50 a month until then\)./,
    )
  })

  it('is compared on its page with the price and the choice of the previous year', async () => {
    const dan = await employee(world, 'dan.murphy')
    await dan.send('PATCH', 'user/policies', { termsAccepted: true })
    const { benefitId, selection } = await dan.find('dental')
    expect(selection?.price?.employee.perMonth).toBe(9.1)
    expect((await dan.send('GET', `benefit/${benefitId}/last-year`)).json()).toEqual({
      lastYear: { until: '2027-03-31', planDetails: selection?.planDetails, employee: 8.5, employer: 0 },
    })
    const never = await dan.find('travel-insurance')
    expect((await dan.send('GET', `benefit/${never.benefitId}/last-year`)).json()).toEqual({ lastYear: null })
  })

  it('has corrections for both years, each at the prices of that year', async () => {
    const [march] = (await deductionsOf(world, 'carys.evans', 'PENSS')).filter(({ period }) => period === 'March 2027')
    // 5% of £48,000 a year is £200.00 a month.
    await changeFacts(world, 'carys.evans', { 'pensionable-salary': '4800000' }, '2027-03-01')
    expect((await versionsOf(world, 'carys.evans', 'pension')).slice(2)).toMatchObject([
      { action: 'reprice-days', from: '2027-03-01', year: 2026 },
      { action: 'reprice', from: '2027-04-01', year: 2027 },
    ])
    const taken = await deductionsOf(world, 'carys.evans', 'PENSS')
    expect(taken.filter(({ period }) => period === 'April 2027')).toEqual([
      { period: 'April 2027', original: null, pence: 200_00 },
      { period: 'April 2027', original: 'March 2027', pence: 200_00 - (march?.pence ?? 0) },
    ])
    // March belongs to the previous tax year, so payroll reports its correction separately.
    const { clientId } = await accountOf(world.database, 'grace.lin')
    const lines = await inClient(world.database.db, clientId, async (tx) => {
      const periods = await listPeriods(tx, clientId)
      const period = periods.find(
        ({ payrollName, label }) => payrollName === 'Monthly salaries' && label === 'April 2027',
      )
      return period ? linesOfOpenRun(tx, clientId, { period, previous: null }) : []
    })
    expect(lines.at(-1)?.fields).toMatchObject({
      'original-period': 'March 2027',
      'adjustment-reason': 'Due in March 2027 of the tax year 2026/27, which was already closed',
    })
  })
})

describe('benefit in force when a scheme year begins', () => {
  let world: World
  let before: BenefitView
  beforeAll(async () => {
    world = await begun()
    before = await find(world, 'henry.cole', 'childcare-vouchers')
    await choose(world, 'amelia.hart', 'pension', { contribution: '6', 'yearly-rise': 'yes' })
    const asked = await choose(world, 'amelia.hart', 'holiday-trading', { trade: 'buy', 'buy-days': '2' })
    await choose(world, 'isla.reid', 'holiday-trading', { trade: 'buy', 'buy-days': '1' })
    await approve(world, asked)
    await turn(world)
  })
  afterAll(() => world.close())

  it('has the yearly increase of the same day in the version for the new year', async () => {
    const versions = await versionsOf(world, 'amelia.hart', 'pension')
    expect(versions.slice(2)).toMatchObject([
      { action: 'renew', from: '2027-04-01', values: { contribution: '7', 'yearly-rise': 'yes' } },
    ])
  })

  it('ends with the year if it is holiday; a mail says this, and holiday can be chosen again', async () => {
    expect((await versionsOf(world, 'amelia.hart', 'holiday-trading')).at(-1)).toMatchObject({
      action: 'end-with-year',
      from: '2027-04-01',
      year: 2026,
      reason: 'The benefit is chosen for one year at a time',
    })
    expect((await versionsOf(world, 'isla.reid', 'holiday-trading')).map(({ action }) => action)).toEqual([
      'submit-for-approval',
      'end-with-year',
    ])
    const taken = await deductionsOf(world, 'amelia.hart', 'HOLBUY')
    expect(taken.every(({ period }) => !/April 2027|May 2027/.test(period))).toBe(true)
    expect(JSON.stringify(await newYearMails(world, 'amelia.hart'))).toContain(
      'Holiday trading: ended on 31 March 2027. The benefit is chosen for one year at a time.',
    )
  })

  it('keeps its address and shows the version for the new year; members remain members even if they could no longer join', async () => {
    for (const code of ['childcare-vouchers', 'pension'])
      expect(await versionsOf(world, 'henry.cole', code)).toMatchObject([{ action: 'take-over' }, { action: 'renew' }])
    await world.database.moveTo('2027-04-10T09:00:00Z')
    const now = await find(world, 'henry.cole', 'childcare-vouchers')
    expect(now.benefitId).toBe(before.benefitId)
    expect(now.selection).toMatchObject({ selectionId: before.selection?.selectionId, status: 'active' })
    // The line is in the first run of this payroll, so it is compared with the former system's line from before the renewal.
    expect(await lineOf(world, 'April 2027', 'Henry Cole', 'CCV')).toEqual([['Update', 124]])
  })
})

describe('benefit that the new scheme year changes', () => {
  let world: World
  beforeAll(async () => {
    world = await begun()
    await turn(world, {
      'benefits/pension.yaml': (text) => text.replace('max: 40', 'max: 8'),
      'benefits/dental.yaml': (text) => text.replace('taxMethod: net-deduction', 'taxMethod: sacrifice'),
    })
  })
  afterAll(() => world.close())

  it('is reduced to a new lower maximum, with a message', async () => {
    expect((await versionsOf(world, 'isla.reid', 'pension')).at(-1)).toMatchObject({
      action: 'renew',
      values: { contribution: '8' },
      reason: 'Scheme year from 1 April 2027; Reduced from 10 to 8, the most that the new scheme year allows',
    })
    expect(JSON.stringify(await newYearMails(world, 'isla.reid'))).toContain(
      'Reduced from 10 to 8, the most that the new scheme year allows.',
    )
  })

  it('ends, and the person is told, if the person would start to pay and has not agreed', async () => {
    expect((await versionsOf(world, 'dan.murphy', 'dental')).at(-1)).toMatchObject({
      action: 'end-with-year',
      from: '2027-04-01',
      reason: 'The new way of paying for it was not agreed',
    })
    expect(JSON.stringify(await newYearMails(world, 'dan.murphy'))).toContain(
      'Dental insurance: ended on 31 March 2027.',
    )
  })
})

describe('export after the start of a scheme year', () => {
  it.each([
    ['a week late', { applyOn: '2027-03-10', runOn: ['2027-04-08'] }],
    ['twice', { applyOn: '2027-03-10', runOn: ['2027-04-01', '2027-04-01', '2027-04-02'] }],
    ['after a late folder', { applyOn: '2027-04-08', runOn: ['2027-04-08'] }],
  ])('is the same %s', async (_, turn) => {
    expect(await exported(turn)).toEqual(await onTime())
  })

  type NewYearEffect = { applyOn: string; runOn: readonly string[] }

  let known: Promise<unknown> | undefined
  function onTime(): Promise<unknown> {
    known ??= exported({ applyOn: '2027-03-10', runOn: ['2027-04-01'] })
    return known
  }

  async function exported({ applyOn, runOn }: NewYearEffect): Promise<unknown> {
    const world = await begun()
    await world.database.moveTo('2027-02-08T09:00:00Z')
    await choose(world, 'amelia.hart', 'pension', { contribution: '7', 'yearly-rise': 'no' })
    await runsUpTo(world, 'March 2027')
    await world.database.moveTo(`${applyOn}T05:00:00Z`)
    await apply(world, 2027)
    for (const [place, day] of runOn.entries()) {
      await world.database.moveTo(`${day}T06:0${place}:00Z`)
      await runDaily(world)
    }
    const payroll = await linesOf(world, 'April 2027')
    await world.database.moveTo('2027-05-01T06:00:00Z')
    await runDaily(world)
    const reports = await world.database.rows<{ provider: string; bytes: Buffer; encoding: 'gzip' | null }>(
      `select provider_name as provider, bytes, encoding from report_run
       where type = 'provider' and year = 2027 and month = 4 order by 1`,
    )
    const providers = await Promise.all(
      reports.map(async ({ provider, bytes, encoding }) => [
        provider,
        (await unpackStored({ bytes, encoding }))
          .toString()
          .replaceAll(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, 'id'),
      ]),
    )
    await world.close()
    return { payroll, providers }
  }
})

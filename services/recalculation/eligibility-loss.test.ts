import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest'
import type { ClientId, PersonId } from '../../contract/ids.ts'
import { inClient } from '../../database/database.ts'
import { readCsv } from '../../platform/csv.ts'
import { accountOf } from '../../tests/harness/accounts.ts'
import { runDaily } from '../../tests/harness/run-daily.ts'
import { withChangedFolder } from '../../tests/harness/changed-folder.ts'
import { mailsOf } from '../../tests/harness/mails.ts'
import { nextYear } from '../../tests/harness/next-year.ts'
import { testSecrets } from '../../tests/harness/test-secrets.ts'
import { changeFacts } from '../../tests/harness/world-actions.ts'
import { changeBenefitDefinition } from '../../tests/harness/benefit-definition.ts'
import { startWorld, type World } from '../../tests/harness/world.ts'
import type { ReportView } from '../reports/reports.contract.ts'
import { applyScheme } from '../../features/scheme/apply-scheme.server.ts'
import type { BenefitView, SelectionView } from '../../domain/selections/benefits.contract.ts'
import { recalculateForBirthDates } from './recalculate.queries.ts'

const demo = inject('demoOfFew')

let world: World
let clientId: ClientId
let amelia: PersonId
beforeEach(async () => {
  world = await startWorld({ people: 'of one client' })
  ;({ clientId, personId: amelia } = await accountOf(world.database, 'amelia.hart'))
})
afterEach(() => world.close())

const rows = <Row extends object>(query: string, values: unknown[] = []) => world.database.rows<Row>(query, values)
const moveTo = (date: string) => world.database.moveTo(date)
const define = (code: string, changed: object) => changeBenefitDefinition(world, code, changed)
async function born(date: string) {
  await rows(`update person_details set date_of_birth = $2 where person_id = $1`, [amelia, date])
  await inClient(world.database.db, clientId, (tx, { today }) =>
    recalculateForBirthDates(tx, clientId, { people: [amelia], today }),
  )
}
const told = (fact: 'location' | 'hours-per-week', value: string, from: string) =>
  changeFacts(world, 'amelia.hart', { [fact]: value }, from)
async function find(code: string): Promise<BenefitView | undefined> {
  const token = await world.signIn('amelia.hart')
  const list = (await world.request({ url: '/api/v1/benefits/user/eligible', token })).json<BenefitView[]>()
  return list.find((one) => one.code === code)
}
const last = async (code: string) =>
  (
    await rows<{ action: string; from: string; to: string | null; reason: string | null; state: string }>(
      `select v.action, v.effective_from::text as from, v.effective_to::text as to, v.reason, v.state
       from selection_version v
       join selection s on s.client_id = v.client_id and s.id = v.selection_id
       join benefit b on b.client_id = s.client_id and b.id = s.benefit_id
       where s.person_id = $1 and b.code = $2
       order by v.version desc
       limit 1`,
      [amelia, code],
    )
  )[0]
const versions = async (code: string) =>
  (
    await rows<{ version: number }>(
      `select s.version from selection s join benefit b on b.client_id = s.client_id and b.id = s.benefit_id
       where s.person_id = $1 and b.code = $2`,
      [amelia, code],
    )
  )[0]?.version
const taken = (payCode: string) =>
  rows<{ label: string; pence: number }>(
    `select p.label, sum(d.employee_pence)::integer as pence
     from deduction d
     join payroll_period p on p.client_id = d.client_id and p.id = d.period_id
     where d.pay_code = $1 and d.person_id = $2 and p.starts_on >= '2026-11-01'
     group by p.label, p.starts_on
     order by p.starts_on`,
    [payCode, amelia],
  )
const mails = async () =>
  (await mailsOf(world, 'amelia.hart@demo.example'))
    .filter(({ kind, data }) => kind.startsWith('cover-') && data?.['benefit'] !== 'Life assurance')
    .map(({ kind, data }) => [kind, data?.['benefit'], data?.['lastDay']])
const untilJanuary = ['November 2026', 'December 2026', 'January 2027']
const soon = ['cover-ends-soon', 'Critical illness cover', '19 January 2027']
const ended = { action: 'expire', state: 'ended', from: '2027-01-20', to: '2027-01-19' }

describe('critical illness to the age of 69, for a member who turns 70 on 20 January', () => {
  beforeEach(() => born('1957-01-20'))

  it('ends on the day before the birthday; mail is sent 60 and 14 days before, and nothing is charged later', async () => {
    await moveTo('2026-11-20')
    await runDaily(world)
    expect(await mails()).toEqual([])
    expect((await find('critical-illness'))?.selection?.coverEnds).toBeUndefined()

    await moveTo('2026-11-21')
    await runDaily(world)
    expect(await mails()).toEqual([soon])
    const { selection, allowedActions } = (await find('critical-illness')) ?? {}
    expect(selection?.coverEnds).toMatchObject({
      lastDay: '2027-01-19',
      reason: 'The benefit is offered until the age of 69',
    })
    expect(allowedActions).toContain('opt-out')
    expect((await taken('CRITIL')).map(({ label }) => label)).toEqual(untilJanuary)

    await moveTo('2027-01-06')
    await runDaily(world)
    expect(await mails()).toEqual([soon, soon])
    await moveTo('2027-01-19')
    await runDaily(world)
    expect(await last('critical-illness')).toMatchObject({ state: 'active' })

    await moveTo('2027-01-20')
    await runDaily(world)
    expect(await last('critical-illness')).toEqual({ ...ended, reason: 'The benefit is offered until the age of 69' })
    expect((await find('critical-illness'))?.selection?.coverEnds).toMatchObject({
      lastDay: '2027-01-19',
      reason: 'The benefit is offered until the age of 69',
    })
    expect((await taken('CRITIL')).map(({ label }) => label)).toEqual(untilJanuary)
    await moveTo('2027-02-01')
    await runDaily(world)
    expect(await mails()).toEqual([soon, soon])
    expect(await providerLine('Harbour Mutual', 'January 2027')).toMatchObject({
      END: '2027-01-19',
      REASON: 'No longer eligible',
    })
  })

  it('ends on the same day if the daily job runs a week late; the mail then says that it has ended', async () => {
    await moveTo('2026-11-18')
    await runDaily(world)
    await moveTo('2027-01-27')
    await runDaily(world)
    await runDaily(world)
    expect(await last('critical-illness')).toMatchObject(ended)
    expect((await taken('CRITIL')).map(({ label }) => label)).toEqual(untilJanuary)
    expect(await mails()).toEqual([['cover-has-ended', 'Critical illness cover', '19 January 2027']])
  })

  it('is announced by only one mail if fewer than 14 days remain', async () => {
    await moveTo('2027-01-10')
    await runDaily(world)
    await moveTo('2027-01-11')
    await runDaily(world)
    expect(await mails()).toEqual([soon])
  })

  it('can be ended by the employee until the day before the birthday', async () => {
    await moveTo('2026-12-01')
    await runDaily(world)
    const token = await world.signIn('amelia.hart')
    const left = await world.request({
      method: 'PATCH',
      url: `/api/v1/selection/${(await find('critical-illness'))?.selection?.selectionId}`,
      token,
      body: { status: 'opted-out' },
    })
    expect([left.statusCode, left.json<SelectionView>().endDate]).toEqual([200, '2026-12-31'])
    await moveTo('2027-01-20')
    await runDaily(world)
    expect(await last('critical-illness')).toMatchObject({ action: 'opt-out' })
  })

  it('continues after a correction of the date of birth', async () => {
    await moveTo('2027-01-20')
    await runDaily(world)
    expect(await last('critical-illness')).toMatchObject(ended)
    await moveTo('2027-01-25')
    await born('1967-01-20')
    expect(await last('critical-illness')).toMatchObject({ state: 'active' })
    expect((await taken('CRITIL')).map(({ label }) => label)).toContain('March 2027')
    expect((await find('critical-illness'))?.selection?.status).toBe('active')
  })
})

describe('critical illness to the age of 69, for a member who proves to be older', () => {
  it('ends on the corrected birthday instead of the later, wrong birthday', async () => {
    await born('1957-01-20')
    await moveTo('2027-01-20')
    await runDaily(world)
    expect(await last('critical-illness')).toMatchObject(ended)
    await born('1956-12-10')
    expect(await last('critical-illness')).toMatchObject({ ...ended, from: '2026-12-10', to: '2026-12-09' })
    const written = await versions('critical-illness')
    await born('1956-12-10')
    await runDaily(world)
    expect(await versions('critical-illness')).toBe(written)
  })

  it('ends on the birthday even if the daily job runs late, after a new scheme year has started', async () => {
    const applied = await withChangedFolder(demo, nextYear(), (folder) =>
      applyScheme(world.database.db, { folder, secrets: testSecrets }),
    )
    expect(applied).toHaveProperty('applied')
    await born('1957-03-30')
    await moveTo('2027-03-20')
    await runDaily(world)
    await moveTo('2027-04-12')
    await runDaily(world)
    expect(await last('critical-illness')).toMatchObject({ ...ended, from: '2027-03-30', to: '2027-03-29' })
    expect((await taken('CRITIL')).at(-1)).toMatchObject({ label: 'March 2027' })
  })

  it("appears only once in the provider's report if the job ends it on the day of the report", async () => {
    await born('1957-01-20')
    await moveTo('2026-12-31')
    await runDaily(world)
    await moveTo('2027-02-01')
    await runDaily(world)
    expect(await providerLine('Harbour Mutual', 'January 2027')).toMatchObject({ END: '2027-01-19' })
    await moveTo('2027-03-01')
    await runDaily(world)
    expect(await providerLine('Harbour Mutual', 'February 2027')).not.toMatchObject({ END: '2027-01-19' })
  })
})

describe('cover that is offered at some locations only', () => {
  beforeEach(async () => {
    await define('health-cash-plan', { offeredTo: { locations: ['York'] }, whenNoLongerMet: { location: 'end' } })
  })

  it('ends on the day of a move that is reported late, even if it was restored once before', async () => {
    await moveTo('2026-12-10')
    await told('location', 'Leeds', '2026-12-04')
    expect(await last('health-cash-plan')).toEqual({
      ...ended,
      from: '2026-12-04',
      to: '2026-12-03',
      reason: 'The benefit is offered to people who work in York',
    })
    await told('location', 'York', '2026-12-04')
    expect(await last('health-cash-plan')).toMatchObject({ state: 'active', from: '2026-04-06' })
    await runDaily(world)
    expect(await mails()).toEqual([])
    await told('location', 'Leeds', '2027-01-05')
    await runDaily(world)
    expect(await last('health-cash-plan')).toMatchObject({ state: 'active' })
    await moveTo('2027-01-05')
    await runDaily(world)
    expect(await last('health-cash-plan')).toMatchObject({ state: 'ended', from: '2027-01-05' })
    expect((await mails()).map(([kind, , lastDay]) => [kind, lastDay])).toEqual([['cover-has-ended', '4 January 2027']])
  })

  it('ends on the day of the daily job if a change of the scheme adds the condition', async () => {
    await define('health-cash-plan', { offeredTo: { locations: ['Hull'] } })
    await moveTo('2026-12-10')
    await runDaily(world)
    expect(await last('health-cash-plan')).toMatchObject({ state: 'ended', from: '2026-12-10' })
  })

  it('continues if the condition applies only to new members', async () => {
    for (const location of ['close', 'keep']) {
      await define('health-cash-plan', { whenNoLongerMet: { location } })
      await told('location', location === 'keep' ? 'Hull' : 'Leeds', '2026-11-10')
      await runDaily(world)
      expect(await last('health-cash-plan')).toMatchObject({ state: 'active' })
    }
  })
})

describe('core cover for some locations', () => {
  const offered = { offeredTo: { locations: ['Leeds', 'Hull'] }, whenNoLongerMet: { location: 'end' } }

  it('begins when a person moves there, ends when they move away, and begins again when they return', async () => {
    await define('income-protection', offered)
    await moveTo('2026-12-10')
    await runDaily(world)
    // Amelia works in York. The condition has only just been added to the scheme.
    expect(await last('income-protection')).toMatchObject({ state: 'ended', from: '2026-12-10' })
    await told('location', 'Leeds', '2026-12-14')
    await moveTo('2026-12-15')
    await runDaily(world)
    expect(await last('income-protection')).toMatchObject({ action: 'provide', state: 'active', from: '2026-12-14' })
    await told('location', 'York', '2027-01-04')
    await moveTo('2027-01-04')
    await runDaily(world)
    expect(await last('income-protection')).toMatchObject({ action: 'expire', from: '2027-01-04' })
    await moveTo('2027-01-05')
    await runDaily(world)
    expect(await last('income-protection')).toMatchObject({ action: 'expire', from: '2027-01-04' })
  })
})

async function providerLine(provider: string, label: string) {
  const token = await world.signIn('grace.lin')
  const ask = (path: string) => world.request({ url: `/api/client/${clientId}/reports${path}`, token })
  const list = (await ask('?type=provider')).json<ReportView[]>()
  const report = list.find((one) => one.providerName === provider && one.label === label)
  const { body } = await ask(`/${report?.id}/download`)
  return readCsv(body).rows.find(
    ({ cells }) => cells['SURNAME'] === 'Hart' && cells['CATEGORY']?.startsWith('Critical'),
  )?.cells
}

import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest'
import { type FolderChanges, withChangedFolder } from '../../tests/harness/changed-folder.ts'
import { runDaily } from '../../tests/harness/run-daily.ts'
import { decide, changeFacts } from '../../tests/harness/world-actions.ts'
import { nextYear } from '../../tests/harness/next-year.ts'
import { testSecrets as secrets } from '../../tests/harness/test-secrets.ts'
import { employee } from '../../tests/harness/employee.ts'
import { startWorld, type World } from '../../tests/harness/world.ts'
import { applyScheme } from '../scheme/apply-scheme.server.ts'
import type { FamilyRecord } from '../family/family.contract.ts'

const demo = inject('demoOfFew')
let world: World
beforeEach(async () => {
  world = await startWorld({ people: 'of one client' })
})
afterEach(() => world.close())

async function applyNextYear(changes: FolderChanges = {}): Promise<void> {
  await withChangedFolder(demo, nextYear({ ...dearer, ...changes }), async (folder) => {
    expect(await applyScheme(world.database.db, { folder, secrets })).toHaveProperty('applied')
  })
}

/** Worked example c of docs/benefits-over-time.md: £8.50 a month in 2026/27, £9.10 in 2027/28. */
const dearer: FolderChanges = {
  'rates/dental.csv': (text) => text.replace('level-1,single,8.50', 'level-1,single,9.10'),
}

const as = (name: string) => employee(world, name)

describe('window for the next scheme year', () => {
  it('opens before that year: choices take effect on its first day, at its rates, while current cover continues', async () => {
    const amelia = await as('amelia.hart')
    await amelia.choose('dental', { level: 'level-1', covered: [] })
    await world.database.moveTo('2027-02-20T09:00:00Z')
    await applyNextYear()
    const february = await (await as('amelia.hart')).find('dental')
    expect(february.availability).toMatchObject({ available: false, opensOn: '2027-03-01' })
    expect(february.nextYear).toMatchObject({
      from: '2027-04-06',
      outcome: 'continues',
      perMonthNow: 8.5,
      perMonthThen: 9.1,
      chooseUntil: null,
    })

    await world.database.moveTo('2027-03-10T09:00:00Z')
    const later = await as('amelia.hart')
    const march = await later.find('dental')
    expect(march).toMatchObject({
      availability: { available: true, closesOn: '2027-03-31' },
      choosesFrom: '2027-04-06',
      nextYear: { outcome: 'continues', chooseUntil: '2027-03-31' },
    })
    const quote = await later.send('POST', `benefit/${march.benefitId}/quote`, {
      values: { level: 'level-1', covered: [] },
    })
    expect(quote.json()).toMatchObject({ effectiveFrom: '2027-04-06', price: { employee: { perMonth: 9.1 } } })

    await later.choose('dental', { level: 'level-2', covered: [] })
    const chosen = await later.find('dental')
    expect(chosen.selection).toMatchObject({
      status: 'active',
      effectiveFrom: '2027-04-06',
      values: { level: 'level-2' },
      today: { until: '2027-04-05', price: { employee: { perMonth: 8.5 } } },
    })
    expect(chosen.nextYear).toMatchObject({ outcome: 'chosen', perMonthNow: 8.5 })

    // The last day is before the next year, so the choice for that year never takes effect.
    await changeFacts(world, 'amelia.hart', { 'end-date': '2027-04-02' })
    expect((await later.find('dental')).selection).toMatchObject({
      values: { level: 'level-1' },
      endDate: '2027-04-02',
    })
  })

  it('is closed for the current year: a benefit that only this window opens is chosen for the next year', async () => {
    await world.database.moveTo('2027-03-10T09:00:00Z')
    await applyNextYear({
      'benefits/second-gym.yaml': () =>
        'code: second-gym\nname: Pool membership\nsummary: Swim.\ndescription: Swim.\ncategory: lifestyle\ngroupCode: pool\nprovider: { name: Pools }\noptions: []\nprice: [{ code: fee, label: Fee, paidBy: employee, price: { method: flat, every: month, amount: { fixed: 20 } } }]\npay: { employee: { taxMethod: net-deduction, payCode: POOL } }\napproval: automatic\nopenInProbation: true\nchangeIn: [annual]\n',
    })
    const amelia = await as('amelia.hart')
    const pool = await amelia.find('second-gym')
    expect(pool).toMatchObject({ choosesFrom: '2027-04-06', availability: { available: true } })
    expect(await amelia.choose('second-gym', {})).toMatchObject({ status: 'active', effectiveFrom: '2027-04-06' })
  })

  it('leads to the usual renewal if the choice is declined or withdrawn', async () => {
    const amelia = await as('amelia.hart')
    const bought = await amelia.choose('holiday-trading', { trade: 'buy', 'buy-days': 2 })
    expect((await decide(world, [bought.selectionId])).statusCode).toBe(200)
    await world.database.moveTo('2027-03-10T09:00:00Z')
    await applyNextYear({
      'benefits/holiday-trading.yaml': (text) => text.replace('label: Buy days', 'label: Buy days off'),
    })
    const later = await as('amelia.hart')
    expect((await later.find('holiday-trading')).nextYear).toMatchObject({
      outcome: 'ends',
      lastDay: '2027-04-05',
      reason: 'This is chosen for one year at a time. It ends with the year unless you choose it again.',
    })
    const asked = await later.choose('holiday-trading', { trade: 'buy', 'buy-days': 3 })
    expect(asked).toMatchObject({ status: 'pending-change', effectiveFrom: '2027-04-06' })
    const url = `/api/v2/scheme/selections/${(await later.find('holiday-trading')).benefitId}/pending/`
    const waiting = await world.request({ url, token: await world.signIn('grace.lin') })
    expect(waiting.json()).toMatchObject([{ fields: { 'Do you want to buy or to sell?': 'Buy days off' } }])
    expect((await decide(world, [asked.selectionId], false)).statusCode).toBe(200)
    expect((await later.find('holiday-trading')).nextYear).toMatchObject({ outcome: 'ends', lastDay: '2027-04-05' })
  })

  it('allows opting out from the start of the next year', async () => {
    const amelia = await as('amelia.hart')
    await amelia.choose('dental', { level: 'level-1', covered: [] })
    await world.database.moveTo('2027-03-10T09:00:00Z')
    await applyNextYear()
    const later = await as('amelia.hart')
    const dental = await later.find('dental')
    expect(dental.selection).toMatchObject({ endsIfOptedOut: '2027-04-05' })
    const left = await later.send('PATCH', `selection/${dental.selection?.selectionId}`, { status: 'opted-out' })
    expect([left.statusCode, left.json()]).toMatchObject([200, { status: 'opted-out', endDate: '2027-04-05' }])
    expect((await later.find('dental')).nextYear).toMatchObject({ outcome: 'ends', reason: 'You have opted out.' })
  })

  it('keeps its choice when a life event changes the current choice, and includes the new child', async () => {
    const amelia = await as('amelia.hart')
    await amelia.choose('dental', { level: 'level-1', covered: [] })
    await world.database.moveTo('2027-03-10T09:00:00Z')
    await applyNextYear()
    const parent = await as('amelia.hart')
    await parent.choose('dental', { level: 'level-2', covered: [] })
    const born = await parent.send('POST', 'client/life-events', {
      lifeEventId: 'birth',
      familyMember: {
        title: 'Miss',
        first_name: 'Ada',
        surname: 'Hart',
        date_of_birth: '2027-03-02',
        sex: 'female',
        fmember_type: 2,
        education: 'no',
        education_check: true,
      },
    })
    expect([born.statusCode, born.body]).toEqual([201, born.body])
    const family = (await parent.send('GET', 'user/family')).json<FamilyRecord[]>()
    const ada = family.find(({ family_fname }) => family_fname === 'Ada')?.family_id
    const values = { level: 'level-1', covered: [ada ?? ''] }
    const { benefitId } = await parent.find('dental')
    const quote = await parent.send('POST', `benefit/${benefitId}/quote`, { values })
    expect(quote.json()).toMatchObject({
      firstDay: {
        why: 'From 2 March 2027, when Ada was born. Your choice for the year from 6 April 2027 stays, with any change to who is covered',
      },
    })
    await parent.choose('dental', values)
    const dental = await parent.find('dental')
    expect(dental.selection).toMatchObject({
      effectiveFrom: '2027-04-06',
      values: { level: 'level-2', covered: [ada] },
      today: { until: '2027-04-05' },
    })
    expect(dental.nextYear).toMatchObject({ outcome: 'chosen' })
    const versions = await world.database.rows<{ from: string; level: string; people: number }>(
      `select effective_from::text as from, choice -> 'values' ->> 'level' as level, jsonb_array_length(people_covered) as people
       from selection_version
       where selection_id = $1
       order by version`,
      [dental.selection?.selectionId],
    )
    expect(versions.slice(-2)).toEqual([
      { from: '2027-03-02', level: 'level-1', people: 1 },
      { from: '2027-04-06', level: 'level-2', people: 1 },
    ])
  })

  it('applies once the year has begun: each pay day uses the price of its scheme year', async () => {
    const amelia = await as('amelia.hart')
    await amelia.choose('dental', { level: 'level-1', covered: [] })
    await amelia.choose('holiday-trading', { trade: 'buy', 'buy-days': 2 })
    await world.database.moveTo('2027-03-10T09:00:00Z')
    await applyNextYear()
    await runDaily(world)
    const chosen = await (await as('amelia.hart')).choose('dental', { level: 'level-2', covered: [] })
    const level2 = chosen.price?.employee.perMonth
    expect(level2).toBeGreaterThan(9.1)
    for (const day of ['2027-04-06', '2027-04-07']) {
      await world.database.moveTo(`${day}T09:00:00Z`)
      await runDaily(world)
    }
    const dental = await (await as('amelia.hart')).find('dental')
    expect(dental.selection).toMatchObject({
      status: 'active',
      values: { level: 'level-2' },
      effectiveFrom: '2027-04-06',
    })
    expect(dental.selection).not.toHaveProperty('today')
    const taken = await world.database.rows<{ label: string; pounds: number }>(
      `select period.label, (sum(employee_pence) / 100)::float as pounds
       from deduction
       join payroll_period period on period.client_id = deduction.client_id and period.id = deduction.period_id
       where selection_id = $1 and period.pay_on between '2027-02-01' and '2027-06-30'
       group by period.label, period.pay_on
       order by period.pay_on`,
      [chosen.selectionId],
    )
    expect(taken).toEqual([
      { label: 'February 2027', pounds: 8.5 },
      { label: 'March 2027', pounds: 8.5 },
      // The period that began before the new year is charged at the old year's price.
      { label: 'April 2027', pounds: 8.5 },
      { label: 'May 2027', pounds: level2 },
      { label: 'June 2027', pounds: level2 },
    ])
  })
})

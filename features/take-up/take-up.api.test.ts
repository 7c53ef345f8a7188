import { describe, expect, it } from 'vitest'
import { numericDate } from '../../contract/dates.ts'
import { inClient } from '../../database/database.ts'
import { readCsv } from '../../platform/csv.ts'
import { accountOf } from '../../tests/harness/accounts.ts'
import { changeFacts } from '../../tests/harness/world-actions.ts'
import { startWorld } from '../../tests/harness/world.ts'
import { calculateTakeUp } from './calculate-take-up.queries.ts'
import type { BenefitTakeUp, PeopleList, TakeUp } from './take-up.contract.ts'

const world = await startWorld({ people: 'all' })
const grace = await world.signIn('grace.lin')
const henry = await world.signIn('henry.cole')
const { clientId } = await accountOf(world.database, 'grace.lin')

const ask = (path: string, token = henry) => world.request({ url: `/api/${path.replace('{id}', clientId)}`, token })
const figuresOf = (response: Awaited<ReturnType<typeof ask>>) => ({ ...response.json<TakeUp>(), asOf: null })
const takeUp = async () => figuresOf(await ask('client/{id}/benefit-takeup'))
const ofOne = (response: Awaited<ReturnType<typeof ask>>) => ({ ...response.json<BenefitTakeUp>(), asOf: null })
const of = async (benefitId: string, query = '') => ofOne(await ask(`client/{id}/benefit-takeup/${benefitId}?${query}`))
const calculate = () => inClient(world.database.db, clientId, (tx, clock) => calculateTakeUp(tx, clientId, clock))

async function named(name: string) {
  const row = (await takeUp()).data.find((one) => one.name === name)
  if (!row) throw new Error(`No benefit is called ${name}`)
  return row
}

async function holding(name: string): Promise<string[]> {
  const rows = await world.database.rows<{ email: string }>(
    `select account.email
     from selection
     join benefit on benefit.client_id = selection.client_id and benefit.id = benefit_id
     join account on account.client_id = selection.client_id and account.person_id = selection.person_id
     where benefit.client_id = $1 and benefit.name = $2 and version_in_force is not null
       and not exists (
         select from employment_fact as fact
         where fact.client_id = account.client_id and fact.person_id = account.person_id and fact = 'status' and value in ('left', 'inactive')
       )
     order by 1`,
    [clientId, name],
  )
  return rows.map(({ email }) => email)
}

describe('take-up', () => {
  it('lists benefits in the order of the scheme, with people eligible, selected and opted out, and a percentage with one decimal [EMP-29] [EMP-36]', async () => {
    const { employees, holders, data } = await takeUp()
    const ofScheme = await world.database.rows<{ name: string }>(
      `select name from benefit where client_id = $1 order by position, name`,
      [clientId],
    )
    expect(data.map(({ name }) => name)).toEqual(ofScheme.map(({ name }) => name))
    expect(data).toHaveLength(15)
    for (const row of data)
      expect(Object.keys(row)).toEqual(expect.arrayContaining(['eligible', 'selected', 'optedOut', 'takeUp']))
    expect(employees).toBeGreaterThan(200)
    expect(holders).toBeLessThanOrEqual(employees)
    for (const { name, eligible, selected, takeUp: percent } of data) {
      expect([name, selected]).toEqual([name, (await holding(name)).length])
      expect(eligible).toBeGreaterThanOrEqual(selected)
      expect(percent).toBe(eligible === 0 ? 0 : Math.round((selected * 1000) / eligible) / 10)
    }
  })

  it('lists the people behind each figure by name, with pages and a search, and as a file [EMP-36]', async () => {
    const gym = await named('Gym membership')
    const figures: Record<PeopleList, number> = {
      selected: gym.selected,
      'not-selected': gym.eligible - gym.selected,
      'opted-out': gym.optedOut,
      eligible: gym.eligible,
    }
    expect(figures.selected).toBeGreaterThan(5)
    for (const [which, figure] of Object.entries(figures)) {
      const first = await of(gym.benefitId, `filter[holding]=${which}&range=100`)
      expect([which, first.total, first.per_page, first.filters, first.insights]).toEqual([
        which,
        figure,
        100,
        { holding: which },
        null,
      ])
      const pages = [first]
      for (let page = 2; page <= first.last_page; page++)
        pages.push(await of(gym.benefitId, `filter[holding]=${which}&range=100&page=${page}`))
      const people = pages.flatMap(({ data }) => data)
      expect([which, new Set(people.map(({ employeeId }) => employeeId)).size]).toEqual([which, figure])

      const file = await ask(`client/{id}/benefit-takeup/${gym.benefitId}/download-report?filter[holding]=${which}`)
      const { rows, faults } = readCsv(file.body)
      expect([rows.map(({ cells }) => cells['Email']), faults]).toEqual([people.map(({ email }) => email), []])
    }
    const all = await of(gym.benefitId, 'range=100')
    expect(all.data.map(({ email }) => email).toSorted()).toEqual(await holding('Gym membership'))
    const [somebody] = all.data
    const found = await of(gym.benefitId, `search=${encodeURIComponent(somebody?.email ?? '')}`)
    expect([found.total, found.data]).toEqual([1, [somebody]])
    expect(somebody).toMatchObject({ holding: 'selected', from: expect.stringMatching(/^\d{4}-\d\d-\d\d$/) })
    expect((await of(gym.benefitId, 'search=nobody-is-called-that')).data).toEqual([])
  })

  it('shows since when each person has had the benefit, even if its price changes today, on screen and in the file', async () => {
    const { benefitId } = await named('Life assurance')
    const amelia = async () => (await of(benefitId, 'search=amelia.hart')).data.map(({ from }) => from)
    const before = await amelia()
    expect(before).toEqual([expect.stringMatching(/^2026-0/)])
    const { personId } = await accountOf(world.database, 'amelia.hart')
    await changeFacts(world, 'amelia.hart', { 'benefit-salary': '6100000' })
    const [runs] = await world.database.rows(
      `select action, effective_from::text
       from selection
       join selection_version as version
         on version.client_id = selection.client_id
           and version.selection_id = selection.id
           and version.version = version_in_force
       where selection.person_id = $1 and benefit_id = $2`,
      [personId, benefitId],
    )
    expect(runs).toEqual({ action: expect.stringMatching(/^reprice/), effective_from: '2026-11-16' })
    expect(await amelia()).toEqual(before)
    const file = await ask(`client/{id}/benefit-takeup/${benefitId}/download-report?search=amelia.hart`)
    expect(readCsv(file.body).rows.map(({ cells }) => cells['From'])).toEqual(
      before.map((day) => numericDate(day ?? '')),
    )
  })

  it('leaves out leavers and future joiners; each list has the people who belong to the figure now', async () => {
    const before = await takeUp()
    const [gym] = before.data.filter(({ name }) => name === 'Gym membership')
    const [first] = (await of(gym?.benefitId ?? '')).data
    const say = (fact: string, value: string) =>
      world.database.rows(
        `insert into employment_fact (client_id, person_id, fact, value, effective_from, source)
         values ($1, $2, $3, $4, '2026-11-16', 'test')`,
        [clientId, first?.employeeId, fact, value],
      )
    const people = async () => (await of(gym?.benefitId ?? '', 'range=100')).data
    await say('status', 'left')
    expect(await people()).not.toContainEqual(first)
    expect(await takeUp()).toEqual(before)
    await calculate()
    const after = await takeUp()
    expect(after.employees).toBe(before.employees - 1)
    expect(after.data.find(({ benefitId }) => benefitId === gym?.benefitId)).toMatchObject({
      eligible: (gym?.eligible ?? 0) - 1,
      selected: (gym?.selected ?? 0) - 1,
    })
    await say('status', 'active')
    await say('start-date', '2026-12-01')
    await calculate()
    expect((await takeUp()).employees).toBe(before.employees - 1)
    await say('start-date', '2019-12-01')
    await calculate()
    expect(await takeUp()).toEqual(before)
  })

  it('shows the current time, or the time of the calculation if data have changed after it', async () => {
    const asOf = async () => Date.parse((await ask('client/{id}/benefit-takeup')).json<TakeUp>().asOf)
    const databaseTime = async () => {
      const [row] = await world.database.rows<{ second: Date }>(`select date_trunc('second', app.now()) as second`)
      return row?.second.getTime() ?? NaN
    }
    await calculate()
    const goOn = await world.database.stopClock()
    try {
      const calculated = await asOf()
      await world.database.rows(`update app.clock set ahead = ahead + interval '20 seconds'`)
      // The portal's clock may be up to a second ahead of the database's.
      expect([0, 1_000]).toContain((await asOf()) - (await databaseTime()))
      // The download adds an audit event, so the counts may be outdated.
      await ask('client/{id}/benefit-takeup/download-report')
      expect(await asOf()).toBeLessThanOrEqual(calculated)
    } finally {
      await goOn()
    }
  })

  it('counts and lists only the people of one department, location or payroll, if it is asked for and not too small [S-53]', async () => {
    const factOf = { department: 'cost-centre', location: 'location', payroll: 'payroll' }
    const facts = await world.database.rows<{ personId: string; fact: string; value: string | null; name: string }>(
      `select distinct on (fact.person_id, fact.fact)
         fact.person_id as "personId", fact.fact, fact.value, coalesce(payroll.name, fact.value) as name
       from employment_fact as fact
       left join payroll on payroll.client_id = fact.client_id and payroll.code = value and fact = 'payroll'
       where fact.client_id = $1 and effective_from <= '2026-11-16' and fact in ('cost-centre', 'location', 'payroll')
       order by 1, 2, effective_from desc, recorded_at desc, sequence desc`,
      [clientId],
    )
    const everybody = await takeUp()
    const gym = await named('Gym membership')
    const listed = async (query: string) => {
      const pages = [await of(gym.benefitId, `${query}&range=100`)]
      for (let page = 2; page <= (pages[0]?.last_page ?? 1); page++)
        pages.push(await of(gym.benefitId, `${query}&range=100&page=${page}`))
      return pages.flatMap(({ data }) => data.map(({ employeeId }) => employeeId))
    }
    const all = await listed('filter[holding]=eligible')
    // Everybody is eligible for the gym.
    expect(all).toHaveLength(everybody.employees)
    const holders = new Set(await listed('filter[holding]=selected'))

    for (const by of ['department', 'location', 'payroll'] as const) {
      const groups = Map.groupBy(
        all,
        (person) => facts.find(({ personId, fact }) => personId === person && fact === factOf[by])?.name ?? '',
      )
      const choices = everybody.groupChoices.filter((group) => group.by === by)
      const isShown = (name: string) => choices.some((group) => group.name === name)
      const hidden = [...groups].filter(([name]) => !isShown(name)).map(([, people]) => people.length)
      const inHidden = hidden.reduce((sum, people) => sum + people, 0)
      expect([by, inHidden === 0 || inHidden >= 5]).toEqual([by, true])
      for (const { value, name } of choices) {
        const people = groups.get(name) ?? []
        expect(people.length).toBeGreaterThanOrEqual(5)
        const filter = `filter[group]=${encodeURIComponent(`${by}:${value}`)}`
        const figures = figuresOf(await ask(`client/{id}/benefit-takeup?${filter}`))
        const having = people.filter((person) => holders.has(person))
        expect([figures.group?.name, figures.employees]).toEqual([name, people.length])
        const row = figures.data.find(({ benefitId }) => benefitId === gym.benefitId)
        expect([name, row?.eligible, row?.selected]).toEqual([name, people.length, having.length])
        expect([name, await listed(`${filter}&filter[holding]=selected`)]).toEqual([name, having])
      }
    }

    const few = [
      ...Map.groupBy(
        facts.filter(({ fact }) => fact === 'cost-centre'),
        ({ value }) => value,
      ),
    ]
      .filter(([, people]) => people.length < 5)
      .map(([name]) => name)
    expect(few.length).toBeGreaterThan(0)
    for (const name of [...few, 'Nowhere']) {
      const filter = `filter[group]=department:${name}`
      expect([name, figuresOf(await ask(`client/{id}/benefit-takeup?${filter}`))]).toEqual([name, everybody])
      expect((await of(gym.benefitId, filter)).total).toBe(gym.selected)
      for (const path of ['', `/${gym.benefitId}`]) {
        const file = await ask(`client/{id}/benefit-takeup${path}/download-report?${filter}`)
        expect([file.statusCode, file.json<{ code: string }>().code]).toEqual([409, 'group-not-shown'])
      }
    }
    const [ops] = everybody.groupChoices.filter(({ name }) => name === 'OPS')
    expect(ops).toEqual({ by: 'department', value: 'OPS', name: 'OPS' })
    const file = await ask(`client/{id}/benefit-takeup/download-report?filter[group]=department:OPS`)
    expect(file.headers['content-disposition']).toMatch(/benefit-take-up-OPS-2026-11-16-as-of-09-\d\d\.csv/)
    const ofOps = figuresOf(await ask(`client/{id}/benefit-takeup?filter[group]=department:OPS`))
    expect(readCsv(file.body).rows.map(({ cells }) => Number(cells['Selected']))).toEqual(
      ofOps.data.map(({ selected }) => selected),
    )
    const people = await ask(`client/{id}/benefit-takeup/${gym.benefitId}/download-report?filter[group]=department:OPS`)
    expect(readCsv(people.body).rows).toHaveLength(
      ofOps.data.find(({ benefitId }) => benefitId === gym.benefitId)?.selected ?? NaN,
    )
  })

  it('is downloaded with the current filter and order, and the audit records who downloaded it [EMP-36]', async () => {
    const { data } = await takeUp()
    const wanted = data.filter(({ category }) => category === 'health').toSorted((a, b) => b.takeUp - a.takeUp)
    const file = await ask('client/{id}/benefit-takeup/download-report?category=health&sort_by=-takeUp')
    expect(file.headers['content-disposition']).toMatch(/benefit-take-up-2026-11-16-as-of-09-\d\d\.csv/)
    expect(readCsv(file.body).rows.map(({ cells }) => [cells['Benefit'], cells['Take-up in per cent']])).toEqual(
      wanted.map(({ name, takeUp: percent }) => [name, percent.toFixed(1)]),
    )
    const [event] = await world.database.rows<{ entry: string }>(
      `select entry from audit_event where action = 'take-up.downloaded' order by sequence desc limit 1`,
    )
    expect(event?.entry).toContain(`"benefits":${wanted.length}`)
  })

  it('has no benefits if the client has no scheme year', async () => {
    await world.database.changeScheme(`update scheme_year set starts_on = '2026-11-17' where client_id = $1`, [
      clientId,
    ])
    try {
      await calculate()
      expect((await takeUp()).data).toEqual([])
    } finally {
      await world.database.changeScheme(`update scheme_year set starts_on = '2026-04-06' where client_id = $1`, [
        clientId,
      ])
      await calculate()
    }
  })
})

describe('benefit insights', () => {
  it('contain take-up in the same format, only for administrators who have insights [EMP-30] [EMP-31] [EMP-38] [EMP-39]', async () => {
    const insights = await ask('v2/client/{id}/benefit-insights', grace)
    expect(figuresOf(insights)).toEqual(await takeUp())
    const gym = await named('Gym membership')
    const one = await ask(`v2/client/{id}/benefit-insights/${gym.benefitId}`, grace)
    const { insights: groups, ...rest } = ofOne(one)
    expect({ ...rest, insights: null }).toEqual(await of(gym.benefitId))
    expect(Object.keys(groups?.groups ?? {})).toEqual(['age', 'sex', 'service'])
    for (const path of ['v2/client/{id}/benefit-insights', `v2/client/{id}/benefit-insights/${gym.benefitId}`]) {
      const refused = await ask(path, henry)
      expect([refused.statusCode, refused.json()]).toEqual([403, expect.objectContaining({ code: 'insights-off' })])
    }
  })

  it("show no group that would reveal fewer people than five or the client's own minimum [S-53]", async () => {
    const { data } = await takeUp()
    const told = async () => {
      const all: number[] = []
      let hidden = 0
      for (const { benefitId } of data) {
        const answer = await ask(`v2/client/{id}/benefit-insights/${benefitId}`, grace)
        const groups = answer.json<BenefitTakeUp>().insights?.groups
        for (const { eligible, selected } of Object.values(groups ?? {}).flat()) {
          if (eligible === null || selected === null) hidden++
          else all.push(eligible, selected, eligible - selected)
        }
      }
      return { all: all.filter((count) => count > 0), hidden }
    }
    const usual = await told()
    expect(Math.min(...usual.all)).toBeGreaterThanOrEqual(5)
    expect(usual.hidden).toBeGreaterThan(0)
    await world.database.rows(`update client set switches = switches || '{"smallestGroup": 20}' where client_id = $1`, [
      clientId,
    ])
    const larger = await told()
    expect(Math.min(...larger.all)).toBeGreaterThanOrEqual(20)
    expect(larger.hidden).toBeGreaterThan(usual.hidden)
  })
})

import { expect, it } from 'vitest'
import type { ClientId, PersonId } from '../../../contract/ids.ts'
import { type IsoDate, isoDate } from '../../../contract/dates.ts'
import { inClient, type Tx } from '../../../database/database.ts'
import { accountOf } from '../../../tests/harness/accounts.ts'
import { startWorld, type World } from '../../../tests/harness/world.ts'
import type { BenefitView } from '../benefits.contract.ts'
import { priceRows } from './my-rows.queries.ts'
import { foldMarks, revisionOf } from './person-revision.queries.ts'
import { priceSchemeAtHand } from './price-scheme.server.ts'

const pension = { contribution: 8 }

/** The price of somebody's pension, or why there is none, as it is asked for while its slider moves. */
async function quoting(world: World, name: string) {
  const token = await world.signIn(name)
  const list = await world.request({ url: '/api/v1/benefits/user/eligible', token })
  const found = list.json<BenefitView[]>().find(({ code }) => code === 'pension')
  return async (): Promise<unknown> => {
    const url = `/api/v1/benefit/${found?.benefitId}/quote`
    return (await world.request({ method: 'POST', url, token, body: { values: pension } })).json()
  }
}

/** Something done to the database past the portal, as another process or an operator does it. */
function behind(world: World, statement: string): Promise<object[]> {
  return world.database.rows(`with amelia as (
      select client_id, person_id from account where email = 'amelia.hart@demo.example'
    ) ${statement}`)
}

const rises = `insert into employment_fact (client_id, person_id, fact, value, effective_from, source)
  select client_id, person_id, 'pensionable-salary', '6000000', app.today(), 'test' from amelia`

it('reads what decides a price of somebody once, and again when the revision says that it has changed', async () => {
  const world = await startWorld()
  const quote = await quoting(world, 'amelia.hart')
  const before = await quote()
  expect(before).toMatchObject({ price: { periodsPerYear: 12 } })

  // Nothing but the marks tells: without them the price stands.
  await world.database.rows('alter table employment_fact disable trigger user')
  await behind(world, rises)
  await world.database.rows('alter table employment_fact enable trigger user')
  expect(await quote()).toEqual(before)

  await behind(
    world,
    'insert into person_revision (client_id, person_id, mark) select client_id, person_id, app.new_mark() from amelia',
  )
  expect(await quote()).not.toEqual(before)
})

it.each([
  ['another salary', rises],
  [
    'a salary that is corrected by hand',
    `update employment_fact set value = '6000000'
     where fact in ('basic-salary', 'pensionable-salary') and person_id = (select person_id from amelia)`,
  ],
  [
    'another year of birth',
    `update person_details set date_of_birth = '2012-01-01' where person_id = (select person_id from amelia)`,
  ],
  [
    'what runs from another day',
    `update selection_version set effective_from = '2026-08-01'
     where subject_id = (select person_id from amelia) and effective_from is not null`,
  ],
  [
    'what is held',
    `update selection set state = 'ended', version_in_force = null where person_id = (select person_id from amelia)`,
  ],
  [
    'a scheme year that ended',
    `update scheme_year set ends_on = app.today() - 1 where client_id = (select client_id from amelia)`,
  ],
])('prices at once by %s', async (_, statement) => {
  const world = await startWorld()
  const quote = await quoting(world, 'amelia.hart')
  const before = await quote()
  expect(await quote()).toEqual(before)
  await behind(world, statement)
  const after = await quote()
  expect(after).not.toEqual(before)
})

it('prices at once by a run that locks a pay period, and by the next day', async () => {
  const world = await startWorld()
  const quote = await quoting(world, 'amelia.hart')
  const before = (await quote()) as { reachesPay: unknown }
  await behind(
    world,
    `insert into payroll_run (client_id, period_id, line_count, employee_pence, employer_pence)
     select period.client_id, period.id, 0, 0, 0
     from payroll_period as period
     join amelia using (client_id)
     where period.starts_on > app.today()
     order by period.starts_on`,
  )
  const locked = (await quote()) as { reachesPay: unknown }
  expect(locked.reachesPay).not.toEqual(before.reachesPay)

  // The last day of the scheme year and the first of none.
  await world.database.moveClock('400 days')
  expect(await quote()).toMatchObject({ code: expect.any(String) })
})

it('gives nobody what was read for another person, nor to another client what was read for the same', async () => {
  const world = await startWorld()
  const amelia = await (await quoting(world, 'amelia.hart'))()
  const isla = await quoting(world, 'isla.reid')
  const first = await isla()
  expect(first).not.toEqual(amelia)
  expect(await isla()).toEqual(first)

  const { clientId, personId } = await accountOf(world.database, 'isla.reid')
  const [today] = await world.database.rows<{ today: IsoDate }>('select app.today()::text as today')
  const revision = await inClient(world.database.db, clientId, (tx) =>
    revisionOf(tx, clientId, { personId, today: today?.today ?? isoDate.parse('2026-11-16') }),
  )
  expect(priceSchemeAtHand(clientId, revision)?.person).toMatchObject({ personId })
  expect(priceSchemeAtHand(crypto.randomUUID() as ClientId, revision)).toBeUndefined()
})

/** The marks of Amelia's. */
async function marks({ database }: World): Promise<string[]> {
  const { personId } = await accountOf(database, 'amelia.hart')
  const rows = await database.rows<{ mark: string }>(
    'select mark::text from person_revision where person_id = $1 order by mark',
    [personId],
  )
  return rows.map(({ mark }) => mark)
}

it('adds a mark for each person whom a change is about, whatever table it is in', async () => {
  const world = await startWorld()
  const tables = {
    person_details: 'person_id',
    family_member: 'person_id',
    employment_fact: 'person_id',
    selection: 'person_id',
    selection_version: 'subject_id',
  }
  for (const [table, whose] of Object.entries(tables)) {
    const before = await marks(world)
    await behind(world, `update ${table} set client_id = client_id where ${whose} = (select person_id from amelia)`)
    expect([table, (await marks(world)).length]).toEqual([table, before.length + 1])
  }

  const before = await marks(world)
  const granted = `insert into enrolment_window (client_id, scheme_year_id, code, cause, opens_on, closes_on, rules, person_id)
     select w.client_id, w.scheme_year_id, 'for-amelia', 'granted', w.opens_on, w.opens_on + 60, '{}', amelia.person_id
     from enrolment_window as w
     join amelia using (client_id)
     where w.code = 'annual'`
  await behind(world, granted)
  expect(await marks(world)).toHaveLength(before.length + 1)
  await behind(world, `delete from enrolment_window where person_id = (select person_id from amelia)`)
  expect(await marks(world)).toHaveLength(before.length + 2)
})

it('marks or counts every table that a price of somebody is read from', async () => {
  const { database } = await startWorld()
  const marked = await database.rows<{ name: string; events: number }>(`
    select tgrelid::regclass::text as name, count(*)::int as events
    from pg_trigger
    where tgfoid in ('app.mark_people'::regproc, 'app.mark_subjects'::regproc)
    group by 1`)
  const renewing = await database.rows<{ name: string }>(`
    select distinct tgrelid::regclass::text as name
    from pg_trigger
    where tgfoid in ('app.renew_scheme_revision'::regproc, 'app.renew_scheme_revision_for_all'::regproc)`)
  expect(marked.every(({ events }) => events === 3)).toBe(true)
  const told = new Set([...marked, ...renewing].map(({ name }) => name))
  // Itself the revision of what is offered; runs, which are counted.
  for (const name of ['client', 'payroll_run']) told.add(name)
  const read = await tablesReadForPrices()
  expect(read).toEqual(expect.arrayContaining(['employment_fact', 'family_member', 'selection_version']))
  expect(read.filter((name) => !told.has(name))).toEqual([])
})

/** As the statement names them, without those of its own. */
async function tablesReadForPrices(): Promise<string[]> {
  const statements: string[] = []
  const listening = {
    executeQuery: ({ sql }: { sql: string }) => {
      statements.push(sql)
      return Promise.resolve({ rows: [] })
    },
  }
  const nobody = '00000000-0000-4000-8000-000000000000'
  // Nothing but the text of what is asked is looked at.
  await priceRows(listening as unknown as Tx, nobody as ClientId, {
    personId: nobody as PersonId,
    today: isoDate.parse('2026-11-16'),
  })
  const text = (statements[0] ?? '').replaceAll(/--.*/g, '')
  const ofItsOwn = new Set([...text.matchAll(/(\w+) as (?:materialized )?\(/g)].map(([, name]) => name))
  const named = [...text.matchAll(/\b(?:from|join) ([a-z_]+)/g)].flatMap(([, name]) => name ?? [])
  return [...new Set(named)].filter((name) => !ofItsOwn.has(name)).toSorted()
}

it('folds the marks of whoever has many into one, which says that something has changed', async () => {
  const world = await startWorld()
  const { clientId } = await accountOf(world.database, 'amelia.hart')
  const quote = await quoting(world, 'amelia.hart')
  const before = await quote()
  for (let change = 0; change < 17; change += 1)
    await behind(world, 'update person_details set title = title where person_id = (select person_id from amelia)')
  const many = await marks(world)
  await inClient(world.database.db, clientId, (tx) => foldMarks(tx, clientId))
  const [one, ...others] = await marks(world)
  expect(others).toEqual([])
  expect(many).not.toContain(one)
  expect(await quote()).toEqual(before)
  // Few are left as they are.
  await inClient(world.database.db, clientId, (tx) => foldMarks(tx, clientId))
  expect(await marks(world)).toEqual([one])
})

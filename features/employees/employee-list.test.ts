import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { IsoDate } from '../../contract/dates.ts'
import { newPersonId, type ClientId, type PersonId } from '../../contract/ids.ts'
import { withConnection } from '../../database/bootstrap.ts'
import { inClient, type Tx } from '../../database/database.ts'
import { runDaily } from '../../tests/harness/run-daily.ts'
import { dataDifferences, repairDerivedTables } from '../../tests/harness/derived-tables.ts'
import { notOnCitus } from '../../tests/harness/on-citus.ts'
import { addClient, detailsOf } from '../../tests/harness/people.ts'
import { startPortal, type Portal } from '../../tests/harness/portal.ts'
import { savePersonDetails } from '../../services/people/profile.queries.ts'
import { changeAccount, createAccounts, recordFirstActivation } from '../../services/session/account.queries.ts'
import { employeePageQuery, type ListRequest, type EmployeePage, type PagePosition } from './employee-list.queries.ts'
import { refreshListedFacts } from './employees.jobs.ts'
import { recordFacts } from './employees.queries.ts'
import { refreshEmployees } from '../../services/people/refresh-employees.queries.ts'
import { normaliseForSearch } from './search-words.rules.ts'

type Wanted = Partial<ListRequest & PagePosition>
const asked = (wanted: Wanted): ListRequest & PagePosition => ({
  search: '',
  column: 'surname',
  descending: false,
  perPage: 10,
  page: 1,
  ...wanted,
})

async function employeePage(tx: Tx, clientId: ClientId, wanted: ListRequest & PagePosition): Promise<EmployeePage> {
  const { rows } = await employeePageQuery(clientId, wanted).execute(tx)
  expect(rows).toHaveLength(1)
  return rows[0] as EmployeePage
}

const many = process.env['LONG_TESTS'] ? 20_000 : 5_000

describe(`for ${many} people`, () => {
  let portal: Portal
  let clientId: ClientId

  beforeAll(async () => {
    portal = await startPortal({ keep: true })
    clientId = await addClient(portal, { site: 'many' })
    await addManyPeople(portal, clientId, many)
  })
  afterAll(() => portal.close())

  const page = (wanted: Wanted) =>
    inClient(portal.database.db, clientId, (tx) => employeePage(tx, clientId, asked(wanted)))

  async function read(wanted: Wanted) {
    const pages = await inClient(portal.database.db, clientId, async (tx) => {
      const query = employeePageQuery(clientId, asked(wanted))
      const { rows } = await sql<{ 'QUERY PLAN': [{ Plan: Record<string, number> }] }>`
        explain (analyze, buffers, timing off, format json) ${query}
      `.execute(tx)
      const plan = rows[0]?.['QUERY PLAN'][0].Plan
      return (plan?.['Shared Hit Blocks'] ?? NaN) + (plan?.['Shared Read Blocks'] ?? NaN)
    })
    return { ...(await page(wanted)), pages }
  }

  notOnCitus('it reads plans').each<[string, Wanted, number]>([
    ['everybody', {}, many],
    ['everybody, from Z to A', { descending: true }, many],
    ['who is registered', { registered: true }, many * 0.6],
    ['who is not', { registered: false }, many * 0.4],
    ['who has two-factor authentication', { twoFactor: true }, many * 0.2],
    ['who has not', { twoFactor: false }, many * 0.8],
    ['everybody by email', { column: 'email' }, many],
    ['everybody by employee number', { column: 'employeeNumber', descending: true }, many],
  ])('the first page of %s reads at most 40 database pages, including the totals (P-01)', async (_, wanted, total) => {
    const found = await read(wanted)
    expect([found.data.length, found.total, found.people]).toEqual([10, total, many])
    expect(found.pages).toBeLessThanOrEqual(40)
  })

  notOnCitus('it reads plans').each<[string, Wanted]>([
    ['in the middle', { page: many / 20 }],
    ['at the end', { page: many / 10 }],
    ['in the middle, from Z to A', { page: many / 20, descending: true }],
    ['of who is registered', { page: many * 0.03, registered: true }],
    ['of who lacks two-factor authentication', { page: many * 0.04, twoFactor: false }],
  ])('a page %s reads at most 60 database pages, and so do the pages before and after it (P-03)', async (_, wanted) => {
    const found = await read(wanted)
    const [first, last] = [found.data[0]?.employeeId, found.data.at(-1)?.employeeId]
    const around = [await read({ ...wanted, before: first }), await read({ ...wanted, after: last })]
    expect(found.data).toHaveLength(10)
    expect([found, ...around].filter(({ pages }) => !(pages <= 60))).toEqual([])

    const order = await inOrder(portal, clientId, wanted)
    const at = order.indexOf(first as PersonId)
    expect(found.data.map(({ employeeId }) => employeeId)).toEqual(order.slice(at, at + 10))
    expect(at).toBe(((wanted.page ?? 1) - 1) * 10)
    expect(around[0]?.data.map(({ employeeId }) => employeeId)).toEqual(order.slice(at - 10, at))
    expect(around[1]?.data.map(({ employeeId }) => employeeId)).toEqual(order.slice(at + 10, at + 20))
  })

  notOnCitus('it reads plans').each([
    ['a number', `nr${many - 1}`, 1],
    ['two words and an accent', 'zoë müller12', 1],
    ['nobody', 'qwertz', 0],
  ])(
    'a search for %s reads at most 60 database pages plus two for each result, and counts exactly (P-02)',
    async (_, search, most) => {
      const found = await read({ search })
      const matching = await inClient(portal.database.db, clientId, async (tx) => {
        const words = search.split(' ').map((word) => sql`and search like ${`%${normaliseForSearch(word)}%`}`)
        const { rows } = await sql<{ count: number }>`
        select count(*)::integer as count from employee where client_id = ${clientId} ${sql.join(words, sql` `)}
      `.execute(tx)
        return rows[0]?.count ?? NaN
      })
      expect([found.total, found.data.length]).toEqual([matching, Math.min(matching, 10)])
      expect(found.total).toBeGreaterThanOrEqual(most)
      expect(found.pages).toBeLessThanOrEqual(60 + 2 * found.total)
    },
  )

  it('a search for a letter in thousands of names shows results by name and reports more than 1,000', async () => {
    const found = await page({ search: 'm' })
    expect([found.total, found.more]).toEqual([1_000, true])
    const order = await inOrder(portal, clientId, {}, `search like '% m%'`)
    expect(found.data.map(({ employeeId }) => employeeId)).toEqual(order.slice(0, 10))
  })
})

describe('totals', () => {
  it('equal those of the source tables after any writes, in any order', { timeout: 600_000 }, async () => {
    const most = process.env['LONG_TESTS'] ? 50 : 24
    const portal = await startPortal()
    await fc.assert(
      fc.asyncProperty(fc.array(write, { minLength: most - 4, maxLength: most, size: 'max' }), async (writes) => {
        const clientId = await addClient(portal, { site: `c${crypto.randomUUID().slice(0, 8)}` })
        const people: PersonId[] = []
        for (const each of writes) {
          await perform(portal, clientId, people, each)
          const { said, so } = await figures(portal, clientId)
          expect(said, `after ${JSON.stringify(each)}`).toEqual(so)
        }
      }),
      { numRuns: process.env['LONG_TESTS'] ? 20 : 1, endOnFailure: true },
    )
  })

  it('are exact after parallel writes', async () => {
    const portal = await startPortal()
    const clientId = await addClient(portal, { site: 'busy' })
    const people: PersonId[] = []
    await perform(portal, clientId, people, { do: 'hire', count: 300, who: 0 })
    const register = (who: number) => perform(portal, clientId, people, { do: 'register', count: 1, who })
    const rename = (who: number) => perform(portal, clientId, people, { do: 'rename', count: 1, who })
    for (let round = 0; round < 5; round++) {
      const at = round * 20
      await Promise.all(Array.from({ length: 40 }, (_, index) => (index % 2 ? register : rename)(at + (index >> 1))))
      const { said, so } = await figures(portal, clientId)
      expect(said).toEqual(so)
      expect(await dataDifferences(portal.database)).toEqual([])
    }
  })

  it('count searches by employee number from the day on which the number applies', async () => {
    const portal = await startPortal()
    const { database } = portal
    await database.moveTo('2026-11-16')
    const clientId = await addClient(portal, { site: 'numbers' })
    const personId = newPersonId()
    await inClient(database.db, clientId, async (tx) => {
      await hire(tx, clientId, [personId])
      const fact = { personId, fact: 'employee-number' as const, value: 'N1' }
      const facts = [fact, { ...fact, value: 'N2' }].map((each, index) => ({
        ...each,
        effectiveFrom: (['2026-11-01', '2026-11-18'] as IsoDate[])[index] as IsoDate,
      }))
      await recordFacts(tx, clientId, { facts, source: 'test' })
    })
    const number = () =>
      inClient(
        database.db,
        clientId,
        async (tx) => (await employeePage(tx, clientId, asked({}))).data[0]?.employeeNumber,
      )
    await runDaily(portal, [refreshListedFacts])
    expect(await number()).toBe('N1')
    await database.moveTo('2026-11-18')
    await runDaily(portal, [refreshListedFacts])
    expect(await number()).toBe('N2')
  })
})

type Write = {
  do: 'hire' | 'register' | 'two-factor' | 'rename' | 'address' | 'number' | 'remove' | 'nothing-comes-of-it'
  count: number
  who: number
}

const write: fc.Arbitrary<Write> = fc.record({
  do: fc.constantFrom(
    'hire',
    'hire',
    'register',
    'two-factor',
    'rename',
    'address',
    'number',
    'remove',
    'nothing-comes-of-it',
  ),
  count: fc.oneof(
    { weight: 24, arbitrary: fc.integer({ min: 1, max: 30 }) },
    { weight: 1, arbitrary: fc.constant(250) },
    { weight: 1, arbitrary: fc.constant(2_000) },
  ),
  who: fc.nat({ max: 10_000 }),
})

const surnames = ['Hart', "O'Neill", 'Ødegård', 'de la Cruz', 'Ahmed', 'Żak', 'Smith', 'Smith-Jones']

async function perform(portal: Portal, clientId: ClientId, people: PersonId[], { do: what, count, who }: Write) {
  const some = Array.from({ length: count }, (_, index) => people[(who + index * 7) % (people.length || 1)] as PersonId)
  const concerned = people.length === 0 ? [] : [...new Set(some)]
  if (what === 'remove') {
    const gone = concerned.slice(0, 5)
    await portal.database.rows('delete from account where client_id = $1 and person_id = any($2)', [clientId, gone])
    await inClient(portal.database.db, clientId, (tx) => refreshEmployees(tx, clientId, gone))
    people.splice(0, people.length, ...people.filter((each) => !gone.includes(each)))
    return
  }
  const abandoned = new Error('Nothing comes of it')
  const newcomers = what === 'hire' || what === 'nothing-comes-of-it' ? Array.from({ length: count }, newPersonId) : []
  try {
    await inClient(portal.database.db, clientId, async (tx) => {
      await hire(tx, clientId, newcomers)
      if (what === 'nothing-comes-of-it') throw abandoned
      for (const personId of what === 'register' ? concerned : [])
        await recordFirstActivation(tx, clientId, personId, new Date())
      if (what === 'address')
        for (const personId of concerned)
          await changeAccount(tx, clientId, personId, { email: `${personId}@new.example` })
      if (what === 'rename') await savePersonDetails(tx, clientId, { people: concerned.map(named) })
      if (what === 'number') {
        const facts = concerned.map((personId) => ({
          personId,
          fact: 'employee-number' as const,
          value: `N${who}`,
          effectiveFrom: '2026-01-01' as IsoDate,
        }))
        await recordFacts(tx, clientId, { facts, source: 'test' })
      }
      if (what === 'two-factor') {
        await sql`
          update account
          set two_factor_secret = case when two_factor_secret is null then 'sealed' end
          where client_id = ${clientId} and person_id = any(${concerned}::uuid[])
        `.execute(tx)
        await refreshEmployees(tx, clientId, concerned)
      }
    })
    people.push(...newcomers)
  } catch (error) {
    if (error !== abandoned) throw error
  }
}

async function hire(tx: Tx, clientId: ClientId, newcomers: readonly PersonId[]): Promise<void> {
  await createAccounts(
    tx,
    clientId,
    newcomers.map((personId) => ({
      personId,
      email: `${personId}@demo.example`,
      userType: 'employee',
      state: 'invited',
      passwordHash: null,
    })),
  )
  await savePersonDetails(tx, clientId, { people: newcomers.map(named) })
}

function named(personId: PersonId) {
  const [one, two] = [crypto.getRandomValues(new Uint8Array(1))[0] ?? 0, personId.slice(0, 2)]
  return detailsOf(personId, { firstName: `Ann ${two}`, surname: `${surnames[one % surnames.length] ?? ''} ${two}` })
}

async function figures(portal: Portal, clientId: ClientId): Promise<{ said: unknown; so: unknown }> {
  const { said, so } = await inClient(portal.database.db, clientId, async (tx) => {
    const { rows } = await sql<{ people: number; registered: number; twoFactor: number }>`
      select
        count(*)::integer as people,
        count(activated_at)::integer as registered,
        count(two_factor_secret)::integer as "twoFactor"
      from account
      join person_details using (client_id, person_id)
      where client_id = ${clientId}
    `.execute(tx)
    const { people = NaN, registered = NaN, twoFactor = NaN } = rows[0] ?? {}
    const total = async (wanted: Wanted) => (await employeePage(tx, clientId, asked(wanted))).total
    return {
      said: [
        await total({}),
        await total({ registered: true }),
        await total({ registered: false }),
        await total({ twoFactor: true }),
        await total({ twoFactor: false }),
      ],
      so: [people, registered, people - registered, twoFactor, people - twoFactor],
    }
  })
  const pages: { said: unknown; so: unknown }[] = []
  for (const wanted of [{}, { registered: false }, { twoFactor: true, descending: true }]) {
    const order = await inOrder(portal, clientId, wanted)
    const page = Math.max(1, Math.ceil(order.length / 10 / 2))
    const { data } = await inClient(portal.database.db, clientId, (tx) =>
      employeePage(tx, clientId, asked({ ...wanted, page })),
    )
    pages.push({ said: data.map(({ employeeId }) => employeeId), so: order.slice((page - 1) * 10, page * 10) })
  }
  return {
    said: { totals: said, pages: pages.map((page) => page.said) },
    so: { totals: so, pages: pages.map((page) => page.so) },
  }
}

async function inOrder(
  portal: Portal,
  clientId: ClientId,
  { registered, twoFactor, descending }: Wanted,
  condition = 'true',
): Promise<PersonId[]> {
  const direction = descending ? 'desc' : 'asc'
  return withConnection(portal.database.superuser, async (client) => {
    const { rows } = await client.query<{ person_id: PersonId }>(
      `select person_id
       from (
         select
           person_id,
           app.folded(surname || ' ' || first_name) collate "C" as name,
           ' ' || app.folded(first_name || ' ' || surname || ' ' || email) as search
         from account
         join person_details using (client_id, person_id)
         where client_id = $1
           and ($2::boolean is null or (activated_at is not null) = $2)
           and ($3::boolean is null or (two_factor_secret is not null) = $3)
       ) as everybody
       where ${condition}
       order by name ${direction}, person_id ${direction}`,
      [clientId, registered ?? null, twoFactor ?? null],
    )
    return rows.map((row) => row.person_id)
  })
}

async function addManyPeople({ database }: Portal, clientId: ClientId, count: number): Promise<void> {
  await withConnection(database.superuser, async (client) => {
    const [first, last] = [
      `{Amelia,Zoë,Muhammad,José,Siân,Oskar,Łukasz,Grace}`,
      `{Hart,O'Neil,Müller,Patel,García,Nowak,Taylor}`,
    ]
    await client.query(
      `create temporary table load as
       select
         gen_random_uuid() as id,
         n,
         ($2::text[])[1 + n % 8] as first_name,
         ($3::text[])[1 + n % 7] || case when n % 3 = 0 then '' else (n % 5000)::text end as surname
       from generate_series(1, $1::integer) as n`,
      [count, first, last],
    )
    await client.query(`
      insert into person_details (client_id, person_id, first_name, surname, date_of_birth)
      select '${clientId}', id, first_name, surname, '1990-05-17' from load`)
    await client.query(`
      insert into employment_fact (client_id, person_id, fact, value, effective_from, source)
      select '${clientId}', id, 'employee-number', 'NR' || n, '2020-01-01', 'test' from load`)
    await client.query(`
      insert into account (client_id, person_id, email, user_type, activated_at, two_factor_secret)
      select
        '${clientId}', id, 'p' || n || '@many.example', 'employee',
        case when n % 10 < 6 then now() end, case when n % 10 < 2 then 'sealed' end
      from load`)
  })
  await repairDerivedTables(database)
  await database.rows('vacuum (analyze) employee, employee_block, employee_count, employee_delta')
}

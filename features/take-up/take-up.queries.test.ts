import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, expect, it } from 'vitest'
import { isoDate, type IsoDate } from '../../contract/dates.ts'
import type { ClientId, PersonId } from '../../contract/ids.ts'
import { withConnection } from '../../database/bootstrap.ts'
import { inClient, type Clock, type Tx } from '../../database/database.ts'
import { transactionDay } from '../../database/transaction-time.ts'
import { createTestDatabase } from '../../tests/harness/databases.ts'
import { repairDerivedTables } from '../../tests/harness/derived-tables.ts'
import { notOnCitus } from '../../tests/harness/on-citus.ts'
import { testSecrets } from '../../tests/harness/test-secrets.ts'
import { worldMoment } from '../../tests/harness/world.ts'
import { appendAudit } from '../../services/audit/audit.queries.ts'
import { benefitsWithWithdrawn, schemeYearOn } from '../../services/my-benefits/benefits.queries.ts'
import { eligibilityOfEach } from '../../services/my-benefits/eligibility.queries.ts'
import { ageOn } from '../../domain/pricing/age.ts'
import { recordFacts } from '../employees/employees.queries.ts'
import { generateClient } from '../../bench/generate/generate.server.ts'
import { ageBands, serviceBands } from './age-and-service-bands.rules.ts'
import { calculateTakeUp } from './calculate-take-up.queries.ts'
import { takeUpIn, requireCounts, type CountedGroup } from './take-up-figures.rules.ts'
import { calculateOutdatedTakeUp } from './take-up.jobs.ts'
import { takeUpCountsQuery } from './take-up.queries.ts'
import { renewSchemeRevision } from '../../services/scheme/scheme.queries.ts'

const folder = join(import.meta.dirname, '../../examples/demo')
const people = process.env['LONG_TESTS'] ? 2_000 : 150
const randomWrites = process.env['LONG_TESTS'] ? 400 : 80

const database = await createTestDatabase()
await database.moveTo(worldMoment)
const clientId: ClientId = await generated('big')
afterAll(() => database.close())

async function generated(client: string): Promise<ClientId> {
  const outcome = await generateClient(database.db, { folder, client, people, seed: 11, secrets: testSecrets })
  if (!('generated' in outcome)) throw new Error(`Not generated: ${JSON.stringify(outcome)}`)
  return outcome.generated.clientId
}

const here = <T>(work: (tx: Tx, clock: Clock) => Promise<T>) => inClient(database.db, clientId, work)

const nobody = sql<PersonId>`null::uuid`

async function counted(tx: Tx, of = clientId): Promise<CountedGroup[]> {
  const { rows } = await sql<CountedGroup>`
    select nullif(benefit_id, ${of}) as "benefitId", dimension, band, eligible, selected, opted_out as "optedOut"
    from take_up_count
    where client_id = ${of}
      and dimension <> 'enrolment'
  `.execute(tx)
  return rows
}

function told(groups: readonly CountedGroup[]): string[] {
  return groups
    .filter(({ eligible, selected, optedOut }) => eligible !== 0 || selected !== 0 || optedOut !== 0)
    .map((one) => [one.benefitId, one.dimension, one.band, one.eligible, one.selected, one.optedOut].join(' '))
    .toSorted()
}

async function countedOneByOne(tx: Tx, today: IsoDate): Promise<string[]> {
  const year = await schemeYearOn(tx, clientId, { date: today })
  const benefits = year ? await benefitsWithWithdrawn(tx, clientId, { schemeYearId: year.id }) : []
  const may = year ? await eligibilityOfEach(tx, clientId, { year, benefits, on: today }) : []
  const causes = new Map(may.map(({ personId, causes: of }) => [personId, of]))
  const { rows } = await sql<Person>`
    select
      details.person_id as "personId",
      date_of_birth as "dateOfBirth",
      sex,
      (
        select array_agg(array[effective_from::text, value] order by effective_from desc, recorded_at desc, sequence desc)
        from employment_fact as fact
        where fact.client_id = ${clientId} and fact.person_id = details.person_id and fact = 'start-date'
      ) as starts,
      coalesce((
        select jsonb_object_agg(fact, value)
        from (
          select distinct on (fact) fact, value
          from employment_fact as fact
          where fact.client_id = ${clientId}
            and fact.person_id = details.person_id
            and fact in ('cost-centre', 'location', 'payroll')
            and effective_from <= ${today}
          order by fact, effective_from desc, recorded_at desc, sequence desc
        ) as newest
      ), '{}') as facts,
      coalesce((
        select jsonb_object_agg(
          benefit_id, case when version_in_force is not null then 'selected' else state end
        )
        from selection
        where selection.client_id = ${clientId} and selection.person_id = details.person_id
      ), '{}') as held,
      ${transactionDay} as today
    from person_details as details
    where details.client_id = ${clientId}
  `.execute(tx)
  const employedCause = await employedOn(tx, today)
  const sums = new Map<string, [number, number, number]>()
  const add = (benefitId: string | null, person: Person, [eligible, selected, optedOut]: boolean[]) => {
    if (!eligible && !optedOut) return
    for (const group of groupsOf(person, today, benefitId)) {
      const key = [benefitId, ...group].join(' ')
      const [e, s, o] = sums.get(key) ?? [0, 0, 0]
      sums.set(key, [e + Number(eligible), s + Number(selected), o + Number(optedOut)])
    }
  }
  for (const person of rows) {
    const first = firstDay(person, today)
    if (!employedCause.has(person.personId) || (first !== null && first > today)) continue
    const has = benefits.filter(({ id }) => person.held[id] === 'selected')
    add(null, person, [true, has.length > 0, false])
    for (const [place, { id }] of benefits.entries()) {
      const cause = causes.get(person.personId)?.[place] ?? null
      const selected = person.held[id] === 'selected'
      add(id, person, [selected || cause === null || cause === 'window', selected, person.held[id] === 'opted-out'])
    }
  }
  const isStored = (key: string) => (sums.get(key.replace(/^\S+ group /, ' groups '))?.[0] ?? 0) >= 5
  return [...sums]
    .filter(([key]) => !/^\S+ group /.test(key) || isStored(key))
    .map(([key, sum]) => [key, ...sum].join(' '))
    .toSorted()
}

type Person = {
  personId: PersonId
  dateOfBirth: IsoDate
  sex: string | null
  starts: [string, string | null][] | null
  held: Record<string, string>
  facts: Record<string, string | null>
}

async function employedOn(tx: Tx, on: IsoDate): Promise<Set<PersonId>> {
  const { rows } = await sql<{ personId: PersonId }>`
    select account.person_id as "personId"
    from account
    cross join lateral (
      select
        (array_agg(value order by effective_from desc, recorded_at desc, sequence desc)
          filter (where fact = 'status'))[1] as status,
        (array_agg(value order by effective_from desc, recorded_at desc, sequence desc)
          filter (where fact = 'end-date'))[1] as last_day
      from employment_fact
      where employment_fact.client_id = ${clientId}
        and employment_fact.person_id = account.person_id
        and effective_from <= ${on}
    ) as known
    where account.client_id = ${clientId}
      and coalesce(status, 'active') = 'active'
      and coalesce(last_day::date >= ${on}, true)
  `.execute(tx)
  return new Set(rows.map(({ personId }) => personId))
}

function firstDay({ starts }: Person, today: IsoDate): string | null {
  const [inForce, ahead] = [
    (starts ?? []).find(([from]) => from <= today),
    (starts ?? []).find(([from]) => from > today),
  ]
  return inForce?.[1] ?? ahead?.[1] ?? null
}

function groupsOf(person: Person, today: IsoDate, benefitId: string | null): [string, string][] {
  const group = benefitId === null ? 'groups' : 'group'
  const first = firstDay(person, today)
  const years = first === null ? null : ageOn(isoDate.parse(first), today)
  return [
    ['all', 'all'],
    ['age', bandOf(ageBands, ageOn(person.dateOfBirth, today))],
    ['sex', person.sex ?? 'unknown'],
    ['service', years === null ? 'unknown' : bandOf(serviceBands, years)],
    [group, `department:${person.facts['cost-centre'] ?? ''}`],
    [group, `location:${person.facts['location'] ?? ''}`],
    [group, `payroll:${person.facts['payroll'] ?? ''}`],
  ]
}

const bandOf = (bands: readonly (readonly [number, string])[], years: number) =>
  bands.find(([from]) => years >= from)?.[1] ?? 'none'

const calculate = (of = clientId) => inClient(database.db, of, (tx, clock) => calculateTakeUp(tx, of, clock))
const waited = () => database.rows(`update app.clock set ahead = ahead + interval '31 seconds'`)
const round = () =>
  calculateOutdatedTakeUp({
    db: database.db,
    onFault: ({ error }) => {
      throw error
    },
  })

const bothWays = (what: string) =>
  here(async (tx, { today }) => {
    const [one, all] = [await countedOneByOne(tx, today), told(await counted(tx))]
    const [missing, more] = [one.filter((line) => !all.includes(line)), all.filter((line) => !one.includes(line))]
    return { what, known: one.length > 100, missing, more }
  })
const same = { known: true, missing: [], more: [] }

notOnCitus('it reads plans')(
  'reading take-up takes as many database pages for thousands of people as for hundreds [P-17]',
  async () => {
    const wide = await generated('wide')
    await withConnection(database.superuser, (client) => client.query(sameYearBefore, [wide]))
    await calculate(wide)
    const few = await pagesTouched(wide)
    await withConnection(database.superuser, (client) => client.query(manyMore, [wide, 5_000]))
    await repairDerivedTables(database)
    await calculate(wide)
    const many = await pagesTouched(wide)
    expect(many.employees - few.employees).toBe(5_000)
    expect(many.pages).toBeLessThanOrEqual(40)
    expect(many.pages).toBeLessThanOrEqual(2 * few.pages)
  },
)

it('a worker calculates changed counts within a minute, and skips counts that are unchanged or that another worker is calculating', async () => {
  await calculate()
  const goOn = await database.stopClock()
  try {
    const first = await momentOf()
    await waited()
    await round()
    expect(await momentOf()).toEqual({ ...first, asOf: later(first.asOf, 31) })

    // A login writes nothing that the counts depend on.
    const login = { actor: null, subject: null, action: 'session.started', details: {} }
    await here((tx, { now }) =>
      appendAudit(tx, clientId, [
        { ...login, at: now },
        { ...login, at: now },
      ]),
    )
    expect(await momentOf()).toEqual({ ...first, asOf: later(first.asOf, 31) })
    await waited()
    await round()
    expect(await momentOf()).toEqual({ ...first, asOf: later(first.asOf, 62) })

    const [one, other] = await here((tx) => somebody(tx, chance(7), 2))
    await here((tx, clock) => leave(tx, one, clock))
    expect(await momentOf()).toMatchObject({ asOf: first.calculatedAt, employees: first.employees })
    await Promise.all([round(), round()])
    const second = await momentOf()
    expect(second).toEqual({
      asOf: later(first.asOf, 62),
      calculatedAt: later(first.asOf, 62),
      employees: first.employees - 1,
    })

    // The counts are too new to be calculated again.
    await here((tx, clock) => leave(tx, other, clock))
    await round()
    expect(await momentOf()).toEqual(second)
    await waited()
    await here(async (tx, clock) => {
      await calculateTakeUp(tx, clientId, clock)
      await round()
      expect(await momentOf()).toEqual(second)
    })
    expect(await momentOf()).toMatchObject({ employees: first.employees - 2, asOf: later(first.asOf, 93) })
  } finally {
    await goOn()
  }
})

it('a write that is committed during a calculation is counted in the next round', async () => {
  // Skips the two people that the test above changed.
  const [, , slow] = await here((tx) => somebody(tx, chance(7), 3))
  const { employees } = await momentOf()
  await here(async (tx, clock) => {
    await leave(tx, slow, clock)
    await calculate()
    expect(await momentOf()).toMatchObject({ employees })
  })
  await waited()
  await round()
  expect(await momentOf()).toMatchObject({ employees: employees - 1 })
  expect(await bothWays('once it is committed')).toMatchObject(same)
})

it(`after each of ${randomWrites} random writes, the stored counts match the rules`, async () => {
  const seed = Math.floor(Math.random() * 1_000_000)
  const next = chance(seed)
  for (let write = 1; write <= randomWrites; write++) {
    const kind = kinds[next(kinds.length)] ?? kinds[0]
    await here((tx, { today }) => writes[kind](tx, { today, next }))
    await calculate()
    expect(await bothWays(`${kind}, write ${write} of seed ${seed}`)).toMatchObject(same)
  }
})

it('the figures match the rules about who can choose, on any day [EMP-36]', async () => {
  // The days include birthdays, anniversaries and last days, also in the next calendar year.
  for (const day of ['2026-11-17', '2026-12-31', '2027-03-01', '2027-04-05']) {
    await database.moveTo(day)
    await round()
    expect(await bothWays(day)).toMatchObject(same)
  }
})

async function momentOf() {
  return here(async (tx) => {
    const { rows } = await takeUpCountsQuery({ groups: false }, { clientId, callerId: nobody }).execute(tx)
    const [kept] = await database.rows<{ at: string }>(
      `select to_char(calculated_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as at from take_up where client_id = $1`,
      [clientId],
    )
    return {
      asOf: rows[0]?.asOf ?? '',
      calculatedAt: kept?.at ?? '',
      employees: takeUpIn(requireCounts(rows[0])).employees,
    }
  })
}

function later(moment: string, seconds: number): string {
  return new Date(Date.parse(moment) + seconds * 1000).toISOString().replace('.000', '')
}

async function pagesTouched(of: ClientId) {
  return inClient(database.db, of, async (tx) => {
    const { rows } = await sql<{ 'QUERY PLAN': [{ Plan: Record<string, number> }] }>`
      explain (analyze, buffers, timing off, format json) ${takeUpCountsQuery({ groups: true }, { clientId: of, callerId: nobody })}
    `.execute(tx)
    const plan = rows[0]?.['QUERY PLAN'][0].Plan
    const everybody = (await counted(tx, of)).find(
      ({ benefitId, dimension }) => benefitId === null && dimension === 'all',
    )
    return {
      pages: (plan?.['Shared Hit Blocks'] ?? NaN) + (plan?.['Shared Read Blocks'] ?? NaN),
      employees: everybody?.eligible ?? NaN,
    }
  })
}

type Next = (below: number) => number
type Writing = (tx: Tx, with_: { today: IsoDate; next: Next }) => Promise<unknown>

const kinds = ['fact', 'fact', 'choice', 'choice', 'details', 'scheme'] as const
const writes: Record<(typeof kinds)[number], Writing> = {
  fact: async (tx, { today, next }) => {
    const [personId] = await somebody(tx, next, 1)
    const day = (from: number) => new Date(Date.parse(today) + from * 86_400_000).toISOString().slice(0, 10)
    const said = (
      [
        ['status', ['active', 'inactive', 'left', null][next(4)] ?? null],
        ['start-date', day(next(800) - 700)],
        ['end-date', next(3) === 0 ? null : day(next(60) - 20)],
        ['cost-centre', ['OPS', 'HR', null][next(3)] ?? null],
        ['location', ['York', 'Leeds', null][next(3)] ?? null],
        ['payroll', ['monthly', 'four-weekly', null][next(3)] ?? null],
        ['probation-end', next(3) === 0 ? null : day(next(60) - 30)],
      ] as const
    )[next(7)]
    if (!personId || !said) throw new Error('Nobody is there')
    const [fact, value] = said
    await sql`
      insert into employment_fact (client_id, person_id, fact, value, effective_from, source)
      values (${clientId}, ${personId}, ${fact}, ${value}, ${day(next(20) - 15)}, 'test')
    `.execute(tx)
  },
  choice: async (tx, { next }) => {
    const [personId] = await somebody(tx, next, 1)
    await sql`
      update selection
      set state = ${['active', 'opted-out', 'ended', 'pending', 'pending-change'][next(5)]},
          version_in_force = case when ${next(2)}::integer = 0 then version end
      where client_id = ${clientId}
        and person_id = ${personId ?? null}
    `.execute(tx)
  },
  details: async (tx, { next }) => {
    const [personId] = await somebody(tx, next, 1)
    await sql`
      update person_details
      set date_of_birth = date '1950-01-01' + ${next(20_000)}::integer,
          sex = ${['female', 'male', null][next(3)]}
      where client_id = ${clientId}
        and person_id = ${personId ?? null}
    `.execute(tx)
  },
  scheme: async (tx, { next }) => {
    await sql`
      update benefit
      set withdrawn = ${next(4)}::integer = 0,
          definition = definition || jsonb_build_object(
            'ages', jsonb_build_object('from', 18 + ${next(30)}::integer), 'openInProbation', ${next(2)}::integer = 0
          )
      where client_id = ${clientId}
        and id = (select id from benefit where client_id = ${clientId} order by code offset ${next(12)}::integer limit 1)
    `.execute(tx)
    await renewSchemeRevision(tx, clientId)
  },
}

async function leave(tx: Tx, personId: PersonId | undefined, { now, today }: Clock): Promise<void> {
  if (!personId) throw new Error('Nobody is there')
  await recordFacts(tx, clientId, {
    facts: [{ personId, fact: 'status', value: 'left', effectiveFrom: today }],
    source: 'test',
  })
  await appendAudit(tx, clientId, [{ at: now, actor: null, subject: null, action: 'person.left', details: {} }])
}

async function somebody(tx: Tx, next: Next, howMany: number): Promise<PersonId[]> {
  const { rows } = await sql<{ personId: PersonId }>`
    select person_id as "personId"
    from employee
    where client_id = ${clientId}
    order by person_id
    offset ${next(people - howMany)}::integer
    limit ${howMany}::integer
  `.execute(tx)
  return rows.map(({ personId }) => personId)
}

function chance(seed: number): Next {
  let state = seed
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

/** The scheme year before, with the same benefits. */
const sameYearBefore = `
  with year as (
    insert into scheme_year (client_id, year, starts_on, ends_on)
    select client_id, year - 1, starts_on - 365, starts_on - 1 from scheme_year where client_id = $1::uuid
    returning id
  )
  insert into benefit (client_id, id, scheme_year_id, code, position, name, category, needs_approval, definition)
  select client_id, benefit.id, year.id, code, position, name, category, needs_approval, definition
  from benefit, year
  where client_id = $1::uuid`

const manyMore = `
  with people as materialized (
    select gen_random_uuid() as person_id, place from generate_series(1, $2::integer) as place
  ),
  details as (
    insert into person_details (client_id, person_id, first_name, surname, date_of_birth, sex)
    select $1::uuid, person_id, 'Ann', 'Many' || place, date '1960-01-01' + place % 14000,
      (array['female', 'male'])[1 + place % 2]
    from people
  ),
  accounts as (
    insert into account (client_id, person_id, email, user_type)
    select $1::uuid, person_id, 'many' || place || '@big.example', 'employee' from people
  ),
  facts as (
    insert into employment_fact (client_id, person_id, fact, value, effective_from, source)
    select $1::uuid, person_id, 'start-date', day, day::date, 'test'
    from (select person_id, (date '2005-01-01' + place % 7000)::text as day from people) as joined
  )
  insert into selection (client_id, person_id, benefit_id, state, version, version_in_force)
  select $1::uuid, person_id, benefit.id, 'active', 1, 1
  from people
  cross join (select distinct on (code) * from benefit where client_id = $1::uuid order by code limit 2) as benefit
  where place % 2 = 0`

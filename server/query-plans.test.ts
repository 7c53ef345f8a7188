import { CompiledQuery, sql, type RawBuilder } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { compileStatement, inClient, type Statement } from '../database/database.ts'
import type { IsoDate } from '../contract/dates.ts'
import { newPersonId, type ClientId, type PersonId } from '../contract/ids.ts'
import { countByState, pendingByBenefit } from '../features/approvals/approvals.queries.ts'
import { nextPayPeriods, sacrificesOfPay } from '../services/my-benefits/below-minimum-wage.queries.ts'
import { priceRowsOfCaller, schemeRowsOfCaller } from '../services/my-benefits/person-rows.queries.ts'
import { employeeQuery } from '../features/employees/employee.queries.ts'
import { employeePageQuery, twoFactorPageQuery } from '../features/employees/employee-list.queries.ts'
import { overviewQuery } from '../features/employer-overview/overview.queries.ts'
import { recentEventsQuery } from '../features/employer-overview/recent-activity.queries.ts'
import { loginsQuery } from '../features/insights/engagement.queries.ts'
import { overviewOfRuns } from '../features/payroll/payroll-runs.queries.ts'
import { callerOfSession, withSession, sessionOf, recordUseStatement } from '../features/session/caller.queries.ts'
import { takeUpCountsQuery } from '../features/take-up/take-up.queries.ts'
import type { CallerId } from '../platform/handle.ts'
import { repairDerivedTables } from '../tests/harness/derived-tables.ts'
import { startWorld, type World } from '../tests/harness/world.ts'

const many = process.env['LONG_TESTS'] ? 100_000 : 4_000

let world: World
let clientId: ClientId
let amelia: PersonId
let period: { periodId: string; payrollId: string; startsOn: IsoDate }
beforeAll(async () => {
  world = await startWorld({ keep: true, people: 'few' })
  await world.signIn('amelia.hart')
  const [found] = await world.database.rows<{ clientId: ClientId; personId: PersonId }>(
    `select client_id as "clientId", person_id as "personId" from account where email = 'amelia.hart@demo.example'`,
  )
  if (!found) throw new Error('Amelia is missing')
  clientId = found.clientId
  amelia = found.personId
  const periods = await inClient(world.database.db, clientId, (tx) => nextPayPeriods(clientId).execute(tx))
  const [next] = periods.rows
  if (!next) throw new Error('There is no pay period')
  period = next
  await copyPeople()
}, 600_000)
afterAll(() => world.close())

const page = { search: '', column: 'surname', descending: false, perPage: 10, page: 1 } as const

const session = () => sessionOf({ clientId, hashes: [Buffer.from('a'), Buffer.from('b')] })

const figures: Record<string, (callerId: CallerId) => RawBuilder<unknown>> = {
  'what waits for approval': (callerId) => pendingByBenefit(clientId, callerId),
  'deadlines and spend': (callerId) => overviewQuery(clientId, callerId),
  'open payroll runs': () => overviewOfRuns(clientId),
  'take-up and insights': (callerId) => takeUpCountsQuery({ groups: true }, { clientId, callerId }),
  'logins by day': () => loginsQuery(clientId),
}

const questions: Record<string, (callerId: CallerId) => RawBuilder<unknown>> = {
  ...figures,
  'the benefits of a person': (callerId) => schemeRowsOfCaller({ clientId }, callerId),
  'the price while a slider moves': (callerId) => priceRowsOfCaller({ clientId }, callerId),
  'a page of the employee list': () => employeePageQuery(clientId, page),
  'a search in it': () => employeePageQuery(clientId, { ...page, search: 'hart' }),
  'a page of the two-factor list': () => twoFactorPageQuery(clientId, page),
  'next pay periods': () => nextPayPeriods(clientId),
  'pay that a person gives up': () => sacrificesOfPay(clientId, period, { people: [amelia] }),
  'one employee': () => employeeQuery(clientId, { employeeId: amelia }),
  'recent activity': () => recentEventsQuery(clientId),
  'selections by state': () => countByState(clientId),
}

const frequent: Record<string, () => Statement<unknown>> = {
  'whose session a token is of': session,
  'the use of a session': () => recordUseStatement(clientId, { sessionId: newPersonId(), actorSessionId: null }),
  ...Object.fromEntries(
    Object.entries(questions).map(([name, question]) => [
      name,
      () => withSession(session(), compileStatement(question(callerOfSession), world.database.db), 'employer'),
    ]),
  ),
}

describe(`with ${many} people, no query plan reads a whole table of people`, () => {
  it.each(Object.keys(frequent))('%s', async (name) => {
    const statement = frequent[name]?.()
    expect(statement && (await scannedBy(statement))).toEqual({ custom: [], generic: [] })
  })
})

it('each figure of the dashboard reads at most 60 database pages', async () => {
  // Adds a payroll run. Without one, the query would also search for the first period with a deduction.
  await world.database.rows(
    `insert into payroll_run (client_id, period_id, line_count, employee_pence, employer_pence)
     select distinct on (payroll_id) client_id, id, 0, 0, 0
     from payroll_period
     where client_id = $1
     order by payroll_id, starts_on`,
    [clientId],
  )
  const touched: Record<string, number> = {}
  for (const [name, question] of Object.entries(figures))
    touched[name] = await pagesTouchedBy(question(sql`${amelia}::uuid`))
  expect(Object.entries(touched).filter(([, pages]) => !(pages <= 60))).toEqual([])
})

it('a statement that reads a whole table is reported by this check', async () => {
  const byValue = sql`select from employment_fact where client_id = ${clientId} and value = ${'x'}`
  expect(await scannedBy(byValue)).toMatchObject({ custom: ['employment_fact'] })
})

function scannedBy(asked: Statement<unknown>): Promise<{ custom: string[]; generic: string[] }> {
  return inClient(world.database.db, clientId, async (tx) => {
    const statement = compileStatement(asked, tx)
    const explained = async (kind: string, parameters: readonly unknown[]) => {
      const { rows } = await tx.executeQuery<{ 'QUERY PLAN': [{ Plan: Plan }] }>(
        CompiledQuery.raw(`explain (${kind}format json) ${statement.sql}`, [...parameters]),
      )
      return scannedIn(rows[0]?.['QUERY PLAN'][0].Plan)
    }
    return { custom: await explained('', statement.parameters), generic: await explained('generic_plan, ', []) }
  })
}

function pagesTouchedBy(asked: Statement<unknown>): Promise<number> {
  return inClient(world.database.db, clientId, async (tx) => {
    const { sql: text, parameters } = compileStatement(asked, tx)
    const { rows } = await tx.executeQuery<{ 'QUERY PLAN': [{ Plan: Plan }] }>(
      CompiledQuery.raw(`explain (analyze, buffers, format json) ${text}`, [...parameters]),
    )
    const plan = rows[0]?.['QUERY PLAN'][0].Plan
    return (plan?.['Shared Hit Blocks'] ?? NaN) + (plan?.['Shared Read Blocks'] ?? NaN)
  })
}

type Plan = {
  'Node Type': string
  'Relation Name'?: string
  Plans?: Plan[]
  'Shared Hit Blocks': number
  'Shared Read Blocks': number
}

const ofPeople = new Set<string>()

function scannedIn(plan: Plan | undefined): string[] {
  if (!plan) throw new Error('There is no plan')
  const table = plan['Relation Name'] ?? ''
  const own = plan['Node Type'] === 'Seq Scan' && ofPeople.has(table) ? [table] : []
  return [...own, ...(plan.Plans ?? []).flatMap(scannedIn)]
}

async function copyPeople(): Promise<void> {
  const rows = <Row extends object>(query: string, values?: unknown[]) => world.database.rows<Row>(query, values)
  const [{ people }] = (await rows<{ people: number }>(
    `select count(*)::integer as people from account where client_id = $1`,
    [clientId],
  )) as [{ people: number }]
  const copies = Math.ceil(many / people)
  await rows(
    `insert into session (client_id, person_id)
     select client_id, person_id from account where client_id = $1`,
    [clientId],
  )
  await rows(
    `insert into access_token (client_id, hash, session_id, expires_at)
     select client_id, decode(md5(id::text), 'hex'), id, started_at + interval '1 hour' from session where client_id = $1`,
    [clientId],
  )
  const copied = (column: string) => `md5(${column}::text || copy)::uuid`
  const person = { person_id: copied('person_id') }
  await copy('person_details', { ...person, surname: `surname || copy` })
  await copy('account', { ...person, email: `copy || email` })
  for (const table of ['terms_acceptance', 'family_member', 'employment_fact'])
    await copy(table, { ...person, ...(table !== 'terms_acceptance' && { id: copied('id') }) })
  await copy('session', { ...person, id: copied('id') })
  await copy('access_token', { hash: `decode(md5(hash::text || copy), 'hex')`, session_id: copied('session_id') })
  await copy('selection', { ...person, id: copied('id') })
  await copy('selection_version', { selection_id: copied('selection_id'), subject_id: copied('subject_id') })
  await copy('deduction', { ...person, id: copied('id'), selection_id: copied('selection_id') })
  await repairDerivedTables(world.database)
  await rows('vacuum (analyze)')
  for (const { name } of await rows<{ name: string }>(
    `select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace and reltuples >= $1`,
    [many],
  ))
    ofPeople.add(name)

  async function copy(table: string, changed: Record<string, string>): Promise<void> {
    const columns = await rows<{ name: string }>(
      `select attname as name from pg_attribute
       where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = '' and attidentity = ''`,
      [table],
    )
    await rows(
      `insert into ${table} (${columns.map(({ name }) => name).join(', ')})
       select ${columns.map(({ name }) => changed[name] ?? name).join(', ')}
       from ${table}, generate_series(1, ${copies}) as copy
       where client_id = '${clientId}'`,
    )
  }
}

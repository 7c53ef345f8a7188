import { sql } from 'kysely'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { IsoDate } from '../../contract/dates.ts'
import type { ClientId, PersonId, SelectionId } from '../../contract/ids.ts'
import { inClient, inRolledBackTransaction, type Tx } from '../../database/database.ts'
import { transactionDay } from '../../database/transaction-time.ts'
import { writeDeductionsOfMany } from '../../services/recalculation/selection-pay.queries.ts'
import { provideCoreCover } from '../../features/recalculation/core-cover.queries.ts'
import { renewSelections } from '../../services/benefits/renew-selections.queries.ts'
import { accountOf } from '../../tests/harness/accounts.ts'
import { isLong } from '../../tests/harness/long-tests.ts'
import type { Portal } from '../../tests/harness/portal.ts'
import { startWorldWithPast, worldMoment } from '../../tests/harness/world.ts'
import { checkAllData } from '../data-checks.ts'
import { loadExampleClients } from '../example-clients.ts'
import { type ExamplePast, readPast } from './past-file.ts'

type Lived = { portal: Portal; clientId: ClientId }

async function liveUntil(moment: string): Promise<Lived> {
  const portal = await startWorldWithPast(moment)
  const { clientId } = await accountOf(portal.database, 'grace.lin')
  return { portal, clientId }
}

function inDemo<Result>({ portal, clientId }: Lived, work: (tx: Tx) => Promise<Result>): Promise<Result> {
  return inClient(portal.database.db, clientId, work)
}

async function rowsOf<Row>(lived: Lived, query: ReturnType<typeof sql<Row>>): Promise<Row[]> {
  return inDemo(lived, async (tx) => (await query.execute(tx)).rows)
}

const lockedRuns = sql<{ payroll: string; runs: number }>`
  select payroll.code as payroll, count(*)::integer as runs
  from payroll_run as run
  join payroll_period as period on period.client_id = run.client_id and period.id = run.period_id
  join payroll on payroll.client_id = period.client_id and payroll.id = period.payroll_id
  group by payroll.code
  order by payroll.code
`
const shares = sql<{ code: string; percent: number }>`
  select benefit_code.code, round(100.0 * selected / eligible)::integer as percent
  from take_up_count
  join benefit_code on benefit_code.client_id = take_up_count.client_id and benefit_code.id = benefit_id
  where (dimension, band) = ('all', 'all') and eligible > 0
`
const pending = sql<{ requests: number; kinds: number }>`
  select count(*)::integer as requests, count(distinct benefit_id)::integer as kinds from selection where state = 'pending'
`

const waitingSelections = sql<{ email: string; benefit: string; state: string }>`
  select account.email, benefit_code.code as benefit, selection.state
  from selection
  join account on account.client_id = selection.client_id and account.person_id = selection.person_id
  join benefit_code on benefit_code.client_id = selection.client_id and benefit_code.id = benefit_id
  where selection.state in ('pending', 'pending-change', 'pended')
`

const drafts = sql<{ email: string; benefit: string }>`
  select account.email, benefit_code.code as benefit
  from selection
  join account on account.client_id = selection.client_id and account.person_id = selection.person_id
  join benefit_code on benefit_code.client_id = selection.client_id and benefit_code.id = benefit_id
  where selection.state = 'draft'
`

const newestChoices = sql<{ email: string; day: string }>`
  select account.email, max(version.recorded_at)::date::text as day
  from selection
  join selection_version as version on version.client_id = selection.client_id and version.selection_id = selection.id
  join account on account.client_id = selection.client_id and account.person_id = selection.person_id
  where version.actor_id = selection.person_id
  group by account.email
`

function pastUntil(moment: string): ExamplePast {
  return readPast(join(import.meta.dirname, '../../examples/past/demo.yaml'), moment.slice(0, 10) as IsoDate)
}

/** Start days with the lowest expected number of waiting requests, which falls towards the end of a scheme year. */
const days: (readonly [string, number])[] = [
  [worldMoment, 10],
  ...(isLong ? ([['2027-04-06T09:00:00Z', 10]] as const) : []),
]
const moreDays: typeof days = [
  ['2027-04-05T09:00:00Z', 5],
  ['2027-01-31T09:00:00Z', 10],
  ['2027-06-30T09:00:00Z', 10],
  ['2028-02-29T09:00:00Z', 10],
]

describe.each([...days, ...(isLong ? moreDays : [])])('simulated past until %s', (moment, leastRequests) => {
  let lived: Lived
  const isOrdinary = days.some(([day]) => day === moment)
  beforeAll(async () => {
    lived = await liveUntil(moment)
  })
  afterAll(() => lived.portal.close())

  it('has ten locked runs of each payroll, and selections that wait for a decision', async () => {
    const locked = await rowsOf(lived, lockedRuns)
    expect(locked.map(({ payroll }) => payroll)).toEqual(['four-weekly', 'monthly'])
    for (const { runs } of locked) expect(runs).toBeGreaterThanOrEqual(10)
    const [found] = await rowsOf(lived, pending)
    expect(found?.requests).toBeGreaterThanOrEqual(leastRequests)
    expect(found?.kinds).toBeGreaterThanOrEqual(4)
  })

  it('has logins on most days and more of them during enrolment, and has corrections in locked runs', async () => {
    const [counted] = await rowsOf(
      lived,
      sql<{ days: number; ordinary: number; enrolling: number; corrections: number }>`
          select
            count(*)::integer as days,
            avg(logins) filter (where day < ${transactionDay} - 40 and day >= ${transactionDay} - 68)::float as ordinary,
            avg(logins) filter (where day >= ${transactionDay} - 10)::float as enrolling,
            (select count(*)::integer from payroll_line where change_type = 'Adjustment') as corrections
          from login_count
        `,
    )
    expect(counted?.days).toBeGreaterThan(250)
    expect(counted?.enrolling).toBeGreaterThan(1.3 * (counted?.ordinary ?? 0))
    expect(counted?.corrections).toBeGreaterThan(0)
  })

  it.runIf(isOrdinary)(
    'contains each pending request that its file lists, one of them waiting for the insurer',
    async () => {
      const waiting = await rowsOf(lived, waitingSelections)
      const { requests } = pastUntil(moment)
      expect(waiting.map(({ email, benefit }) => `${email} ${benefit}`).toSorted()).toEqual(
        requests.map(({ who, benefit }) => `${who} ${benefit}`).toSorted(),
      )
      expect(waiting.some(({ state }) => state === 'pended')).toBe(true)
    },
  )

  it.runIf(isOrdinary)('contains each draft that its file lists', async () => {
    const begun = await rowsOf(lived, drafts)
    expect(begun.map(({ email, benefit }) => `${email} ${benefit}`).toSorted()).toEqual(
      pastUntil(moment)
        .drafts.map(({ who, benefit }) => `${who} ${benefit}`)
        .toSorted(),
    )
  })

  it('contains no choices of people whose last day is known', async () => {
    const chosen = await rowsOf(lived, newestChoices)
    const newestOf = new Map(chosen.map(({ email, day }) => [email, day]))
    expect(newestOf.size).toBeGreaterThan(50)
    for (const [email, { knownOn }] of pastUntil(moment).leavers)
      expect((newestOf.get(email) ?? '') < knownOn).toBe(true)
  })

  it('contains no change after the time at which the portal starts', async () => {
    const [found] = await rowsOf(
      lived,
      sql<{ versions: number; late: number; locks: number }>`
          select
            (select count(*)::integer from selection_version) as versions,
            (select count(*)::integer from selection_version where recorded_at > ${moment}::timestamptz) as late,
            (select count(*)::integer from payroll_run where locked_at > ${moment}::timestamptz) as locks
        `,
    )
    expect(found?.versions).toBeGreaterThan(1_000)
    expect(found).toMatchObject({ late: 0, locks: 0 })
  })

  it('has on each day at least as many logins as people who logged in last on that day, and no logins after leaving', async () => {
    const byDay = await rowsOf(
      lived,
      sql<{ people: number; left: number; logins: number }>`
          select
            count(*)::integer as people,
            count(*) filter (where employed_until < last.day)::integer as left,
            coalesce(max(logins), 0) as logins
          from employee
          cross join lateral (select (last_login_at at time zone 'Europe/London')::date as day) as last
          left join login_count on login_count.client_id = employee.client_id and login_count.day = last.day
          where last_login_at is not null
          group by last.day
        `,
    )
    expect(byDay.length).toBeGreaterThan(20)
    for (const { people, left, logins } of byDay) {
      expect(people).toBeLessThanOrEqual(logins)
      expect(left).toBe(0)
    }
  })

  it('has core cover for everyone who is eligible, and a realistic take-up', async () => {
    const percentOf = new Map((await rowsOf(lived, shares)).map(({ code, percent }) => [code, percent]))
    expect(percentOf.get('life-assurance')).toBe(100)
    expect(percentOf.get('income-protection')).toBe(100)
    const expected = { pension: 92, dental: 34, 'cycle-to-work': 9 }
    for (const [code, percent] of Object.entries(expected))
      expect(Math.abs((percentOf.get(code) ?? 0) - percent)).toBeLessThanOrEqual(4)
  })

  it('passes the checks of derived data', async () => {
    expect((await checkAllData(lived.portal.database.db, { repair: false })).found).toEqual([])
  })

  it('is unchanged if it is loaded again', async () => {
    const { db } = lived.portal.database
    const again = await loadExampleClients(db, lived.portal.serverSecret, {}, { withPast: true })
    expect(again.flatMap(({ changes }) => Object.values(changes)).every((count) => count === 0)).toBe(true)
  })

  it('has the same deductions as a new calculation; no selection is left to renew, and no core cover is missing', async () => {
    const { portal, clientId } = lived
    await inRolledBackTransaction(portal.database.db, clientId, async (tx, { today }) => {
      const before = [await openDeductions(tx), await leaverBalances(tx)]
      expect(before[1]?.length).toBeGreaterThan(0)
      const { rows } = await sql<{ id: SelectionId; personId: PersonId }>`
          select id, person_id as "personId" from selection order by id
        `.execute(tx)
      await writeDeductionsOfMany(tx, clientId, { selections: rows, today })
      expect([await openDeductions(tx), await leaverBalances(tx)]).toEqual(before)
      expect(await renewSelections(tx, clientId, { today })).toBe(0)
      expect(await provideCoreCover(tx, clientId, { today })).toBe(0)
    })
  })
})

async function openDeductions(tx: Tx): Promise<unknown[]> {
  const { rows } = await sql`
    select to_jsonb(deduction) - 'id' as line
    from deduction
    order by selection_id, period_id, original_period_id nulls first, pay_code, method, selection_version, employee_pence
  `.execute(tx)
  return rows
}

async function leaverBalances(tx: Tx): Promise<unknown[]> {
  const { rows } =
    await sql`select to_jsonb(leaver_balance) as balance from leaver_balance order by selection_id`.execute(tx)
  return rows
}

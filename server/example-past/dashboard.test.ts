import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readCsv } from '../../platform/csv.ts'
import { isoDate } from '../../contract/dates.ts'
import type { BenefitId, ClientId } from '../../contract/ids.ts'
import { inClient } from '../../database/database.ts'
import { coverPeriodOn, coverPeriodsOf, type DatedVersion } from '../../domain/selections/cover-periods.rules.ts'
import { calculateTakeUp } from '../../features/take-up/calculate-take-up.queries.ts'
import { benefitsWithWithdrawn, schemeYearOn } from '../../services/my-benefits/benefits.queries.ts'
import { eligibilityOfEach } from '../../services/my-benefits/eligibility.queries.ts'
import { accountOf } from '../../tests/harness/accounts.ts'
import type { Portal } from '../../tests/harness/portal.ts'
import { requestSignIn } from '../../tests/harness/people.ts'
import { runDaily } from '../../tests/harness/run-daily.ts'
import { startWorldWithPast } from '../../tests/harness/world.ts'

type Versioned = DatedVersion & { of: string }

let portal: Portal
let token: string
let client: ClientId
beforeAll(async () => {
  portal = await startWorldWithPast()
  client = (await accountOf(portal.database, 'grace.lin')).clientId
  await runDaily(portal)
  const answer = await requestSignIn(portal, { email: 'grace.lin@demo.example' })
  token = answer.json<{ access_token: string }>().access_token
})
afterAll(() => portal.close())

async function read<Body>(url: string): Promise<Body> {
  const answer = await portal.request({ url: `/api/${url}`, token })
  expect(answer.statusCode).toBe(200)
  return answer.json<Body>()
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, one) => total + one, 0)
const pence = (pounds: number) => Math.round(pounds * 100)
const totalsBy = (rows: readonly { run: string; amount: number }[]) =>
  Object.fromEntries(
    [...Map.groupBy(rows, ({ run }) => run)]
      .map(([run, own]) => [run, sum(own.map(({ amount }) => pence(amount)))] as const)
      .filter(([, total]) => total !== 0),
  )

async function employedOn(day: string): Promise<Set<string>> {
  const facts = await portal.database.rows<{ personId: string; fact: string; value: string | null; from: string }>(`
    select person_id as "personId", fact, value, effective_from::text as from
    from employment_fact
    where client_id = '${client}'
      and fact in ('status', 'start-date', 'end-date')
    order by effective_from, recorded_at, sequence
  `)
  const isEmployed = (own: typeof facts) => {
    const newest = (fact: string) =>
      own.findLast((one) => one.fact === fact && (fact === 'start-date' || one.from <= day))?.value
    const [status = 'active', first = '', last = '9999'] = ['status', 'start-date', 'end-date'].map(newest)
    return status === 'active' && (first ?? '') <= day && (last ?? '9999') >= day
  }
  return new Set(
    [...Map.groupBy(facts, ({ personId }) => personId)].flatMap(([id, own]) => (isEmployed(own) ? [id] : [])),
  )
}

describe('the figures of the example dashboard', () => {
  it('add up the spending for each month and payroll from locked runs, for complete months only', async () => {
    type Spend = { month: string; payrollId: string; amount: number }
    const { today, payrolls, spend } = await read<{
      today: string
      payrolls: { payrollId: string; name: string }[]
      spend: Spend[]
    }>(`v2/client/${client}/dashboard/overview/`)
    type Run = { payrollName: string; year: number; month: number; state: string; employerTotal: number }
    const runs = await read<Run[]>(`v2/client/${client}/payroll-runs`)
    const nameOf = new Map(payrolls.map(({ payrollId, name }) => [payrollId, name]))
    const thisMonth = today.slice(0, 7)
    const shown = spend.map(({ month, payrollId, amount }) => ({
      run: `${nameOf.get(payrollId)} ${month.slice(0, 7)}`,
      amount,
    }))
    const inRuns = runs
      .map(({ payrollName, year, month, state, employerTotal }) => ({
        run: `${payrollName} ${year}-${String(month).padStart(2, '0')}`,
        isLocked: state === 'locked',
        month: `${year}-${String(month).padStart(2, '0')}`,
        amount: employerTotal,
      }))
      // Leave out this month, because one of its runs is open.
      .filter(({ month, isLocked }) => isLocked && month < thisMonth)
    expect(new Set(spend.map(({ month }) => month)).size).toBeGreaterThanOrEqual(10)
    expect(totalsBy(shown)).toEqual(totalsBy(inRuns))
  })

  it('divide the spending of each month by benefit, provider, payer, department and location, and agree with the lines of the runs [S-53]', async () => {
    type Part = { by: string; name: string | null; amounts: (number | null)[] }
    type Line = Record<'month' | 'person' | 'benefit' | 'department' | 'location' | 'method', string> &
      Record<'employer' | 'employee', number>
    const { spendParts } = await read<{ spendParts: { months: string[]; parts: Part[] } }>(
      `v2/client/${client}/dashboard/overview/`,
    )
    const lines = await portal.database.rows<Line>(`
      select
        to_char(pay_on, 'YYYY-MM-01') as month,
        person_id as person,
        benefit,
        cost_centre as department,
        location,
        method,
        employer_pence::integer as employer,
        employee_pence::integer as employee
      from payroll_line as line
      join payroll_period as period on period.id = period_id
      where line.client_id = '${client}'
    `)
    const last = spendParts.months.at(-1)
    expect(last).toBe('2026-10-01')
    const shown = (by: string) =>
      new Map(spendParts.parts.filter((part) => part.by === by).map(({ name, amounts }) => [name, amounts.at(-1)]))
    const ofMonth = lines.filter(({ month }) => month === last)
    const employerIn = (some: readonly Line[]) => sum(some.map(({ employer }) => employer)) / 100
    const recount = (by: 'benefit' | 'department' | 'location') =>
      [...Map.groupBy(ofMonth, (line) => line[by])]
        .map(([name, own]) => ({
          name,
          amount: employerIn(own),
          people: new Set(own.filter(({ employer }) => employer !== 0).map(({ person }) => person)).size,
        }))
        .filter(({ amount }) => amount !== 0)
    for (const { name, amount } of recount('benefit'))
      expect([name, shown('benefit').get(name)]).toEqual([name, amount])
    for (const by of ['department', 'location'] as const) {
      const groups = recount(by)
      const shownBy = shown(by)
      const isSeen = ({ name }: { name: string }) => typeof shownBy.get(name) === 'number'
      const seen = groups.filter(isSeen)
      const hidden = groups.filter((group) => !isSeen(group))
      expect(seen.map(({ name }) => [name, shownBy.get(name)])).toEqual(seen.map(({ name, amount }) => [name, amount]))
      expect(hidden).toEqual(expect.arrayContaining(groups.filter(({ people }) => people < 5)))
      const together = sum(hidden.map(({ people }) => people))
      expect(together === 0 || together >= 5).toBe(true)
      expect(sum([...shownBy.values()].map((amount) => pence(amount ?? 0)))).toBe(pence(employerIn(ofMonth)))
    }
    expect(shown('department').get('')).toBeUndefined()
    expect(sum([...shown('provider').values()].map((amount) => pence(amount ?? 0)))).toBe(pence(employerIn(ofMonth)))
    const isBeforeTax = ({ method }: Line) => ['sacrifice', 'sacrifice-opra', 'net-pay', 'taxable-pay'].includes(method)
    const employeesIn = (some: readonly Line[]) => sum(some.map(({ employee }) => employee)) / 100
    expect(shown('payer')).toEqual(
      new Map([
        ['employer', employerIn(ofMonth)],
        ['before-tax', employeesIn(ofMonth.filter(isBeforeTax))],
        ['after-tax', employeesIn(ofMonth.filter((line) => !isBeforeTax(line)))],
      ]),
    )
  })

  it('count each person once: as having confirmed a choice in the annual window, having begun, or neither, and as many days after the window before opened', async () => {
    const { enrolment, today } = await read<{
      today: string
      enrolment: {
        opensOn: string
        finished: number
        started: number
        notStarted: number
        before: { finished: number; people: number }
      }
    }>(`v2/client/${client}/dashboard/overview/`)
    const { rows } = await inClient(portal.database.db, client, (tx) =>
      sql<{ personId: string; action: string; day: string; state: string; benefit: string }>`
        select
          selection.person_id as "personId",
          version.action,
          (version.recorded_at at time zone 'Europe/London')::date::text as day,
          selection.state,
          benefit_code.code as benefit
        from selection_version as version
        join selection on selection.id = version.selection_id
        join benefit_code on benefit_code.id = selection.benefit_id
        where version.actor_id = selection.person_id
      `.execute(tx),
    )
    const always = [
      'childcare-vouchers',
      'cycle-to-work',
      'electric-car',
      'gym',
      'payroll-giving',
      'pension',
      'season-ticket-loan',
    ]
    const annual = rows.filter(({ benefit }) => !always.includes(benefit))
    const finished = new Set(
      annual
        .filter(({ action, day }) => action !== 'save-draft' && day >= enrolment.opensOn)
        .map(({ personId }) => personId),
    )
    const started = new Set(
      annual
        .filter(({ state, personId }) => state === 'draft' && !finished.has(personId))
        .map(({ personId }) => personId),
    )
    expect(started.size).toBeGreaterThan(10)
    const takeUp = await read<{ employees: number }>(`v2/client/${client}/benefit-insights`)
    expect(enrolment).toMatchObject({
      finished: finished.size,
      started: started.size,
      notStarted: takeUp.employees - finished.size - started.size,
    })

    // The window of the tax year before opened on 3 March. Its 11th day was 13 March.
    expect([enrolment.opensOn, today]).toEqual(['2026-11-06', '2026-11-16'])
    const employed = await employedOn('2026-03-13')
    const chosen = new Set(
      annual
        .filter(({ action, day }) => action !== 'save-draft' && day >= '2026-03-03' && day <= '2026-03-13')
        .map(({ personId }) => personId)
        .filter((personId) => employed.has(personId)),
    )
    expect(chosen.size).toBeGreaterThanOrEqual(5)
    expect(enrolment.before).toEqual({ finished: chosen.size, people: employed.size })
  })

  it('compare take-up with that of the last day of the tax year before [EMP-36] [S-53]', async () => {
    const day = isoDate.parse('2026-04-05')
    const { data } = await read<{ data: { benefitId: BenefitId; lastYear: number | null }[] }>(
      `client/${client}/benefit-takeup`,
    )
    const employed = await employedOn(day)
    const expected = await inClient(portal.database.db, client, async (tx) => {
      const year = await schemeYearOn(tx, client, { date: day })
      if (!year) throw new Error('The example has no year before')
      const benefits = await benefitsWithWithdrawn(tx, client, { schemeYearId: year.id })
      const may = await eligibilityOfEach(tx, client, { year, benefits, on: day })
      const { rows } = await sql<Versioned>`
        select
          person_id || ' ' || benefit_id as of, version.version, version.state, action,
          effective_from as "effectiveFrom", effective_to as "effectiveTo"
        from selection_version as version
        join selection on selection.id = selection_id
        where version.client_id = ${client}
        order by selection_id, version.version
      `.execute(tx)
      const held = new Set(
        [...Map.groupBy(rows, (row) => row.of)]
          .filter(([, versions]) => coverPeriodOn(coverPeriodsOf(versions), day))
          .map(([of]) => of),
      )
      return new Map(
        benefits.map(({ id }, place) => {
          const people = may.filter(({ personId }) => employed.has(personId))
          const having = people.filter(({ personId }) => held.has(`${personId} ${id}`))
          const eligible = people.filter(
            (one) => having.includes(one) || [null, 'window'].includes(one.causes[place] ?? null),
          )
          return [id, having.length < 5 ? null : Math.round((having.length * 1000) / eligible.length) / 10]
        }),
      )
    })
    expect(data.map(({ benefitId, lastYear }) => [benefitId, lastYear])).toEqual(
      data.map(({ benefitId }) => [benefitId, expected.get(benefitId) ?? null]),
    )
    expect(data.filter(({ lastYear }) => lastYear === null).length).toBeGreaterThan(0)
    expect(new Set(data.map(({ lastYear }) => lastYear)).size).toBeGreaterThan(5)
    const file = await portal.request({ url: `/api/client/${client}/benefit-takeup/download-report`, token })
    expect(readCsv(file.body).rows.map(({ cells }) => cells['Take-up last year in per cent'])).toEqual(
      data.map(({ lastYear }) => lastYear?.toFixed(1) ?? ''),
    )
    const department = await read<{ groupChoices: { by: string; value: string }[] }>(`client/${client}/benefit-takeup`)
    const { by, value } = department.groupChoices[0] ?? {}
    const ofGroup = await read<typeof department & { data: typeof data }>(
      `client/${client}/benefit-takeup?filter[group]=${by}:${value}`,
    )
    expect(ofGroup.data.every(({ lastYear }) => lastYear === null)).toBe(true)
    const stored = () =>
      portal.database.rows(`select xmin from take_up_count where client_id = '${client}' and band like 'year-before%'`)
    const before = await stored()
    await inClient(portal.database.db, client, (tx, clock) => calculateTakeUp(tx, client, clock))
    expect(await stored()).toEqual(before)
  })

  it('show how long the oldest selection has waited, even if it was recalculated since then', async () => {
    await portal.database.rows(
      `update selection set changed_at = app.now() where state in ('pending', 'pending-change')`,
    )
    const { waitingSince } = await read<{ waitingSince: string }>(`v2/client/${client}/dashboard/overview/`)
    const { rows } = await inClient(portal.database.db, client, (tx) =>
      sql<{ day: string }>`
        select min(recorded_at)::date::text as day
        from selection
        join selection_version as version on version.selection_id = selection.id
        where selection.state in ('pending', 'pending-change')
          and actor_id is not null
          and version.version = (
            select max(of_person.version)
            from selection_version as of_person
            where of_person.selection_id = selection.id
              and of_person.actor_id is not null
          )
      `.execute(tx),
    )
    expect(waitingSince).toBe(rows[0]?.day)
  })

  it('include the current month once its last run is locked', async () => {
    const lastMonth = async () =>
      (await read<{ spend: { month: string }[] }>(`v2/client/${client}/dashboard/overview/`)).spend.at(-1)?.month
    const open = (await read<{ runId: string; month: number; state: string }[]>(`v2/client/${client}/payroll-runs`))
      .filter(({ state, month }) => state === 'open' && month === 11)
      .map(({ runId }) => runId)
    const [runId, ...others] = open
    expect(others).toEqual([])
    expect(await lastMonth()).toBe('2026-10-01')
    const url = `/api/v2/client/${client}/payroll-runs/${runId}/lock`
    expect((await portal.request({ method: 'POST', url, token })).statusCode).toBe(200)
    expect(await lastMonth()).toBe('2026-11-01')
  })
})

import { setTimeout as wait } from 'node:timers/promises'
import { activate } from './activate-account.ts'
import type { WorkBenchmark, Line } from './benchmark.ts'
import { signInLargeEmployer } from './sign-in-employer.ts'
import { send, type BenchRequest } from './send-load.ts'
import type { BenchServers } from './bench-servers.ts'
import { ask } from './running-portal.ts'

const writes = 200
const SECOND = 1_000
const MINUTE = 60 * SECOND

type Employer = { clientId: string; personId: string; headers: Record<string, string> }

/** P-04: the counts of the dashboard are exact after each write. */
export const exactFigures: WorkBenchmark = {
  name: 'P-04',
  measure: async (stage) => {
    const { written, wrong } = await exactAfterEach(stage, await signInLargeEmployer(stage.signIn))
    const goal = `P-04 figures exact after each of ${written} writes (registered people, open runs, approvals)`
    const line: Line =
      wrong.length === 0
        ? { goal, verdict: 'HOLDS', why: 'exact' }
        : { goal: `${goal}: the same figures`, verdict: 'SHORT', why: wrong.slice(0, 3).join('; ') }
    return { text: `P-04  ${written} writes`, lines: [line] }
  },
}

/** P-04: take-up and insights show a change within a minute. */
export const freshFigures: WorkBenchmark = {
  name: 'P-04',
  measure: async (stage) => {
    const employer = await signInLargeEmployer(stage.signIn)
    await stage.query('update account set insights_enabled = true where person_id = $1', [employer.personId])
    return { text: 'P-04  two changes', lines: [await saidWithinAMinute(stage, employer)] }
  },
}

async function exactAfterEach(
  stage: BenchServers,
  { clientId, personId, headers }: Employer,
): Promise<{ written: number; wrong: string[] }> {
  const { query } = stage
  const read = async (request: Omit<BenchRequest, 'headers'>) => (await ask(stage, { ...request, headers })).body()
  const idsOf = async (text: string, values: unknown[]) =>
    (await query<{ id: string }>(text, values)).map(({ id }) => id)
  const waiting = await idsOf(
    `select id from selection
     where client_id = $1 and person_id <> $2 and state in ('pending', 'pending-change')
     order by id
     limit ${writes}`,
    [clientId, personId],
  )
  const invited = await idsOf(
    `select person_id as id
     from account
     where client_id = $1
       and state = 'invited'
       and not exists (
         select from employment_fact as fact
         where fact.client_id = $1 and fact.person_id = account.person_id and fact = 'end-date'
       )
     order by person_id
     limit ${writes}`,
    [clientId],
  )
  const runs = `/api/v2/client/${clientId}/payroll-runs`
  const figures = async () => {
    const [pending, people, { open, lockedCount }] = [
      JSON.parse(await read({ path: '/api/v2/scheme/selections/pending/' })) as {
        summary: { benefitId: string; count: number }[]
      },
      JSON.parse(await read({ path: `/api/v2/client/${clientId}/employees?range=1` })) as {
        totalEmployeesValues: { totalEmployees: number; totalRegisteredEmployees: number }
      },
      JSON.parse(await read({ path: `/api/v2/client/${clientId}/payroll-overview` })) as {
        open: { runId: string }[]
        lockedCount: number
      },
    ]
    return JSON.stringify([
      pending.summary.flatMap(({ benefitId, count }) => (count > 0 ? [`${benefitId} ${count}`] : [])).toSorted(),
      people.totalEmployeesValues.totalEmployees,
      people.totalEmployeesValues.totalRegisteredEmployees,
      open.map(({ runId }) => runId).toSorted(),
      lockedCount,
    ])
  }
  const works: (() => Promise<unknown>)[] = [
    async () => {
      const listed = JSON.parse(await read({ path: runs })) as { runId: string; state: string; lineCount: number }[]
      const [smallest] = listed.filter(({ state }) => state === 'open').toSorted((a, b) => a.lineCount - b.lineCount)
      if (smallest) await read({ path: `${runs}/${smallest.runId}/lock`, body: '' })
    },
    ...waiting.map(
      (id) => () =>
        read({
          path: '/api/v2/scheme/selections/status/',
          method: 'PATCH',
          body: JSON.stringify({ selectionIds: [id], approval: false, reason: 'Not this year' }),
        }),
    ),
    ...invited.map((id) => () => activate(stage, id)),
  ]
  // The two kinds of write alternate, so that the first 200 contain both.
  const kinds = [works.slice(0, 1 + waiting.length), works.slice(1 + waiting.length)]
  const inTurns = Array.from({ length: works.length }, (_, at) => kinds.flatMap((kind) => kind[at] ?? [])).flat()
  const chosen = inTurns.slice(0, writes)
  const wrong: string[] = []
  for (const work of chosen) {
    await work()
    const shown = await figures()
    const [counted] = await query<{ shown: unknown }>(counts, [clientId, personId])
    const stands = JSON.stringify(counted?.shown)
    if (shown !== stands) wrong.push(`${shown} is shown of ${stands}`)
  }
  return { written: chosen.length, wrong }
}

/** Counts for the person `$2` from the source tables, in the order of `shown`. */
const counts = `
  select jsonb_build_array(
    (
      select coalesce(jsonb_agg(benefit_id || ' ' || waiting order by benefit_id || ' ' || waiting), '[]')
      from (
        select benefit_id, count(*) as waiting
        from selection
        where client_id = $1 and person_id <> $2 and state in ('pending', 'pending-change')
        group by benefit_id
      ) as benefits
    ),
    (select count(*) from account join person_details using (client_id, person_id) where client_id = $1),
    (select count(activated_at) from account join person_details using (client_id, person_id) where client_id = $1),
    (
      select coalesce(jsonb_agg(next.id order by next.id), '[]')
      from payroll
      cross join lateral (
        select id
        from payroll_period as period
        where client_id = $1
          and payroll_id = payroll.id
          and not exists (select from payroll_run where client_id = $1 and period_id = period.id)
          and exists (select from deduction where client_id = $1 and period_id = period.id)
        order by starts_on
        limit 1
      ) as next
      where client_id = $1
    ),
    (select count(*) from payroll_run where client_id = $1)
  ) as shown`

type Insights = { asOf: string; groups: { sex: { band: string; employees: number | null }[] } }

async function saidWithinAMinute(
  { product, query, renewSessions }: BenchServers,
  { clientId, headers }: Employer,
): Promise<Line> {
  const goal = 'P-04 take-up and insights at most a minute old, and dated'
  let longest = 0
  const read = async (path: string) => (await send(product.port, { path, headers })).body()
  const insights = async () => {
    const { asOf, groups } = JSON.parse(await read(`/api/v2/client/${clientId}/employee-insights`)) as Insights
    return { asOf: Date.parse(asOf), women: groups.sex.find(({ band }) => band === 'female')?.employees ?? NaN }
  }
  const [man] = await query<{ id: string }>(
    `select person_id as id
     from person_details
     join employee using (client_id, person_id)
     where client_id = $1
       and sex = 'male'
       and not exists (
         select
         from employment_fact as fact
         where fact.client_id = $1
           and fact.person_id = person_details.person_id
           and (
             fact = 'end-date'
             or fact = 'status' and value <> 'active'
             or fact = 'start-date' and value::date > current_date
           )
       )
     limit 1`,
    [clientId],
  )
  await renewSessions()
  const { women } = await insights()
  for (const [sex, expected] of [
    ['female', women + 1],
    ['male', women],
  ] as const) {
    await query('update person_details set sex = $2 where person_id = $1', [man?.id, sex])
    // The download adds to the audit chain, as a change through the portal would. The change itself used SQL.
    await read(`/api/client/${clientId}/benefit-takeup/download-report`)
    const written = Date.now()
    let told = await insights()
    while (told.women !== expected && Date.now() - written < MINUTE) {
      await wait(SECOND)
      told = await insights()
    }
    if (told.women !== expected)
      return {
        goal: `${goal}: the same figures`,
        verdict: 'SHORT',
        why: `${expected} women are employed, the figures say ${told.women}`,
      }
    if (Date.now() - told.asOf > MINUTE)
      return { goal, verdict: 'SHORT', why: `dated ${new Date(told.asOf).toISOString()}` }
    longest = Math.max(longest, Date.now() - written)
  }
  return { goal, verdict: 'HOLDS', why: `shown after ${Math.round(longest / SECOND)} s` }
}

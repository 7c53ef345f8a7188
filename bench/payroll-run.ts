import { clientId as asClientId, type ClientId } from '../contract/ids.ts'
import { setClientStatement } from '../database/set-client.ts'
import type { WorkBenchmark } from './benchmark.ts'
import { signInLargeEmployer } from './sign-in-employer.ts'
import { send } from './send-load.ts'
import { twoDecimals } from './format-report.ts'
import { compareRounds } from './compare-rounds.ts'
import { measureTime, type TimeUsed } from './measure-time.ts'
import type { BenchServers } from './bench-servers.ts'

const goal = 'locking a run and writing its file: at most 3 × the time of INSERT ... SELECT of its lines'

/** P-13: locks a payroll run and writes its file, compared with two copies of its lines (decision 30). */
export const payrollRun: WorkBenchmark = {
  name: 'P-13',
  measure: async (stage, rounds) => {
    const { product, query, signIn, renewSessions, postgresPid } = stage
    const { clientId, headers } = await signInLargeEmployer(signIn)
    const runs = `/api/v2/client/${clientId}/payroll-runs`
    const copies = await floors(stage, asClientId.parse(clientId))
    const spent: Record<'run' | 'same' | 'bare', TimeUsed>[] = []
    const lines: { lines: number; counted: number }[] = []
    for (let round = 0; round < rounds; round += 1) {
      await renewSessions()
      const open = JSON.parse((await send(product.port, { path: runs, headers })).body()) as Run[]
      const [next] = open.filter(({ state }) => state === 'open').toSorted((a, b) => b.lineCount - a.lineCount)
      if (!next) throw new Error('No run is open')
      const { spent: run, answer } = await measureTime([product.pid, postgresPid], () =>
        send(product.port, { path: `${runs}/${next.runId}/lock`, headers, body: '' }),
      )
      if (answer.status !== 200) throw new Error(`The run was not locked: ${answer.body()}`)
      const { lineCount } = JSON.parse(answer.body()) as Run
      const same = await copies.intoSame(next.runId)
      spent.push({ run, same, bare: await copies.intoBare(next.runId) })
      const counted = await query<{ count: number }>(
        `select count(*)::integer as count
         from copied_line
         join payroll_line as copy on copy.client_id = copied_line.client_id and copy.number = copied_line.number
         where copied_line.period_id = $1 and copy.period_id = $2`,
        [next.runId, copies.periodOf(next.runId)],
      )
      lines.push({ lines: lineCount, counted: counted[0]?.count ?? 0 })
    }

    const { row, share, judge } = compareRounds('P-13', spent, 'same')
    const bare = compareRounds('P-13', spent, 'bare')
    const times = 1 / share('run')
    const why = `${twoDecimals(times)}; ${twoDecimals(1 / bare.share('run'))} of a copy into a bare table`
    return {
      text: [
        row('same', 'floor: their table'),
        row('bare', 'beside it: a bare table'),
        row('run', 'product'),
        `${lines.map((round) => round.lines).join(', ')} lines`,
      ].join('\n'),
      lines: [
        lines.every((round) => round.lines === round.counted && round.lines > 0)
          ? judge('run', goal, () => times <= 3, why)
          : { goal: `P-13 ${goal}: the same lines`, verdict: 'SHORT', why: JSON.stringify(lines) },
      ],
    }
  },
}

type Run = { runId: string; state: 'open' | 'locked'; lineCount: number }

async function floors({ connect, query, postgresPid }: BenchServers, clientId: ClientId) {
  const columns = await query<{ name: string }>(
    `select column_name as name
     from information_schema.columns
     where table_name = 'payroll_line' and column_name not in ('client_id', 'period_id')
     order by ordinal_position`,
  )
  const rest = columns.map(({ name }) => name).join(', ')
  await query('create table copied_line (like payroll_line including all)')
  const [payroll] = await query<{ id: string }>(
    `insert into payroll (client_id, scheme_year_id, code, name, frequency, format)
     select client_id, scheme_year_id, 'copies', 'Copies', frequency, format
     from payroll
     where client_id = $1
     order by code
     limit 1
     returning id`,
    [clientId],
  )
  const periods = new Map<string, string>()
  const portal = await connect('portal_app')
  return {
    periodOf: (runId: string) => periods.get(runId),
    intoSame: async (runId: string): Promise<TimeUsed> => {
      const [period] = await query<{ id: string }>(
        `insert into payroll_period (
           client_id, payroll_id, year, number, label, starts_on, ends_on, cut_off_on, pay_on
         )
         select client_id, $2, year, number, label, starts_on, ends_on, cut_off_on, pay_on
         from payroll_period
         where id = $1
         returning id`,
        [runId, payroll?.id],
      )
      if (!period) throw new Error('The run has no period')
      periods.set(runId, period.id)
      await portal.query('begin')
      await portal.query(setClientStatement(clientId))
      await portal.query(
        `insert into payroll_run (client_id, period_id, locked_by, line_count, employee_pence, employer_pence)
         select client_id, $2, locked_by, line_count, employee_pence, employer_pence
         from payroll_run
         where client_id = $3 and period_id = $1`,
        [runId, period.id, clientId],
      )
      const copied = await measureTime([postgresPid], () =>
        portal.query(
          `insert into payroll_line (client_id, period_id, ${rest})
           select client_id, $2, ${rest} from payroll_line where client_id = $3 and period_id = $1`,
          [runId, period.id, clientId],
        ),
      )
      // The deferred checks of the totals are not part of the copy, so they run before the commit.
      await portal.query('set constraints all immediate')
      const committed = await measureTime([postgresPid], () => portal.query('commit'))
      return {
        clock: copied.spent.clock + committed.spent.clock,
        processor: copied.spent.processor + committed.spent.processor,
      }
    },
    intoBare: async (runId: string): Promise<TimeUsed> => {
      const { spent } = await measureTime([postgresPid], () =>
        query('insert into copied_line select * from payroll_line where period_id = $1', [runId]),
      )
      return spent
    },
  }
}

import type { Work } from './benchmark.ts'
import { bigEmployer } from './big-employer.ts'
import { send } from './load.ts'
import { middle } from './measure.ts'
import { mostSpread, two } from './report.ts'

const goal = 'P-13 a run locked and its file written ≤ 3 × INSERT ... SELECT of its lines'

/** P-13: a payroll's next run is locked and its file written; then its lines are copied inside the database, that is all. */
export const payrollRun: Work = {
  name: 'P-13',
  measure: async ({ product, query, signIn }, rounds) => {
    const { clientId, headers } = await bigEmployer(signIn)
    const runs = `/api/v2/client/${clientId}/payroll-runs`
    await query('create table copied_line (like payroll_line including all)')
    const spent: { run: number; copy: number; lines: number; counted: number }[] = []
    for (let round = 0; round < rounds; round += 1) {
      const open = JSON.parse((await send(product.port, { path: runs, headers })).body()) as Run[]
      // The payroll that pays more people, each time its next period.
      const [next] = open.filter(({ state }) => state === 'open').toSorted((a, b) => b.lineCount - a.lineCount)
      if (!next) throw new Error('No run is open')
      const started = performance.now()
      const answer = await send(product.port, { path: `${runs}/${next.runId}/lock`, headers, body: '' })
      const locked = performance.now()
      if (answer.status !== 200) throw new Error(`The run was not locked: ${answer.body()}`)
      const { lineCount } = JSON.parse(answer.body()) as Run
      const before = performance.now()
      const copied = await query(
        'with copied as (insert into copied_line select * from payroll_line where period_id = $1 returning 1) select 1 from copied',
        [next.runId],
      )
      spent.push({
        run: locked - started,
        copy: performance.now() - before,
        lines: lineCount,
        counted: copied.length,
      })
    }
    const [run, copy] = [spent.map((one) => one.run), spent.map((one) => one.copy)]
    const times = middle(spent.map((one) => one.run / one.copy))
    const spread = Math.max(...[run, copy].map((all) => Math.max(...all) / Math.min(...all)))
    const same = spent.every(({ lines, counted }) => lines === counted && lines > 0)
    const side = (who: string, all: number[]) =>
      ['P-13 payroll run'.padEnd(28), who.padEnd(8), `${middle(all).toFixed(0).padStart(7)} ms`].join('  ')
    return {
      text: [
        side('floor', copy),
        side('product', run),
        `${spent.map(({ lines }) => lines).join(', ')} lines, spread ${two(spread)}`,
      ].join('\n'),
      lines: [
        same
          ? { goal, verdict: spread > mostSpread ? 'NOISY' : times <= 3 ? 'HOLDS' : 'SHORT', why: two(times) }
          : { goal: `${goal}: the same lines`, verdict: 'SHORT', why: JSON.stringify(spent) },
      ],
    }
  },
}

type Run = { runId: string; state: 'open' | 'locked'; lineCount: number }

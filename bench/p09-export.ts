import type { Work } from './benchmark.ts'
import { bigEmployer } from './big-employer.ts'
import { send } from './load.ts'
import { middle } from './measure.ts'
import { type Line, mostSpread, two } from './report.ts'
import { spending, type Spent, sum } from './spending.ts'

const goals = {
  csv: { goal: 'P-09 the report of all employees as CSV ≥ 0.6 of COPY over HTTP', least: 0.6 },
  xlsx: { goal: 'P-09 that report as a workbook ≥ 0.14 of COPY over HTTP', least: 0.14 },
} as const
type Side = 'copy' | keyof typeof goals

/** How often each side is asked in a round: a report of few people is over before the processor's time is counted. */
const times = 3

/** P-09: the report of all employees, beside COPY of the same rows that the floor streams over HTTP as it comes. */
export const employeeReport: Work = {
  name: 'P-09',
  measure: async ({ product, floor, postgresPid, signIn }, rounds) => {
    const { clientId, headers } = await bigEmployer(signIn)
    const report = `/api/v2/client/${clientId}/employees/download-report`
    const sides = {
      copy: { server: floor, request: { path: `/employees-copied/${clientId}`, headers: {} } },
      csv: { server: product, request: { path: report, headers } },
      xlsx: { server: product, request: { path: `${report}?format=xlsx`, headers } },
    }
    const take = async (side: Side) => {
      const { server, request } = sides[side]
      const answer = await send(server.port, request)
      if (answer.status !== 200) throw new Error(`${request.path} answered ${answer.status}: ${answer.body()}`)
      return answer
    }
    const [ours, theirs] = [emailsIn((await take('csv')).body()), emailsIn((await take('copy')).body())]
    await take('xlsx')
    const before = await product.memory()

    const spent: Record<Side, Spent>[] = []
    for (let round = 0; round < rounds; round += 1) {
      const taking = async (side: Side) => {
        const { spent: all } = await spending([sides[side].server.pid, postgresPid], async () => {
          for (let time = 0; time < times; time += 1) await take(side)
        })
        return all
      }
      spent.push({ copy: await taking('copy'), csv: await taking('csv'), xlsx: await taking('xlsx') })
    }
    const { peak } = await product.memory()

    const of = (side: Side, by: keyof Spent) => spent.map((round) => round[side][by])
    const spreadOf = (side: Side) => Math.max(...of(side, 'clock')) / Math.min(...of(side, 'clock'))
    const shareOf = (side: Side) => middle(spent.map((round) => round.copy.clock / round[side].clock))
    const row = (who: string, side: Side) =>
      [
        'P-09 report'.padEnd(18),
        who.padEnd(24),
        `${(middle(of(side, 'clock')) / times).toFixed(1).padStart(7)} ms`,
        `processor ${(sum(of(side, 'processor')) / rounds / times).toFixed(1).padStart(6)} ms`,
        `spread ${two(spreadOf(side))}`,
        side === 'copy' ? '' : `share ${two(shareOf(side))}`,
      ].join('  ')
    const judged = (side: keyof typeof goals): Line => {
      const noisy = Math.max(spreadOf(side), spreadOf('copy')) > mostSpread
      const { goal, least } = goals[side]
      return { goal, verdict: noisy ? 'NOISY' : shareOf(side) >= least ? 'HOLDS' : 'SHORT', why: two(shareOf(side)) }
    }
    const isSame = ours.length > 0 && JSON.stringify(ours) === JSON.stringify(theirs)
    return {
      text: [
        row('floor: COPY over HTTP', 'copy'),
        row('product: CSV', 'csv'),
        row('product: workbook', 'xlsx'),
        `${ours.length} people; memory at most ${Math.max(0, (peak - before.now) / 2 ** 20).toFixed(0)} MiB above that before`,
      ].join('\n'),
      lines: isSame
        ? [judged('csv'), judged('xlsx')]
        : [
            {
              goal: 'P-09 the same people',
              verdict: 'SHORT',
              why: `${ours.length} people, the floor ${theirs.length}`,
            },
          ],
    }
  },
}

function emailsIn(csv: string): string[] {
  return [...csv.matchAll(/[^,"\r\n]+@[^,"\r\n]+/g)].map(([email]) => email).toSorted()
}

import type { WorkBenchmark } from './benchmark.ts'
import { signInLargeEmployer } from './sign-in-employer.ts'
import { judgeMemory } from './format-report.ts'
import { compareRounds } from './compare-rounds.ts'
import { measureTime, type TimeUsed } from './measure-time.ts'
import { ask } from './running-portal.ts'

type Side = 'copy' | 'csv' | 'xlsx'

/** Repetitions in a round. One report may take less than 10 ms, the unit of Linux's processor time. */
const times = 3

/** P-09: the report of all employees, compared with a COPY of the same rows, streamed over HTTP. */
export const employeeReport: WorkBenchmark = {
  name: 'P-09',
  measure: async ({ people, product, floor, postgresPid, signIn, renewSessions }, rounds) => {
    const { clientId, headers } = await signInLargeEmployer(signIn)
    const report = `/api/v2/client/${clientId}/employees/download-report`
    const sides = {
      copy: { server: floor, request: { path: `/employees-copied/${clientId}`, headers: {} } },
      csv: { server: product, request: { path: report, headers } },
      xlsx: { server: product, request: { path: `${report}?format=xlsx`, headers } },
    }
    const take = (side: Side) => ask({ product: sides[side].server, renewSessions }, sides[side].request)
    const [ours, theirs] = [emailsIn((await take('csv')).body()), emailsIn((await take('copy')).body())]
    await take('xlsx')
    const taking = async (side: Side) => {
      const { spent } = await measureTime([sides[side].server.pid, postgresPid], async () => {
        for (let time = 0; time < times; time += 1) await take(side)
      })
      return spent
    }
    const spent: Record<Side, TimeUsed>[] = []
    for (let round = 0; round < rounds; round += 1)
      spent.push({ copy: await taking('copy'), csv: await taking('csv'), xlsx: await taking('xlsx') })
    const grown = await product.memoryGrowth(async () => {
      await take('csv')
      await take('xlsx')
    })

    const { row, judge } = compareRounds('P-09', spent, 'copy')
    const isSame = ours.length > 0 && JSON.stringify(ours) === JSON.stringify(theirs)
    return {
      text: [
        row('copy', `floor: COPY, ${times} times`),
        row('csv', `product: CSV, ${times} times`),
        row('xlsx', `product: workbook, ${times} times`),
      ].join('\n'),
      lines: isSame
        ? [
            judge(
              'csv',
              'the report of all employees as CSV: at least 0.6 of the speed of COPY over HTTP',
              (share) => share >= 0.6,
            ),
            judge(
              'xlsx',
              'the report of all employees as a workbook: at least 0.14 of the speed of COPY over HTTP',
              (share) => share >= 0.14,
            ),
            judgeMemory('P-09', grown, { most: 32, at: 1_000_000, people }),
          ]
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

import { inject, describe, expect, it } from 'vitest'
import { applyFolder } from '../tests/harness/apply-folder.ts'
import { withChangedFolder } from '../tests/harness/changed-folder.ts'
import { runDaily } from '../tests/harness/run-daily.ts'
import type { TemplateRows, TestDatabase } from '../tests/harness/databases.ts'
import { nextYear } from '../tests/harness/next-year.ts'
import { startWorld, type World } from '../tests/harness/world.ts'
import { type DailyJob, runDailyJobs } from '../platform/daily-jobs.ts'
import { dailyJobs } from './daily-jobs.ts'

const demo = inject('demoOfFew')

const turn: TemplateRows = {
  name: 'turn-of-year',
  fill: async (database) => {
    await database.moveTo('2027-03-10T09:00:00Z')
    await withChangedFolder(demo, nextYear(), (folder) => applyFolder(database.db, folder))
    await database.moveTo('2027-04-06T06:00:00Z')
  },
}

const written = [
  `select s.client_id, person_id, benefit_id, v.version, v.state, action, choice, price, effective_from, effective_to, reason
   from selection_version v join selection s on s.client_id = v.client_id and s.id = v.selection_id`,
  `select person_id, period_id, original_period_id, pay_code, method, employee_pence, employer_pence, effective_from
   from deduction`,
  'select person_id, kind, count(*) from mail group by 1, 2',
  'select person_id, about, sent_on from notice_sent',
  'select person_id, from_day, to_day, outcome, letter, informed_on from pension_assessment',
  'select client_id, job, ran_on, unfinished_on, done_up_to from daily_run',
  `select client_id, action, sum((entry::json -> 'details' ->> 'selections')::integer) from audit_event
   where action like 'selections.%' group by 1, 2`,
]

async function outcomeOf({ database }: World): Promise<string[][]> {
  const found: string[][] = []
  for (const query of written) found.push(await rowsOf(database, query))
  return found
}

async function rowsOf(database: TestDatabase, query: string, values: unknown[] = []): Promise<string[]> {
  const rows = await database.rows(query, values)
  return rows.map((row) => JSON.stringify(row)).toSorted()
}

const portion = 4

describe('daily jobs', () => {
  it('process each person completely even if they are stopped between portions, and give the same result after they resume', async () => {
    const [whole, ended] = [
      await startWorld({ people: 'of one client', further: turn }),
      await startWorld({ people: 'of one client', further: turn }),
    ]
    await runDaily(whole)
    const expected = await outcomeOf(whole)

    // Each run stops another job in its third portion, and the next run resumes that job.
    const endedJobs: string[] = []
    for (let runs = 1, isOver = false; !isOver; runs += 1) {
      const leaving = new AbortController()
      let portions = 0
      const jobs = dailyJobs(ended.serverSecret).map((job): DailyJob => ({
        ...job,
        run: async (tx, clientId, at) => {
          portions = at.after === null ? 1 : portions + 1
          const outcome = await job.run(tx, clientId, at)
          if (portions === 3 && !endedJobs.includes(job.name)) {
            endedJobs.push(job.name)
            leaving.abort()
            throw new Error('ended')
          }
          return outcome
        },
      }))
      await runDailyJobs({ db: ended.database.db, jobs, onFault: () => undefined, portion }, leaving.signal)
      isOver = !leaving.signal.aborted
      if (!isOver) await expectWhole(ended, { job: endedJobs.at(-1) ?? '', expected })
      expect(runs).toBeLessThan(40)
    }
    expect(endedJobs).toEqual(expect.arrayContaining(['renew selections', 'provide cover for everybody']))
    expect(await outcomeOf(ended)).toEqual(expected)
  })
})

async function expectWhole(
  { database }: World,
  { job, expected }: { job: string; expected: string[][] },
): Promise<void> {
  const [unfinished] = await database.rows<{ clientId: string; upTo: string; ranOn: string }>(
    `select client_id as "clientId", done_up_to as "upTo", ran_on::text as "ranOn"
     from daily_run
     where job = $1 and unfinished_on is not null`,
    [job],
  )
  expect([job, unfinished?.ranOn]).not.toEqual([job, '2027-04-06'])
  if (job !== 'renew selections') return
  const isDone = (row: string) => {
    const { client_id, person_id, action } = JSON.parse(row) as Record<string, string>
    return (
      client_id === unfinished?.clientId &&
      (person_id ?? '') <= (unfinished?.upTo ?? '') &&
      ['renew', 'end-with-year'].includes(action ?? '')
    )
  }
  const renewals = await rowsOf(
    database,
    `${written[0]} where s.client_id = $1 and action in ('renew', 'end-with-year')`,
    [unfinished?.clientId],
  )
  expect(renewals).toEqual((expected[0] ?? []).filter(isDone))
}

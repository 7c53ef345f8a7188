import { beforeEach, expect, it } from 'vitest'
import type { ClientId, PersonId } from '../../contract/ids.ts'
import { type DailyJob, runDailyJobs } from '../../platform/daily-jobs.ts'
import { startWorld } from '../../tests/harness/world.ts'
import { dailyJobInPortions } from './job-portions.queries.ts'

const world = await startWorld()
const found = await world.database.rows<{ clientId: ClientId; people: PersonId[] }>(
  `select client_id as "clientId", array_agg(person_id order by person_id) as people
   from person_details
   group by client_id
   order by count(*) desc
   limit 1`,
)
if (!found[0]) throw new Error('There are no people')
const { clientId, people } = found[0]

let ill: PersonId[]
const done: Record<string, [personId: PersonId, lastRan: string | null][]> = {}
const faults: { job: string; personId: PersonId | undefined }[] = []
beforeEach(async () => {
  ill = []
  await world.database.rows('delete from daily_run')
  await world.database.rows('delete from skipped_person')
})

const job = (name: string): DailyJob =>
  dailyJobInPortions(
    name,
    async (tx, of, portion) => {
      await tx.updateTable('person_details').set({ title: name }).where('client_id', '=', of).execute()
      if (portion.people.some((personId) => ill.includes(personId))) throw new Error('Their data cannot be read')
      if (of === clientId) for (const personId of portion.people) done[name]?.push([personId, portion.lastRan])
    },
    { laterJobsWait: true },
  )

async function run({ portion = 5 } = {}): Promise<string> {
  for (const name of ['renewal', 'cover']) done[name] = []
  faults.length = 0
  const [{ today }] = (await world.database.rows('select app.today()::text as today')) as [{ today: string }]
  await runDailyJobs({
    db: world.database.db,
    jobs: [job('renewal'), job('cover')],
    portion,
    onFault: ({ job: name, personId }) => faults.push({ job: name, personId }),
  })
  return today
}

const nextDay = () => world.database.rows('update app.clock set ahead = ahead + make_interval(days => 1)')

it("if a person's data make a job fail, this job and later jobs skip the person until the next day", async () => {
  const first = await run()
  expect(done['cover']).toEqual(people.map((personId) => [personId, null]))
  await nextDay()
  ill = people.slice(3, 4)
  const [skipped] = ill
  const others = people.filter((personId) => personId !== skipped).map((personId) => [personId, first])
  const second = await run()
  expect([done['renewal'], done['cover']]).toEqual([others, others])
  expect(faults).toEqual([{ job: 'renewal', personId: skipped }])
  const audit = await world.database.rows(
    `select entry::jsonb -> 'details' as details from audit_event where action = 'daily-job.person-skipped'`,
  )
  expect(audit).toEqual([{ details: { job: 'renewal', personId: skipped } }])

  await nextDay()
  ill = []
  await run()
  const again = people.map((personId) => [personId, personId === skipped ? first : second])
  expect([done['renewal'], done['cover']]).toEqual([again, again])
  expect(await world.database.rows('select from skipped_person')).toEqual([])
})

it('a job that fails for many people counts as failed, and the jobs after it wait until it has succeeded', async () => {
  ill = people
  await run({ portion: people.length })
  expect([done['renewal'], done['cover']]).toEqual([[], []])
  expect(faults).toContainEqual({ job: 'renewal', personId: undefined })
  await run({ portion: people.length })
  expect([done['renewal'], done['cover']]).toEqual([[], []])
  ill = []
  await run({ portion: people.length })
  expect([done['renewal']?.length, done['cover']?.length]).toEqual([people.length, people.length])
})

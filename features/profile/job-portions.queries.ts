import { sql } from 'kysely'
import type { ClientId, PersonId } from '../../contract/ids.ts'
import type { Tx } from '../../database/database.ts'
import { isDatabaseDown, isRetryable } from '../../database/postgres.ts'
import type { DailyJob, Portion } from '../../platform/daily-jobs.ts'
import { appendAudit } from '../../services/audit/audit.queries.ts'
import { lockPeople } from '../../services/people/profile.queries.ts'
import { forgetSkipped, recordSkipped, skippedPeople } from './skipped-people.queries.ts'

type People = Omit<Portion, 'after' | 'size' | 'onSkip'> & { people: readonly PersonId[] }
type Work = (tx: Tx, clientId: ClientId, portion: People) => Promise<void>

/** If a job fails for more people on one day, the cause is the job and not their data. */
const skipLimit = 10

/** A person whose data make the job fail is skipped until the next day. */
export function dailyJobInPortions(name: string, work: Work, more: Pick<DailyJob, 'laterJobsWait'> = {}): DailyJob {
  return {
    ...more,
    name,
    run: async (tx, clientId, { after, size, onSkip, ...at }) => {
      const next = await nextPeople(tx, clientId, { after, most: size })
      const skipped = await skippedPeople(tx, clientId, { job: name, today: at.today })
      // A skipped person forms a separate portion.
      const end = next.findIndex((personId) => skipped.has(personId))
      const people = end === -1 ? next : next.slice(0, Math.max(end, 1))
      const [first, last] = [people[0], people.at(-1)]
      if (!first || !last) return 'done'
      const before = skipped.get(first)
      const { lastRan } = before?.isRetried ? before : at
      const failed = before?.waits ? [] : await workOrSkip(tx, clientId, { work, portion: { ...at, lastRan, people } })
      const left = before?.waits ? [first] : failed.map(({ personId }) => personId)
      if (left.length === 0 && before) await forgetSkipped(tx, clientId, { job: name, personId: first })
      if (left.length > 0) {
        const count = await recordSkipped(tx, clientId, { job: name, people: left, lastRan, today: at.today })
        if (failed[0] && count > skipLimit) throw failed[0].error
      }
      const event = { at: at.now, actor: null, action: 'daily-job.person-skipped' }
      await appendAudit(
        tx,
        clientId,
        failed.map(({ personId }) => ({ ...event, subject: personId, details: { job: name, personId } })),
      )
      failed.forEach(onSkip)
      return people.length === next.length && next.length < size ? 'done' : { doneUpTo: last }
    },
  }
}

type Failed = { personId: PersonId; error: unknown }

/** Works on as many people as possible. Finds those who make the work fail by halving the portion, and returns them. */
async function workOrSkip(
  tx: Tx,
  clientId: ClientId,
  { work, portion, failed = [] }: { work: Work; portion: People; failed?: Failed[] },
): Promise<Failed[]> {
  const { people } = portion
  await sql`savepoint portion`.execute(tx)
  try {
    await work(tx, clientId, portion)
    await sql`release savepoint portion`.execute(tx)
    return failed
  } catch (error) {
    // The database failed, so retry the whole portion.
    if (isDatabaseDown(error) || isRetryable(error)) throw error
    await sql`rollback to savepoint portion`.execute(tx)
    const [personId] = people
    if (people.length === 1 && personId) {
      if (failed.push({ personId, error }) > skipLimit) throw error
      return failed
    }
  }
  // Lock everyone in order first, because work on the first half also locks the audit chain.
  await lockPeople(tx, clientId, { people })
  const middle = Math.ceil(people.length / 2)
  for (const half of [people.slice(0, middle), people.slice(middle)])
    await workOrSkip(tx, clientId, { work, portion: { ...portion, people: half }, failed })
  return failed
}

export async function nextPeople(
  tx: Tx,
  clientId: ClientId,
  { after, most }: { after: string | null; most: number },
): Promise<PersonId[]> {
  const rows = await tx
    .selectFrom('person_details')
    .select('person_id as personId')
    .where('client_id', '=', clientId)
    .$if(after !== null, (query) => query.where(sql<boolean>`person_id > ${after}`))
    .orderBy('person_id')
    .limit(most)
    .execute()
  return rows.map(({ personId }) => personId)
}

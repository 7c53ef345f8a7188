import { type RawBuilder, sql } from 'kysely'
import type { ClientId, PersonId } from '../../contract/ids.ts'
import type { Tx } from '../../database/database.ts'
import type { DailyJob, Portion } from '../../platform/daily-jobs.ts'

type Work = (
  tx: Tx,
  clientId: ClientId,
  portion: Omit<Portion, 'after' | 'size'> & { people: readonly PersonId[] },
) => Promise<void>

/** Returns a daily job that processes a client's people in portions, ordered by id. Each portion is one transaction. */
export function jobInPortions(name: string, work: Work): DailyJob {
  return {
    name,
    run: async (tx, clientId, { after, size, ...at }) => {
      const people = await nextPeople(tx, clientId, { after, most: size })
      if (people.length > 0) await work(tx, clientId, { ...at, people })
      const last = people.at(-1)
      return last === undefined || people.length < size ? 'done' : { doneUpTo: last }
    },
  }
}

/** Returns SQL that is true for rows of these people; for all rows if people are omitted. */
export function isAmong(
  people: readonly PersonId[] | undefined,
  column: RawBuilder<unknown> = sql`person_id`,
): RawBuilder<boolean> {
  return people === undefined ? sql`true` : sql`${column} = any(${[...people]}::uuid[])`
}

async function nextPeople(
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

import { type RawBuilder, sql } from 'kysely'
import type { ClientId, PersonId } from '../../contract/ids.ts'
import type { Tx } from '../../database/database.ts'

/** Returns the people of a client whose ids follow an id, lowest first. */
export async function nextPeople(
  tx: Tx,
  clientId: ClientId,
  { after, most }: { after: string | null; most: number },
): Promise<PersonId[]> {
  const rows = await tx
    .selectFrom('person_details')
    .select('person_id as personId')
    .where('client_id', '=', clientId)
    .$if(after !== null, (query) => query.where('person_id', '>', after as PersonId))
    .orderBy('person_id')
    .limit(most)
    .execute()
  return rows.map(({ personId }) => personId)
}

/** Returns SQL that is true for rows of these people; for all rows if people are omitted. */
export function isAmong(
  people: readonly PersonId[] | undefined,
  column: RawBuilder<unknown> = sql`person_id`,
): RawBuilder<boolean> {
  return people === undefined ? sql`true` : sql`${column} = any(${[...people]}::uuid[])`
}

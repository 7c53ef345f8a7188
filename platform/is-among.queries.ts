import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { PersonId } from '../contract/ids.ts'

/** Returns SQL that is true for rows of these people; for all rows if people are omitted. */
export function isAmong(
  people: readonly PersonId[] | undefined,
  column: RawBuilder<unknown> = sql`person_id`,
): RawBuilder<boolean> {
  return people === undefined ? sql`true` : sql`${column} = any(${[...people]}::uuid[])`
}

import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { PersonId } from '../contract/ids.ts'

/** Returns an SQL condition for rows of these people; without people, for all rows. */
export function isOneOf(
  people: readonly PersonId[] | undefined,
  column: RawBuilder<unknown> = sql`person_id`,
): RawBuilder<boolean> {
  return people === undefined ? sql`true` : sql`${column} = any(${[...people]}::uuid[])`
}

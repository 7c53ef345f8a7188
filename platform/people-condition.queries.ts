import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { PersonId } from '../contract/ids.ts'

/** Returns an SQL condition for the rows of these people. If `people` is undefined, it is true for all rows. */
export function isOneOf(
  people: readonly PersonId[] | undefined,
  column: RawBuilder<unknown> = sql`person_id`,
): RawBuilder<boolean> {
  return people === undefined ? sql`true` : sql`${column} = any(${[...people]}::uuid[])`
}

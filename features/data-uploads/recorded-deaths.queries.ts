import { sql } from 'kysely'
import type { ClientId } from '../../contract/ids.ts'
import type { Tx } from '../../database/database.ts'
import { hasDied } from '../session/standing.queries.ts'

/**
 * Returns rows of people whose death is recorded, but with another leaving reason or none. `isEmptied` if only the reason is
 * empty, and the last day is not.
 */
export async function deathsContradicted(
  tx: Tx,
  clientId: ClientId,
  {
    loadId,
    places: { email, reason, lastDay },
  }: { loadId: string; places: { email: number; reason: number; lastDay: number } },
): Promise<{ line: number; isEmptied: boolean }[]> {
  const keepsLastDay = lastDay < 0 ? sql`true` : sql`coalesce(staged.cells ->> ${lastDay}::int, '') <> ''`
  const { rows } = await sql<{ line: number; isEmptied: boolean }>`
    select staged.line, coalesce(staged.cells ->> ${reason}::int, '') = '' and ${keepsLastDay} as "isEmptied"
    from upload_row as staged
    join account on account.client_id = ${clientId} and account.email = lower(staged.cells ->> ${email}::int)
    where staged.client_id = ${clientId}
      and staged.upload_id = ${loadId}
      and coalesce(staged.cells ->> ${reason}::int, '') <> 'death'
      and ${hasDied({ clientId, person: sql`account.person_id` })}
    order by staged.line
  `.execute(tx)
  return rows
}

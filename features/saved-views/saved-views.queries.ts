import { sql } from 'kysely'
import type { ClientId, PersonId } from '../../contract/ids.ts'
import type { Tx } from '../../database/database.ts'
import type { ExpiredRows } from '../../platform/expired-rows.ts'
import { isFormerEmployer } from '../../services/session/employment-status.queries.ts'
import type { SavedView } from './saved-views.contract.ts'

type Owner = { personId: PersonId }

const columns = sql`id as "viewId", screen, name, query`

export async function viewsOf(tx: Tx, clientId: ClientId, { personId }: Owner): Promise<SavedView[]> {
  const { rows } = await sql<SavedView>`
    select ${columns}
    from saved_view
    where client_id = ${clientId}
      and person_id = ${personId}
    order by lower(name)
  `.execute(tx)
  return rows
}

/** Compares as the index of the table does: `lower` and JavaScript differ in some letters. */
export async function isNameTaken(
  tx: Tx,
  clientId: ClientId,
  { personId, name, viewId = null }: Owner & { name: string; viewId?: string | null },
): Promise<boolean> {
  const { rows } = await sql`
    select
    from saved_view
    where client_id = ${clientId}
      and person_id = ${personId}
      and lower(name) = lower(${name})
      and id is distinct from ${viewId}::uuid
  `.execute(tx)
  return rows.length > 0
}

export async function insertViews(
  tx: Tx,
  clientId: ClientId,
  { views }: { views: readonly (Owner & SavedView)[] },
): Promise<void> {
  if (views.length === 0) return
  const rows = views.map(({ personId, viewId, ...view }) => ({
    client_id: clientId,
    person_id: personId,
    id: viewId,
    ...view,
  }))
  await tx.insertInto('saved_view').values(rows).execute()
}

export async function updateViewName(
  tx: Tx,
  clientId: ClientId,
  { personId, viewId, name }: Owner & { viewId: string; name: string },
): Promise<SavedView | undefined> {
  const { rows } = await sql<SavedView>`
    update saved_view
    set name = ${name}
    where client_id = ${clientId}
      and person_id = ${personId}
      and id = ${viewId}
    returning ${columns}
  `.execute(tx)
  return rows[0]
}

export async function removeView(
  tx: Tx,
  clientId: ClientId,
  { personId, viewId }: Owner & { viewId: string },
): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('saved_view')
    .where('client_id', '=', clientId)
    .where('person_id', '=', personId)
    .where('id', '=', viewId)
    .executeTakeFirstOrThrow()
  return numDeletedRows > 0n
}

/** Views of people who have left, lost their account or are no longer employer users. */
export const expiredViews: ExpiredRows = {
  deleteFrom: 'saved_view',
  key: ['person_id', 'id'],
  when: (clientId) => isFormerEmployer({ clientId, person: sql`saved_view.person_id` }),
}

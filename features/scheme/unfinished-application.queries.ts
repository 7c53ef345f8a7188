import { sql } from 'kysely'
import type { ClientId, PersonId } from '../../contract/ids.ts'
import type { Tx } from '../../database/database.ts'
import { transactionTime } from '../../database/transaction-time.ts'
import { mergeChanges, hasNoChange, type SchemeChange } from './recalculate-scheme.queries.ts'

export type UnfinishedApplication = {
  beganAt: string
  folderHash: string
  change: SchemeChange
  hasPeople: boolean
  isRecalculated: boolean
  doneUpTo: PersonId | null
}

export async function lockUnfinishedApplication(
  tx: Tx,
  clientId: ClientId,
): Promise<UnfinishedApplication | undefined> {
  const { rows } = await sql<UnfinishedApplication>`
    select
      began_at as "beganAt", folder_hash as "folderHash", change, has_people as "hasPeople", is_recalculated as "isRecalculated", done_up_to as "doneUpTo"
    from unfinished_application
    where client_id = ${clientId}
    for update
  `.execute(tx)
  return rows[0]
}

export async function unfinishedSince(tx: Tx, clientId: ClientId): Promise<string | undefined> {
  const row = await tx
    .selectFrom('unfinished_application')
    .select('began_at as beganAt')
    .where('client_id', '=', clientId)
    .executeTakeFirst()
  return row?.beganAt
}

/** Continues an application of the same folder. Otherwise starts again with the first person. */
export async function recordUnfinishedApplication(
  tx: Tx,
  clientId: ClientId,
  { change, hasPeople, folderHash }: { change: SchemeChange; hasPeople: boolean; folderHash: string },
): Promise<void> {
  const before = await lockUnfinishedApplication(tx, clientId)
  if (before?.folderHash === folderHash && hasNoChange(change)) return
  const whole = before ? mergeChanges(before.change, change) : change
  await sql`
    insert into unfinished_application (client_id, began_at, folder_hash, change, has_people)
    values (${clientId}, ${transactionTime}, ${folderHash}, ${JSON.stringify(whole)}, ${hasPeople})
    on conflict (client_id) do update
    set began_at = excluded.began_at, folder_hash = excluded.folder_hash, change = excluded.change,
        has_people = excluded.has_people, is_recalculated = false, done_up_to = null
  `.execute(tx)
}

export async function recordRecalculated(
  tx: Tx,
  clientId: ClientId,
  progress: { doneUpTo: PersonId } | 'everybody',
): Promise<void> {
  await tx
    .updateTable('unfinished_application')
    .set(progress === 'everybody' ? { is_recalculated: true } : { done_up_to: progress.doneUpTo })
    .where('client_id', '=', clientId)
    .execute()
}

export async function deleteUnfinishedApplication(tx: Tx, clientId: ClientId): Promise<void> {
  await tx.deleteFrom('unfinished_application').where('client_id', '=', clientId).execute()
}

import { sql } from 'kysely'
import { addDays, type IsoDate } from '../../contract/dates.ts'
import type { ClientId } from '../../contract/ids.ts'
import type { Tx } from '../../database/database.ts'
import { noEndKnown } from './family.rules.ts'

/** Records the employee's statement that a family member is registered disabled. Cover does not change until it is confirmed. */
export async function recordDisability(tx: Tx, clientId: ClientId, { id }: { id: string }): Promise<void> {
  await tx
    .updateTable('family_member')
    .set({ registered_disabled: true, version: sql<number>`version + 1` })
    .where('client_id', '=', clientId)
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
}

/** Records that an accepted document confirms it, with no end known. */
export async function confirmDisability(tx: Tx, clientId: ClientId, { id }: { id: string }): Promise<void> {
  await tx
    .updateTable('family_member')
    .set({ registered_disabled: true, disability_confirmed_until: noEndKnown, version: sql<number>`version + 1` })
    .where('client_id', '=', clientId)
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
}

/** Ends the confirmation yesterday, so that it no longer counts today. Returns false if there was none. */
export async function endConfirmedDisability(
  tx: Tx,
  clientId: ClientId,
  { id, today }: { id: string; today: IsoDate },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('family_member')
    .set({
      registered_disabled: false,
      disability_confirmed_until: addDays(today, -1),
      version: sql<number>`version + 1`,
    })
    .where('client_id', '=', clientId)
    .where('id', '=', id)
    .where('disability_confirmed_until', '>=', today)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

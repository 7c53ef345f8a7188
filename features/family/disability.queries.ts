import { addDays, type IsoDate } from '../../contract/dates.ts'
import type { ClientId } from '../../contract/ids.ts'
import type { Tx } from '../../database/database.ts'
import { updateMember } from './family.queries.ts'
import { noEndKnown } from '../../domain/definition/family.rules.ts'

/** Only a confirmed disability affects cover. */
export async function recordDisability(tx: Tx, clientId: ClientId, { id }: { id: string }): Promise<void> {
  await updateMember(tx, clientId, id, { registered_disabled: true }).executeTakeFirstOrThrow()
}

export async function confirmDisability(tx: Tx, clientId: ClientId, { id }: { id: string }): Promise<void> {
  await updateMember(tx, clientId, id, {
    registered_disabled: true,
    disability_confirmed_until: noEndKnown,
  }).executeTakeFirstOrThrow()
}

export async function endConfirmedDisability(
  tx: Tx,
  clientId: ClientId,
  { id, today }: { id: string; today: IsoDate },
): Promise<boolean> {
  const { numUpdatedRows } = await updateMember(tx, clientId, id, {
    registered_disabled: false,
    disability_confirmed_until: addDays(today, -1),
  })
    .where('disability_confirmed_until', '>=', today)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

import type { ClientId } from '../../contract/ids.ts'
import type { Tx } from '../../database/database.ts'

/** `isDataLoadEligibilityImpactEnabled`. */
export async function readSwitches(tx: Tx, clientId: ClientId): Promise<{ eligibilityImpact: boolean }> {
  const { switches } = await tx
    .selectFrom('client')
    .select('switches')
    .where('client_id', '=', clientId)
    .executeTakeFirstOrThrow()
  return { eligibilityImpact: switches['eligibilityImpact'] === true }
}

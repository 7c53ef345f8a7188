import type { View } from '../../contract/caller.ts'
import type { ClientId, PersonId } from '../../contract/ids.ts'
import type { Tx } from '../../platform/handle.ts'
import { entryLimits, viewLimits } from '../../services/session/limits.ts'

/** A grant lasts as long as its address works, plus the longest session that the address can start. */
export const grantLimits = { lifeMs: entryLimits.lifeMs + viewLimits.sessionMs } as const

export type NewGrant = Omit<View, 'grantId'> & {
  personId: PersonId
  actorPersonId?: PersonId
  actorSessionId?: string
  now: Date
}

export async function insertGrant(tx: Tx, clientId: ClientId, grant: NewGrant): Promise<View> {
  const { grantedBy, actor, schemeYearId, schemeYear, reason } = grant
  const { id } = await tx
    .insertInto('masquerade_grant')
    .values({
      client_id: clientId,
      granted_by: grantedBy,
      actor,
      actor_person_id: grant.actorPersonId ?? null,
      actor_session_id: grant.actorSessionId ?? null,
      person_id: grant.personId,
      scheme_year_id: schemeYearId,
      scheme_year: schemeYear,
      reason,
      granted_at: grant.now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { grantId: id, grantedBy, actor, schemeYearId, schemeYear, reason }
}

export type EndedGrant = { id: string; personId: PersonId }

export function endGrantsOf(
  tx: Tx,
  clientId: ClientId,
  { actor, since, now }: { actor: string; since: Date; now: Date },
): Promise<EndedGrant[]> {
  return tx
    .updateTable('masquerade_grant')
    .set({ ended_at: now })
    .where('client_id', '=', clientId)
    .where('actor', '=', actor)
    .where('ended_at', 'is', null)
    .where('granted_at', '>', since.toISOString())
    .returning(['id', 'person_id as personId'])
    .execute()
}

export async function readSchemeYearNumber(
  tx: Tx,
  clientId: ClientId,
  schemeYearId: View['schemeYearId'],
): Promise<number> {
  const { year } = await tx
    .selectFrom('scheme_year')
    .select('year')
    .where('client_id', '=', clientId)
    .where('id', '=', schemeYearId)
    .executeTakeFirstOrThrow()
  return year
}

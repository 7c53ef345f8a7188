import { sql } from 'kysely'
import type { ClientId, PersonId } from '../../contract/ids.ts'
import type { Tx } from '../../database/database.ts'

/** Those of whom an upload brought the first word and that were ended when it was undone: who comes again is new. */
export async function takenBackAmong(
  tx: Tx,
  clientId: ClientId,
  { people }: { people: readonly PersonId[] },
): Promise<Set<PersonId>> {
  const { rows } = await sql<{ personId: PersonId }>`
    select distinct concerned.person_id as "personId"
    from upload_person as concerned
    join upload as load on load.client_id = ${clientId} and load.id = concerned.upload_id
    join account on account.client_id = ${clientId} and account.person_id = concerned.person_id
    where concerned.client_id = ${clientId}
      and concerned.person_id = any(${[...people]}::uuid[])
      and concerned.kind = 'new'
      and not concerned.kept_at_undo
      and load.status = 'undone'
      and account.state = 'disabled'
      and account.activated_at is null
  `.execute(tx)
  return new Set(rows.map(({ personId }) => personId))
}

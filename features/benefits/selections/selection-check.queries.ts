import { sql } from 'kysely'
import type { DataCheck } from '../../../platform/check-data.queries.ts'

/** Checks that each selection has the state, number and time of its newest version. */
export const selectionCheck: DataCheck = {
  table: 'selection',
  key: 'id',
  stored: (clientId) => sql`select id, state, version, changed_at from selection where client_id = ${clientId}`,
  derived: (clientId) => sql`
    select distinct on (selection_id) selection_id as id, state, version, recorded_at as changed_at
    from selection_version
    where client_id = ${clientId}
    order by selection_id, version desc`,
  repair: async (tx, clientId, ids) => {
    await sql`
      update selection
      set state = newest.state, version = newest.version, changed_at = newest.recorded_at
      from (
        select distinct on (selection_id) selection_id, state, version, recorded_at
        from selection_version
        where client_id = ${clientId}
          and selection_id = any(${ids}::uuid[])
        order by selection_id, version desc
      ) as newest
      where selection.client_id = ${clientId}
        and selection.id = newest.selection_id
    `.execute(tx)
  },
}

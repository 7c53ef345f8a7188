import { type RawBuilder, sql } from 'kysely'
import type { ClientId } from '../../contract/ids.ts'

/** SQL (from and where) for selections that wait for a provider's decision, in any scheme year. */
export function pendingCoverRows(clientId: ClientId): RawBuilder<unknown> {
  return sql`
    from selection
    join selection_version as version
      on version.client_id = selection.client_id
      and version.selection_id = selection.id
      and version.version = selection.version
    join scheme_year as year on year.client_id = version.client_id and year.id = version.scheme_year_id
    join benefit
      on benefit.client_id = version.client_id
      and benefit.scheme_year_id = version.scheme_year_id
      and benefit.id = selection.benefit_id
    join account on account.client_id = selection.client_id and account.person_id = selection.person_id
    left join medical_answer as answer
      on answer.client_id = selection.client_id
      and answer.person_id = selection.person_id
      and answer.benefit_id = selection.benefit_id
    where selection.client_id = ${clientId}
      and selection.state = 'pended'
  `
}

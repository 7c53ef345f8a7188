import { sql } from 'kysely'
import type { IsoDate } from '../../contract/dates.ts'
import type { ClientId, SelectionId } from '../../contract/ids.ts'
import type { Tx } from '../../database/database.ts'
import type { BenefitDefinition } from '../../domain/definition/definition.ts'
import { newestFacts } from '../../services/people/newest-facts.queries.ts'

export type MemberWithoutJoiningDay = {
  selectionId: SelectionId
  employeeName: string
  employeeNumber: string | null
  definition: BenefitDefinition
}

export async function membersWithoutJoiningDay(
  tx: Tx,
  clientId: ClientId,
  { today }: { today: IsoDate },
): Promise<MemberWithoutJoiningDay[]> {
  const { rows } = await sql<MemberWithoutJoiningDay>`
    select
      selection.id as "selectionId",
      person.first_name || ' ' || person.surname as "employeeName",
      employee.employee_number as "employeeNumber",
      benefit.definition
    from selection
    join selection_version as version
      on version.client_id = ${clientId}
      and version.selection_id = selection.id
      and version.version = selection.version_in_force
    join benefit
      on benefit.client_id = ${clientId}
      and benefit.scheme_year_id = version.scheme_year_id
      and benefit.id = selection.benefit_id
    join person_details as person on person.client_id = ${clientId} and person.person_id = selection.person_id
    left join employee on employee.client_id = ${clientId} and employee.person_id = selection.person_id
    left join (${newestFacts(clientId, { facts: ['voucher-member-since'], on: today })}) as since
      on since.person_id = selection.person_id
    where selection.client_id = ${clientId}
      and benefit.definition @? '$.options[*] ? (exists(@.maxByTaxBand))'
      and since.value is null
    order by person.surname, person.first_name, selection.id
  `.execute(tx)
  return rows
}

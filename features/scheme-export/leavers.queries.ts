import { sql } from 'kysely'
import type { IsoDate } from '../../contract/dates.ts'
import type { ClientId, PersonId, SelectionId } from '../../contract/ids.ts'
import type { Tx } from '../../database/database.ts'
import type { BenefitDefinition } from '../../domain/definition/definition.ts'
import type { Choice } from '../../domain/definition/options.ts'
import type { DatedVersion } from '../../domain/selections/cover-periods.rules.ts'
import type { CoveredPerson } from '../../domain/selections/selection.rules.ts'
import { newestFacts } from '../../services/people/newest-facts.queries.ts'

/** Omits people without a start date, such as outside administrators. */
export async function peopleEmployedOn(
  tx: Tx,
  clientId: ClientId,
  { lastDay }: { lastDay: IsoDate },
): Promise<PersonId[]> {
  const { rows } = await sql<{ personId: PersonId }>`
    with newest as (${newestFacts(clientId, { facts: ['start-date', 'end-date', 'status'] })})
    select person_id as "personId"
    from newest as started
    where fact = 'start-date'
      and value is not null
      and not exists (
        select
        from newest
        where newest.person_id = started.person_id
          and (fact = 'end-date' and value <= ${lastDay} or fact = 'status' and value = 'left')
      )
    order by person_id
  `.execute(tx)
  return rows.map(({ personId }) => personId)
}

export type LeaverVersion = DatedVersion & {
  selectionId: SelectionId
  personId: PersonId
  employeeNumber: string | null
  firstName: string
  surname: string
  email: string
  dateOfBirth: IsoDate
  niNumber: string | null
  leavingReason: string | null
  choice: Choice
  covered: CoveredPerson[]
  definition: BenefitDefinition
}

export async function versionsOfLeavers(
  tx: Tx,
  clientId: ClientId,
  { lastDay }: { lastDay: IsoDate },
): Promise<LeaverVersion[]> {
  const { rows } = await sql<LeaverVersion>`
    with newest as (${newestFacts(clientId, { facts: ['end-date', 'leaving-reason'] })})
    select
      selection.id as "selectionId", selection.person_id as "personId",
      employee.employee_number as "employeeNumber", person.first_name as "firstName", person.surname,
      account.email, person.date_of_birth as "dateOfBirth", person.national_insurance_number as "niNumber",
      (
        select value
        from newest
        where newest.person_id = selection.person_id
          and fact = 'leaving-reason'
      ) as "leavingReason",
      version.version, version.state, version.action, version.choice, version.people_covered as covered,
      version.effective_from as "effectiveFrom", version.effective_to as "effectiveTo", benefit.definition
    from newest as ends
    join selection on selection.client_id = ${clientId} and selection.person_id = ends.person_id
    join selection_version as version on version.client_id = ${clientId} and version.selection_id = selection.id
    join benefit
      on benefit.client_id = ${clientId}
      and benefit.scheme_year_id = version.scheme_year_id
      and benefit.id = selection.benefit_id
    join person_details as person on person.client_id = ${clientId} and person.person_id = selection.person_id
    join account on account.client_id = ${clientId} and account.person_id = selection.person_id
    left join employee on employee.client_id = ${clientId} and employee.person_id = selection.person_id
    where ends.fact = 'end-date'
      and ends.value = ${lastDay}
    order by
      benefit.provider_name nulls last, benefit.position, benefit.name, person.surname, person.first_name, selection.id,
      version.version
  `.execute(tx)
  return rows
}

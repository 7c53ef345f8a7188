import { sql } from 'kysely'
import type { IsoDate } from '../../contract/dates.ts'
import type { ClientId, PersonId } from '../../contract/ids.ts'
import { question } from '../../database/question.ts'
import type { SelectionState } from '../benefits/benefits.contract.ts'
import { statusLabel } from '../benefits/selections/selection-states.rules.ts'
import { employmentWithStartOn } from '../session/standing.queries.ts'
import type { EmployeeDetail } from './employees.contract.ts'

export type FoundEmployee = Omit<EmployeeDetail, 'name' | 'selections'> & {
  today: IsoDate
  selections: (Omit<EmployeeDetail['selections'][number], 'statusLabel'> & { status: SelectionState })[]
}

/** One person as the employer sees them (EMP-21). What somebody has begun and not sent stays theirs. */
export const employeeQuestion = question<{ clientId: ClientId; employeeId: PersonId }, FoundEmployee>(
  ({ clientId, employeeId }) => sql<FoundEmployee>`
    with day as materialized (select today from app.present())
    select
      day.today,
      employee.person_id as "employeeId",
      employee.first_name as "firstName",
      employee.surname,
      employee.email,
      employee.employee_number as "employeeNumber",
      employee.registered,
      date_trunc('milliseconds', employee.last_login_at) as "lastLogin",
      details.date_of_birth as "dateOfBirth",
      employment.status as "employmentStatus",
      employment.started_on as "startDate",
      (
        select coalesce(json_agg(json_build_object(
          'selectionId', selection.id,
          'benefitId', benefit.id,
          'benefitName', benefit.name,
          'status', selection.state,
          'effectiveFrom', version.effective_from
        ) order by benefit.position, benefit.name, selection.id), '[]')
        from selection
        join benefit on benefit.client_id = ${clientId} and benefit.id = selection.benefit_id
        join selection_version as version
          on version.client_id = ${clientId}
          and version.selection_id = selection.id
          and version.version = selection.version
        where selection.client_id = ${clientId}
          and selection.person_id = ${employeeId}
          and selection.state not in ('none', 'draft')
      ) as selections
    from day
    cross join employee
    join person_details as details on details.client_id = ${clientId} and details.person_id = employee.person_id
    cross join lateral (${employmentWithStartOn(sql`day.today`, { clientId, person: sql`employee.person_id` })}) as employment
    where employee.client_id = ${clientId}
      and employee.person_id = ${employeeId}
  `,
)

export function employeeDetailOf({ today, ...found }: FoundEmployee): EmployeeDetail {
  return {
    ...found,
    name: `${found.firstName} ${found.surname}`,
    selections: found.selections.map((selection) => ({
      ...selection,
      statusLabel: statusLabel(selection.status, { effectiveFrom: selection.effectiveFrom, today }),
    })),
  }
}

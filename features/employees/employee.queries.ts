import { sql } from 'kysely'
import type { IsoDate } from '../../contract/dates.ts'
import type { ClientId, PersonId } from '../../contract/ids.ts'
import { question } from '../../database/question.ts'
import type { SelectionState } from '../benefits/benefits.contract.ts'
import { type DatedFact, employmentOn, factsKnownFrom } from '../benefits/eligibility/person-facts.rules.ts'
import { statusLabel } from '../benefits/selections/selection-states.rules.ts'
import type { EmployeeDetail } from './employees.contract.ts'

type Worked = 'name' | 'employmentStatus' | 'startDate' | 'selections'
export type FoundEmployee = Omit<EmployeeDetail, Worked> & {
  /** As they were recorded, each fact's newest first: what is in force of them is told where the day is known. */
  facts: DatedFact[]
  selections: (Omit<EmployeeDetail['selections'][number], 'statusLabel'> & { status: SelectionState })[]
}

/** One person as the employer sees them (EMP-21). What somebody has begun and not sent stays theirs. */
export const employeeQuestion = question<{ clientId: ClientId; employeeId: PersonId }, FoundEmployee>(
  ({ clientId, employeeId }) => sql<FoundEmployee>`
    select
      employee.person_id as "employeeId",
      employee.first_name as "firstName",
      employee.surname,
      employee.email,
      employee.employee_number as "employeeNumber",
      employee.registered,
      date_trunc('milliseconds', employee.last_login_at) as "lastLogin",
      details.date_of_birth as "dateOfBirth",
      array_to_json(array(
        select json_build_object('fact', fact, 'value', value, 'effectiveFrom', effective_from)
        from employment_fact
        where client_id = ${clientId}
          and person_id = ${employeeId}
          and fact in ('status', 'end-date', 'start-date')
        order by fact, effective_from desc, recorded_at desc, sequence desc
      )) as facts,
      array_to_json(array(
        select json_build_object(
          'selectionId', selection.id,
          'benefitId', benefit.id,
          'benefitName', benefit.name,
          'status', selection.state,
          'effectiveFrom', version.effective_from
        )
        from selection
        join benefit on benefit.client_id = ${clientId} and benefit.id = selection.benefit_id
        join selection_version as version
          on version.client_id = ${clientId}
          and version.selection_id = selection.id
          and version.version = selection.version
        where selection.client_id = ${clientId}
          and selection.person_id = ${employeeId}
          and selection.state not in ('none', 'draft')
        order by benefit.position, benefit.name, selection.id
      )) as selections
    from employee
    join person_details as details on details.client_id = ${clientId} and details.person_id = employee.person_id
    where employee.client_id = ${clientId}
      and employee.person_id = ${employeeId}
  `,
)

export function employeeDetailOf({ facts, ...found }: FoundEmployee, today: IsoDate): EmployeeDetail {
  const { status, startedOn } = employmentOn(factsKnownFrom(facts, today), today)
  return {
    ...found,
    name: `${found.firstName} ${found.surname}`,
    employmentStatus: status,
    startDate: startedOn,
    selections: found.selections.map((selection) => ({
      ...selection,
      statusLabel: statusLabel(selection.status, { effectiveFrom: selection.effectiveFrom, today }),
    })),
  }
}

import { sql } from 'kysely'
import type { ClientId } from '../../contract/ids.ts'
import type { Tx } from '../../database/database.ts'
import { newestFacts } from '../../services/people/newest-facts.queries.ts'
import type { SacrificeOfPay } from './below-minimum-wage.rules.ts'
import type { RunPeriod } from './open-run.rules.ts'

export async function sacrificesOfPay(
  tx: Tx,
  clientId: ClientId,
  { periodId, payrollId, startsOn }: Pick<RunPeriod, 'periodId' | 'payrollId' | 'startsOn'>,
): Promise<SacrificeOfPay[]> {
  const { rows } = await sql<SacrificeOfPay>`
    select
      person.person_id as "personId",
      person.first_name || ' ' || person.surname as "employeeName",
      employee.employee_number as "employeeNumber",
      person.date_of_birth as "dateOfBirth",
      payroll.frequency,
      given."givenUp",
      given.lines,
      coalesce(known.facts, '{}') as facts
    from (
      select person_id, sum(employee_pence)::bigint as "givenUp", count(*)::integer as lines
      from deduction
      where client_id = ${clientId}
        and period_id = ${periodId}
        and method in ('sacrifice', 'sacrifice-opra')
      group by person_id
      having sum(employee_pence) > 0
    ) as given
    join person_details as person on person.client_id = ${clientId} and person.person_id = given.person_id
    join payroll on payroll.client_id = ${clientId} and payroll.id = ${payrollId}
    left join employee on employee.client_id = ${clientId} and employee.person_id = given.person_id
    left join (
      select person_id, json_object_agg(fact, value) as facts
      from (${newestFacts(clientId, { facts: ['basic-salary', 'hours-per-week', 'apprentice-since'], on: startsOn })}) as newest
      group by person_id
    ) as known on known.person_id = given.person_id
    order by person.surname, person.first_name, person.person_id
  `.execute(tx)
  return rows
}

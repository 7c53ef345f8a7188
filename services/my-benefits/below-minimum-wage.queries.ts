import { sql, type RawBuilder } from 'kysely'
import type { IsoDate } from '../../contract/dates.ts'
import type { ClientId, PersonId } from '../../contract/ids.ts'
import { isOneOf } from '../../platform/people-condition.queries.ts'
import { newestFacts } from '../people/newest-facts.queries.ts'
import type { SacrificeOfPay } from './below-minimum-wage.rules.ts'

type PayPeriod = { periodId: string; payrollId: string; startsOn: IsoDate; payOn: IsoDate }
type People = { people?: readonly PersonId[] | undefined }

/** Returns the next open pay period of each payroll. Before the first run, that is the first one with deductions. */
export function nextPayPeriods(clientId: ClientId): RawBuilder<PayPeriod> {
  return sql`
    select distinct on (period.payroll_id)
      period.id as "periodId",
      period.payroll_id as "payrollId",
      period.starts_on as "startsOn",
      period.pay_on as "payOn"
    from payroll_period as period
    left join (
      select locked.payroll_id, max(locked.starts_on) as starts_on
      from payroll_run as run
      join payroll_period as locked on locked.client_id = ${clientId} and locked.id = run.period_id
      where run.client_id = ${clientId}
      group by locked.payroll_id
    ) as last on last.payroll_id = period.payroll_id
    where period.client_id = ${clientId}
      and case
        when last.starts_on is not null then period.starts_on > last.starts_on
        else exists (
          select
          from deduction
          where deduction.client_id = ${clientId} and deduction.period_id = period.id
        )
      end
    order by period.payroll_id, period.starts_on
  `
}

/** Reads the selections first, because deductions have no index by person. */
function ofPeople(clientId: ClientId, people: readonly PersonId[] | undefined) {
  return people === undefined
    ? sql`true`
    : sql`deduction.selection_id in (select id from selection where client_id = ${clientId} and ${isOneOf(people)})`
}

export function sacrificesOfPay(
  clientId: ClientId,
  { periodId, payrollId, startsOn }: Omit<PayPeriod, 'payOn'>,
  { people }: People = {},
): RawBuilder<SacrificeOfPay> {
  return sql`
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
        and ${ofPeople(clientId, people)}
      group by person_id
      having sum(employee_pence) > 0
    ) as given
    join person_details as person on person.client_id = ${clientId} and person.person_id = given.person_id
    join payroll on payroll.client_id = ${clientId} and payroll.id = ${payrollId}
    left join employee on employee.client_id = ${clientId} and employee.person_id = given.person_id
    left join (
      select person_id, json_object_agg(fact, value) as facts
      from (${newestFacts(clientId, { facts: ['basic-salary', 'hours-per-week', 'apprentice-since'], people, on: startsOn })}) as newest
      group by person_id
    ) as known on known.person_id = given.person_id
    order by person.surname, person.first_name, person.person_id
  `
}

import { sql } from 'kysely'
import type { IsoDate } from '../../../contract/dates.ts'
import type { ClientId, SchemeYearId } from '../../../contract/ids.ts'
import type { Pence } from '../../../contract/money.ts'
import type { Tx } from '../../../database/database.ts'
import { lockSelections } from '../selections/selections.queries.ts'
import { endings } from './segments.rules.ts'
import { type PaidSelection, schedulesOfYear, writePays } from './selection-pay.queries.ts'

/** What somebody owes of an order or of holiday, below 0 is owed to them, and no pay period that is planned takes or pays. */
export type Unplanned = PaidSelection & {
  payrollId: string | undefined
  employeeNumber: string | null
  employeeName: string
  benefitName: string
  employee: Pence
  employer: Pence
}

/** Of everybody in a scheme year whom a payroll pays today or will, as it stands now, by name. */
export async function unplannedOfYear(
  tx: Tx,
  clientId: ClientId,
  { schemeYearId, today }: { schemeYearId: SchemeYearId; today: IsoDate },
): Promise<Unplanned[]> {
  const selections = await takenOtherwise(tx, clientId, { schemeYearId })
  const schedules = await schedulesOfYear(tx, clientId, { selections, schemeYearId, today })
  return schedules
    .filter(({ unplanned }) => unplanned.employee !== 0n || unplanned.employer !== 0n)
    .map(({ selection, payrollId, unplanned }) => ({ ...selection, payrollId, ...unplanned }))
}

/** Has periods that are planned by now take what none was there for, of selections that nobody else changes meanwhile. */
export async function takeUnplanned(
  tx: Tx,
  clientId: ClientId,
  { schemeYearId, today }: { schemeYearId: SchemeYearId; today: IsoDate },
): Promise<void> {
  const found = await takenOtherwise(tx, clientId, { schemeYearId })
  const selections = await lockSelections(
    tx,
    clientId,
    found.map(({ id }) => id),
  )
  await writePays(tx, clientId, { selections, today })
}

type Named = Pick<Unplanned, 'employeeNumber' | 'employeeName' | 'benefitName'>

/**
 * Selections with a fixed total, but for those of which pays take just what each side agreed to: one order, at the same total in
 * every version, never ended, and with nothing else charged. What comes of the others is left to be worked out.
 */
async function takenOtherwise(
  tx: Tx,
  clientId: ClientId,
  { schemeYearId }: { schemeYearId: SchemeYearId },
): Promise<(PaidSelection & Named)[]> {
  const { rows } = await sql<PaidSelection & Named>`
    with once as (
      select distinct selection.id, selection.person_id, selection.benefit_id
      from selection_version as version
      join selection on selection.client_id = version.client_id and selection.id = version.selection_id
      where version.client_id = ${clientId}
        and selection.scheme_year_id = ${schemeYearId}
        and version.fixed_total
    ),
    told as (
      select
        once.id,
        version.action = any(${[...endings]}::text[]) as ends,
        version.price @? '$.parts[*]?(@.spread.kind == "recurring")' as recurs,
        case when version.fixed_total then total.employee end as employee,
        case when version.fixed_total then total.employer end as employer
      from once
      join selection_version as version on version.client_id = ${clientId} and version.selection_id = once.id
      cross join lateral (
        select
          coalesce(sum((part ->> 'total')::bigint) filter (where part ->> 'payer' = 'employee'), 0) as employee,
          coalesce(sum((part ->> 'total')::bigint) filter (where part ->> 'payer' = 'employer'), 0) as employer
        from jsonb_array_elements(version.price -> 'parts') as part
      ) as total
    ),
    agreed as (
      select
        id,
        bool_or(ends) or min(employee) <> max(employee) or min(employer) <> max(employer)
          or coalesce(bool_or(recurs), false) as several,
        min(employee) as employee,
        min(employer) as employer
      from told
      group by id
    ),
    taken as (
      select selection_id as id, sum(employee_pence) as employee, sum(employer_pence) as employer
      from deduction
      where client_id = ${clientId}
        and selection_id in (select id from once)
      group by selection_id
    )
    select
      once.id,
      once.person_id as "personId",
      ${schemeYearId}::uuid as "schemeYearId",
      employee.employee_number as "employeeNumber",
      employee.first_name || ' ' || employee.surname as "employeeName",
      benefit.name as "benefitName"
    from once
    join agreed on agreed.id = once.id
    left join taken on taken.id = once.id
    join employee on employee.client_id = ${clientId} and employee.person_id = once.person_id
    join benefit on benefit.client_id = ${clientId} and benefit.id = once.benefit_id
    where agreed.several
      or (agreed.employee, agreed.employer) is distinct from (coalesce(taken.employee, 0), coalesce(taken.employer, 0))
    order by employee.surname, employee.first_name, benefit.name, once.id
  `.execute(tx)
  return rows
}

import { sql } from 'kysely'
import type { IsoDate } from '../../../contract/dates.ts'
import type { ClientId, SchemeYearId } from '../../../contract/ids.ts'
import type { Pence } from '../../../contract/money.ts'
import type { Tx } from '../../../database/database.ts'
import { lockSelections } from '../selections/selections.queries.ts'
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

/** Of everybody in a scheme year, as it stands now, by name. */
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

/**
 * Selections whose fixed total is not what pays take of them in all, by which alone nothing can be missing: what has ended,
 * waits or was bought twice is among them, and left to be worked out.
 */
async function takenOtherwise(
  tx: Tx,
  clientId: ClientId,
  { schemeYearId }: { schemeYearId: SchemeYearId },
): Promise<(PaidSelection & Pick<Unplanned, 'employeeNumber' | 'employeeName' | 'benefitName'>)[]> {
  const { rows } = await sql<PaidSelection & Pick<Unplanned, 'employeeNumber' | 'employeeName' | 'benefitName'>>`
    with newest as (
      select distinct on (version.selection_id) version.selection_id, version.price -> 'parts' as parts
      from selection_version as version
      join selection on selection.client_id = version.client_id and selection.id = version.selection_id
      where version.client_id = ${clientId}
        and selection.scheme_year_id = ${schemeYearId}
        and version.fixed_total
      order by version.selection_id, version.version desc
    ),
    owed as (
      select
        newest.selection_id,
        (
          select coalesce(sum((part ->> 'total')::bigint), 0)
          from jsonb_array_elements(newest.parts) as part
          where part -> 'spread' ->> 'kind' <> 'recurring'
        ) as pence
      from newest
    ),
    taken as (
      select deduction.selection_id, sum(employee_pence + employer_pence) as pence
      from deduction
      where deduction.client_id = ${clientId}
        and deduction.selection_id in (select selection_id from newest)
      group by deduction.selection_id
    )
    select
      selection.id,
      selection.person_id as "personId",
      selection.scheme_year_id as "schemeYearId",
      employee.employee_number as "employeeNumber",
      employee.first_name || ' ' || employee.surname as "employeeName",
      benefit.name as "benefitName"
    from owed
    left join taken on taken.selection_id = owed.selection_id
    join selection on selection.client_id = ${clientId} and selection.id = owed.selection_id
    join employee on employee.client_id = selection.client_id and employee.person_id = selection.person_id
    join benefit on benefit.client_id = selection.client_id and benefit.id = selection.benefit_id
    where owed.pence <> coalesce(taken.pence, 0)
    order by employee.surname, employee.first_name, benefit.name, selection.id
  `.execute(tx)
  return rows
}

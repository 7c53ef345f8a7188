import { sql } from 'kysely'
import type { IsoDate } from '../../contract/dates.ts'
import type { ClientId, PersonId } from '../../contract/ids.ts'
import type { Pence } from '../../contract/money.ts'
import type { Tx } from '../../database/database.ts'
import { lockSelections } from '../../services/my-benefits/selections.queries.ts'
import { startingActions, endingActions, statesInForce } from '../../domain/selections/cover-periods.rules.ts'
import {
  type PaidSelection,
  schedulesOf,
  writeDeductionsOfMany,
} from '../../services/recalculation/selection-pay.queries.ts'
import { payVersionsOfMany } from '../../services/my-benefits/selection-versions.queries.ts'
import { type PayVersion, versionsInForce } from '../../services/my-benefits/versions-in-force.rules.ts'
import { deductionsOfMany } from '../../services/payroll/deductions.queries.ts'
import { deductedForOrder, type FinalDeduction } from '../../services/payroll/deductions.rules.ts'
import { isOneOf } from '../../platform/people-condition.queries.ts'

/** Balance of an order or of holiday that no planned pay period covers. Negative if the employee is owed money. */
export type DeductionAfterLastPeriod = PaidSelection & {
  payrollId: string | undefined
  employeeNumber: string | null
  employeeName: string
  benefitName: string
  employee: Pence
  employer: Pence
}

export async function deductionsAfterLastPeriod(
  tx: Tx,
  clientId: ClientId,
  { today }: { today: IsoDate },
): Promise<DeductionAfterLastPeriod[]> {
  const selections = await fixedTotalsToCheck(tx, clientId)
  const schedules = await schedulesOf(tx, clientId, { selections, today })
  return schedules
    .filter(({ unplanned }) => unplanned.employee !== 0n || unplanned.employer !== 0n)
    .map(({ selection, payrollId, unplanned }) => ({ ...selection, payrollId, ...unplanned }))
}

/** Returns what people still owe for orders and holiday that no payroll deducts, sorted by name. */
export async function unpaidOrders(
  tx: Tx,
  clientId: ClientId,
  { today }: { today: IsoDate },
): Promise<DeductionAfterLastPeriod[]> {
  const selections = await fixedTotalsToCheck(tx, clientId)
  const schedules = await schedulesOf(tx, clientId, { selections, today })
  const scheduled = new Map(schedules.map((one) => [one.selection.id, one]))
  const selectionIds = selections.flatMap(({ id }) => (scheduled.has(id) ? [] : [id]))
  const versions = await payVersionsOfMany(tx, clientId, { selectionIds })
  const deducted = await deductionsOfMany(tx, clientId, { selectionIds })
  return selections
    .map((selection) => {
      const { payrollId, unplanned } = scheduled.get(selection.id) ?? {
        payrollId: undefined,
        unplanned: restOfOrder(versions.get(selection.id) ?? [], deducted.get(selection.id) ?? []),
      }
      return { ...selection, payrollId, ...unplanned }
    })
    .filter(({ payrollId, employee, employer }) => payrollId === undefined && (employee !== 0n || employer !== 0n))
}

function restOfOrder(versions: readonly PayVersion[], deducted: readonly FinalDeduction[]) {
  const inForce = versionsInForce(versions)
  const newest = inForce.at(-1)
  const none = { employee: 0n, employer: 0n }
  // The balance of a leaver is listed as owed at leaving.
  if (!newest || newest.stopped) return none
  const paid = deductedForOrder(inForce, deducted)
  const before = paid.reduce((sum, { payer, amount }) => ({ ...sum, [payer]: sum[payer] - amount }), none)
  return newest.parts
    .filter(({ spread }) => spread.kind !== 'recurring')
    .reduce((sum, { payer, total }) => ({ ...sum, [payer]: sum[payer] + total }), before)
}

export async function deductAfterLastPeriod(
  tx: Tx,
  clientId: ClientId,
  { people, today }: { people?: readonly PersonId[] | undefined; today: IsoDate },
): Promise<void> {
  const found = [
    ...(await fixedTotalsToCheck(tx, clientId, people)),
    ...(await endedSinceLastRun(tx, clientId, people)),
  ]
  const ids = new Set(found.map(({ id }) => id))
  const selections = await lockSelections(tx, clientId, [...ids])
  await writeDeductionsOfMany(tx, clientId, { selections, today })
}

/** The employer part of selections that ended too late for the last locked run still needs correcting. */
async function endedSinceLastRun(
  tx: Tx,
  clientId: ClientId,
  people: readonly PersonId[] | undefined,
): Promise<PaidSelection[]> {
  const { rows } = await sql<PaidSelection>`
    with last as (
      select
        payroll.id as payroll_id,
        coalesce(
          (
            select least(cut_off_on, (locked_at at time zone 'Europe/London')::date)
            from payroll_run as run
            join payroll_period as period on period.client_id = ${clientId} and period.id = run.period_id
            where run.client_id = ${clientId}
              and period.payroll_id = payroll.id
            order by starts_on desc
            limit 1
          ),
          '-infinity'
        ) as closed_on
      from payroll
      where client_id = ${clientId}
    )
    select selection.id, selection.person_id as "personId"
    from selection
    join selection_version as newest
      on newest.client_id = ${clientId} and newest.selection_id = selection.id and newest.version = selection.version
    where selection.client_id = ${clientId}
      and selection.state = 'ended'
      and ${isOneOf(people, sql`selection.person_id`)}
      and exists (
        select
        from deduction
        join payroll_period as period on period.client_id = ${clientId} and period.id = deduction.period_id
        join last on last.payroll_id = period.payroll_id
        where deduction.client_id = ${clientId}
          and deduction.selection_id = selection.id
          and newest.recorded_at >= closed_on
      )
  `.execute(tx)
  return rows
}

type Named = Pick<DeductionAfterLastPeriod, 'employeeNumber' | 'employeeName' | 'benefitName'>

async function fixedTotalsToCheck(
  tx: Tx,
  clientId: ClientId,
  people?: readonly PersonId[],
): Promise<(PaidSelection & Named)[]> {
  const { rows } = await sql<PaidSelection & Named>`
    with once as (
      select distinct selection.id, selection.person_id, selection.benefit_id, selection.version
      from selection_version as version
      join selection on selection.client_id = version.client_id and selection.id = version.selection_id
      where version.client_id = ${clientId}
        and version.fixed_total
        and ${isOneOf(people, sql`selection.person_id`)}
    ),
    taken as (
      select selection_id as id, sum(employee_pence) as employee, sum(employer_pence) as employer
      from deduction
      where client_id = ${clientId}
        and selection_id in (select id from once)
      group by selection_id
    ),
    owing as (
      select once.*, coalesce(taken.employee, 0) as employee_taken, coalesce(taken.employer, 0) as employer_taken
      from once
      left join taken on taken.id = once.id
      where taken.id is not null
        or (
          -- Selects one version, because an exists condition makes PostgreSQL read all versions of the client.
          select version.version
          from selection_version as version
          where version.client_id = ${clientId}
            and version.selection_id = once.id
            and version.action = any(${[...startingActions]}::text[])
            and version.state = any(${[...statesInForce]}::text[])
          limit 1
        ) is not null
    ),
    told as (
      select
        owing.id,
        version.action = any(${[...endingActions]}::text[]) as ends,
        total.recurs,
        case when version.fixed_total then total.employee end as employee,
        case when version.fixed_total then total.employer end as employer
      from owing
      join selection_version as version on version.client_id = ${clientId} and version.selection_id = owing.id
      cross join lateral (
        select
          coalesce(sum((part ->> 'total')::bigint) filter (where part ->> 'payer' = 'employee'), 0) as employee,
          coalesce(sum((part ->> 'total')::bigint) filter (where part ->> 'payer' = 'employer'), 0) as employer,
          bool_or(part #>> '{spread,kind}' = 'recurring') as recurs
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
    )
    select
      owing.id,
      owing.person_id as "personId",
      employee.employee_number as "employeeNumber",
      employee.first_name || ' ' || employee.surname as "employeeName",
      benefit.name as "benefitName"
    from owing
    join agreed on agreed.id = owing.id
    join employee on employee.client_id = ${clientId} and employee.person_id = owing.person_id
    join selection_version as newest
      on newest.client_id = ${clientId} and newest.selection_id = owing.id and newest.version = owing.version
    join benefit
      on benefit.client_id = ${clientId}
      and benefit.scheme_year_id = newest.scheme_year_id
      and benefit.id = owing.benefit_id
    where agreed.several
      or (agreed.employee, agreed.employer) is distinct from (employee_taken, employer_taken)
    order by employee.surname, employee.first_name, benefit.name, owing.id
  `.execute(tx)
  return rows
}

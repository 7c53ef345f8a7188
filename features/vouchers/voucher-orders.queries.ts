import { sql } from 'kysely'
import type { IsoDate } from '../../contract/dates.ts'
import type { ClientId, PersonId } from '../../contract/ids.ts'
import type { Pence } from '../../contract/money.ts'
import type { Tx } from '../../database/database.ts'
import type { VoucherOrders } from './voucher-orders.rules.ts'

type Days = { from: IsoDate; to: IsoDate }

export async function offersVouchers(tx: Tx, clientId: ClientId): Promise<boolean> {
  const row = await tx
    .selectFrom('benefit')
    .select('id')
    .where('client_id', '=', clientId)
    .where('group_code', '=', 'ccv')
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** Earliest pay day first. Repayments in pay are not orders. */
export async function ordersOfClient(tx: Tx, clientId: ClientId, days: Days): Promise<VoucherOrders[]> {
  const { rows } = await sql<Omit<VoucherOrders, 'people'> & { people: string }>`
    with own as (${ordersOf(clientId, days)})
    select "voucherDate", state, count(*) as people, sum(amount)::bigint as amount
    from own
    group by "voucherDate", state
    order by "voucherDate", state
  `.execute(tx)
  return rows.map((row) => ({ ...row, people: Number(row.people) }))
}

export type OwnOrder = { voucherDate: IsoDate; state: VoucherOrders['state']; amount: Pence }

export async function ordersOfPerson(
  tx: Tx,
  clientId: ClientId,
  { personId, ...days }: Days & { personId: PersonId },
): Promise<OwnOrder[]> {
  const { rows } = await sql<OwnOrder>`
    with own as (${ordersOf(clientId, { ...days, personId })})
    select "voucherDate", state, amount
    from own
    order by "voucherDate" desc, state
  `.execute(tx)
  return rows
}

function ordersOf(clientId: ClientId, { from, to, personId }: Days & { personId?: PersonId }) {
  return sql`
    select
      period.pay_on as "voucherDate",
      case when run.period_id is null then 'saved' else 'placed' end as state,
      sum(deduction.employee_pence + deduction.employer_pence)::bigint as amount
    from selection
    join deduction
      on deduction.client_id = selection.client_id
      and deduction.selection_id = selection.id
    join payroll_period period
      on period.client_id = deduction.client_id
      and period.id = deduction.period_id
    left join payroll_run run
      on run.client_id = period.client_id
      and run.period_id = period.id
    where selection.client_id = ${clientId}
      and selection.benefit_id in (select id from benefit where client_id = ${clientId} and group_code = 'ccv')
      and period.pay_on between ${from} and ${to}
      ${personId === undefined ? sql`` : sql`and selection.person_id = ${personId}`}
    group by period.id, period.pay_on, run.period_id, selection.person_id
    having sum(deduction.employee_pence + deduction.employer_pence) > 0
  `
}

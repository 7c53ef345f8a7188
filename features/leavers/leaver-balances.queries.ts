import { sql } from 'kysely'
import type { IsoDate } from '../../contract/dates.ts'
import type { ClientId, PersonId, SelectionId } from '../../contract/ids.ts'
import type { Pence } from '../../contract/money.ts'
import type { Tx } from '../../database/database.ts'
import type { BalanceRule } from '../../domain/definition/definition.ts'

export type LeaverBalance = {
  selectionId: SelectionId
  personId: PersonId
  employeeName: string
  employeeNumber: string | null
  email: string
  lastDay: IsoDate
  benefitName: string
  rule: BalanceRule
  left: Pence
  most: Pence
  taken: Pence | null
  takenOn: IsoDate | null
  basis: { pay: string; lines: string; levies: string; wage: string | null } | null
}

export async function readLeaverBalances(
  tx: Tx,
  clientId: ClientId,
  { personId = null, selectionId = null }: { personId?: PersonId | null; selectionId?: SelectionId | null } = {},
): Promise<LeaverBalance[]> {
  const { rows } = await sql<LeaverBalance>`
    select
      owed.selection_id as "selectionId",
      owed.person_id as "personId",
      person.first_name || ' ' || person.surname as "employeeName",
      employee.employee_number as "employeeNumber",
      account.email,
      owed.last_day as "lastDay",
      (
        select benefit.name
        from benefit
        where benefit.client_id = ${clientId}
          and benefit.id = selection.benefit_id
        order by benefit.scheme_year_id = version.scheme_year_id desc
        limit 1
      ) as "benefitName",
      owed.rule,
      owed.balance_pence as left,
      owed.deductible_pence as most,
      owed.deducted_pence as taken,
      owed.deducted_on as "takenOn",
      owed.basis
    from leaver_balance as owed
    join selection on selection.client_id = ${clientId} and selection.id = owed.selection_id
    join selection_version as version
      on version.client_id = ${clientId} and version.selection_id = selection.id and version.version = selection.version
    join person_details as person on person.client_id = ${clientId} and person.person_id = owed.person_id
    join account on account.client_id = ${clientId} and account.person_id = owed.person_id
    left join employee on employee.client_id = ${clientId} and employee.person_id = owed.person_id
    where owed.client_id = ${clientId}
      and owed.balance_pence <> 0
      and (${personId}::uuid is null or owed.person_id = ${personId}::uuid)
      and (${selectionId}::uuid is null or owed.selection_id = ${selectionId}::uuid)
    order by owed.last_day desc, person.surname, person.first_name, "benefitName", owed.selection_id
  `.execute(tx)
  return rows
}

type PastBalance = Omit<LeaverBalance, 'employeeName' | 'employeeNumber' | 'email' | 'benefitName'> & {
  payCode: string
  /** Amount by which payroll deducted less than the deduction lines of the rule 'net-pay'. */
  notTaken: Pence
}

export async function importLeaverBalances(
  tx: Tx,
  clientId: ClientId,
  { balances }: { balances: readonly PastBalance[] },
): Promise<void> {
  await tx
    .insertInto('leaver_balance')
    .values(
      balances.map((one) => ({
        client_id: clientId,
        selection_id: one.selectionId,
        person_id: one.personId,
        last_day: one.lastDay,
        rule: one.rule,
        pay_code: one.payCode,
        balance_pence: one.left,
        deductible_pence: one.most,
        basis: one.basis && JSON.stringify(one.basis),
        deducted_pence: one.taken,
        deducted_on: one.takenOn,
        not_deducted_pence: one.notTaken,
      })),
    )
    .execute()
}

export async function recordBalanceDeduction(
  tx: Tx,
  clientId: ClientId,
  { selectionId, taken, takenOn }: { selectionId: SelectionId; taken: Pence; takenOn: IsoDate },
): Promise<void> {
  await tx
    .updateTable('leaver_balance')
    .set((row) => ({
      deducted_pence: taken,
      deducted_on: takenOn,
      not_deducted_pence: sql<bigint>`${row
        .selectFrom('deduction')
        .select(({ fn }) => fn.coalesce(fn.sum('employee_pence'), sql`0`).as('lines'))
        .where('client_id', '=', clientId)
        .where('selection_id', '=', selectionId)
        .whereRef('pay_code', '=', 'leaver_balance.pay_code')} - ${taken}`,
    }))
    .where('client_id', '=', clientId)
    .where('selection_id', '=', selectionId)
    .execute()
}

import { sql } from 'kysely'
import type { ClientId, PersonId } from '../../contract/ids.ts'
import type { Pence } from '../../contract/money.ts'
import type { Tx } from '../../database/database.ts'

export type StatementEntry = {
  personId: PersonId
  group: string
  year: number
  month: number
  employee: Pence
  employer: Pence
}

/** Months already stored stay unchanged. */
export async function addStatementRows(
  tx: Tx,
  clientId: ClientId,
  { rows }: { rows: readonly StatementEntry[] },
): Promise<void> {
  // PostgreSQL allows at most 65,535 parameters per statement.
  for (let from = 0; from < rows.length; from += 5_000) {
    await tx
      .insertInto('statement_row')
      .values(
        rows.slice(from, from + 5_000).map(({ personId, group, year, month, employee, employer }) => ({
          client_id: clientId,
          person_id: personId,
          benefit_group: group,
          year,
          month,
          employee_pence: employee,
          employer_pence: employer,
        })),
      )
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  }
}

export type StatementMonth = { year: number; month: number; employee: Pence; employer: Pence }

/** Newest month first: imported contributions, or else those of locked runs. Null for an unknown group. */
export async function statementOf(
  tx: Tx,
  clientId: ClientId,
  { personId, group }: { personId: PersonId; group: string },
): Promise<StatementMonth[] | null> {
  const { rows } = await sql<{ known: boolean; months: Record<keyof StatementMonth, number | string>[] }>`
    with brought as (
      select year, month, employee_pence, employer_pence
      from statement_row
      where client_id = ${clientId}
        and person_id = ${personId}
        and benefit_group = ${group}
    ),
    locked as (
      select
        extract(year from period.pay_on)::integer as year,
        extract(month from period.pay_on)::integer as month,
        sum(line.employee_pence + line.tax_relief_pence) as employee_pence,
        sum(line.employer_pence) as employer_pence
      from selection
      join payroll_line line on line.client_id = ${clientId} and line.selection_id = selection.id
      join payroll_period period on period.client_id = ${clientId} and period.id = line.period_id
      where selection.client_id = ${clientId}
        and selection.person_id = ${personId}
        and selection.benefit_id in (select id from benefit where client_id = ${clientId} and group_code = ${group})
      group by 1, 2
    ),
    months as (
      select year, month, employee_pence, employer_pence from brought
      union all
      select year, month, employee_pence, employer_pence
      from locked
      where not exists (select from brought where brought.year = locked.year and brought.month = locked.month)
    )
    select
      exists (select from benefit where client_id = ${clientId} and group_code = ${group})
        or exists (select from months) as known,
      (
        -- Amounts are text, because JSON numbers may be inexact for large amounts.
        select coalesce(json_agg(json_build_object(
          'year', year, 'month', month, 'employee', employee_pence::text, 'employer', employer_pence::text
        ) order by year desc, month desc), '[]')
        from months
      ) as months
  `.execute(tx)
  const [found] = rows
  if (!found?.known) return null
  return found.months.map(({ year, month, employee, employer }) => ({
    year: Number(year),
    month: Number(month),
    employee: BigInt(employee),
    employer: BigInt(employer),
  }))
}

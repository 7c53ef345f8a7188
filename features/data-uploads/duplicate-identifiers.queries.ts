import { sql } from 'kysely'
import type { ClientId, PersonId } from '../../contract/ids.ts'
import type { Tx } from '../../database/database.ts'
import { withoutNestedLoops } from '../../platform/without-nested-loops.queries.ts'
import { newestFacts } from '../../services/people/newest-facts.queries.ts'
import { type UploadedFile, matchedRows } from './matched-rows.queries.ts'

type Found = { line: number; value: string; total: number }

/** Returns rows with another person's payroll id in the same payroll, unless that person leaves or gets a new id. */
export async function duplicatePayrollIds(
  tx: Tx,
  clientId: ClientId,
  { atMost, ...file }: UploadedFile & { atMost: number },
): Promise<Found[]> {
  const { today } = file
  const written = sql`
    ${matchedRows(clientId, file)},
    written as (
      select line, person_id, lower(payroll) as payroll, payroll_id as value
      from matched_row
      where lower(status) <> 'left'
        and payroll_id <> ''
    )`
  const possible = sql<{ personId: PersonId }>`
    with ${written}
    select distinct known.person_id as "personId"
    from written
    join employment_fact as known
      on known.client_id = ${clientId}
      and known.fact = 'payroll-id'
      and known.value = written.value
      and known.person_id is distinct from written.person_id
  `
  const rivals = await withoutNestedLoops(tx, () => possible.execute(tx))
  if (rivals.rows.length === 0) return []
  const people = rivals.rows.map(({ personId }) => personId)
  const found = sql<Found>`
    with ${written},
    held as (
      select
        person_id,
        max(value) filter (where fact = 'payroll-id') as value,
        max(value) filter (where fact = 'payroll') as payroll,
        max(value) filter (where fact = 'status') as status,
        max(value) filter (where fact = 'end-date') as last_day
      from (${newestFacts(clientId, { facts: ['payroll-id', 'payroll', 'status', 'end-date'], people })}) as newest
      group by person_id
    ),
    taken as (
      select distinct written.line, written.value
      from written
      join held
        on held.value = written.value
        and held.payroll = written.payroll
        and held.person_id is distinct from written.person_id
      where (held.status is distinct from 'left' or held.last_day >= ${today}::text)
        and coalesce(held.last_day, ${today}::text) >= ${today}::text
        and not exists (
          select
          from matched_row as giving
          where giving.person_id = held.person_id
            and (
              lower(giving.status) = 'left'
              -- An empty payroll id means the employee number.
              or coalesce(nullif(giving.payroll_id, ''), giving.number) <> held.value
              or (lower(giving.payroll) <> '' and lower(giving.payroll) <> held.payroll)
            )
        )
    )
    select line, value, (count(*) over ())::int as total
    from taken
    order by line
    limit ${atMost}
  `
  const { rows } = await withoutNestedLoops(tx, () => found.execute(tx))
  return rows
}

/** Returns lines with another person's National Insurance number, unless the file changes that person's number. */
export async function duplicateNiNumbers(tx: Tx, clientId: ClientId, file: UploadedFile): Promise<number[]> {
  const query = sql<{ line: number }>`
    with ${matchedRows(clientId, file)}
    select distinct matched_row.line
    from matched_row
    join person_details as known
      on known.client_id = ${clientId}
      and known.national_insurance_number = matched_row.ni_number
      and known.person_id is distinct from matched_row.person_id
    where matched_row.ni_number <> ''
      and not exists (
        select
        from matched_row as giving
        where giving.person_id = known.person_id
          and giving.ni_number <> known.national_insurance_number
      )
    order by matched_row.line
  `
  const { rows } = await withoutNestedLoops(tx, () => query.execute(tx))
  return rows.map(({ line }) => line)
}

import { type RawBuilder, sql } from 'kysely'
import type { ClientId, PersonId } from '../../contract/ids.ts'
import type { Tx } from '../../database/database.ts'
import { transactionDay } from '../../database/transaction-time.ts'
import { withoutNestedLoops } from '../../platform/without-nested-loops.queries.ts'
import { type UploadedFile, matchedRows } from './matched-rows.queries.ts'
import { sourceOfUpload } from './upload-states.rules.ts'
import { changedSince, peopleInUndo } from './undo-upload.queries.ts'
import type { FormerNumber } from './undo-upload.rules.ts'
import { isOneOf } from '../../platform/people-condition.queries.ts'

/** CTE `held`: each employee number with the first day of its use, and the first day of the person's next number. */
const currentNumbers = (clientId: ClientId, among: RawBuilder<unknown> = sql``) => sql`
    held as (
      select person_id, value, since, lead(since) over (partition by person_id order by since) as until
      from (
        select distinct on (person_id, effective_from) person_id, value, effective_from as since
        from employment_fact
        where client_id = ${clientId}
          and fact = 'employee-number'
          ${among}
        order by person_id, effective_from, recorded_at desc, sequence desc
      ) as said
    )`

export type TakenNumber = {
  line: number
  value: string
  email: string
  hasAccount: boolean
  /** True if birthday or NI number match the person with this employee number, but not the person with this email. */
  isHolder: boolean
  total: number
}

const likeRow = (clientId: ClientId, person: RawBuilder<unknown>) => sql`
        select
        from person_details as details
        where details.client_id = ${clientId}
          and details.person_id = ${person}
          and (details.date_of_birth::text = taken.date_of_birth or details.national_insurance_number = taken.ni_number)`

/** Returns rows whose employee number belongs to another person on the same day. */
export async function employeeNumbersInUse(
  tx: Tx,
  clientId: ClientId,
  { atMost, ...file }: UploadedFile & { atMost: number },
): Promise<TakenNumber[]> {
  const { today } = file
  const written = sql`
    ${matchedRows(clientId, file)},
    written as (
      select line, number as value, email, date_of_birth, ni_number, person_id, since
      from matched_row
    )`
  const possible = sql<{ personId: PersonId | null }>`
    with ${written}
    select distinct unnest(array[known.person_id, written.person_id]) as "personId"
    from written
    join employment_fact as known
      on known.client_id = ${clientId}
      and known.fact = 'employee-number'
      and known.value = written.value
      and known.person_id is distinct from written.person_id
  `
  const rivals = await withoutNestedLoops(tx, () => possible.execute(tx))
  if (rivals.rows.length === 0) return []
  const rivalIds = rivals.rows.flatMap(({ personId }) => personId ?? [])
  const taken = sql<TakenNumber>`
    with ${written},
    ${currentNumbers(clientId, sql`and person_id = any(${rivalIds}::uuid[])`)},
    taken as (
      select
        written.line,
        written.value,
        written.email,
        written.date_of_birth,
        written.ni_number,
        written.person_id as taker,
        greatest(written.since, ${today}::text) as since,
        held.person_id as giver,
        held.since::text as held_since,
        -- First day on which both people would have the number.
        greatest(written.since, ${today}::text, held.since::text) as day
      from written
      join held on held.value = written.value and held.person_id is distinct from written.person_id
      where held.until is null
         or held.until::text > greatest(written.since, ${today}::text)
    )
    select
      taken.line,
      taken.value,
      taken.email,
      taken.taker is not null as "hasAccount",
      exists (${likeRow(clientId, sql`taken.giver`)}) and not exists (${likeRow(clientId, sql`taken.taker`)}) as "isHolder",
      (count(*) over ())::int as total
    from taken
    where not exists (
      select
      from written as giving
      where giving.person_id = taken.giver
        and giving.value <> taken.value
        and giving.since between taken.held_since and taken.day
    )
    and not exists (
      select
      from held as planned
      where planned.person_id = taken.taker
        and planned.value <> taken.value
        and planned.since::text > taken.since
        and planned.since::text <= taken.day
    )
    order by taken.line
    limit ${atMost}
  `
  const { rows } = await withoutNestedLoops(tx, () => taken.execute(tx))
  return rows
}

export async function formerNumbersInUse(
  tx: Tx,
  clientId: ClientId,
  { uploadId, lastFact, people }: { uploadId: string; lastFact: bigint; people?: readonly PersonId[] },
): Promise<FormerNumber[]> {
  const { rows } = await sql<FormerNumber>`
    with employee as materialized (
      select person_id
      from upload_person
      where client_id = ${clientId}
        and upload_id = ${uploadId}
        and ${isOneOf(people)}
        and kind <> 'new'
    ),
    brought as (
      select distinct on (person_id, effective_from) person_id, effective_from
      from employment_fact
      where client_id = ${clientId}
        and person_id in (select person_id from employee)
        and fact = 'employee-number'
        and source = ${sourceOfUpload(uploadId)}
    ),
    former as (
      select brought.person_id, known.value, greatest(brought.effective_from, ${transactionDay}) as day
      from brought
      cross join lateral (
        select value
        from employment_fact
        where client_id = ${clientId}
          and person_id = brought.person_id
          and fact = 'employee-number'
          and effective_from <= brought.effective_from
          and source <> ${sourceOfUpload(uploadId)}
        order by effective_from desc, recorded_at desc, sequence desc
        limit 1
      ) as known
    ),
    rival as materialized (
      select distinct known.person_id
      from former
      join employment_fact as known
        on known.client_id = ${clientId}
        and known.fact = 'employee-number'
        and known.value = former.value
        and known.person_id <> former.person_id
    ),
    ${currentNumbers(clientId, sql`and person_id in (select person_id from rival)`)}
    select
      former.person_id as "personId",
      held.person_id as by,
      not exists (
        select
        ${peopleInUndo(clientId, { uploadId })}
          and concerned.person_id = held.person_id
          and not (${changedSince(clientId, { lastFact })})
      ) as "keepsIt"
    from former
    join held on held.value = former.value and held.person_id <> former.person_id
    where held.until is null
       or held.until > former.day
    order by former.person_id, held.person_id
  `.execute(tx)
  return rows
}

import { sql, type RawBuilder } from 'kysely'
import type { ClientId, PersonId } from '../../contract/ids.ts'
import type { Tx } from '../../database/database.ts'
import type { PersonDetails } from '../profile/profile.queries.ts'
import type { LoadChange, LoadLeft } from './data-uploads.contract.ts'
import { inPortions } from './in-portions.queries.ts'
import { uploadLimits } from './limits.ts'
import type { StagedRow } from './staged-rows.queries.ts'

export type Details = Omit<PersonDetails, 'personId'>

/** Whom a load concerns, and what it would change of them. */
export type ConcernedPerson = {
  line: number
  personId: PersonId | null
  kind: LoadChange['kind']
  name: string
  employeeNumber: string
  email: string
  fields: LoadChange['fields']
}

export async function keepPeople(
  tx: Tx,
  clientId: ClientId,
  { loadId, people }: { loadId: string; people: readonly ConcernedPerson[] },
): Promise<void> {
  await sql`
    insert into upload_person (client_id, upload_id, line, person_id, kind, name, employee_number, email, fields)
    select ${clientId}, ${loadId}, line, "personId", kind, name, "employeeNumber", email, fields
    from jsonb_to_recordset(${JSON.stringify(people)}::jsonb) as given(
      line integer, "personId" uuid, kind text, name text, "employeeNumber" text, email text, fields jsonb
    )
  `.execute(tx)
}

/** The rows of those whom a load concerns, in portions. */
export function concernedRows(tx: Tx, clientId: ClientId, { loadId }: { loadId: string }): AsyncGenerator<StagedRow[]> {
  return inPortions(
    tx,
    (after) => sql<StagedRow>`
      select staged.line, staged.cells
      from upload_person as concerned
      join upload_row as staged
        on staged.client_id = ${clientId} and staged.upload_id = ${loadId} and staged.line = concerned.line
      where concerned.client_id = ${clientId}
        and concerned.upload_id = ${loadId}
        and concerned.line > ${after}
      order by concerned.line
      limit ${uploadLimits.together}
    `,
  )
}

export type WrittenPerson = { line: number; personId: PersonId; before: Details | null; after: Details }

/** Who somebody of the load is by now, with their details as they were and are. */
export async function notePeople(
  tx: Tx,
  clientId: ClientId,
  { loadId, people }: { loadId: string; people: readonly WrittenPerson[] },
): Promise<void> {
  await sql`
    update upload_person as concerned
    set person_id = given."personId",
        details_before = nullif(given.before, 'null'),
        details_after = given.after
    from jsonb_to_recordset(${JSON.stringify(people)}::jsonb)
      as given(line integer, "personId" uuid, before jsonb, after jsonb)
    where concerned.client_id = ${clientId}
      and concerned.upload_id = ${loadId}
      and concerned.line = given.line
  `.execute(tx)
}

type Paged = { loadId: string; page: number; range: number }
type Page<Row> = { data: Row[]; total: number }

export function changesOf(
  tx: Tx,
  clientId: ClientId,
  { kind, ...asked }: Paged & { kind: LoadChange['kind'] | undefined },
): Promise<Page<LoadChange>> {
  return pageOfPeople(tx, clientId, {
    ...asked,
    columns: sql`line, kind, case when kind <> 'new' then person_id end as "employeeId", name, employee_number as "employeeNumber", fields`,
    only: kind === undefined ? sql`` : sql`and kind = ${kind}`,
  })
}

/** Whom an undone load left as they are. */
export function leftAloneBy(tx: Tx, clientId: ClientId, asked: Paged): Promise<Page<LoadLeft>> {
  return pageOfPeople(tx, clientId, {
    ...asked,
    columns: sql`line, person_id as "employeeId", name, employee_number as "employeeNumber"`,
    only: sql`and kept_at_undo`,
  })
}

async function pageOfPeople<Row>(
  tx: Tx,
  clientId: ClientId,
  { loadId, page, range, columns, only }: Paged & { columns: RawBuilder<unknown>; only: RawBuilder<unknown> },
): Promise<Page<Row>> {
  const people = sql`
    from upload_person
    where client_id = ${clientId}
      and upload_id = ${loadId}
      ${only}`
  const { rows: data } = await sql<Row>`
    select ${columns}
    ${people}
    order by line
    limit ${range}
    offset ${(page - 1) * range}
  `.execute(tx)
  const { rows: counted } = await sql<{ total: number }>`select count(*)::int as total ${people}`.execute(tx)
  return { data, total: counted[0]?.total ?? 0 }
}

import { sql } from 'kysely'
import type { ClientId, PersonId } from '../../contract/ids.ts'
import type { Tx } from '../../database/database.ts'
import type { PersonDetails } from '../profile/profile.queries.ts'
import type { LoadChange } from './data-uploads.contract.ts'
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
    insert into data_load_person (client_id, load_id, line, person_id, kind, name, employee_number, email, fields)
    select ${clientId}, ${loadId}, line, "personId", kind, name, "employeeNumber", email, fields
    from jsonb_to_recordset(${JSON.stringify(people)}::jsonb) as given(
      line integer, "personId" uuid, kind text, name text, "employeeNumber" text, email text, fields jsonb
    )
  `.execute(tx)
}

/** The rows of those whom a load concerns, in portions. */
export async function* concernedRows(
  tx: Tx,
  clientId: ClientId,
  { loadId }: { loadId: string },
): AsyncGenerator<StagedRow[]> {
  for (let after = 0; ;) {
    const { rows } = await sql<StagedRow>`
      select staged.line, staged.cells
      from data_load_person as concerned
      join data_load_row as staged
        on staged.client_id = ${clientId} and staged.load_id = ${loadId} and staged.line = concerned.line
      where concerned.client_id = ${clientId}
        and concerned.load_id = ${loadId}
        and concerned.line > ${after}
      order by concerned.line
      limit ${uploadLimits.together}
    `.execute(tx)
    const last = rows.at(-1)
    if (!last) return
    yield rows
    after = last.line
  }
}

export type WrittenPerson = { line: number; personId: PersonId; before: Details | null; after: Details }

/** Who somebody of the load is by now, with their details as they were and are. */
export async function notePeople(
  tx: Tx,
  clientId: ClientId,
  { loadId, people }: { loadId: string; people: readonly WrittenPerson[] },
): Promise<void> {
  await sql`
    update data_load_person as concerned
    set person_id = given."personId",
        details_before = nullif(given.before, 'null'),
        details_after = given.after
    from jsonb_to_recordset(${JSON.stringify(people)}::jsonb)
      as given(line integer, "personId" uuid, before jsonb, after jsonb)
    where concerned.client_id = ${clientId}
      and concerned.load_id = ${loadId}
      and concerned.line = given.line
  `.execute(tx)
}

type Paged = { loadId: string; page: number; range: number }

export async function changesOf(
  tx: Tx,
  clientId: ClientId,
  { loadId, kind, page, range }: Paged & { kind: LoadChange['kind'] | undefined },
): Promise<{ data: LoadChange[]; total: number }> {
  const ofKind = kind === undefined ? sql`` : sql`and kind = ${kind}`
  const { rows } = await sql<LoadChange>`
    select
      line,
      kind,
      case when kind <> 'new' then person_id end as "employeeId",
      name,
      employee_number as "employeeNumber",
      fields
    from data_load_person
    where client_id = ${clientId}
      and load_id = ${loadId}
      ${ofKind}
    order by line
    limit ${range}
    offset ${(page - 1) * range}
  `.execute(tx)
  const { rows: counted } = await sql<{ total: number }>`
    select count(*)::int as total
    from data_load_person
    where client_id = ${clientId}
      and load_id = ${loadId}
      ${ofKind}
  `.execute(tx)
  return { data: rows, total: counted[0]?.total ?? 0 }
}

/** Whom an undone load left as they are. */
export async function leftAloneBy(tx: Tx, clientId: ClientId, { loadId, page, range }: Paged) {
  const { rows } = await sql<{
    line: number
    employeeId: PersonId
    name: string
    employeeNumber: string
  }>`
    select line, person_id as "employeeId", name, employee_number as "employeeNumber"
    from data_load_person
    where client_id = ${clientId}
      and load_id = ${loadId}
      and left_alone
    order by line
    limit ${range}
    offset ${(page - 1) * range}
  `.execute(tx)
  const { rows: counted } = await sql<{ total: number }>`
    select count(*)::int as total
    from data_load_person
    where client_id = ${clientId}
      and load_id = ${loadId}
      and left_alone
  `.execute(tx)
  return { data: rows, total: counted[0]?.total ?? 0 }
}

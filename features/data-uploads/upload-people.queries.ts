import { sql, type RawBuilder } from 'kysely'
import type { ClientId, PersonId } from '../../contract/ids.ts'
import type { Tx } from '../../database/database.ts'
import { clientRow } from '../../database/client-row.ts'
import type { FactsByDay, RecordedFact } from '../employees/employees.queries.ts'
import { refreshEmployeesIn } from '../../services/people/refresh-employees.queries.ts'
import { lockPeopleIn, type PersonDetails } from '../../services/people/profile.queries.ts'
import type { UploadChange, UnchangedPerson } from './data-uploads.contract.ts'
import { inPortions } from './staged-rows.queries.ts'
import { uploadLimits } from './upload-states.rules.ts'
import type { RecalculatedSelection } from '../../services/recalculation/recalculate.queries.ts'
import { inputsHash } from '../recalculation/input-hashes.queries.ts'

export type Details = Omit<PersonDetails, 'personId'>

export type AffectedPerson = {
  line: number
  personId: PersonId
  kind: UploadChange['kind']
  name: string
  employeeNumber: string
  email: string
  emailBefore: string | null
  fields: UploadChange['fields']
  before: Details | null
  after: Details
  facts: FactsByDay
}

export async function storePeople(
  tx: Tx,
  clientId: ClientId,
  { uploadId, people }: { uploadId: string; people: readonly AffectedPerson[] },
): Promise<void> {
  await sql`
    insert into upload_person
      (client_id, upload_id, line, person_id, kind, name, employee_number, email, email_before, fields, details_before, details_after, facts)
    select
      client.client_id, ${uploadId}, line, "personId", kind, name, "employeeNumber", email, "emailBefore", fields, nullif(before, 'null'), after, facts
    from ${clientRow(clientId)}
    cross join jsonb_to_recordset(${JSON.stringify(people)}::jsonb) as given(
      line integer, "personId" uuid, kind text, name text, "employeeNumber" text, email text, "emailBefore" text, fields jsonb, before jsonb,
      after jsonb, facts jsonb
    )
  `.execute(tx)
}

export function affectedPeople(
  clientId: ClientId,
  { uploadId, lines }: { uploadId: string; lines?: readonly number[] },
): RawBuilder<unknown> {
  return sql`
    select line, person_id, kind, email, details_before, details_after, facts
    from upload_person
    where client_id = ${clientId}
      and upload_id = ${uploadId}
      ${lines ? sql`and line = any(${[...lines]}::integer[])` : sql``}`
}

export function lockAffectedPeople(tx: Tx, clientId: ClientId, { uploadId }: { uploadId: string }): Promise<void> {
  return lockPeopleIn(tx, clientId, sql`select person_id from (${affectedPeople(clientId, { uploadId })}) as concerned`)
}

export type PersonToWrite = {
  line: number
  personId: PersonId
  isKnown: boolean
  hasAccount: boolean
  isBornOtherwise: boolean
}

export function peopleToWrite(
  tx: Tx,
  clientId: ClientId,
  { uploadId }: { uploadId: string },
): AsyncGenerator<PersonToWrite[]> {
  return inPortions(tx, (after) =>
    selectPeopleToWrite(clientId, {
      uploadId,
      lines: sql`line > ${after} order by line limit ${uploadLimits.together}`,
    }),
  )
}

export async function peopleInLines(
  tx: Tx,
  clientId: ClientId,
  { uploadId, lines }: { uploadId: string; lines: readonly number[] },
): Promise<PersonToWrite[]> {
  const asked = selectPeopleToWrite(clientId, {
    uploadId,
    lines: sql`line = any(${[...lines]}::integer[]) order by line`,
  })
  return (await asked.execute(tx)).rows
}

function selectPeopleToWrite(
  clientId: ClientId,
  { uploadId, lines }: { uploadId: string; lines: RawBuilder<unknown> },
) {
  return sql<PersonToWrite>`
    select
      line,
      concerned.person_id as "personId",
      kind <> 'new' as "isKnown",
      account.person_id is not null as "hasAccount",
      coalesce(details_before ->> 'dateOfBirth' <> details_after ->> 'dateOfBirth', false) as "isBornOtherwise"
    from (${affectedPeople(clientId, { uploadId })} and ${lines}) as concerned
    left join account on account.client_id = ${clientId} and account.person_id = concerned.person_id
    order by line
  `
}

export function refreshListedPeople(
  tx: Tx,
  clientId: ClientId,
  { uploadId, renamed }: { uploadId: string; renamed: readonly PersonId[] },
): Promise<void> {
  return refreshEmployeesIn(
    tx,
    clientId,
    sql`
      select person_id
      from (${affectedPeople(clientId, { uploadId })}) as concerned
      where kind = 'new'
      union
      select unnest((select ${[...renamed]}::uuid[]))`,
  )
}

export async function factsByLine(
  tx: Tx,
  clientId: ClientId,
  { uploadId, lines }: { uploadId: string; lines: readonly number[] },
): Promise<RecordedFact[]> {
  const { rows } = await sql<RecordedFact>`
    select person_id as "personId", fact, value, day::date as "effectiveFrom"
    from (${affectedPeople(clientId, { uploadId, lines })}) as concerned
    cross join jsonb_each(facts) as said (day, facts_of_day)
    cross join jsonb_each_text(facts_of_day) as one (fact, value)
    order by line
  `.execute(tx)
  return rows
}

export async function countChoicesSinceCheck(
  tx: Tx,
  clientId: ClientId,
  { uploadId }: { uploadId: string },
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(distinct version.subject_id)::integer as count
    from (${affectedPeople(clientId, { uploadId })}) as concerned
    join selection_version as version
      on version.client_id = ${clientId}
      and version.subject_id = concerned.person_id
      and version.actor_id is not null
    where concerned.kind <> 'new'
      and version.recorded_at >= (select checked_at from upload where client_id = ${clientId} and id = ${uploadId})
  `.execute(tx)
  return rows[0]?.count ?? 0
}

export type ChangedPerson = UploadChange & { email: string; details: Details | null; facts: FactsByDay | null }

type Paged = { uploadId: string; page: number; range: number }
type Page<Row> = { data: Row[]; total: number }

export function changesOfUpload(
  tx: Tx,
  clientId: ClientId,
  { kind, ...asked }: Paged & { kind: UploadChange['kind'] | undefined },
): Promise<Page<ChangedPerson>> {
  return pageOfPeople(tx, clientId, {
    ...asked,
    columns: sql`
      line, kind, case when kind <> 'new' then person_id end as "employeeId", name, employee_number as "employeeNumber", email,
      fields,
      case when kind = 'new' then details_after end as details,
      case when kind = 'new' then facts end as facts,
      (
        select coalesce(json_agg(json_build_object(
          'kind', kind, 'benefitName', benefit_name, 'reason', reason, 'before', cost_before, 'after', cost_after
        ) order by position), '[]')
        from upload_difference as effect
        where effect.client_id = ${clientId}
          and effect.upload_id = ${asked.uploadId}
          and effect.person_id = upload_person.person_id
      ) as benefits`,
    only: kind === undefined ? sql`` : sql`and kind = ${kind}`,
  })
}

export function unchangedByUndo(tx: Tx, clientId: ClientId, asked: Paged): Promise<Page<UnchangedPerson>> {
  return pageOfPeople(tx, clientId, {
    ...asked,
    columns: sql`line, person_id as "employeeId", name, employee_number as "employeeNumber"`,
    only: sql`and kept_at_undo`,
  })
}

async function pageOfPeople<Row>(
  tx: Tx,
  clientId: ClientId,
  { uploadId, page, range, columns, only }: Paged & { columns: RawBuilder<unknown>; only: RawBuilder<unknown> },
): Promise<Page<Row>> {
  const people = sql`
    from upload_person
    where client_id = ${clientId}
      and upload_id = ${uploadId}
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

export type RecalculatedPerson = { personId: PersonId; inputs: string; selections: readonly RecalculatedSelection[] }

export async function storeRecalculated(
  tx: Tx,
  clientId: ClientId,
  { uploadId, people }: { uploadId: string; people: readonly RecalculatedPerson[] },
): Promise<void> {
  await sql`
    insert into upload_recalculation (client_id, upload_id, person_id, inputs, selections)
    select client.client_id, ${uploadId}, "personId", inputs, selections
    from ${clientRow(clientId)}
    cross join json_to_recordset(${JSON.stringify(people)}::json) as given("personId" uuid, inputs text, selections text)
  `.execute(tx)
}

/** Returns the selections that the check stored, except of people whose data have changed since. */
export async function validRecalculations(
  tx: Tx,
  clientId: ClientId,
  { uploadId, people }: { uploadId: string; people: readonly PersonId[] },
): Promise<Omit<RecalculatedPerson, 'inputs'>[]> {
  const { rows } = await sql<Omit<RecalculatedPerson, 'inputs'>>`
    select person_id as "personId", selections::json
    from upload_recalculation
    where client_id = ${clientId}
      and upload_id = ${uploadId}
      and person_id = any(${[...people]}::uuid[])
      and inputs = ${inputsHash(clientId, sql`upload_recalculation.person_id`)}
    order by person_id
  `.execute(tx)
  return rows
}

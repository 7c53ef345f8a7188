import { type RawBuilder, sql } from 'kysely'
import { randomUUID } from 'node:crypto'
import type { IsoDate } from '../../contract/dates.ts'
import type { ClientId, PersonId } from '../../contract/ids.ts'
import type { Tx } from '../../database/database.ts'
import type { Database } from '../../database/tables.ts'
import { clientRow, requireInserted } from '../../database/client-row.ts'
import { transactionDay, transactionTime } from '../../database/transaction-time.ts'
import { newestFacts } from '../../services/people/newest-facts.queries.ts'
import { refreshEmployees } from '../../services/people/refresh-employees.queries.ts'
import { nextFactSequenceNumbers } from './fact-sequence.queries.ts'
import type { PersonDetails } from '../../services/people/profile.queries.ts'
import type { EmploymentFact } from './employment-facts.rules.ts'
import type { FactName } from '../../services/people/people-csv.rules.ts'
import { isOneOf } from '../../platform/people-condition.queries.ts'

export type RecordedFact = EmploymentFact & { personId: PersonId; fact: Database['employment_fact']['fact'] }

/** Skips facts that are already recorded for their day. A moved or removed last day ends the status `left`. */
export async function recordFacts(
  tx: Tx,
  clientId: ClientId,
  {
    facts,
    source,
    recordedBy = null,
  }: { facts: readonly RecordedFact[]; source: string; recordedBy?: PersonId | null },
): Promise<RecordedFact[]> {
  const said = [
    ...facts,
    ...(await factsOnUndoneDays(tx, clientId, { facts })),
    ...(await factsOnFormerFirstDays(tx, clientId, { facts })),
  ]
  const { rows } = await sql<RecordedFact>`
    with ${factRows(said)},
    changed as (
      select given.*
      from given
      left join lateral (
        select value
        from employment_fact
        where client_id = ${clientId}
          and person_id = given.person_id
          and fact = given.fact
          and effective_from <= given.effective_from
        order by effective_from desc, recorded_at desc, sequence desc
        limit 1
      ) as current on true
      where given.value is distinct from current.value
    ),
    known_leaving as (
      select distinct on (known.person_id, known.effective_from) known.person_id, known.effective_from, known.value
      from employment_fact as known
      join given on given.person_id = known.person_id and given.fact = 'status'
      where known.client_id = ${clientId}
        and known.fact = 'status'
      order by known.person_id, known.effective_from, known.recorded_at desc, known.sequence desc
    ),
    -- A person who continues to work, or leaves on another day, did not leave on this day.
    not_leaving as (
      select known_leaving.person_id, 'status' as fact, 'active' as value, known_leaving.effective_from
      from known_leaving
      join given as started
        on started.person_id = known_leaving.person_id and started.fact = 'start-date'
        and started.value <= known_leaving.effective_from::text
      where known_leaving.value = 'left'
        and not exists (
          select from given as said
          where said.person_id = known_leaving.person_id
            and said.fact = 'status'
            and (
              said.value = 'inactive'
              or said.effective_from = known_leaving.effective_from
              or said.value = 'left' and said.effective_from < known_leaving.effective_from
            )
        )
    )
    select person_id as "personId", fact, value, effective_from as "effectiveFrom"
    from (
      select person_id, fact, value, effective_from from changed
      union all
      select person_id, fact, value, effective_from from not_leaving
    ) as new
    order by effective_from
  `.execute(tx)
  await appendFacts(
    tx,
    clientId,
    rows.map((fact) => ({ ...fact, id: randomUUID(), source, recordedBy })),
  )
  return rows
}

type NewFact = RecordedFact & { id: string; source: string; recordedBy: PersonId | null; recordedAt?: string }

async function appendFacts(tx: Tx, clientId: ClientId, facts: readonly NewFact[]): Promise<void> {
  if (facts.length === 0) return
  const numbers = await nextFactSequenceNumbers(tx, clientId, { count: facts.length })
  const numbered = facts.map((fact, place) => ({ ...fact, sequence: numbers[place] }))
  const inserted = await sql`
    insert into employment_fact
      (client_id, id, person_id, fact, value, effective_from, recorded_at, sequence, source, recorded_by)
    select
      client.client_id, id, "personId", fact, value, "effectiveFrom", coalesce("recordedAt", ${transactionTime}),
      sequence, source, "recordedBy"
    from ${clientRow(clientId)}
    cross join jsonb_to_recordset(${JSON.stringify(numbered)}::jsonb) as given(
      id uuid, "personId" uuid, fact text, value text, "effectiveFrom" date, "recordedAt" timestamptz, sequence bigint,
      source text, "recordedBy" uuid
    )
  `.execute(tx)
  requireInserted(inserted, facts.length)
  await refreshListOfFacts(tx, clientId, facts)
}

const listedFacts: readonly FactName[] = ['employee-number', 'status', 'end-date']

function refreshListOfFacts(tx: Tx, clientId: ClientId, recorded: readonly RecordedFact[]): Promise<void> {
  const listed = recorded.filter(({ fact }) => listedFacts.includes(fact))
  return refreshEmployees(
    tx,
    clientId,
    listed.map(({ personId }) => personId),
  )
}

export const sourceOfUndo = (source: string): string => `${source} undone`

/** Later days on which the same fact was undone get the new value too (decision 36), up to the next valid fact. */
async function factsOnUndoneDays(
  tx: Tx,
  clientId: ClientId,
  { facts }: { facts: readonly RecordedFact[] },
): Promise<RecordedFact[]> {
  const { rows } = await sql<RecordedFact>`
    with ${factRows(facts)},
    later as (
      select distinct on (known.person_id, known.fact, known.effective_from)
        known.person_id, known.fact, known.effective_from, known.source like ${sourceOfUndo('%')} as taken_back
      from employment_fact as known
      join given
        on given.person_id = known.person_id
        and given.fact = known.fact
        and given.effective_from < known.effective_from
      where known.client_id = ${clientId}
      order by known.person_id, known.fact, known.effective_from, known.recorded_at desc, known.sequence desc
    )
    select distinct on (later.person_id, later.fact, later.effective_from)
      later.person_id as "personId", later.fact, given.value, later.effective_from as "effectiveFrom"
    from later
    join given
      on given.person_id = later.person_id
      and given.fact = later.fact
      and given.effective_from < later.effective_from
    where later.taken_back
      and not exists (
        select
        from given as own
        where own.person_id = later.person_id
          and own.fact = later.fact
          and own.effective_from = later.effective_from
      )
      and not exists (
        select
        from later as between_them
        where between_them.person_id = later.person_id
          and between_them.fact = later.fact
          and between_them.effective_from > given.effective_from
          and between_them.effective_from < later.effective_from
          and not between_them.taken_back
      )
    order by later.person_id, later.fact, later.effective_from, given.effective_from desc
  `.execute(tx)
  return rows
}

/** If a first working day moves earlier, later days recorded as first days get the new value too. */
async function factsOnFormerFirstDays(
  tx: Tx,
  clientId: ClientId,
  { facts }: { facts: readonly RecordedFact[] },
): Promise<RecordedFact[]> {
  const starts = facts.filter(({ fact, value }) => fact === 'start-date' && value !== null)
  if (starts.length === 0) return []
  const { rows } = await sql<RecordedFact>`
    with ${factRows(starts)}
    select distinct on (known.person_id, known.effective_from)
      known.person_id as "personId", known.fact, given.value, known.effective_from as "effectiveFrom"
    from given
    join employment_fact as known
      on known.client_id = ${clientId}
      and known.person_id = given.person_id
      and known.fact = given.fact
      and known.effective_from > given.effective_from
      and known.value = known.effective_from::text
    where not exists (
        select
        from given as own
        where own.person_id = known.person_id
          and own.effective_from = known.effective_from
      )
      and not exists (
        select
        from employment_fact as started
        where started.client_id = ${clientId}
          and started.person_id = known.person_id
          and started.fact = known.fact
          and started.value <= given.effective_from::text
      )
    order by known.person_id, known.effective_from, given.effective_from desc
  `.execute(tx)
  return rows
}

/** Repeats each fact on later days that have another value for it, so that the new value also applies then. */
export async function repeatOnLaterDays(
  tx: Tx,
  clientId: ClientId,
  { facts }: { facts: readonly RecordedFact[] },
): Promise<RecordedFact[]> {
  const { rows } = await sql<RecordedFact>`
    with ${factRows(facts)}
    select distinct on (known.person_id, known.fact, known.effective_from)
      known.person_id as "personId", known.fact, given.value, known.effective_from as "effectiveFrom"
    from given
    join employment_fact as known
      on known.client_id = ${clientId}
      and known.person_id = given.person_id
      and known.fact = given.fact
      and known.effective_from > given.effective_from
    where not exists (
      select
      from given as own
      where own.person_id = known.person_id
        and own.fact = known.fact
        and own.effective_from = known.effective_from
    )
    order by known.person_id, known.fact, known.effective_from, given.effective_from desc
  `.execute(tx)
  return [...facts, ...rows]
}

function factRows(facts: readonly RecordedFact[]) {
  const given = facts.map(({ personId, fact, value, effectiveFrom }) => ({
    person_id: personId,
    fact,
    value,
    effective_from: effectiveFrom,
  }))
  return sql`
    given as materialized (
      select *
      from jsonb_to_recordset(${JSON.stringify(given)}::jsonb)
        as given(person_id uuid, fact text, value text, effective_from date)
    )`
}

export type FactsByDay = Partial<Record<IsoDate, Partial<Record<FactName, string | null>>>>

type GivenPerson = {
  personId: PersonId
  details: Partial<PersonDetails>
  facts: FactsByDay
  /** True if a person is returned even without differences. */
  always?: boolean
}

export async function differencesFromStored(
  tx: Tx,
  clientId: ClientId,
  { people }: { people: readonly GivenPerson[] },
): Promise<{ personId: PersonId; details: Omit<PersonDetails, 'personId'> | null; facts: FactsByDay }[]> {
  if (people.length === 0) return []
  const { rows } = await sql<{
    personId: PersonId
    details: Omit<PersonDetails, 'personId'> | null
    facts: FactsByDay
  }>`
    select given."personId", known.details, known.facts
    from jsonb_to_recordset(${JSON.stringify(people)}::jsonb) as given("personId" uuid, details jsonb, facts jsonb, always boolean)
    cross join lateral (
      select
        (
          select jsonb_build_object(
            'title', title, 'firstName', first_name, 'surname', surname, 'dateOfBirth', date_of_birth, 'sex', sex,
            'nationalInsuranceNumber', national_insurance_number
          )
          from person_details
          where client_id = ${clientId}
            and person_id = given."personId"
        ) as details,
        (
          select coalesce(jsonb_object_agg(
            day,
            (
              select coalesce(jsonb_object_agg(fact, value), '{}')
              from (
                select distinct on (fact) fact, value
                from employment_fact
                where client_id = ${clientId}
                  and person_id = given."personId"
                  and effective_from <= day::date
                order by fact, effective_from desc, recorded_at desc, sequence desc
              ) as newest
              where value is not null
                and said.facts ? fact
            )
          ), '{}')
          from jsonb_each(given.facts) as said (day, facts)
        ) as facts
    ) as known
    where given.always
       or known.details is null
       or not known.details @> given.details
       or known.facts <> jsonb_strip_nulls(given.facts)
  `.execute(tx)
  return rows
}

/** Records facts of joiners. `from` selects `person_id` and `facts` by day. The caller refreshes the list. */
export async function recordJoiners(
  tx: Tx,
  clientId: ClientId,
  { from, source, recordedBy }: { from: RawBuilder<unknown>; source: string; recordedBy: PersonId | null },
): Promise<number> {
  // The facts share one number, because a joiner has one value for each fact and day.
  const [number] = await nextFactSequenceNumbers(tx, clientId, { count: 1 })
  // The ids are hashes, because Citus refuses random ids in an insert of a select.
  const { numAffectedRows } = await sql`
    insert into employment_fact
      (client_id, id, person_id, fact, value, effective_from, recorded_at, sequence, source, recorded_by)
    select
      client.client_id, md5(concat_ws(' ', person_id, fact, day, ${number}::text))::uuid, person_id, fact, value, day::date,
      ${transactionTime}, ${number}::bigint, ${source}, ${recordedBy}::uuid
    from ${clientRow(clientId)}
    cross join (${from}) as joiner
    cross join jsonb_each(facts) as said (day, facts_of_day)
    cross join jsonb_each_text(facts_of_day) as one (fact, value)
    where value is not null
  `.execute(tx)
  return Number(numAffectedRows ?? 0n)
}

/** Undoes the facts that `source` recorded: appends facts with the earlier values, and returns them. */
export async function undoFacts(
  tx: Tx,
  clientId: ClientId,
  { people, source, recordedBy }: { people: readonly PersonId[]; source: string; recordedBy: PersonId | null },
): Promise<RecordedFact[]> {
  const { rows } = await sql<RecordedFact>`
    with brought as (
      select distinct on (person_id, fact, effective_from) person_id, fact, effective_from, value, sequence
      from employment_fact
      where client_id = ${clientId}
        and person_id = any(${[...people]}::uuid[])
        and source = ${source}
      order by person_id, fact, effective_from, sequence desc
    ),
    known_before as (
      select brought.*, known.value as before
      from brought
      left join lateral (
        select value
        from employment_fact
        where client_id = ${clientId}
          and person_id = brought.person_id
          and fact = brought.fact
          and effective_from <= brought.effective_from
          and source <> ${source}
        order by effective_from desc, recorded_at desc, sequence desc
        limit 1
      ) as known on true
    )
    select person_id as "personId", fact, before as value, effective_from as "effectiveFrom"
    from known_before
    where before is distinct from value
    order by effective_from
  `.execute(tx)
  await appendFacts(
    tx,
    clientId,
    rows.map((fact) => ({ ...fact, id: randomUUID(), source: sourceOfUndo(source), recordedBy })),
  )
  return rows
}

/** Returns which of these people are not employed on a day, by status or last day (ACCESS-03). */
export async function peopleWhoLeft(
  tx: Tx,
  clientId: ClientId,
  { people, today }: { people: readonly PersonId[]; today: IsoDate },
): Promise<PersonId[]> {
  const { rows } = await sql<{ personId: PersonId }>`
    with current as (
      ${newestFacts(clientId, { facts: ['status', 'end-date'], person: sql`= any(${[...people]}::uuid[])`, on: today })}
    )
    select distinct person_id as "personId"
    from current
    where (fact = 'status' and value in ('left', 'inactive'))
       or (fact = 'end-date' and value < ${today})
    order by 1
  `.execute(tx)
  return rows.map(({ personId }) => personId)
}

export async function lastDaysOf(
  tx: Tx,
  clientId: ClientId,
  { people }: { people: readonly PersonId[] },
): Promise<Map<PersonId, IsoDate>> {
  const { rows } = await sql<{ personId: PersonId; lastDay: IsoDate | null }>`
    select person_id as "personId", value as "lastDay"
    from (${newestFacts(clientId, { facts: ['end-date'], person: sql`= any(${[...people]}::uuid[])` })}) as newest
    order by person_id
  `.execute(tx)
  return new Map(rows.flatMap(({ personId, lastDay }) => (lastDay ? [[personId, lastDay] as const] : [])))
}

export async function importFacts(
  tx: Tx,
  clientId: ClientId,
  { facts }: { facts: readonly Required<NewFact>[] },
): Promise<void> {
  await appendFacts(tx, clientId, facts)
}

export async function peopleByEmployeeNumber(
  tx: Tx,
  clientId: ClientId,
  { numbers }: { numbers: readonly string[] },
): Promise<Map<string, PersonId>> {
  const { rows } = await sql<{ value: string; personId: PersonId }>`
    with current as (${newestFacts(clientId, { facts: ['employee-number'], on: transactionDay })})
    select value, person_id as "personId"
    from current
    where value = any(${[...numbers]}::text[])
    order by value
  `.execute(tx)
  return new Map(rows.map(({ value, personId }) => [value, personId]))
}

/** Returns people with listed facts that were recorded in advance and took effect after `after`, up to today. */
export async function peopleWithNewListedFacts(
  tx: Tx,
  clientId: ClientId,
  { people, after, today }: { people: readonly PersonId[]; after: IsoDate | null; today: IsoDate },
): Promise<PersonId[]> {
  const rows = await tx
    .selectFrom('employment_fact')
    .select('person_id')
    .distinct()
    .where('client_id', '=', clientId)
    .where(isOneOf(people))
    .where('fact', 'in', [...listedFacts])
    .where('effective_from', '>', after ?? sql<IsoDate>`'-infinity'`)
    .where('effective_from', '<=', today)
    .where(sql<boolean>`effective_from > (recorded_at at time zone 'Europe/London')::date`)
    .orderBy('person_id')
    .execute()
  return rows.map(({ person_id: personId }) => personId)
}

import { sql } from 'kysely'
import type { ClientId, PersonId } from '../../contract/ids.ts'
import type { Tx } from '../../database/database.ts'
import { figuresOf, profileColumns, profilesNow } from './profiles.queries.ts'
import { offeredColumns } from './take-up.queries.ts'

/** Of how many people the figures are taken into the counts at once. */
const together = 2_000

/**
 * Takes who has changed into the counts, some at a time; readers work them out until then. Only one transaction of a client
 * is at it: another one leaves it to that.
 */
export async function countTakeUp(tx: Tx, clientId: ClientId): Promise<'done' | 'more'> {
  const head = await lockHead(tx, clientId)
  if (!head) return 'done'
  if (!head.isCurrent) await countAnew(tx, clientId, head)
  const people = await takeMarks(tx, clientId)
  if (people.length === 0) return 'done'
  await countPeople(tx, clientId, people)
  return people.length < together ? 'done' : 'more'
}

type Head = { isCurrent: boolean; revision: string; yearId: string | null }

async function lockHead(tx: Tx, clientId: ClientId): Promise<Head | undefined> {
  await sql`
    insert into take_up_head (client_id)
    values (${clientId})
    on conflict do nothing
  `.execute(tx)
  const { rows } = await sql<Head>`
    select
      client.scheme_revision as revision,
      year.id as "yearId",
      coalesce(
        head.scheme_revision = client.scheme_revision and head.scheme_year_id is not distinct from year.id, false
      ) as "isCurrent"
    from take_up_head as head
    join client on client.client_id = head.client_id
    left join lateral (
      select id
      from scheme_year
      where client_id = ${clientId}
        and starts_on <= app.today()
      order by starts_on desc
      limit 1
    ) as year on true
    where head.client_id = ${clientId}
    for update of head skip locked
  `.execute(tx)
  return rows[0]
}

/**
 * By the benefits as they are now. They are read after their revision was, so that a scheme that is applied meanwhile is
 * counted once more and never missed.
 */
async function countAnew(tx: Tx, clientId: ClientId, { revision, yearId }: Head): Promise<void> {
  await sql`delete from take_up_benefit where client_id = ${clientId}`.execute(tx)
  await sql`delete from take_up_count where client_id = ${clientId}`.execute(tx)
  await sql`
    insert into take_up_benefit
      (client_id, benefit_id, position, name, category, withdrawn, age_from, age_to, open_in_probation, for_holders)
    select ${clientId}, offered.*
    from (
      select ${offeredColumns}
      from benefit
      where client_id = ${clientId}
        and scheme_year_id = ${yearId}
    ) as offered
  `.execute(tx)
  await sql`
    with ${offeredAsCounted(clientId)},
    counted as (
      select 1 as sign, ${profileColumns}
      from take_up_person
      where client_id = ${clientId}
    )
    insert into take_up_count (client_id, benefit_id, dimension, band, eligible, selected, opted_out)
    select ${clientId}, changed.*
    from (${figuresOf(clientId)}) as changed
  `.execute(tx)
  await sql`
    update take_up_head
    set scheme_revision = ${revision},
        scheme_year_id = ${yearId}
    where client_id = ${clientId}
  `.execute(tx)
}

/**
 * Who is to be counted anew. Their marks are gone before they are looked at, so that whatever is committed in between has a
 * mark that stays.
 */
async function takeMarks(tx: Tx, clientId: ClientId): Promise<PersonId[]> {
  const { rows } = await sql<{ personId: PersonId }>`
    with moved as (
      select distinct person_id
      from (
        select person_id from take_up_mark where client_id = ${clientId}
        union all
        select person_id from take_up_person where client_id = ${clientId} and changes_on <= app.today()
      ) as both_kinds
      order by person_id
      limit ${together}
    ),
    gone as (
      delete from take_up_mark
      using moved
      where take_up_mark.client_id = ${clientId}
        and take_up_mark.person_id = moved.person_id
    )
    select person_id as "personId"
    from moved
  `.execute(tx)
  return rows.map(({ personId }) => personId)
}

async function countPeople(tx: Tx, clientId: ClientId, people: readonly PersonId[]): Promise<void> {
  await sql`
    with day as materialized (select today from app.present()),
    moved as materialized (select person_id from unnest(${[...people]}::uuid[]) as named (person_id)),
    profile as materialized (${profilesNow(clientId)}),
    ${offeredAsCounted(clientId)},
    counted as materialized (
      select 1 as sign, ${profileColumns}
      from profile
      union all
      select -1, ${profileColumns}
      from take_up_person
      where client_id = ${clientId}
        and person_id = any(${[...people]}::uuid[])
    ),
    changed as (${figuresOf(clientId)}),
    written as (
      insert into take_up_person (client_id, ${profileColumns})
      select ${clientId}, ${profileColumns}
      from profile
      on conflict (client_id, person_id) do update
      set employed = excluded.employed,
          age = excluded.age,
          sex = excluded.sex,
          service_years = excluded.service_years,
          past_probation = excluded.past_probation,
          selected = excluded.selected,
          opted_out = excluded.opted_out,
          ended = excluded.ended,
          changes_on = excluded.changes_on
    ),
    gone as (
      delete from take_up_person
      where client_id = ${clientId}
        and person_id = any(${[...people]}::uuid[])
        and person_id not in (select person_id from profile)
    )
    insert into take_up_count as known (client_id, benefit_id, dimension, band, eligible, selected, opted_out)
    select ${clientId}, changed.*
    from changed
    where eligible <> 0
      or selected <> 0
      or opted_out <> 0
    on conflict (client_id, benefit_id, dimension, band) do update
    set eligible = known.eligible + excluded.eligible,
        selected = known.selected + excluded.selected,
        opted_out = known.opted_out + excluded.opted_out
  `.execute(tx)
}

/** The benefits under which the counts stand. */
function offeredAsCounted(clientId: ClientId) {
  return sql`offered as materialized (
      select benefit_id as id, withdrawn, age_from, age_to, open_in_probation, for_holders
      from take_up_benefit
      where client_id = ${clientId}
    )`
}

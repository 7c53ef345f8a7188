import { sql, type RawBuilder } from 'kysely'
import type { ClientId, PersonId } from '../../contract/ids.ts'
import { clientRow } from '../../database/client-row.ts'
import type { Tx } from '../../database/database.ts'
import { transactionDay } from '../../database/transaction-time.ts'
import type { DataCheck } from '../../platform/check-data.queries.ts'
import { newestFacts } from './newest-facts.queries.ts'

/** If there are more deltas, a writer adds them to the counts, because each reader sums all deltas. */
const mostDeltas = 64
/** From this number of changes on, recounting the list is faster than writing a delta for each change. */
const manyChanges = 2_000

/** Updates people in the employer's list, and its counts. Every writer of the source tables calls it in the same transaction. */
export async function refreshEmployees(tx: Tx, clientId: ClientId, people: readonly PersonId[]): Promise<void> {
  if (people.length === 0) return
  // The subquery hides the array's length. PostgreSQL then reuses one plan; planning takes longer than execution.
  await refreshEmployeesIn(tx, clientId, sql`select unnest((select ${people}::uuid[])) as person_id`)
}

export async function refreshEmployeesIn(tx: Tx, clientId: ClientId, people: RawBuilder<unknown>): Promise<void> {
  // Waits for other transactions that refresh the same people, so that the next statement sees what they wrote.
  await sql`
    select count(*)
    from (
      select
      from employee
      where client_id = ${clientId}
        and person_id in (${people})
      order by person_id
      for no key update
    ) as locked
  `.execute(tx)
  const { rows } = await sql<{ changes: number; deltas: number }>`
    with concerned as materialized (
      select distinct person_id
      from (${people}) as given
    ),
    derived as materialized (${derivedEmployees(clientId)}),
    before as materialized (
      select person_id, name_key, registered, two_factor
      from concerned
      join employee using (person_id)
      where client_id = ${clientId}
    ),
    gone as (
      delete from employee
      where client_id = ${clientId}
        and person_id in (select person_id from before except select person_id from derived)
      returning person_id
    ),
    written as (
      insert into employee as known (client_id, ${employeeColumns})
      select client.client_id, ${employeeColumns}
      from ${clientRow(clientId)}
      cross join derived
      on conflict (client_id, person_id) do update
      set first_name = excluded.first_name,
          surname = excluded.surname,
          email = excluded.email,
          employee_number = excluded.employee_number,
          registered = excluded.registered,
          two_factor = excluded.two_factor,
          last_login_at = excluded.last_login_at,
          employed_until = excluded.employed_until,
          name_key = excluded.name_key,
          number_key = excluded.number_key,
          search = excluded.search
      where known is distinct from excluded
      returning known.person_id
    ),
    -- A union instead of a join: a plan made for few people would compare each person with every other.
    changes as materialized (
      select gen_random_uuid() as id, name_key, person_id, registered, two_factor, sum(sign) as sign
      from (
        select name_key, person_id, registered, two_factor, -1 as sign from before
        union all
        select name_key, person_id, registered, two_factor, 1 from derived
      ) as both_sides
      group by name_key, person_id, registered, two_factor
      having sum(sign) <> 0
    ),
    noted as (
      insert into employee_delta as known (client_id, id, name_key, person_id, people, registered, two_factor)
      select client.client_id, id, name_key, person_id, sign, sign * registered::integer, sign * two_factor::integer
      from ${clientRow(clientId)}
      cross join changes
      where (select count(*) from changes) < ${manyChanges}
      returning known.id
    )
    select
      (select count(*) from changes)::integer as changes,
      (select count(*) from (select id from employee_delta where client_id = ${clientId} limit ${mostDeltas}) as waiting)::integer
        as deltas
  `.execute(tx)
  const { changes = 0, deltas = 0 } = rows[0] ?? {}
  if (changes >= manyChanges) await recountEmployees(tx, clientId)
  else if (changes > 0 && changes + deltas > mostDeltas) await addDeltas(tx, clientId)
}

const employeeColumns = sql`person_id, first_name, surname, email, employee_number, registered, two_factor, last_login_at,
        employed_until, name_key, number_key, search`

function derivedEmployees(clientId: ClientId): RawBuilder<unknown> {
  return sql`
      select
        account.person_id,
        details.first_name,
        details.surname,
        account.email,
        number.value as employee_number,
        account.activated_at is not null as registered,
        account.two_factor_secret is not null as two_factor,
        account.last_login_at,
        ${lastDay(clientId)} as employed_until,
        app.folded(details.surname || ' ' || details.first_name) as name_key,
        coalesce(app.folded(number.value), '') as number_key,
        ' ' || app.folded(concat_ws(' ', details.first_name, details.surname, account.email, number.value)) || ' ' as search
      from concerned
      join account on account.client_id = ${clientId} and account.person_id = concerned.person_id
      join person_details as details on details.client_id = ${clientId} and details.person_id = concerned.person_id
      left join lateral (
        select fact.value
        from employment_fact as fact
        where fact.client_id = ${clientId}
          and fact.person_id = concerned.person_id
          and fact.fact = 'employee-number'
          and fact.effective_from <= ${transactionDay}
        order by fact.effective_from desc, fact.recorded_at desc, fact.sequence desc
        limit 1
      ) as number on true
      where not (
        account.state = 'disabled'
        and account.activated_at is null
        and ${wasNeverEmployed(clientId)}
      )`
}

/** Returns each person's last day of employment. Few people have one, so only their facts are sorted. */
function lastDay(clientId: ClientId): RawBuilder<unknown> {
  const facts = newestFacts(clientId, {
    facts: ['status', 'end-date'],
    person: sql`= account.person_id`,
    on: transactionDay,
  })
  return sql`case
          when exists (
            select
            from employment_fact
            where client_id = ${clientId}
              and person_id = account.person_id
              and (fact = 'end-date' or fact = 'status' and value = 'left')
          )
          then (
            select coalesce(
              max(value) filter (where fact = 'end-date')::date,
              max(effective_from - 1) filter (where fact = 'status' and value = 'left')
            )
            from (${facts}) as newest
          )
        end`
}

function wasNeverEmployed(clientId: ClientId): RawBuilder<unknown> {
  const facts = newestFacts(clientId, { facts: ['start-date', 'end-date'], person: sql`= account.person_id` })
  return sql`coalesce(
          (
            select max(value) filter (where fact = 'end-date') < max(value) filter (where fact = 'start-date')
            from (${facts}) as newest
          ),
          false
        )`
}

function blockOf(clientId: ClientId, row: 'employee' | 'delta'): RawBuilder<unknown> {
  return sql`
      lateral (
        select name_key, person_id
        from employee_block
        where client_id = ${clientId}
          and (name_key, person_id) <= (${sql.ref(row)}.name_key, ${sql.ref(row)}.person_id)
        order by name_key desc, person_id desc
        limit 1
      ) as block`
}

/** If another transaction is adding the deltas, this writer need not wait. */
async function addDeltas(tx: Tx, clientId: ClientId): Promise<void> {
  const { rows } = await sql<{ step: 'leave' | 'recount' | 'add' }>`
    with locked as (select client_id from employee_count where client_id = ${clientId} for update skip locked)
    select case
      when not exists (select from employee_count where client_id = ${clientId}) then 'recount'
      when not exists (select from locked) then 'leave'
      when not exists (select from employee_block where client_id = ${clientId}) then 'recount'
      else 'add'
    end as step
  `.execute(tx)
  if (rows[0]?.step === 'recount') return recountEmployees(tx, clientId)
  if (rows[0]?.step === 'leave') return
  const { rows: grown } = await sql`
    with delta as (
      delete from employee_delta
      where client_id = ${clientId}
      returning name_key, person_id, people, registered, two_factor
    ),
    of_blocks as (
      select
        block.name_key,
        block.person_id,
        sum(people) as people,
        sum(registered) as registered,
        sum(two_factor) as two_factor
      from delta
      cross join ${blockOf(clientId, 'delta')}
      group by block.name_key, block.person_id
    ),
    added as (
      update employee_block as block
      set people = block.people + of_blocks.people,
          registered = block.registered + of_blocks.registered,
          two_factor = block.two_factor + of_blocks.two_factor
      from of_blocks
      where block.client_id = ${clientId}
        and block.name_key = of_blocks.name_key
        and block.person_id = of_blocks.person_id
      returning block.people
    ),
    totals as (
      update employee_count as known
      set people = known.people + total.people,
          registered = known.registered + total.registered,
          two_factor = known.two_factor + total.two_factor
      from (
        select ${sums}
        from of_blocks
      ) as total
      where known.client_id = ${clientId}
      returning known.people
    )
    select
    from added
    cross join totals
    where added.people > 2 * ${blockSize('totals.people')}
    limit 1
  `.execute(tx)
  if (grown.length > 0) await recountEmployees(tx, clientId)
}

/** Returns the number of people in a block. With the square root of all people, a page reads few blocks and rows. */
function blockSize(people: 'totals.people' | 'count'): RawBuilder<number> {
  return sql`greatest(200, sqrt(${sql.ref(people)}))::integer`
}

async function recountEmployees(tx: Tx, clientId: ClientId): Promise<void> {
  await sql`
    insert into employee_count as known (client_id, people, registered, two_factor)
    values (${clientId}, 0, 0, 0)
    on conflict (client_id) do update
    set people = known.people
  `.execute(tx)
  await sql`delete from employee_block where client_id = ${clientId}`.execute(tx)
  await sql`
    with added as (delete from employee_delta where client_id = ${clientId} returning id),
    block as (select ${blockSize('count')} as size from (select count(*) from employee where client_id = ${clientId}) as everybody),
    placed as (
      select
        name_key,
        person_id,
        registered,
        two_factor,
        row_number() over (order by name_key, person_id) - 1 as place
      from employee
      where client_id = ${clientId}
    ),
    written as (
      insert into employee_block as known (client_id, name_key, person_id, people, registered, two_factor)
      select
        client.client_id,
        -- The first block begins before any name, so that it includes joiners whose names sort first.
        case when min(place) = 0 then '' else min(name_key) end,
        case when min(place) = 0 then ${nobody} else (array_agg(person_id) filter (where place % size = 0))[1] end,
        count(*),
        count(*) filter (where registered),
        count(*) filter (where two_factor)
      from ${clientRow(clientId)}
      cross join placed
      cross join block
      group by client.client_id, place / size
      returning known.people, known.registered, known.two_factor
    )
    update employee_count
    set (people, registered, two_factor) = (select ${sums} from written)
    where client_id = ${clientId}
  `.execute(tx)
}

const nobody = '00000000-0000-0000-0000-000000000000'

export const employeeChecks: readonly DataCheck[] = [
  {
    table: 'employee',
    key: 'person_id',
    stored: (clientId) => sql`select ${employeeColumns} from employee where client_id = ${clientId}`,
    derived: (clientId) => sql`
      with concerned as (select person_id from account where client_id = ${clientId})
      ${derivedEmployees(clientId)}`,
    // The keys are ids of people.
    repair: (tx, clientId, keys) => refreshEmployees(tx, clientId, keys as PersonId[]),
  },
  {
    table: 'employee_count',
    key: 'client_id',
    stored: (clientId) => sql`
      select ${clientId}::uuid as client_id, ${sums}
      from (
        select people, registered, two_factor from employee_count where client_id = ${clientId}
        union all
        select people, registered, two_factor from employee_delta where client_id = ${clientId}
      ) as parts`,
    derived: (clientId) => sql`
      select ${clientId}::uuid as client_id, ${sums}
      from (select ${asCounts} from employee where client_id = ${clientId}) as everybody`,
    repair: recountEmployees,
  },
  {
    table: 'employee_block',
    key: 'person_id',
    stored: (clientId) => sql`
      select person_id, ${sums}
      from (
        ${blocks(clientId, sql`people, registered, two_factor`)}
        union all
        select ${beginOfBlock}, delta.people, delta.registered, delta.two_factor
        from employee_delta as delta
        left join ${blockOf(clientId, 'delta')} on true
        where delta.client_id = ${clientId}
      ) as parts
      group by person_id`,
    derived: (clientId) => sql`
      select person_id, ${sums}
      from (
        ${blocks(clientId, sql`0 as people, 0 as registered, 0 as two_factor`)}
        union all
        select ${beginOfBlock}, ${asCounts}
        from employee
        left join ${blockOf(clientId, 'employee')} on true
        where employee.client_id = ${clientId}
      ) as parts
      group by person_id`,
    repair: recountEmployees,
  },
]

const sums = sql`coalesce(sum(people), 0)::integer as people, coalesce(sum(registered), 0)::integer as registered,
        coalesce(sum(two_factor), 0)::integer as two_factor`
const asCounts = sql`1 as people, registered::integer as registered, two_factor::integer as two_factor`
const beginOfBlock = sql`coalesce(block.person_id, ${sql.lit(nobody)}::uuid)`

function blocks(clientId: ClientId, counts: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
        select person_id, ${counts} from employee_block where client_id = ${clientId}
        union all
        select ${nobody}::uuid, 0, 0, 0`
}

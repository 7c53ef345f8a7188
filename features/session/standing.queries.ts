import { sql, type RawBuilder } from 'kysely'
import type { IsoDate } from '../../contract/dates.ts'
import type { ClientId, PersonId } from '../../contract/ids.ts'
import type { Tx } from '../../platform/handle.ts'
import { newestFacts } from '../employees/newest-facts.queries.ts'

/** False for who left long ago and has no voucher balance: such an account counts as disabled (ACCESS-06). */
export async function isServed(
  tx: Tx,
  clientId: ClientId,
  { personId, today }: { personId: PersonId; today: IsoDate },
): Promise<boolean> {
  const { rows } = await sql<{ is_served: boolean }>`
    select standing.is_served
    from account
    join client on client.client_id = ${clientId}
    cross join lateral (${standingOn(today, clientId)}) standing
    where account.client_id = ${clientId}
      and account.person_id = ${personId}
  `.execute(tx)
  return rows[0]?.is_served === true
}

/** Whether somebody works for the client on a day: who has left or does not work at the moment opens nothing (ACCESS-06). */
export async function isActivelyEmployed(
  tx: Tx,
  clientId: ClientId,
  somebody: { personId: PersonId; today: IsoDate },
): Promise<boolean> {
  return (await employmentStatusOn(tx, clientId, somebody)) === 'active'
}

/** The employment status that counts on a day: active where none is known. */
export async function employmentStatusOn(
  tx: Tx,
  clientId: ClientId,
  { personId, today }: { personId: PersonId; today: IsoDate },
): Promise<'active' | 'inactive' | 'left'> {
  const { rows } = await sql<{ status: 'active' | 'inactive' | 'left' }>`
    ${employmentOn(today, { clientId, person: sql`${personId}::uuid` })}
  `.execute(tx)
  return rows[0]?.status ?? 'active'
}

type Day = IsoDate | RawBuilder<unknown>

/** Employment status on a day, for queries with `account` and `client`: active if unknown; and whether served. */
export function standingOn(day: Day, clientId: ClientId) {
  return sql`
    select
      employment.status as employment_status,
      not ${hasDied({ clientId, person: sql`account.person_id` })}
        and (
          employment.status = 'active'
          or exists (
            select 1
            from voucher_account
            where voucher_account.client_id = ${clientId}
              and voucher_account.person_id = account.person_id
              and voucher_account.balance_pence > 0
          )
          or ${day}::date < employment.since + coalesce((client.switches ->> 'daysAfterLeaving')::integer, 90)
        ) as is_served
    from (${employmentOn(day, { clientId, person: sql`account.person_id` })}) as employment
  `
}

/** Returns the SQL condition for a recorded death. From then on nobody signs in as this person or writes to them. */
export function hasDied({ clientId, person }: Whose) {
  return sql<boolean>`(
    coalesce((
      select value = 'death'
      from (${newestFacts(clientId, { facts: ['leaving-reason'], person: sql`= ${person}` })}) as newest
    ), false)
  )`
}

type Whose = { clientId: ClientId; person: RawBuilder<unknown> }

/** A person's employment status on a day, and since when they are no longer active, if so. */
export function employmentOn(day: Day, whose: Whose) {
  return sql`
    select ${statusAndSince(day)}
    from (${latestDates(day, whose)}) as known
  `
}

function statusAndSince(day: Day) {
  return sql`
    case when last_day < (${day})::text then 'left' else coalesce(status, 'active') end as status,
    case when status in ('left', 'inactive') then status_from else last_day::date + 1 end as since
  `
}

/** Of each fact the latest effective one counts, and of these the latest recorded. All are read in one look-up. */
function latestDates(day: Day, { clientId, person }: Whose) {
  return sql`
    select
      max(value) filter (where fact = 'status') as status,
      max(effective_from) filter (where fact = 'status') as status_from,
      max(value) filter (where fact = 'end-date') as last_day
    from (${newestFacts(clientId, { facts: ['status', 'end-date'], person: sql`= ${person}`, on: day })}) as newest
  `
}

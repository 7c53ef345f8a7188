import { sql, type RawBuilder } from 'kysely'
import type { IsoDate } from '../../contract/dates.ts'
import type { ClientId, PersonId } from '../../contract/ids.ts'
import { transactionDay } from '../../database/transaction-time.ts'
import type { Tx } from '../../platform/handle.ts'
import { newestFacts } from '../people/newest-facts.queries.ts'

/** False after a death, and for leavers without vouchers once the client's limit of days has passed (ACCESS-06). */
export async function hasAccess(
  tx: Tx,
  clientId: ClientId,
  { personId, today }: { personId: PersonId; today: IsoDate },
): Promise<boolean> {
  const { rows } = await sql<{ is_served: boolean }>`
    select account_status.is_served
    from account
    join client on client.client_id = ${clientId}
    cross join lateral (${accountStatusOn(today, clientId)}) account_status
    where account.client_id = ${clientId}
      and account.person_id = ${personId}
  `.execute(tx)
  return rows[0]?.is_served === true
}

export async function isActivelyEmployed(
  tx: Tx,
  clientId: ClientId,
  somebody: { personId: PersonId; today: IsoDate },
): Promise<boolean> {
  return (await employmentStatusOn(tx, clientId, somebody)) === 'active'
}

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

/** Status on a day ('active' if unknown) and whether the person has access. The query must join `account` and `client`. */
export function accountStatusOn(day: Day, clientId: ClientId) {
  return sql`
    select
      employment.status as employment_status,
      not employment.has_died
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
    from (
      select ${statusAndSince(day)}, coalesce(leaving_reason = 'death', false) as has_died
      from (${latestDates(day, { clientId, person: sql`account.person_id` })}) as known
    ) as employment
  `
}

/** SQL condition: a death is recorded. From then on, the person can neither log in nor get mail. */
export function hasDied({ clientId, person }: ClientPerson) {
  return sql<boolean>`(
    coalesce((
      select value = 'death'
      from (${newestFacts(clientId, { facts: ['leaving-reason'], person: sql`= ${person}` })}) as newest
    ), false)
  )`
}

/** SQL condition: the person has left, is no longer an employer user, or has a disabled account. */
export function isFormerEmployer({ clientId, person }: ClientPerson) {
  return sql<boolean>`not exists (
    select
    from account
    cross join lateral (
      ${employmentOn(transactionDay, { clientId, person: sql`account.person_id` })}
    ) as employment
    where account.client_id = ${clientId}
      and account.person_id = ${person}
      and account.user_type = 'employer'
      and account.state <> 'disabled'
      and employment.status <> 'left'
  )`
}

type ClientPerson = { clientId: ClientId; person: RawBuilder<unknown> }

export function employmentOn(day: Day, whose: ClientPerson) {
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

/** The newest leaving reason applies at once, because a death ends access before the recorded last day. */
function latestDates(day: Day, { clientId, person }: ClientPerson) {
  return sql`
    select
      max(value) filter (where fact = 'status') as status,
      max(effective_from) filter (where fact = 'status') as status_from,
      max(value) filter (where fact = 'end-date') as last_day,
      max(value) filter (where fact = 'leaving-reason') as leaving_reason
    from (${newestFacts(clientId, {
      facts: ['status', 'end-date'],
      ofAnyDay: ['leaving-reason'],
      person: sql`= ${person}`,
      on: day,
    })}) as newest
  `
}

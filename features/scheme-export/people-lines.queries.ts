import { sql } from 'kysely'
import type { ClientId, PersonId } from '../../contract/ids.ts'
import type { Tx } from '../../database/database.ts'
import { streamRows } from '../../platform/stream-rows.queries.ts'
import { relationshipOf } from '../../domain/definition/family.rules.ts'
import type { HistoryLine } from '../scheme-history/history-format.ts'
import { isOneOf } from '../../platform/people-condition.queries.ts'

// Sorted by address and time, text by code point, so that the order doesn't depend on a collation.

export async function clientLines(tx: Tx, clientId: ClientId): Promise<HistoryLine<'client'>[]> {
  const { rows } = await sql<{ createdAt: string; requiresTwoFactor: boolean | null }>`
    select created_at as "createdAt", requires_two_factor as "requiresTwoFactor"
    from client
    where client_id = ${clientId}
  `.execute(tx)
  const { rows: jobs } = await sql<HistoryLine<'client'>['jobs'][number]>`
    select job, ran_on as "ranOn"
    from daily_run
    where client_id = ${clientId}
    order by job collate "C"
  `.execute(tx)
  return rows.map((row) => ({ ...row, jobs }))
}

/** Names of windows and rates of an earlier year begin with the year. */
export async function idLines(tx: Tx, clientId: ClientId): Promise<HistoryLine<'ids'>[]> {
  const { rows } = await sql<HistoryLine<'ids'>>`
    with years as (
      select id, year, case when year < max(year) over () then year || ' ' else '' end as prefix
      from scheme_year
      where client_id = ${clientId}
    )
    select 'year ' || year as of, id
    from years
    union
    select 'benefit ' || code, benefit.id
    from benefit
    join years on years.id = scheme_year_id
    where client_id = ${clientId}
    union all
    select prefix || 'window ' || code, enrolment_window.id
    from enrolment_window
    join years on years.id = scheme_year_id
    where client_id = ${clientId} and person_id is null
    union all
    select 'payroll ' || code, payroll.id
    from payroll
    join years on years.id = scheme_year_id
    where client_id = ${clientId}
    union all
    select prefix || 'rates ' || name, rate_table.id
    from rate_table
    join years on years.id = scheme_year_id
    where client_id = ${clientId}
  `.execute(tx)
  return rows.toSorted((a, b) => (a.of < b.of ? -1 : 1))
}

export async function* peopleLines(tx: Tx, clientId: ClientId): AsyncGenerator<HistoryLine<'people'>[]> {
  type Account = Omit<HistoryLine<'people'>, 'details' | 'terms' | 'vouchers' | 'notices' | 'views'>
  const every = streamRows(
    tx,
    sql<Account>`
    select
      person_id as id, email, user_type as "userType", state, insights_enabled as insights, first_login as "firstLogin",
      wants_reminders as "wantsReminders",      created_at as "createdAt", activated_at as "activatedAt", last_login_at as "lastLoginAt"
    from account
    where client_id = ${clientId}
    order by email collate "C"
  `,
  )
  for await (const accounts of every) yield withFamilyAndFacts(tx, clientId, accounts)
}

async function withFamilyAndFacts<Account extends { id: PersonId }>(
  tx: Tx,
  clientId: ClientId,
  accounts: readonly Account[],
): Promise<(Account & Pick<HistoryLine<'people'>, 'details' | 'terms' | 'vouchers' | 'notices' | 'views'>)[]> {
  type Details = NonNullable<HistoryLine<'people'>['details']>
  const people = isOneOf(accounts.map(({ id }) => id))
  const { rows: details } = await sql<Details & { id: string }>`
    select
      person_id as id, title, first_name as "firstName", surname, date_of_birth as "dateOfBirth", sex,
      national_insurance_number as "nationalInsuranceNumber", avatar, contact
    from person_details
    where client_id = ${clientId}
      and ${people}
  `.execute(tx)
  const { rows: terms } = await sql<{ id: string; revision: number; acceptedAt: string }>`
    select person_id as id, revision, accepted_at as "acceptedAt"
    from terms_acceptance
    where client_id = ${clientId}
      and ${people}
    order by revision
  `.execute(tx)
  const { rows: vouchers } = await sql<{ id: string; balance: bigint; lastPaymentOn: Details['dateOfBirth'] | null }>`
    select person_id as id, balance_pence as balance, last_payment_on as "lastPaymentOn"
    from voucher_account
    where client_id = ${clientId}
      and ${people}
  `.execute(tx)
  const { rows: notices } = await sql<HistoryLine<'people'>['notices'][number] & { id: string }>`
    select person_id as id, about, sent_on as "on"
    from notice_sent
    where client_id = ${clientId}
      and ${people}
    order by sent_on, about collate "C"
  `.execute(tx)
  const { rows: views } = await sql<HistoryLine<'people'>['views'][number] & { id: string }>`
    select person_id as id, id as "viewId", screen, name, query
    from saved_view
    where client_id = ${clientId}
      and ${people}
    order by screen, lower(name) collate "C"
  `.execute(tx)
  const detailsOf = new Map(details.map(({ id, ...own }) => [id, own]))
  const vouchersOf = new Map(vouchers.map(({ id, ...own }) => [id, own]))
  const termsOf = Map.groupBy(terms, ({ id }) => id)
  const noticesOf = Map.groupBy(notices, ({ id }) => id)
  const viewsOf = Map.groupBy(views, ({ id }) => id)
  return accounts.map((account) => {
    const own = vouchersOf.get(account.id)
    return {
      ...account,
      details: detailsOf.get(account.id) ?? null,
      terms: (termsOf.get(account.id) ?? []).map(({ id: _id, ...one }) => one),
      vouchers: own ? { balancePence: String(own.balance), lastPaymentOn: own.lastPaymentOn } : null,
      notices: (noticesOf.get(account.id) ?? []).map(({ id: _id, ...one }) => one),
      views: (viewsOf.get(account.id) ?? []).map(({ id: _id, ...one }) => one),
    }
  })
}

export async function* familyLines(tx: Tx, clientId: ClientId): AsyncGenerator<HistoryLine<'family'>[]> {
  type Row = Omit<HistoryLine<'family'>, 'relationship'> & { relationship: number }
  const every = streamRows(
    tx,
    sql<Row>`
    select
      member.id, account.email as person, relationship_type as relationship, title, first_name as "firstName", surname,
      date_of_birth as "dateOfBirth", sex, active, full_time_education_ends as "fullTimeEducationEnds",
      registered_disabled as "registeredDisabled", disability_confirmed_until as "disabilityConfirmedUntil",
      case when ended_on is not null then json_build_object(
        'on', ended_on, 'by', ended_by, 'uncoveredFrom', uncovered_from
      ) end as ended,
      recorded_at as "recordedAt", version
    from family_member as member
    join account on account.client_id = member.client_id and account.person_id = member.person_id
    where member.client_id = ${clientId}
    order by account.email collate "C", recorded_at, member.id
  `,
  )
  for await (const rows of every) yield rows.map((row) => ({ ...row, relationship: relationshipOf(row.relationship) }))
}

export function factLines(tx: Tx, clientId: ClientId): AsyncGenerator<HistoryLine<'facts'>[]> {
  return streamRows(
    tx,
    sql<HistoryLine<'facts'>>`
    select
      known.id, account.email as person, fact, value, effective_from as "effectiveFrom", recorded_at as "recordedAt",
      source, recorder.email as "recordedBy"
    from employment_fact as known
    join account on account.client_id = known.client_id and account.person_id = known.person_id
    left join account as recorder
      on recorder.client_id = known.client_id and recorder.person_id = known.recorded_by
    where known.client_id = ${clientId}
    order by account.email collate "C", recorded_at, sequence
  `,
  )
}

export async function* statementLines(tx: Tx, clientId: ClientId): AsyncGenerator<HistoryLine<'statements'>[]> {
  type Row = Pick<HistoryLine<'statements'>, 'person' | 'group' | 'year' | 'month'> & {
    employee: bigint
    employer: bigint
  }
  const every = streamRows(
    tx,
    sql<Row>`
    select
      account.email as person, benefit_group as "group", year, month, employee_pence as employee, employer_pence as employer
    from statement_row
    join account on account.client_id = statement_row.client_id and account.person_id = statement_row.person_id
    where statement_row.client_id = ${clientId}
    order by account.email collate "C", benefit_group collate "C", year, month
  `,
  )
  for await (const rows of every)
    yield rows.map(({ employee, employer, ...row }) => ({
      ...row,
      employeePence: String(employee),
      employerPence: String(employer),
    }))
}

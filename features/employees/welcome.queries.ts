import { sql, type RawBuilder } from 'kysely'
import type { IsoDate } from '../../contract/dates.ts'
import type { ClientId, PersonId } from '../../contract/ids.ts'
import { settleAll } from '../../database/connections.ts'
import type { Tx } from '../../database/database.ts'
import { transactionTime } from '../../database/transaction-time.ts'
import { claimWork, recordWork, type WorkKind } from '../../platform/work-due.queries.ts'
import { mailChannel } from '../../services/mail/mail.queries.ts'
import { activationMail } from '../password/send-link.queries.ts'
import { employmentOn } from '../../services/session/employment-status.queries.ts'
import type { UndeliveredMail } from './welcome.contract.ts'

/** S-79. */
export const welcomeLimits = {
  /** At most three emails to one person within a day. Sending to everybody skips people who had one within a day. */
  again: { most: 3, withinMs: 24 * 3_600_000 },
  /** Most emails of a client in the mail queue. Further requests wait in `welcome_due`, so that they don't delay other mail. */
  atOnce: 100,
  listed: 50,
} as const

type On = { today: IsoDate }

/** Adds unregistered people to the welcome list and returns their number. Skips people listed or mailed within a day. */
export async function queueWelcomes(tx: Tx, clientId: ClientId, { today }: On): Promise<number> {
  const [, listed] = await settleAll([
    sql`
      insert into welcome_due (client_id, person_id, requested_at)
      select ${clientId}, waiting.person_id, ${transactionTime}
      from (${unregistered(clientId, today)}) as waiting
      where not waiting.lately
      order by waiting.person_id
      on conflict do nothing
    `.execute(tx),
    // A separate query counts, because on Citus the insert also counts rows with a conflict.
    sql<{ people: number }>`
      select count(*)::integer as people
      from welcome_due
      where client_id = ${clientId}
        and requested_at = ${transactionTime}
    `.execute(tx),
    recordWork(tx, clientId, { kind: 'welcome', wake: mailChannel }),
  ])
  return listed.rows[0]?.people ?? 0
}

export async function unqueueWelcome(tx: Tx, clientId: ClientId, personId: PersonId): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('welcome_due')
    .where('client_id', '=', clientId)
    .where('person_id', '=', personId)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

export async function countWelcomes(tx: Tx, clientId: ClientId, personId: PersonId): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count
    from mail
    where client_id = ${clientId}
      and person_id = ${personId}
      and cause like 'welcome %'
      and queued_at > ${aDayAgo}
  `.execute(tx)
  return rows[0]?.count ?? 0
}

export type WelcomeCounts = {
  waiting: number
  lately: number
  underWay: number
  givenUp: UndeliveredMail[]
  givenUpTotal: number
}

export async function readWelcomeState(tx: Tx, clientId: ClientId, { today }: On): Promise<WelcomeCounts> {
  const { rows } = await sql<WelcomeCounts>`
    with waiting as materialized (${unregistered(clientId, today)}),
    given_up as materialized (
      select employee.person_id, employee.first_name, employee.surname, employee.email, max(mail.ended_at) as ended_at
      from mail
      join account on account.client_id = ${clientId} and account.person_id = mail.person_id
      join employee on employee.client_id = ${clientId} and employee.person_id = mail.person_id
      where mail.client_id = ${clientId}
        and mail.state = 'failed'
        and mail.kind = ${activationMail}
        and account.state = 'invited'
        and not exists (
          select from mail as later
          where later.client_id = ${clientId}
            and later.person_id = mail.person_id
            and later.kind = ${activationMail}
            and later.state <> 'failed'
            and later.queued_at >= mail.queued_at
        )
      group by employee.person_id, employee.first_name, employee.surname, employee.email
    ),
    newest as (
      select *
      from given_up
      order by ended_at desc, person_id
      limit ${welcomeLimits.listed}
    )
    select
      (
        select count(*)::int
        from waiting
        where not lately
          and not exists (
            select from welcome_due where client_id = ${clientId} and welcome_due.person_id = waiting.person_id
          )
      ) as waiting,
      (select count(*)::int from waiting where lately) as lately,
      (select count(*)::int from welcome_due where client_id = ${clientId}) as "underWay",
      (select count(*)::int from given_up) as "givenUpTotal",
      (
        select coalesce(json_agg(json_build_object(
          'employeeId', person_id,
          'name', first_name || ' ' || surname,
          'email', email,
          'givenUpAt', to_char(ended_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
        ) order by ended_at desc, person_id), '[]')
        from newest
      ) as "givenUp"
  `.execute(tx)
  const [found] = rows
  if (!found) throw new Error('Counts are one row')
  return found
}

const aDayAgo = sql`${transactionTime} - make_interval(secs => ${welcomeLimits.again.withinMs / 1000})`

function unregistered(clientId: ClientId, today: IsoDate) {
  return sql`
    select
      account.person_id,
      ${mailedLately(clientId, sql`account.person_id`)} as lately
    from account
    where account.client_id = ${clientId}
      and account.state = 'invited'
      and case
        -- Most people have no such fact, so their facts need not be sorted.
        when exists (
          select from employment_fact
          where client_id = ${clientId}
            and person_id = account.person_id
            and (fact = 'end-date' or fact = 'status' and value <> 'active')
        )
        then (
          select employment.status <> 'left'
          from (${employmentOn(today, { clientId, person: sql`account.person_id` })}) as employment
        )
        else true
      end
  `
}

function mailedLately(clientId: ClientId, person: RawBuilder<unknown>) {
  return sql`exists (
    select from mail
    where mail.client_id = ${clientId}
      and mail.person_id = ${person}
      and mail.kind = ${activationMail}
      and mail.state <> 'failed'
      and mail.queued_at > ${aDayAgo}
  )`
}

export const welcomeWork: WorkKind = {
  kind: 'welcome',
  nextDue: (clientId) => sql`
    select min(requested_at)
    from welcome_due
    where client_id = ${clientId}`,
}

/** Takes people off the welcome list while the mail queue has room. Returns their number, and those who still need the email. */
export async function takeWelcomePortion(
  tx: Tx,
  clientId: ClientId,
  { today }: On,
): Promise<{ taken: number; people: PersonId[] }> {
  return claimWork(tx, clientId, welcomeWork, async () => {
    const { rows: taken } = await sql<{ personId: PersonId }>`
      select person_id as "personId"
      from welcome_due
      where client_id = ${clientId}
      order by person_id
      limit (
        select ${welcomeLimits.atOnce}::int - count(*)::int
        from (
          select
          from mail
          where client_id = ${clientId}
            and state = 'queued'
            and due_at <= ${transactionTime}
          limit ${welcomeLimits.atOnce}
        ) as due
      )
      for update skip locked
    `.execute(tx)
    const people = taken.map(({ personId }) => personId)
    if (people.length > 0) await removePeople(tx, clientId, { people })
    return { taken: people.length, people: await peopleToMail(tx, clientId, { people, today }) }
  })
}

async function removePeople(tx: Tx, clientId: ClientId, { people }: { people: readonly PersonId[] }): Promise<void> {
  await sql`
    delete from welcome_due
    where client_id = ${clientId}
      and person_id = any(${[...people]}::uuid[])
  `.execute(tx)
}

async function peopleToMail(
  tx: Tx,
  clientId: ClientId,
  { people, today }: On & { people: readonly PersonId[] },
): Promise<PersonId[]> {
  const { rows } = await sql<{ personId: PersonId }>`
    select account.person_id as "personId"
    from account
    join client on client.client_id = ${clientId}
    cross join lateral (${employmentOn(today, { clientId, person: sql`account.person_id` })}) as employment
    where account.client_id = ${clientId}
      and account.person_id = any(${[...people]}::uuid[])
      and account.state = 'invited'
      and employment.status <> 'left'
      and client.switches -> 'ssoAccessOnly' is distinct from 'true'::jsonb
      -- Skips people who got the email after they were added to the list.
      and not ${mailedLately(clientId, sql`account.person_id`)}
    order by account.person_id
  `.execute(tx)
  return rows.map(({ personId }) => personId)
}

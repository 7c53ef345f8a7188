import { sql, type RawBuilder } from 'kysely'
import type { IsoDate } from '../../contract/dates.ts'
import type { ClientId, PersonId } from '../../contract/ids.ts'
import type { Tx } from '../../database/database.ts'
import { transactionTime } from '../../database/transaction-time.ts'
import { isRequested, requestMails } from '../../services/mail/requested-mail.queries.ts'
import { activationMail } from '../password/send-link.queries.ts'
import { employmentOn } from '../../services/session/employment-status.queries.ts'
import type { UndeliveredMail } from './welcome-email.contract.ts'

export const welcomeLimits = {
  again: { most: 3, withinMs: 24 * 3_600_000 },
  listed: 50,
} as const

type On = { today: IsoDate }

/** Returns the number of requested emails. Skips people whose email was requested or sent within a day. */
export async function queueWelcomeEmails(tx: Tx, clientId: ClientId, { today }: On): Promise<number> {
  const people = sql`
    select waiting.person_id
    from (${unregistered(clientId, today)}) as waiting
    where not waiting.lately`
  return requestMails(tx, clientId, { kind: 'welcome', people })
}

export async function countWelcomeEmails(tx: Tx, clientId: ClientId, personId: PersonId): Promise<number> {
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
          and not ${isRequested(clientId, { kind: 'welcome', person: sql`waiting.person_id` })}
      ) as waiting,
      (select count(*)::int from waiting where lately) as lately,
      (select count(*)::int from requested_mail where client_id = ${clientId} and kind = 'welcome') as "underWay",
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
        -- Most people have no such fact. For them this check avoids sorting all facts.
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

export async function peopleToMail(
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
      and not ${mailedLately(clientId, sql`account.person_id`)}
    order by account.person_id
  `.execute(tx)
  return rows.map(({ personId }) => personId)
}

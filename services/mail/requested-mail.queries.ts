import { sql, type RawBuilder } from 'kysely'
import type { ClientId, PersonId } from '../../contract/ids.ts'
import { settleAll } from '../../database/connections.ts'
import type { Tx } from '../../database/database.ts'
import { transactionTime } from '../../database/transaction-time.ts'
import { claimWork, recordWork, type WorkKind } from '../../platform/due-work.queries.ts'
import { mailChannel } from './mail.queries.ts'

export type RequestedMail = 'welcome' | 'reminder'

/** Maximum number of a client's requested emails in the mail queue. Further emails wait, so that they don't delay other mail. */
export const QUEUED_AT_ONCE = 100

/** Records that people are to get an email, and returns their number. Skips people who are already waiting for it. */
export async function requestMails(
  tx: Tx,
  clientId: ClientId,
  { kind, people }: { kind: RequestedMail; people: RawBuilder<unknown> },
): Promise<number> {
  const [, listed] = await settleAll([
    sql`
      insert into requested_mail (client_id, kind, person_id, requested_at)
      select ${clientId}, ${kind}, person_id, ${transactionTime}
      from (${people}) as recipient
      order by person_id
      on conflict do nothing
    `.execute(tx),
    // Counts in a separate query, because on Citus the insert also counts rows with a conflict.
    sql<{ people: number }>`
      select count(*)::integer as people
      from requested_mail
      where client_id = ${clientId}
        and kind = ${kind}
        and requested_at = ${transactionTime}
    `.execute(tx),
    recordWork(tx, clientId, { kind, wake: mailChannel }),
  ])
  return listed.rows[0]?.people ?? 0
}

export async function cancelRequest(
  tx: Tx,
  clientId: ClientId,
  { kind, personId }: { kind: RequestedMail; personId: PersonId },
): Promise<void> {
  await tx
    .deleteFrom('requested_mail')
    .where('client_id', '=', clientId)
    .where('kind', '=', kind)
    .where('person_id', '=', personId)
    .execute()
}

export function isRequested(
  clientId: ClientId,
  { kind, person }: { kind: RequestedMail; person: RawBuilder<unknown> },
): RawBuilder<boolean> {
  return sql`exists (
    select from requested_mail
    where requested_mail.client_id = ${clientId}
      and requested_mail.kind = ${kind}
      and requested_mail.person_id = ${person}
  )`
}

export async function takeRequested(
  tx: Tx,
  clientId: ClientId,
  { kind }: { kind: RequestedMail },
): Promise<PersonId[]> {
  return claimWork(tx, clientId, requestedWork[kind], async () => {
    const { rows } = await sql<{ personId: PersonId }>`
      select person_id as "personId"
      from requested_mail
      where client_id = ${clientId}
        and kind = ${kind}
      order by person_id
      limit (
        select ${QUEUED_AT_ONCE}::int - count(*)::int
        from (
          select
          from mail
          where client_id = ${clientId}
            and state = 'queued'
            and due_at <= ${transactionTime}
          limit ${QUEUED_AT_ONCE}
        ) as due
      )
      for update skip locked
    `.execute(tx)
    const people = rows.map(({ personId }) => personId)
    if (people.length > 0)
      await sql`
        delete from requested_mail
        where client_id = ${clientId}
          and kind = ${kind}
          and person_id = any(${people}::uuid[])
      `.execute(tx)
    return people
  })
}

export const requestedWork: Record<RequestedMail, WorkKind> = {
  welcome: workOf('welcome'),
  reminder: workOf('reminder'),
}

function workOf(kind: RequestedMail): WorkKind {
  return {
    kind,
    nextDue: (clientId) => sql`
      select min(requested_at)
      from requested_mail
      where client_id = ${clientId}
        and requested_mail.kind = ${kind}`,
  }
}

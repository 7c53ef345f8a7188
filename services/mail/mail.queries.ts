import { storedEmail } from '../../contract/email.ts'
import { sql } from 'kysely'
import { randomUUID } from 'node:crypto'
import type { ClientId, PersonId } from '../../contract/ids.ts'
import { settleAll } from '../../database/connections.ts'
import type { Tx } from '../../database/database.ts'
import { transactionTime } from '../../database/transaction-time.ts'
import type { ServerSecret } from '../../platform/key-ring.ts'
import { valueEncryption } from '../../platform/encryption.ts'
import { recordWork } from '../../platform/due-work.queries.ts'
import { hasDied } from '../session/employment-status.queries.ts'
import type { MailData, MailKind } from '../../contract/mail-kind.ts'

export const mailChannel = 'mail'

type Recipient =
  /** The person's address when the mail is sent. With null no mail is sent, but the statement takes the same time (S-01). */
  | { personId: PersonId | null }
  /** The active account with this address, if there is one. Both cases run the same statement. */
  | { accountOf: string }
  | { address: string }

export type NewMail<Data extends MailData> = {
  to: Recipient
  kind: MailKind<Data>
  data: Data
  /** Identifies the reason, such as the id of a link. A person gets one mail for each reason. */
  cause: string
  notAgainWithinMs?: number
}

export type NewNotice = Omit<NewMail<Record<string, never>>, 'data'>

export async function queueNotice(tx: Tx, clientId: ClientId, notice: NewNotice): Promise<boolean> {
  return (await queueNotices(tx, clientId, { notices: [notice] })) === 1
}

export async function queueNotices(
  tx: Tx,
  clientId: ClientId,
  { notices }: { notices: readonly NewNotice[] },
): Promise<number> {
  const row = (notice: NewNotice) => rowOf({ ...notice, id: randomUUID(), data: null })
  let queued = 0
  for (let from = 0; from < notices.length; from += mostAtOnce)
    queued += await insertMails(tx, clientId, notices.slice(from, from + mostAtOnce).map(row))
  return queued
}

export type MailQueue = ReturnType<typeof mailQueue>

export function mailQueue(serverSecret: ServerSecret) {
  const sealed = mailEncryption(serverSecret)

  async function queueMails<Data extends MailData>(
    tx: Tx,
    clientId: ClientId,
    mails: readonly NewMail<Data>[],
  ): Promise<number> {
    let queued = 0
    for (let from = 0; from < mails.length; from += mostAtOnce)
      queued += await insertMails(tx, clientId, mails.slice(from, from + mostAtOnce).map(sealedRow))
    return queued
  }

  function sealedRow<Data extends MailData>(mail: NewMail<Data>): Row {
    const id = randomUUID()
    return rowOf({ ...mail, id, data: sealed.seal(JSON.stringify(mail.data), id) })
  }

  return {
    queueMails,
    queueMail: async <Data extends MailData>(tx: Tx, clientId: ClientId, mail: NewMail<Data>): Promise<boolean> =>
      (await queueMails(tx, clientId, [mail])) === 1,
  }
}

export const mailEncryption = (serverSecret: ServerSecret) => valueEncryption(serverSecret, 'mail data')

const mostAtOnce = 1_000

type Row = {
  id: string
  kind: string
  personId: PersonId | null
  address: string | null
  email: string | null
  cause: string
  data: string | null
  quietSeconds: number
}

type Described = Omit<NewNotice, 'kind'> & { id: string; kind: { name: string }; data: string | null }

function rowOf({ id, to, kind, data, cause, notAgainWithinMs = 0 }: Described): Row {
  return {
    id,
    kind: kind.name,
    personId: 'personId' in to ? to.personId : null,
    address: 'address' in to ? storedEmail(to.address) : null,
    email: 'accountOf' in to ? storedEmail(to.accountOf) : null,
    cause,
    data,
    quietSeconds: notAgainWithinMs / 1000,
  }
}

async function insertMails(tx: Tx, clientId: ClientId, rows: readonly Row[]): Promise<number> {
  const all = <Key extends keyof Row>(key: Key) => rows.map((row) => row[key])
  const [queued] = await settleAll([
    sql`
      -- Materialized to make the person a plain column, because row-level security keeps expressions from using the index.
      with fresh as materialized (
        select listed.id, listed.kind, coalesce(owner.person_id, account.person_id) as person_id, listed.address,
               listed.cause, listed.data, listed.quiet_seconds
        from unnest(
          ${all('id')}::uuid[], ${all('kind')}::text[], ${all('personId')}::uuid[], ${all('address')}::text[],
          ${all('email')}::text[], ${all('cause')}::text[], ${all('data')}::text[], ${all('quietSeconds')}::float8[]
        ) as listed(id, kind, person_id, address, email, cause, data, quiet_seconds)
        -- People without an account get no mail.
        left join account as owner
          on owner.client_id = ${clientId} and owner.person_id = listed.person_id
        left join account
          on account.client_id = ${clientId} and account.email = listed.email and account.state = 'active'
      )
      insert into mail (client_id, id, kind, person_id, address, cause, data, queued_at, due_at)
      select
        ${clientId}, fresh.id, fresh.kind, fresh.person_id, fresh.address, fresh.cause, fresh.data,
        ${transactionTime}, ${transactionTime}
      from fresh
      where (fresh.person_id is not null or fresh.address is not null)
        and not ${hasDied({ clientId, person: sql`fresh.person_id` })}
        and not exists (
          select from mail earlier
          where fresh.quiet_seconds > 0
            and earlier.client_id = ${clientId}
            and earlier.person_id = fresh.person_id
            and earlier.kind = fresh.kind
            and earlier.queued_at > ${transactionTime} - make_interval(secs => fresh.quiet_seconds)
        )
      order by fresh.id
      on conflict do nothing
      -- The rows are counted here, because Citus's own count includes rows with a conflict.
      returning id
    `.execute(tx),
    recordWork(tx, clientId, { kind: 'mail', wake: mailChannel }),
  ])
  return queued.rows.length
}

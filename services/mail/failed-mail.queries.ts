import { sql } from 'kysely'
import type { ClientId, PersonId } from '../../contract/ids.ts'
import type { Tx } from '../../database/database.ts'
import { transactionTime } from '../../database/transaction-time.ts'
import { recordWork } from '../../platform/due-work.queries.ts'
import { mailChannel } from './mail.queries.ts'

export type FailedMail = {
  id: string
  kind: string
  personId: PersonId | null
  address: string | null
  failedAt: string
  error: string | null
}

export async function failedMails(tx: Tx, clientId: ClientId): Promise<FailedMail[]> {
  const { rows } = await sql<FailedMail>`
    select
      mail.id,
      mail.kind,
      mail.person_id as "personId",
      coalesce(mail.address, account.email) as address,
      mail.ended_at as "failedAt",
      mail.last_error as error
    from mail
    left join account on account.client_id = ${clientId} and account.person_id = mail.person_id
    where mail.client_id = ${clientId}
      and mail.state = 'failed'
    order by mail.ended_at desc, mail.id
  `.execute(tx)
  return rows
}

/** Queues a failed mail for one more attempt. Its age does not restart, so mails with expired links are not sent. */
export async function queueAgain(tx: Tx, clientId: ClientId, { id }: { id: string }): Promise<void> {
  await sql`
    update mail
    set state = 'queued', ended_at = null, due_at = ${transactionTime}
    where client_id = ${clientId}
      and id = ${id}
      and state = 'failed'
  `.execute(tx)
  await recordWork(tx, clientId, { kind: 'mail', wake: mailChannel })
}

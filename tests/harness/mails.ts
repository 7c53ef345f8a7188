import { withConnection } from '../../database/bootstrap.ts'
import type { MailData } from '../../contract/mail-kind.ts'
import { mailEncryption } from '../../services/mail/mail.queries.ts'
import type { Portal } from './portal.ts'

export type StoredMail = {
  id: string
  kind: string
  to: string
  cause: string
  state: 'queued' | 'sent' | 'failed'
  attempts: number
  lastError: string | null
  /** Decrypted data of the text. Null if the text needs none, or after delivery. */
  data: MailData | null
}

export async function mailsOf(portal: Pick<Portal, 'database' | 'serverSecret'>, to?: string): Promise<StoredMail[]> {
  const sealed = mailEncryption(portal.serverSecret)
  const rows = await withConnection(portal.database.superuser, async (client) => {
    const found = await client.query<Omit<StoredMail, 'data'> & { data: string | null }>(
      `select mail.id, kind, coalesce(mail.address, account.email) as to, cause, mail.state, attempts,
              last_error as "lastError", data
       from mail
       left join account using (client_id, person_id)
       where $1::text is null or coalesce(mail.address, account.email) = $1
       order by queued_at, mail.id`,
      [to ?? null],
    )
    return found.rows
  })
  return rows.map((row) => ({
    ...row,
    // The portal encrypted this data itself, so its type is known.
    data: row.data === null ? null : (JSON.parse(sealed.open(row.data, row.id)) as MailData),
  }))
}

import type { Kysely } from 'kysely'
import type { ClientId } from '../../contract/ids.ts'
import { inClient, outsideClients } from '../../database/database.ts'
import type { Database } from '../../database/tables.ts'
import type { ServerSecret } from '../../platform/keys.ts'
import { appendAudit } from '../audit/audit.queries.ts'
import { linkSender } from '../password/send-link.queries.ts'
import { findAccountByEmail } from '../session/account.queries.ts'
import { readSignInRules } from '../session/client.queries.ts'

/** What became of an invitation, by the names of the clients that know the address. */
export type Invitation =
  | { step: 'sent'; client: string }
  | { step: 'nobody' }
  | { step: 'several'; clients: string[] }
  /** Activated before, or disabled. */
  | { step: 'not-invited'; client: string }
  /** Its people come in through the organisation alone, and have no password to choose (S-07). */
  | { step: 'single-sign-on'; client: string }

type Asked = { email: string; client?: string | undefined }

/** Mails somebody a new link to activate their account. Links that were mailed before work on, until one is used. */
export async function invite(
  db: Kysely<Database>,
  serverSecret: ServerSecret,
  { email, client }: Asked,
): Promise<Invitation> {
  const found = []
  for (const each of await listClients(db)) {
    if (client !== undefined && each.code !== client) continue
    const account = await inClient(db, each.clientId, (tx) => findAccountByEmail(tx, each.clientId, email))
    if (account) found.push({ ...each, account })
  }
  const [one, ...others] = found
  if (!one) return { step: 'nobody' }
  if (others.length > 0) return { step: 'several', clients: found.map(({ code }) => code) }

  const { clientId, code, account } = one
  if (account.state !== 'invited') return { step: 'not-invited', client: code }
  const sendLink = linkSender(serverSecret)
  return inClient(db, clientId, async (tx, { now, today }) => {
    const { ssoAccessOnly } = await readSignInRules(tx, clientId, today)
    if (ssoAccessOnly) return { step: 'single-sign-on', client: code }
    const { personId } = account
    await sendLink(tx, clientId, { personId, kind: 'activation', now: new Date(now) })
    await appendAudit(tx, clientId, [
      { at: now, actor: null, subject: personId, action: 'account.invited', details: {}, requestId: '' },
    ])
    return { step: 'sent', client: code }
  })
}

/** Each client once, by the name that is its code. */
async function listClients(db: Kysely<Database>): Promise<{ clientId: ClientId; code: string }[]> {
  const addresses = await outsideClients(db, (tx) =>
    tx.selectFrom('client_address').select('client_id as clientId').distinct().orderBy('client_id').execute(),
  )
  const clients = []
  for (const { clientId } of addresses) {
    const { code } = await inClient(db, clientId, (tx) =>
      tx.selectFrom('client').select('code').where('client_id', '=', clientId).executeTakeFirstOrThrow(),
    )
    clients.push({ clientId, code })
  }
  return clients
}

import type { Kysely } from 'kysely'
import type { ClientId } from '../../contract/ids.ts'
import { listClients } from '../../database/clients.ts'
import { inClient, inSnapshot, type Tx } from '../../database/database.ts'
import type { Database } from '../../database/tables.ts'
import { type ChainCheck, type ChainHead, emptyChain, verifyChain } from '../../services/audit/audit-chain.server.ts'
import { appendAudit, listAuditAfter, readAuditHead } from '../../services/audit/audit.queries.ts'
import { type FailedMail, failedMails, queueAgain } from '../../services/mail/failed-mail.queries.ts'
import { actorOfCommand, actorOfOperator } from './operator.rules.ts'

export type CheckedAudit = { client: string; check: ChainCheck }

/** Verifies the audit chain of one client or of all. The chain must contain `head`, an event stored earlier. */
export async function verifyAudit(
  db: Kysely<Database>,
  { client, head }: { client?: string | undefined; head?: ChainHead | undefined },
): Promise<CheckedAudit[]> {
  const checked: CheckedAudit[] = []
  for (const { clientId, code } of await clientsNamed(db, client))
    checked.push({ client: code, check: await inSnapshot(db, clientId, (tx) => verifyAuditOf(tx, clientId, head)) })
  return checked
}

const eventsAtOnce = 10_000

async function verifyAuditOf(tx: Tx, clientId: ClientId, stored: ChainHead | undefined): Promise<ChainCheck> {
  const head = await readAuditHead(tx, clientId)
  let last = emptyChain
  for (;;) {
    const events = await listAuditAfter(tx, clientId, { sequence: last.sequence, limit: eventsAtOnce })
    const isLast = events.length < eventsAtOnce
    const named = stored && events.find(({ sequence }) => sequence === stored.sequence)
    if (named && Buffer.compare(named.hash, stored.hash) !== 0)
      return { intact: false, sequence: stored.sequence, why: 'altered' }
    const check = verifyChain(events, isLast ? head : undefined, last)
    if (!check.intact) return check
    last = check.head
    if (isLast)
      return stored && stored.sequence > last.sequence
        ? { intact: false, sequence: last.sequence + 1n, why: 'missing' }
        : check
  }
}

/** Returns undefined if there is no such client. The call is audited, because the list has addresses. */
export async function failedMailsOf(
  db: Kysely<Database>,
  { client, operator }: { client: string; operator?: string | undefined },
): Promise<FailedMail[] | undefined> {
  const [found] = await clientsNamed(db, client)
  if (!found) return undefined
  const { clientId } = found
  return inClient(db, clientId, async (tx, { now }) => {
    const mails = await failedMails(tx, clientId)
    await appendAudit(tx, clientId, [
      {
        at: now,
        actor: actorOfCommand(operator),
        subject: null,
        action: 'mail.failures-listed-by-operator',
        details: { mails: mails.length },
      },
    ])
    return mails
  })
}

export async function sendMailAgain(
  db: Kysely<Database>,
  { client, id, operator }: { client: string; id: string; operator: string },
): Promise<boolean> {
  const [found] = await clientsNamed(db, client)
  if (!found) return false
  const { clientId } = found
  return inClient(db, clientId, async (tx, { now }) => {
    const mail = (await failedMails(tx, clientId)).find((one) => one.id === id)
    if (!mail) return false
    await queueAgain(tx, clientId, { id })
    await appendAudit(tx, clientId, [
      {
        at: now,
        actor: actorOfOperator(operator),
        subject: mail.personId,
        action: 'mail.sent-again-by-operator',
        details: { mailId: id, kind: mail.kind },
      },
    ])
    return true
  })
}

async function clientsNamed(
  db: Kysely<Database>,
  client: string | undefined,
): Promise<{ clientId: ClientId; code: string }[]> {
  const clients: { clientId: ClientId; code: string }[] = []
  for (const clientId of await listClients(db))
    clients.push(
      await inClient(db, clientId, (tx) =>
        tx
          .selectFrom('client')
          .select(['client_id as clientId', 'code'])
          .where('client_id', '=', clientId)
          .executeTakeFirstOrThrow(),
      ),
    )
  return clients.filter(({ code }) => client === undefined || code === client)
}

import { actorOfCommand } from '../audit/operator.rules.ts'
import type { Kysely } from 'kysely'
import type { ClientId } from '../../contract/ids.ts'
import { listClients } from '../../database/clients.ts'
import { inClient } from '../../database/database.ts'
import type { Database } from '../../database/tables.ts'
import { findAccountByEmail, type SignInAccount, lockAccount } from '../../services/session/account.queries.ts'
import type { Tx } from '../../platform/handle.ts'
import { appendAudit } from '../../services/audit/audit.queries.ts'
import { deviceName } from './own-sessions/device-name.rules.ts'
import {
  endOtherSessions,
  endSession,
  listOpenSessions,
  type OpenSession,
} from '../../services/session/session.queries.ts'

export type FoundAccount = { clientId: ClientId; code: string; account: SignInAccount }

export async function findAccountsByEmail(
  db: Kysely<Database>,
  { email, client }: { email: string; client?: string | undefined },
): Promise<FoundAccount[]> {
  const found = []
  for (const clientId of await listClients(db)) {
    const one = await inClient(db, clientId, async (tx) => {
      const { code } = await tx
        .selectFrom('client')
        .select('code')
        .where('client_id', '=', clientId)
        .executeTakeFirstOrThrow()
      if (client !== undefined && code !== client) return undefined
      const account = await findAccountByEmail(tx, clientId, email)
      return account && { clientId, code, account }
    })
    if (one) found.push(one)
  }
  return found
}

export type SessionsCommand = { email: string; end: 'all' | 'none' | (string & {}); operator?: string | undefined }

/** Ends or lists sessions in every client (S-36). Undefined if there are none. */
export async function listOrEndSessions(
  db: Kysely<Database>,
  whose: SessionsCommand,
): Promise<OpenSession[] | undefined> {
  const found = await findAccountsByEmail(db, whose)
  if (found.length === 0) return undefined
  const sessions: OpenSession[] = []
  for (const { clientId, account } of found)
    sessions.push(
      ...(await inClient(db, clientId, (tx, { now }) =>
        listAndEnd(tx, clientId, {
          account,
          end: whose.end,
          actor: actorOfCommand(whose.operator),
          now: new Date(now),
        }),
      )),
    )
  return sessions
}

type SessionsRequest = { account: SignInAccount; end: SessionsCommand['end']; actor: string | null; now: Date }

async function listAndEnd(
  tx: Tx,
  clientId: ClientId,
  { account: { personId }, end, actor, now }: SessionsRequest,
): Promise<OpenSession[]> {
  // A renewal takes the same lock, so it cannot give the ended session new tokens.
  await lockAccount(tx, clientId, personId)
  const open = await listOpenSessions(tx, clientId, { personId, now })
  if (end === 'none') {
    const details = { sessions: open.length }
    await appendAudit(tx, clientId, [
      { at: now.toISOString(), actor, subject: personId, action: 'session.listed-by-operator', details },
    ])
    return open
  }
  const ended = open.filter(({ id }) => end === 'all' || id === end)
  const because = 'ended-by-operator'
  // Also ends expired sessions, which are not in `open`.
  if (end === 'all') await endOtherSessions(tx, clientId, { personId, except: null, because, now })
  else for (const { id } of ended) await endSession(tx, clientId, { sessionId: id, because, now })
  if (ended.length > 0)
    await appendAudit(tx, clientId, [
      {
        at: now.toISOString(),
        actor,
        subject: personId,
        action: 'session.ended-by-operator',
        details: { sessions: ended.map(({ id }) => id) },
      },
    ])
  return ended
}

export function showSessions(sessions: readonly OpenSession[], what: 'open' | 'ended'): string {
  const count = `${sessions.length} ${sessions.length === 1 ? 'session' : 'sessions'} ${what}`
  const lines = sessions.map(
    ({ id, userAgent, lastUsedAt }) => `\n  ${id}  ${deviceName(userAgent)}, last used ${lastUsedAt}`,
  )
  return `${count}.${lines.join('')}`
}

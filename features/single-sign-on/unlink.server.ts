import type { Kysely } from 'kysely'
import type { ClientId } from '../../contract/ids.ts'
import { listClients } from '../../database/clients.ts'
import { inClient } from '../../database/database.ts'
import type { Database } from '../../database/tables.ts'
import type { Tx } from '../../platform/handle.ts'
import { appendAudit } from '../audit/audit.queries.ts'
import { findAccountByEmail, lockAccount } from '../session/account.queries.ts'
import { endOtherSessions } from '../session/session.queries.ts'
import { deleteIdentities } from './sign-on.queries.ts'

export type Unlinked = { providers: string[]; sessions: number }

/**
 * Forgets by which names identity providers know somebody, in every client that knows the address, and logs them out: for
 * a provider that has given them another name, or has named somebody else for them. Whom the provider vouches for by the
 * address next is linked anew (S-30). Undefined where nobody has the address.
 */
export async function unlinkSignOn(db: Kysely<Database>, email: string): Promise<Unlinked | undefined> {
  let all: Unlinked | undefined
  for (const clientId of await listClients(db)) {
    const found = await inClient(db, clientId, (tx, { now }) => unlink(tx, clientId, { email, now }))
    if (found)
      all = {
        providers: [...(all?.providers ?? []), ...found.providers],
        sessions: (all?.sessions ?? 0) + found.sessions,
      }
  }
  return all
}

async function unlink(
  tx: Tx,
  clientId: ClientId,
  { email, now }: { email: string; now: string },
): Promise<Unlinked | undefined> {
  const account = await findAccountByEmail(tx, clientId, email)
  if (!account) return undefined
  const { personId } = account
  // As a return from the provider holds it: whoever is on their way is linked after this, or forgotten by it.
  await lockAccount(tx, clientId, personId)
  const providers = await deleteIdentities(tx, clientId, personId)
  if (providers.length === 0) return { providers, sessions: 0 }
  const sessions = await endOtherSessions(tx, clientId, {
    personId,
    except: null,
    because: 'ended-by-operator',
    now: new Date(now),
  })
  const details = { providers, sessions }
  const event = { at: now, actor: null, subject: personId, action: 'sign-on.unlinked', details, requestId: '' }
  await appendAudit(tx, clientId, [event])
  return { providers, sessions }
}

import { actorOfCommand } from '../audit/operator.rules.ts'
import type { Kysely } from 'kysely'
import type { ClientId, PersonId } from '../../contract/ids.ts'
import { inClient } from '../../database/database.ts'
import type { Database } from '../../database/tables.ts'
import type { Tx } from '../../platform/handle.ts'
import { appendAudit } from '../../services/audit/audit.queries.ts'
import { lockAccount } from '../../services/session/account.queries.ts'
import { findAccountsByEmail } from '../session/operator-commands.server.ts'
import { endOtherSessions } from '../../services/session/session.queries.ts'
import { deleteIdentities } from './sign-on.queries.ts'

export type UnlinkResult = { providers: string[]; sessions: number }

/** Unlinks a person in every client and ends their sessions (S-30). Undefined if the email is unknown. */
export async function unlinkSignOn(
  db: Kysely<Database>,
  { email, operator }: { email: string; operator?: string | undefined },
): Promise<UnlinkResult | undefined> {
  const found = await findAccountsByEmail(db, { email })
  if (found.length === 0) return undefined
  const all: UnlinkResult = { providers: [], sessions: 0 }
  for (const { clientId, account } of found) {
    const { personId } = account
    const one = await inClient(db, clientId, (tx, { now }) =>
      unlink(tx, clientId, { personId, actor: actorOfCommand(operator), now }),
    )
    all.providers.push(...one.providers)
    all.sessions += one.sessions
  }
  return all
}

async function unlink(
  tx: Tx,
  clientId: ClientId,
  { personId, actor, now }: { personId: PersonId; actor: string | null; now: string },
): Promise<UnlinkResult> {
  // A login through the provider takes the same lock. It either links the person after this, or finds no link.
  await lockAccount(tx, clientId, personId)
  const providers = await deleteIdentities(tx, clientId, [personId])
  if (providers.length === 0) return { providers, sessions: 0 }
  const sessions = await endOtherSessions(tx, clientId, {
    personId,
    except: null,
    because: 'ended-by-operator',
    now: new Date(now),
  })
  const details = { providers, sessions }
  const event = { at: now, actor, subject: personId, action: 'sign-on.unlinked', details }
  await appendAudit(tx, clientId, [event])
  return { providers, sessions }
}

import { actorOfCommand } from '../audit/operator.rules.ts'
import type { Kysely } from 'kysely'
import { inClient } from '../../database/database.ts'
import type { Database } from '../../database/tables.ts'
import type { ServerSecret } from '../../platform/key-ring.ts'
import { appendAudit } from '../../services/audit/audit.queries.ts'
import { linkSender } from '../password/send-link.queries.ts'
import { readSignInRules } from '../../services/session/client.queries.ts'
import { findAccountsByEmail } from '../session/operator-commands.server.ts'
import { hasAccess } from '../../services/session/employment-status.queries.ts'

export type Invitation =
  | { step: 'sent'; client: string }
  | { step: 'nobody' }
  | { step: 'several'; clients: string[] }
  | { step: 'not-invited'; client: string }
  | { step: 'single-sign-on'; client: string }
  /** The person left too long ago to log in (ACCESS-06). */
  | { step: 'left'; client: string }

type InviteRequest = { email: string; client?: string | undefined; operator?: string | undefined }

/** Earlier activation links keep working until one is used. */
export async function invite(
  db: Kysely<Database>,
  serverSecret: ServerSecret,
  { email, client, operator }: InviteRequest,
): Promise<Invitation> {
  const found = await findAccountsByEmail(db, { email, client })
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
    if (!(await hasAccess(tx, clientId, { personId, today }))) return { step: 'left', client: code }
    await sendLink(tx, clientId, { personId, kind: 'activation', now: new Date(now) })
    await appendAudit(tx, clientId, [
      { at: now, actor: actorOfCommand(operator), subject: personId, action: 'account.invited', details: {} },
    ])
    return { step: 'sent', client: code }
  })
}

import type { Kysely } from 'kysely'
import { listClients } from '../../database/clients.ts'
import { inClient } from '../../database/database.ts'
import type { Database } from '../../database/tables.ts'
import type { ServerSecret } from '../../platform/key-ring.ts'
import { appendAudit } from '../../services/audit/audit.queries.ts'
import { actorOfOperator } from '../audit/operator.rules.ts'
import { signInEligibility } from '../../services/session/sign-in-eligibility.server.ts'
import { readFirstSite } from '../../services/session/client.queries.ts'
import { issueViewToken } from '../../services/session/login-token.server.ts'
import { findAccountsByEmail } from '../session/operator-commands.server.ts'
import { signOnPaths } from '../session/sign-on-paths.rules.ts'
import { tokensOf } from '../../services/session/tokens.server.ts'
import { viewDetails } from '../session/open-view.queries.ts'
import { endGrantsOf, insertGrant, readSchemeYearNumber, type EndedGrant, grantLimits } from './masquerade.queries.ts'

export type MasqueradeRequest = {
  email: string
  operator: string
  reason: string
  year?: number | undefined
  client?: string | undefined
}

export type Masquerade =
  | { step: 'granted'; client: string; site: string; path: string; schemeYear: number }
  | { step: 'nobody' }
  | { step: 'several'; clients: string[] }
  | { step: 'not-in-use'; client: string }
  | { step: 'another-year'; client: string; schemeYear: number }

/** Creates a login address that works once, within a minute (MASQ-08). */
export async function masquerade(
  db: Kysely<Database>,
  serverSecret: ServerSecret,
  asked: MasqueradeRequest,
): Promise<Masquerade> {
  const found = await findAccountsByEmail(db, asked)
  const [one, ...others] = found
  if (!one) return { step: 'nobody' }
  if (others.length > 0) return { step: 'several', clients: found.map(({ code }) => code) }

  const { clientId, code: client } = one
  const { personId } = one.account
  const tokens = tokensOf(serverSecret)
  return inClient(db, clientId, async (tx, clock) => {
    const now = new Date(clock.now)
    const admission = await signInEligibility(tx, clientId, { personId, today: clock.today })
    if (admission.step !== 'fit') return { step: 'not-in-use', client }
    const { schemeYearId } = admission.rules
    const schemeYear = await readSchemeYearNumber(tx, clientId, schemeYearId)
    if (asked.year !== undefined && asked.year !== schemeYear) return { step: 'another-year', client, schemeYear }

    const actor = actorOfOperator(asked.operator)
    const { reason } = asked
    const view = await insertGrant(tx, clientId, {
      grantedBy: 'operator',
      actor,
      personId,
      schemeYearId,
      schemeYear,
      reason,
      now,
    })
    const token = await issueViewToken(tx, clientId, tokens, { personId, grantId: view.grantId, cookie: null, now })
    await appendAudit(tx, clientId, [
      {
        at: clock.now,
        actor,
        subject: personId,
        action: 'masquerade.granted',
        details: viewDetails(view),
      },
    ])
    const site = await readFirstSite(tx, clientId)
    return { step: 'granted', client, site, path: signOnPaths.login(token, schemeYear), schemeYear }
  })
}

export async function endMasquerades(db: Kysely<Database>, operator: string): Promise<EndedGrant[]> {
  const ended = []
  for (const clientId of await listClients(db))
    ended.push(
      ...(await inClient(db, clientId, async (tx, clock) => {
        const now = new Date(clock.now)
        const since = new Date(now.getTime() - grantLimits.lifeMs)
        const actor = actorOfOperator(operator)
        const grants = await endGrantsOf(tx, clientId, { actor, since, now })
        await appendAudit(
          tx,
          clientId,
          grants.map(({ id, personId }) => ({
            at: clock.now,
            actor: null,
            subject: personId,
            action: 'masquerade.ended-by-operator',
            details: { masquerade: id, of: actor },
          })),
        )
        return grants
      })),
    )
  return ended
}

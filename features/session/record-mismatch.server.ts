import type { ClientId } from '../../contract/ids.ts'
import type { ServerSecret } from '../../platform/keys.ts'
import type { Tx } from '../../platform/handle.ts'
import { appendAudit } from '../audit/audit.queries.ts'
import { bearerToken, type BearerHeaders } from './authenticate.server.ts'
import { findOpenSessions } from './session.queries.ts'
import { tokensOf } from './tokens.server.ts'

type Mismatch = { headers: BearerHeaders; at: string; ip: string; requestId: string }

/**
 * No page of ours sends two bearer headers that disagree. Whose session one of them opens has it on record (S-32); what
 * opens none is nobody's, and fills no record.
 */
export function mismatchRecorder(serverSecret: ServerSecret) {
  const { accessHashes } = tokensOf(serverSecret)

  return async (tx: Tx, clientId: ClientId, { headers, at, ip, requestId }: Mismatch): Promise<void> => {
    const tokens = [...headers.authorization, ...headers.xBearerToken].flatMap((text) => bearerToken(text) ?? [])
    const hashes = tokens.flatMap((token) => accessHashes(clientId, token))
    const sessions = await findOpenSessions(tx, clientId, { hashes, now: new Date(at) })
    await appendAudit(
      tx,
      clientId,
      sessions.map(({ sessionId, personId }) => ({
        at,
        actor: null,
        subject: personId,
        action: 'session.token-mismatch',
        details: { sessionId, ip },
        requestId,
      })),
    )
  }
}

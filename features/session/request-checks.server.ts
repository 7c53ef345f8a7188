import { refuse } from '../../contract/refusals.ts'
import { notFromPortal, portalHeader } from '../../services/session/session.contract.ts'
import type { ClientId } from '../../contract/ids.ts'
import type { ServerSecret } from '../../platform/key-ring.ts'
import type { Tx } from '../../platform/handle.ts'
import { appendAudit } from '../../services/audit/audit.queries.ts'
import { bearerToken, type BearerHeaders } from './authenticate.server.ts'
import { findOpenSessions } from '../../services/session/session.queries.ts'
import { tokensOf } from '../../services/session/tokens.server.ts'

type Headers = Record<string, string | undefined>

/** Calls authorised by a cookie need a header that other sites cannot send, and our own Origin (S-40). */
export function requirePortalCall(headers: Headers): void {
  const isJson = /^application\/json\s*(;|$)/i.test(headers['content-type'] ?? '')
  const marked = headers[portalHeader.name.toLowerCase()] === portalHeader.value
  if (!isJson || (!marked && headers['idempotency-key'] === undefined)) throw refuse(notFromPortal)
}

/** Allows requests without Origin: browsers send one with every POST, and other callers have no cookie to abuse. */
export function refuseForeignPage({ origin, host }: Headers): void {
  if (origin === undefined) return
  // Ignores the scheme, which the server does not know behind a proxy that ends TLS.
  const own = URL.canParse(origin) && new URL(origin).host === host?.toLowerCase()
  if (!own) throw refuse(notFromPortal)
}

type Mismatch = { headers: BearerHeaders; at: string; ip: string; requestId: string }

/** Audits calls with two different bearer headers (S-32), at most once a minute for each session and process. */
export function mismatchRecorder(serverSecret: ServerSecret) {
  const { accessHashes } = tokensOf(serverSecret)
  const recent = recentSessions()

  return async (tx: Tx, clientId: ClientId, { headers, at, ip, requestId }: Mismatch): Promise<void> => {
    const tokens = [...headers.authorization, ...headers.xBearerToken].flatMap((text) => bearerToken(text) ?? [])
    const hashes = tokens.flatMap((token) => accessHashes(clientId, token))
    const now = new Date(at)
    const sessions = await findOpenSessions(tx, clientId, { hashes, now })
    await appendAudit(
      tx,
      clientId,
      sessions
        .filter(({ sessionId }) => recent.isNew(sessionId, now))
        .map(({ sessionId, personId }) => ({
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

const onceWithinMs = 60_000
const mostRemembered = 10_000

function recentSessions() {
  const recorded = new Map<string, number>()
  return {
    isNew(sessionId: string, now: Date): boolean {
      const last = recorded.get(sessionId)
      if (last !== undefined && Math.abs(now.getTime() - last) < onceWithinMs) return false
      recorded.delete(sessionId)
      recorded.set(sessionId, now.getTime())
      const [oldest] = recorded.keys()
      if (recorded.size > mostRemembered && oldest !== undefined) recorded.delete(oldest)
      return true
    },
  }
}

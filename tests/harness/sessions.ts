import type { ClientId, PersonId } from '../../contract/ids.ts'
import { inClient } from '../../database/database.ts'
import { startSession } from '../../services/session/issue-session.server.ts'
import { tokensOf } from '../../services/session/tokens.server.ts'
import type { Portal } from './portal.ts'

export type BegunSession = { id: string; token: string; cookies: Record<string, string> }

/** Starts a session as a login does, without the cost of hashing a password. */
export async function beginSession(
  { database, serverSecret }: Portal,
  clientId: ClientId,
  { personId, ...more }: { personId: PersonId } & Partial<Parameters<typeof startSession>[3]>,
): Promise<BegunSession> {
  const { sessionId, accessToken, refresh } = await inClient(database.db, clientId, (tx, { now }) =>
    startSession(tx, clientId, tokensOf(serverSecret), {
      personId,
      cameBy: 'password',
      secondFactor: false,
      userAgent: null,
      deviceHash: null,
      now: new Date(now),
      ...more,
    }),
  )
  return {
    id: sessionId,
    token: accessToken,
    cookies: { '__Host-rt': refresh.cookie, '__Host-rth': refresh.answer },
  }
}

export function renewSession(portal: Portal, cookies: Record<string, string>, site = 'demo') {
  return portal.request({
    method: 'POST',
    url: '/api/login/refresh',
    site,
    cookies,
    headers: { 'x-requested-with': 'portal', origin: `http://${site}.localhost` },
    body: { refresh_token: cookies['__Host-rth'] ?? '' },
  })
}

import type { ClientId, PersonId } from '../../contract/ids.ts'
import type { Tx } from '../../platform/handle.ts'
import { insertLoginToken } from './login-token.queries.ts'
import { entryLimits } from './limits.ts'
import type { ProviderSession } from './provider-session.queries.ts'
import { newToken, type Tokens } from './tokens.server.ts'

export const entryCookie = '__Host-sso'
/** Cookie of a one-time token for a view. Separate, because a single sign-on may be in progress in another tab. */
export const viewCookie = '__Host-msq'

/** Prefix of tokens for views (MASQ-05). */
export const viewTokenPrefix = 'msq-'

/** Issues a one-time login token after single sign-on. The token in the address needs the browser's cookie (S-31). */
export async function issueLoginToken(
  tx: Tx,
  clientId: ClientId,
  tokens: Tokens,
  {
    personId,
    secondFactor,
    provider,
    now,
  }: { personId: PersonId; secondFactor: boolean; provider?: ProviderSession; now: Date },
): Promise<{ token: string; cookie: string }> {
  const entry = { token: `sso-${newToken()}`, cookie: newToken() }
  await insertLoginToken(tx, clientId, {
    hash: tokens.entryHash(clientId, entry.token),
    kind: 'sso',
    personId,
    cookieHash: tokens.entryCookieHash(clientId, entry.cookie),
    secondFactor,
    ...(provider && { provider }),
    expiresAt: new Date(now.getTime() + entryLimits.lifeMs),
  })
  return entry
}

/** Issues a one-time token for a view. With `cookie`, only the browser that requested it can use it. */
export async function issueViewToken(
  tx: Tx,
  clientId: ClientId,
  tokens: Tokens,
  { personId, grantId, cookie, now }: { personId: PersonId; grantId: string; cookie: string | null; now: Date },
): Promise<string> {
  const token = `${viewTokenPrefix}${newToken()}`
  await insertLoginToken(tx, clientId, {
    hash: tokens.entryHash(clientId, token),
    kind: 'msq',
    personId,
    grantId,
    cookieHash: cookie === null ? null : tokens.entryCookieHash(clientId, cookie),
    secondFactor: false,
    expiresAt: new Date(now.getTime() + entryLimits.lifeMs),
  })
  return token
}

import type { ClientId, PersonId } from '../../contract/ids.ts'
import type { Tx } from '../../platform/handle.ts'
import { insertEntry } from './entry.queries.ts'
import { entryLimits } from './limits.ts'
import { newToken, type Tokens } from './tokens.server.ts'

/** Cookie with the half of an entry that stays in the browser it was issued to. */
export const entryCookie = '__Host-sso'
/** Cookie of a view's entry. Separate, because a single sign-on may be in progress in another tab. */
export const viewCookie = '__Host-msq'

/** Prefix of view tokens (MASQ-05). */
export const viewTokenPrefix = 'msq-'

/** Issues a one-time entry after single sign-on. It needs both the token in the address and the cookie (S-31). */
export async function issueEntry(
  tx: Tx,
  clientId: ClientId,
  tokens: Tokens,
  { personId, secondFactor, now }: { personId: PersonId; secondFactor: boolean; now: Date },
): Promise<{ token: string; cookie: string }> {
  const entry = { token: `sso-${newToken()}`, cookie: newToken() }
  await insertEntry(tx, clientId, {
    hash: tokens.entryHash(clientId, entry.token),
    kind: 'sso',
    personId,
    cookieHash: tokens.entryCookieHash(clientId, entry.cookie),
    secondFactor,
    expiresAt: new Date(now.getTime() + entryLimits.lifeMs),
  })
  return entry
}

/** Issues a one-time entry into a view. An employer's entry is bound to the browser that requested it. */
export async function issueViewEntry(
  tx: Tx,
  clientId: ClientId,
  tokens: Tokens,
  { personId, grantId, cookie, now }: { personId: PersonId; grantId: string; cookie: string | null; now: Date },
): Promise<string> {
  const token = `${viewTokenPrefix}${newToken()}`
  await insertEntry(tx, clientId, {
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

import type { ClientId, PersonId } from '../../contract/ids.ts'
import type { Tx } from '../../platform/handle.ts'
import { insertEntry } from './entry.queries.ts'
import { entryLimits } from './limits.ts'
import { newToken, type Tokens } from './tokens.server.ts'

/** The half of an entry that only the browser it was given to has. */
export const entryCookie = '__Host-sso'
/** The same of a view: it stands beside single sign-on's, whose way somebody may be on in another tab. */
export const viewCookie = '__Host-msq'

/** What the tokens of views begin with (MASQ-05). */
export const viewTokens = 'msq-'

/** A one-time entry after single sign-on: token in the address, cookie in the browser, both needed (S-31). */
export async function giveEntry(
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

/** A one-time entry into a view; an employer's is bound to the browser that requested it. */
export async function giveViewEntry(
  tx: Tx,
  clientId: ClientId,
  tokens: Tokens,
  { personId, grantId, cookie, now }: { personId: PersonId; grantId: string; cookie: string | null; now: Date },
): Promise<string> {
  const token = `${viewTokens}${newToken()}`
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

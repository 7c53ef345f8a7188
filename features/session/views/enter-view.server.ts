import type { ClientId, SchemeYearId } from '../../../contract/ids.ts'
import type { Call, Clock, Tx } from '../../../platform/handle.ts'
import { appendAudit } from '../../../services/audit/audit.queries.ts'
import { signInEligibility } from '../../../services/session/sign-in-eligibility.server.ts'
import type { enterByToken } from '../../../services/session/entry.contract.ts'
import { useViewEntry } from '../../../services/session/entry.queries.ts'
import { viewCookie } from '../../../services/session/entry.server.ts'
import { emptyTokenReply } from '../../../services/session/issue-session.server.ts'
import { viewLimits } from '../../../services/session/limits.ts'
import type { TokenReply } from '../../../services/session/session.contract.ts'
import { insertAccessToken, insertSession } from '../../../services/session/session.queries.ts'
import { newToken, type Tokens } from '../../../services/session/tokens.server.ts'
import { viewDetails } from './view.rules.ts'
import { findOpenGrant } from './view.queries.ts'

type EntryCall = Call<typeof enterByToken>
export type OpenedView = { accessToken: string; personId: string; schemeYearId: SchemeYearId }

/** Null if the entry is invalid. The session belongs to one tab and can't be renewed (MASQ-07). */
export async function openView(
  tx: Tx,
  clientId: ClientId,
  { call, tokens, clock: { now, today } }: { call: EntryCall; tokens: Tokens; clock: Clock },
): Promise<OpenedView | null> {
  const grantId = await useViewEntry(tx, clientId, {
    hashes: tokens.entryHashes(clientId, call.body.sso),
    cookieHashes: tokens.entryCookieHashes(clientId, call.cookies[viewCookie] ?? ''),
    now,
  })
  if (grantId === undefined) return null
  const grant = await findOpenGrant(tx, clientId, { grantId, today })
  if (!grant) return null
  const { personId, view } = grant
  const admission = await signInEligibility(tx, clientId, { personId, today })
  if (admission.step !== 'fit') return null

  const sessionId = await insertSession(tx, clientId, {
    personId,
    cameBy: 'masquerade',
    secondFactor: false,
    grantId,
    userAgent: call.headers['user-agent']?.slice(0, 300) ?? null,
    deviceHash: null,
    now,
  })
  const accessToken = newToken()
  await insertAccessToken(tx, clientId, {
    hash: tokens.accessHash(clientId, accessToken),
    sessionId,
    expiresAt: new Date(now.getTime() + viewLimits.sessionMs),
  })
  await appendAudit(tx, clientId, [
    {
      at: now.toISOString(),
      actor: view.actor,
      subject: personId,
      action: 'masquerade.started',
      details: { sessionId, ...viewDetails(view) },
      requestId: call.requestId,
    },
  ])
  return { accessToken, personId, schemeYearId: view.schemeYearId }
}

/** The person viewed, and no refresh secret (MASQ-03). */
export function viewReply({ accessToken, personId, schemeYearId }: OpenedView): TokenReply {
  return {
    ...emptyTokenReply,
    access_token: accessToken,
    expires_in: viewLimits.sessionMs / 1000,
    scheme: schemeYearId,
    masqueradeUserId: personId,
  }
}

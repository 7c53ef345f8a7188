import type { ClientId, SchemeYearId } from '../../contract/ids.ts'
import { refuse } from '../../contract/refusals.ts'
import type { Call, Clock, Tx } from '../../platform/handle.ts'
import type { Sealing } from '../../platform/seal.ts'
import { admissionOf, letIn } from './admit.server.ts'
import { answerChallenge, challengeCookie, openChallenge, type OpenedChallenge } from './challenge.server.ts'
import { readSsoLogout } from './client.queries.ts'
import { takeSignOnEntry } from './entry.queries.ts'
import { entryCookie } from './entry.server.ts'
import { nothingGranted, setRefreshCookies, tokenReplyOf, type Granted } from './grant.server.ts'
import { entryFailed, type enterByToken } from './entry.contract.ts'
import type { TokenReply } from './session.contract.ts'
import type { Tokens } from './tokens.server.ts'

type EntryCall = Call<typeof enterByToken>
type Outcome =
  | { step: 'signed-in'; granted: Granted; schemeYearId: SchemeYearId; ssoLogoutUrl: string | null }
  | { step: 'half-way'; opened: OpenedChallenge }
  | { step: 'failed' }

/**
 * Exchanges a one-time entry for a session (SSO-05). Every failure is the same one: what was wrong with the entry is
 * nobody's business who does not have it.
 */
export function enter({ tokens, seeds }: { tokens: Tokens; seeds: Sealing }) {
  return async (call: EntryCall): Promise<TokenReply> => {
    const { clientId } = call
    // A used entry stays used whatever follows: the commit comes before the refusal.
    const outcome = clientId
      ? await call.inTransaction((tx, clock) => exchange(tx, clientId, { call, clock }))
      : ({ step: 'failed' } as const)
    switch (outcome.step) {
      case 'signed-in':
        setRefreshCookies(call.answer, outcome.granted, call.now)
        call.answer.clearCookie(entryCookie)
        return {
          ...tokenReplyOf(outcome.granted),
          scheme: outcome.schemeYearId,
          ssoLogoutUrl: outcome.ssoLogoutUrl,
        }
      case 'half-way':
        call.answer.clearCookie(entryCookie)
        return answerChallenge(call.answer, outcome.opened)
      case 'failed':
        throw refuse(entryFailed, { body: failedBody })
    }
  }

  async function exchange(
    tx: Tx,
    clientId: ClientId,
    { call, clock: { now, today } }: { call: EntryCall; clock: Clock },
  ): Promise<Outcome> {
    const entry = await takeSignOnEntry(tx, clientId, {
      hashes: tokens.entryHashes(clientId, call.body.sso),
      cookieHashes: tokens.entryCookieHashes(clientId, call.cookies[entryCookie] ?? ''),
      now,
    })
    if (!entry) return { step: 'failed' }
    const admission = await admissionOf(tx, clientId, { personId: entry.personId, today })
    if (admission.step !== 'fit') return { step: 'failed' }
    const { account, rules } = admission
    const needsSecondFactor = account.hasTwoFactor || rules.twoFactorRequiredOf[account.userType]
    if (needsSecondFactor && !entry.secondFactor) {
      const earlierCookie = call.cookies[challengeCookie]
      const opening = { account, cameBy: 'single-sign-on' as const, brand: rules.brand, earlierCookie, now }
      return { step: 'half-way', opened: await openChallenge(tx, clientId, { tokens, seeds }, opening) }
    }

    const granted = await letIn(tx, clientId, tokens, {
      account,
      cameBy: 'single-sign-on',
      deviceToken: null,
      call,
      now,
    })
    const { url: ssoLogoutUrl } = await readSsoLogout(tx, clientId, granted.sessionId)
    return { step: 'signed-in', granted, schemeYearId: rules.schemeYearId, ssoLogoutUrl }
  }
}

// The keys of the token response, as with a password (D-10); `error` is the sentence of the refusal.
const { error: _error, ...failedBody } = nothingGranted

import type { IsoDate } from '../../contract/dates.ts'
import type { ClientId, PersonId, SchemeYearId } from '../../contract/ids.ts'
import type { AnyCall, Tx } from '../../platform/handle.ts'
import type { AuditEvent } from '../audit/audit.queries.ts'
import { changeAccount, lockAccount, type SignInAccount } from './account.queries.ts'
import { readSignInRules, type SignInRules } from './client.queries.ts'
import { startSession, type IssuedSession } from './issue-session.server.ts'
import type { ProviderSession } from './provider-session.queries.ts'
import type { OwnSignInMethod } from './session.queries.ts'
import { hasAccess } from './employment-status.queries.ts'
import type { Tokens } from './tokens.server.ts'

export type SignInEligibility =
  | { step: 'fit'; account: SignInAccount; rules: SignInRules & { schemeYearId: SchemeYearId } }
  | { step: 'nobody' }
  /** The account is disabled, the person left too long ago, or the first scheme year has not begun (LOGIN-47). */
  | { step: 'account-problem'; account: SignInAccount; rules: SignInRules }

/** Locks the account, and checks that the person may log in now (S-05). */
export async function signInEligibility(
  tx: Tx,
  clientId: ClientId,
  { personId, today }: { personId: PersonId; today: IsoDate },
): Promise<SignInEligibility> {
  const account = await lockAccount(tx, clientId, personId)
  if (!account) return { step: 'nobody' }
  return signInEligibilityWith(tx, clientId, { account, rules: await readSignInRules(tx, clientId, today), today })
}

export async function signInEligibilityWith(
  tx: Tx,
  clientId: ClientId,
  { account, rules, today }: { account: SignInAccount; rules: SignInRules; today: IsoDate },
): Promise<SignInEligibility> {
  if (account.state === 'invited') return { step: 'nobody' }
  const { schemeYearId } = rules
  const served = await hasAccess(tx, clientId, { personId: account.personId, today })
  if (account.state === 'disabled' || !served || schemeYearId === null)
    return { step: 'account-problem', account, rules }
  return { step: 'fit', account, rules: { ...rules, schemeYearId } }
}

type Entering = {
  account: Pick<SignInAccount, 'personId'>
  cameBy: OwnSignInMethod
  provider?: ProviderSession | null
  /** True after a code, or if the identity provider's second factor counts. */
  secondFactor: boolean
  /** A hint from the browser about risk. Never a proof (S-25). */
  deviceToken: string | null | undefined
  call: Pick<AnyCall, 'headers' | 'requestId'>
  now: Date
}

export type StartedSession = { granted: IssuedSession; event: AuditEvent }

/** Starts a session for a person who may log in. Append the returned event last, because that locks the audit chain. */
export async function startSignedInSession(
  tx: Tx,
  clientId: ClientId,
  tokens: Tokens,
  { account: { personId }, cameBy, provider = null, secondFactor, deviceToken, call, now }: Entering,
): Promise<StartedSession> {
  await changeAccount(tx, clientId, personId, { lastLoginAt: now })
  const granted = await startSession(tx, clientId, tokens, {
    personId,
    cameBy,
    provider,
    secondFactor,
    userAgent: call.headers['user-agent']?.slice(0, 300) ?? null,
    deviceHash: deviceToken ? tokens.deviceTokenHash(clientId, deviceToken) : null,
    now,
  })
  const event = {
    at: now.toISOString(),
    actor: personId,
    subject: personId,
    action: 'session.started',
    details: { sessionId: granted.sessionId, cameBy },
    requestId: call.requestId,
  }
  return { granted, event }
}

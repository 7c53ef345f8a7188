import type { ClientId } from '../../contract/ids.ts'
import type { Call, Tx } from '../../platform/handle.ts'
import { appendAudit } from '../../services/audit/audit.queries.ts'
import { findPasswordOwner, type SignInAccount } from '../../services/session/account.queries.ts'
import type { AttemptKey } from './attempt-identifier.server.ts'
import { moveAttemptsToCurrentKey, secondsLocked, countAttempt, type Attempt } from './login-attempts.queries.ts'
import {
  countSprayingAttempt,
  isAllowedUnverified,
  type CaptchaProof,
  type PasswordSprayingCheck,
} from '../../services/session/captcha.server.ts'
import type { requestToken } from '../../services/session/session.contract.ts'
import type { Tokens } from '../../services/session/tokens.server.ts'

export type PasswordAttempt =
  | ({ step: 'open'; account: SignInAccount | undefined } & Attempt)
  | { step: 'locked'; seconds: number }
  | { step: 'robot'; proof: CaptchaProof }

type PasswordAttemptInput = {
  call: Call<typeof requestToken>
  tokens: Tokens
  attemptKey: AttemptKey
  proof: CaptchaProof
  now: Date
}

/** Requires a captcha after three failures, or after failures of many people (LOGIN-14, S-06, S-08). */
export async function startPasswordAttempt(
  tx: Tx,
  clientId: ClientId,
  opening: PasswordAttemptInput,
): Promise<PasswordAttempt> {
  const { call, tokens, attemptKey, proof, now } = opening
  const { identifierHash } = attemptKey
  // In a browser with an earlier login, only this person's own failures count (S-04).
  const spraying = attemptKey.device
    ? notSprayed
    : await countSprayingAttempt(tx, clientId, { tokens, identifierHash, call, now })

  await moveAttemptsToCurrentKey(tx, clientId, attemptKey)
  const opened = (await take(proof === 'proven')) ?? (await otherwise())
  await appendAudit(tx, clientId, spraying.events)
  return opened

  async function otherwise(): Promise<PasswordAttempt> {
    const seconds = await secondsLocked(tx, clientId, { ...attemptKey, now })
    if (seconds !== null) return { step: 'locked', seconds }
    const isThrough =
      proof === 'unknown' && (await isAllowedUnverified(tx, clientId, { tokens, identifierHash, ip: call.ip, now }))
    return (isThrough ? await take(true) : undefined) ?? { step: 'robot', proof }
  }

  async function take(isProven: boolean): Promise<PasswordAttempt | undefined> {
    if (spraying.asksNow && !isProven) return undefined
    const attempt = await countAttempt(tx, clientId, { ...attemptKey, now, isProven })
    if (!attempt) return undefined
    const account = await findPasswordOwner(tx, clientId, call.body.email)
    return { step: 'open', account, ...attempt, nextTakesProof: attempt.nextTakesProof || spraying.asksNext }
  }
}

const notSprayed: PasswordSprayingCheck = { asksNow: false, asksNext: false, events: [] }

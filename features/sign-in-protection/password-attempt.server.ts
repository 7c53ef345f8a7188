import type { ClientId } from '../../contract/ids.ts'
import type { Call, Tx } from '../../platform/handle.ts'
import { appendAudit } from '../../services/audit/audit.queries.ts'
import { findPasswordOwner, type SignInAccount } from '../../services/session/account.queries.ts'
import type { AttemptKey } from './attempt-identifier.server.ts'
import { moveAttempts, secondsLocked, countAttempt, type Attempt } from './login-attempts.queries.ts'
import {
  countCaptchaAttempt,
  isAllowedUnverified,
  type CaptchaProof,
  type Spraying,
} from '../../services/session/captcha.server.ts'
import type { requestToken } from '../../services/session/session.contract.ts'
import type { Tokens } from '../../services/session/tokens.server.ts'

export type PasswordAttempt =
  | ({ step: 'open'; account: SignInAccount | undefined } & Attempt)
  | { step: 'locked'; seconds: number }
  /** A captcha is needed, and no valid one was sent. */
  | { step: 'robot'; proof: CaptchaProof }

type PasswordAttemptInput = {
  call: Call<typeof requestToken>
  tokens: Tokens
  attemptKey: AttemptKey
  proof: CaptchaProof
  now: Date
}

/** Takes an attempt. After three failures, or failures for too many people, a captcha is needed (LOGIN-14, S-06, S-08). */
export async function startPasswordAttempt(
  tx: Tx,
  clientId: ClientId,
  opening: PasswordAttemptInput,
): Promise<PasswordAttempt> {
  const { call, tokens, attemptKey, proof, now } = opening
  const { identifierHash } = attemptKey
  // For a browser that this person has signed in from before, only their own failures matter (S-04).
  const spraying = attemptKey.device
    ? notSprayed
    : await countCaptchaAttempt(tx, clientId, { tokens, identifierHash, call, now })

  await moveAttempts(tx, clientId, attemptKey)
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

const notSprayed: Spraying = { asksNow: false, asksNext: false, events: [] }

import type { ClientId } from '../../contract/ids.ts'
import type { Clock, Tx } from '../../platform/handle.ts'
import type { CaptchaService } from '../../platform/app-context.ts'
import { networkOfIp } from '../../platform/network-of-ip.ts'
import type { AnyCall } from '../../platform/handle.ts'
import type { AuditEvent } from '../audit/audit.queries.ts'
import { captchaTokenLimits, signInLimits } from './limits.ts'
import {
  removeSprayingAttempt,
  lockAttemptSource,
  isUnderPasswordSpraying,
  markPasswordSpraying,
  recordSprayingAttempt,
  releaseUnverifiedAttempt,
  reserveUnverifiedAttempt,
  redeemCaptchaToken,
  type AttemptSource,
} from './captcha.queries.ts'
import type { Tokens } from './tokens.server.ts'

export type CaptchaProof = 'proven' | 'none' | 'unknown'

/** Result of a captcha. Call this function in a transaction: it also marks the token as used. */
export type CheckedCaptcha = (tx: Tx, clientId: ClientId, clock: Pick<Clock, 'now'>) => Promise<CaptchaProof>

/** Verifies a captcha outside a transaction, because a provider may take seconds. */
export async function checkCaptcha(
  { site, now }: Pick<AnyCall, 'site' | 'now'>,
  token: string | null | undefined,
  { captcha, tokens }: { captcha: CaptchaService; tokens: Tokens },
): Promise<CheckedCaptcha> {
  if (!token) return () => Promise.resolve('none')
  const verdict = await captcha.check(token, { site, now })
  return async (tx, clientId, clock) => {
    if (verdict.is === 'unavailable') return 'unknown'
    if (verdict.is === 'failed') return 'none'
    const solutionHash = tokens.robotProofHash(clientId, verdict.once)
    return (await redeemCaptchaToken(tx, clientId, { solutionHash, now: clock.now })) ? 'proven' : 'none'
  }
}

/** Allows a quarter of the usual attempts while captchas cannot be verified (S-06). */
export async function isAllowedUnverified(
  tx: Tx,
  clientId: ClientId,
  { tokens, identifierHash, ip, now }: { tokens: Tokens; identifierHash: Buffer; ip: string; now: Date },
): Promise<boolean> {
  const from = {
    counted: sourcesOf(tokens, clientId, ip).address.source,
    most: quarterOfBudget(captchaTokenLimits.peopleAtAddress),
  }
  const whom = { counted: identifierHash, most: quarterOfBudget(signInLimits.failures) }
  if (!(await reserveUnverifiedAttempt(tx, clientId, { ...whom, now }))) return false
  if (await reserveUnverifiedAttempt(tx, clientId, { ...from, now })) return true
  await releaseUnverifiedAttempt(tx, clientId, { counted: whom.counted })
  return false
}

export function quarterOfBudget(budget: number): number {
  return Math.max(1, Math.floor(budget / 4))
}

export type PasswordSprayingCheck = { asksNow: boolean; asksNext: boolean; events: readonly AuditEvent[] }

type Trying = { tokens: Tokens; identifierHash: Buffer; call: Pick<AnyCall, 'ip' | 'requestId'> }

/** Counts people whose login was tried, by network and client (S-08). Returns whether this and the next attempt need a captcha. */
export async function countSprayingAttempt(
  tx: Tx,
  clientId: ClientId,
  { tokens, identifierHash, call, now }: Trying & { now: Date },
): Promise<PasswordSprayingCheck> {
  const { address, anywhere } = sourcesOf(tokens, clientId, call.ip)
  const sources = [address, anywhere]
  await lockAttemptSource(tx, clientId, address)
  if (await isUnderPasswordSpraying(tx, clientId, { sources, now }))
    return { asksNow: true, asksNext: true, events: [] }
  const counts = await recordSprayingAttempt(tx, clientId, { sources, identifierHash, now })
  const over = sources.filter(({ source, most: limit }) =>
    counts.some((count) => count.source.equals(source) && count.people >= limit),
  )
  for (const { source } of over) await markPasswordSpraying(tx, clientId, { source, now })
  const events = over.map(({ source, most: limit }) =>
    sprayingOf({ call, now, people: limit, from: source === address.source ? call.ip : null }),
  )
  return { asksNow: false, asksNext: over.length > 0, events }
}

export function uncountSprayingAttempt(
  tx: Tx,
  clientId: ClientId,
  { tokens, identifierHash, call }: Trying,
): Promise<void> {
  const { address, anywhere } = sourcesOf(tokens, clientId, call.ip)
  return removeSprayingAttempt(tx, clientId, { sources: [address, anywhere], identifierHash })
}

/** The event has no subject, because the account that was tried may not exist. */
function sprayingOf({
  call,
  now,
  people,
  from,
}: {
  call: Trying['call']
  now: Date
  people: number
  from: string | null
}): AuditEvent {
  return {
    at: now.toISOString(),
    actor: null,
    subject: null,
    action: 'sign-in.sprayed',
    details: { people, from: from === null ? 'anywhere' : networkOfIp(from) },
    requestId: call.requestId,
  }
}

function sourcesOf(
  tokens: Tokens,
  clientId: ClientId,
  ip: string,
): { address: AttemptSource; anywhere: AttemptSource } {
  return {
    address: {
      source: tokens.countedHash(clientId, `sign-in from ${networkOfIp(ip)}`),
      most: captchaTokenLimits.peopleAtAddress,
    },
    anywhere: {
      source: tokens.countedHash(clientId, 'sign-in from anywhere'),
      most: captchaTokenLimits.peopleAnywhere,
    },
  }
}

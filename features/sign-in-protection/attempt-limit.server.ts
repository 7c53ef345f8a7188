import { londonDate } from '../../contract/dates.ts'
import type { ClientId } from '../../contract/ids.ts'
import { Refused, type Refusal } from '../../contract/refusals.ts'
import type { AnyCall, Clock, Tx } from '../../platform/handle.ts'
import type { PasswordHashing } from '../../platform/hashing.ts'
import { retryUndo } from '../../platform/retry-undo.ts'
import { appendAudit } from '../../services/audit/audit.queries.ts'
import { queueNotice } from '../../services/mail/mail.queries.ts'
import { currentAttemptKey, type AttemptKey } from './attempt-identifier.server.ts'
import { signInLimits } from '../../services/session/limits.ts'
import {
  moveAttemptsToCurrentKey,
  lockAttempts,
  returnAttempt,
  secondsLocked,
  countAttempt,
  type Attempt,
} from './login-attempts.queries.ts'
import { accountLockedMail } from '../../services/session/session-mail.messages.ts'
import { lockedRefusal, refuseIfBusy } from '../../services/session/sign-in-refusals.server.ts'

/** Counted before its input is checked (LOGIN-45). */
export type ReservedAttempt = Attempt & { attemptKey: AttemptKey }

type AttemptCall = Pick<AnyCall, 'inTransaction' | 'ip' | 'requestId'>

/** Commit the attempt before checking the input. Refuses if the limit is reached. */
export async function reserveAttempt(
  tx: Tx,
  clientId: ClientId,
  { attemptKey: from, clock: { now } }: { attemptKey: AttemptKey; clock: Clock },
): Promise<ReservedAttempt> {
  const attemptKey = await currentAttemptKey(tx, clientId, from)
  await moveAttemptsToCurrentKey(tx, clientId, attemptKey)
  // Never requires a captcha, because the caller has a session or has already given the right password.
  const attempt = await countAttempt(tx, clientId, { ...attemptKey, now, isProven: true })
  if (!attempt) throw lockedRefusal((await secondsLocked(tx, clientId, { ...attemptKey, now })) ?? 1)
  return { ...attempt, attemptKey }
}

/** Refuses during a lock (S-05), without counting an attempt. Locks the count; the caller locks the account. */
export async function requireUnlocked(
  tx: Tx,
  clientId: ClientId,
  { attemptKey: from, now }: { attemptKey: AttemptKey; now: Date },
): Promise<AttemptKey> {
  const attemptKey = await currentAttemptKey(tx, clientId, from)
  await moveAttemptsToCurrentKey(tx, clientId, attemptKey)
  await lockAttempts(tx, clientId, attemptKey)
  const seconds = await secondsLocked(tx, clientId, { ...attemptKey, now })
  if (seconds !== null) throw lockedRefusal(seconds)
  return attemptKey
}

/** The attempt stays counted. After the last one, the refusal says that logins are locked. */
export async function recordFailedAttempt(
  call: AttemptCall,
  clientId: ClientId,
  place: ReservedAttempt,
  refused: Refused,
): Promise<never> {
  await recordLockIfLast(call, clientId, place)
  throw place.isLast ? lockedRefusal(signInLimits.lockMs / 1000) : refused
}

/** The attempt stays counted. If it was the last one allowed, records the lock (S-04). */
export async function recordLockIfLast(call: AttemptCall, clientId: ClientId, place: ReservedAttempt): Promise<void> {
  if (!place.isLast) return
  await call.inTransaction((tx, clock) => recordLock(tx, clientId, { call, attemptKey: place.attemptKey, clock }))
}

/** Rethrows a check's error. Refusals count as failed attempts, except those in `countsNot`; other errors don't. */
export async function endFailedCheck(
  call: AttemptCall,
  clientId: ClientId,
  { place, error, countsNot = [] }: { place: ReservedAttempt; error: unknown; countsNot?: readonly Refusal[] },
): Promise<never> {
  const counts = error instanceof Refused && !countsNot.includes(error.refusal)
  if (counts) await recordLockIfLast(call, clientId, place)
  else await retryUndo(() => call.inTransaction((tx) => releaseAttempt(tx, clientId, place)))
  return refuseIfBusy(error)
}

type PasswordInput = {
  attemptKey: AttemptKey
  passwords: PasswordHashing
  sent: string
  hash: string | null
  wrong: Refused
}

export async function requirePassword(
  call: AttemptCall,
  clientId: ClientId,
  { attemptKey, passwords, sent, hash, wrong }: PasswordInput,
): Promise<void> {
  const place = await call.inTransaction((tx, clock) => reserveAttempt(tx, clientId, { attemptKey, clock }))
  const { matches } = await passwords
    .verify(hash, sent)
    .catch((error: unknown) => endFailedCheck(call, clientId, { place, error }))
  if (!matches) await recordFailedAttempt(call, clientId, place, wrong)
  await call.inTransaction((tx) => releaseAttempt(tx, clientId, place))
}

export function releaseAttempt(tx: Tx, clientId: ClientId, { attemptKey, isLast }: ReservedAttempt): Promise<void> {
  return returnAttempt(tx, clientId, { ...attemptKey, isLast })
}

type Lock = { call: AttemptCall; attemptKey: AttemptKey; clock: Clock }

/** Audits a lock without a name, and queues a mail. Does the same work for unknown addresses (S-01, S-04). */
async function recordLock(tx: Tx, clientId: ClientId, { call, attemptKey, clock: { now } }: Lock): Promise<void> {
  await queueNotice(tx, clientId, {
    to: { accountOf: attemptKey.email },
    kind: accountLockedMail,
    cause: `account-locked ${londonDate(now)}`,
    notAgainWithinMs: signInLimits.lockNoticeMs,
  })
  await appendAudit(tx, clientId, [
    {
      at: now.toISOString(),
      actor: null,
      subject: null,
      action: 'sign-in.locked',
      details: {
        identifier: attemptKey.identifierHash.toString('hex'),
        lane: attemptKey.lane.split(' ')[0] ?? '',
        ip: call.ip,
      },
      requestId: call.requestId,
    },
  ])
}

import type { ClientId, PersonId } from '../../contract/ids.ts'
import { Refused, refuse } from '../../contract/refusals.ts'
import type { AnyCall, Tx, Clock } from '../../platform/handle.ts'
import { retryUndo } from '../../platform/retry-undo.ts'
import { timeStepOfCode, codeAt } from '../../platform/one-time-codes.ts'
import type { ValueEncryption } from '../../platform/encryption.ts'
import { returnChallengeAttempt, countChallengeAttempt, type Challenge } from '../session/login-challenge.queries.ts'
import {
  endFailedCheck,
  reserveAttempt,
  recordFailedAttempt,
  type ReservedAttempt,
} from '../sign-in-protection/attempt-limit.server.ts'
import { attemptKeyOf } from '../sign-in-protection/attempt-identifier.server.ts'
import { deleteAttempts } from '../sign-in-protection/login-attempts.queries.ts'
import { type Tokens, tokensOf } from '../../services/session/tokens.server.ts'
import { readRecoveryCode, recoveryCodeHash } from './recovery-codes.server.ts'
import { challengeEnded, tooManyCodes, codeInvalid } from './two-factor.contract.ts'
import {
  readEncryptedSeed,
  returnCodeAttempt,
  countCodeAttempt,
  redeemRecoveryCode,
  markTimeStepUsed,
} from './two-factor.queries.ts'
import type { Kysely } from 'kysely'
import { inClient } from '../../database/database.ts'
import type { Database } from '../../database/tables.ts'
import type { ServerSecret } from '../../platform/key-ring.ts'
import { findAccountsByEmail } from '../session/operator-commands.server.ts'
import { twoFactorSeeds } from '../session/scheme-secrets.server.ts'
import type { AppContext } from '../../platform/app-context.ts'
import { lockAccount } from '../../services/session/account.queries.ts'

export type CodeOwner = { personId: PersonId; email: string } & Partial<Pick<Challenge, 'cookieHash' | 'cameBy'>>

/** Counted before a code is checked: failed attempts, codes per hour, and codes of the challenge. */
export type ReservedCodeAttempts = ReservedAttempt & CodeOwner & { triedAt: Date }

type CodeCheckCall = Pick<AnyCall, 'inTransaction' | 'cookies' | 'ip' | 'requestId' | 'now'>

/** Commits an attempt for every limit before `look` checks the code (S-21). `look` calls `confirmRightCode`. */
export async function checkCode<T>(
  call: CodeCheckCall,
  clientId: ClientId,
  {
    tokens,
    whose,
    look,
  }: { tokens: Tokens; whose: CodeOwner; look: (place: ReservedCodeAttempts) => Promise<T | Refused> },
): Promise<T> {
  const place = await reserveAttempts(call, clientId, { tokens, whose })
  const outcome = await look(place).catch(async (error: unknown) => {
    if (!(error instanceof Refused))
      await retryUndo(() => call.inTransaction((tx) => releaseAttempts(tx, clientId, place)))
    return endFailedCheck(call, clientId, { place, error })
  })
  return outcome instanceof Refused ? recordFailedAttempt(call, clientId, place, outcome) : outcome
}

function reserveAttempts(
  call: CodeCheckCall,
  clientId: ClientId,
  { tokens, whose }: { tokens: Tokens; whose: CodeOwner },
): Promise<ReservedCodeAttempts> {
  const { personId, email, cookieHash, cameBy } = whose
  const guessedHere = attemptKeyOf(call, clientId, { tokens, email })
  // After single sign-on, attempts are counted separately, so that others cannot lock the person out (S-04).
  const isOfProvider = cameBy === 'single-sign-on' && guessedHere.device === null
  const attemptKey = isOfProvider ? { ...guessedHere, lane: 'provider' } : guessedHere
  return call.inTransaction(async (tx, clock) => {
    const place = await reserveAttempt(tx, clientId, { attemptKey, clock })
    const { now } = clock
    if (!(await countCodeAttempt(tx, clientId, { personId, now }))) throw refuse(tooManyCodes, { retryAfter: 3600 })
    if (cookieHash && !(await countChallengeAttempt(tx, clientId, { cookieHash, now }))) throw refuse(challengeEnded)
    return { ...place, ...whose, triedAt: now }
  })
}

async function releaseAttempts(
  tx: Tx,
  clientId: ClientId,
  { personId, cookieHash, triedAt }: ReservedCodeAttempts,
): Promise<void> {
  await returnCodeAttempt(tx, clientId, { personId, triedAt })
  if (cookieHash) await returnChallengeAttempt(tx, clientId, cookieHash)
}

/** Resets the failed attempts (LOGIN-45). Call it before changing challenges, to keep the lock order. */
export async function confirmRightCode(tx: Tx, clientId: ClientId, place: ReservedCodeAttempts): Promise<void> {
  await deleteAttempts(tx, clientId, place.attemptKey)
  await returnCodeAttempt(tx, clientId, place)
}

export type RightCode = 'app' | 'recovery-code'

/** Returns the kind of code; null if it is wrong or was used. The caller must have locked the account. */
export async function redeemCode(
  tx: Tx,
  clientId: ClientId,
  { seeds, personId, code, now }: { seeds: ValueEncryption; personId: PersonId; code: string; now: Date },
): Promise<RightCode | null> {
  const recovery = readRecoveryCode(code)
  if (recovery !== null) {
    const hash = recoveryCodeHash(clientId, personId, recovery)
    return (await redeemRecoveryCode(tx, clientId, { personId, hash })) ? 'recovery-code' : null
  }
  const sealed = await readEncryptedSeed(tx, clientId, personId)
  const step = sealed === null ? null : timeStepOfCode(seeds.open(sealed, personId), { code, now })
  return step !== null && (await markTimeStepUsed(tx, clientId, { personId, step })) ? 'app' : null
}

/** Returns the current code of an example person. Null if the person has no two-factor authentication. */
export async function currentCode(
  db: Kysely<Database>,
  serverSecret: ServerSecret,
  email: string,
): Promise<string | null> {
  const [found] = await findAccountsByEmail(db, { email })
  if (!found) return null
  const { clientId, account } = found
  return inClient(db, clientId, async (tx, { now }) => {
    const sealed = await readEncryptedSeed(tx, clientId, account.personId)
    return sealed && codeAt(twoFactorSeeds(serverSecret).open(sealed, account.personId), new Date(now))
  })
}

type CodeRequest<T> = {
  whose: { personId: PersonId; email: string }
  code: string
  allows: (tx: Tx, clock: Clock) => Promise<T>
}

/** Runs `allows` in the transaction that marks the code as used. */
export function requireCode<T>(
  call: CodeCheckCall,
  clientId: ClientId,
  {
    tokens,
    seeds,
    whose: { personId, email },
    code,
    allows,
  }: CodeRequest<T> & { tokens: Tokens; seeds: ValueEncryption },
): Promise<T> {
  return checkCode(call, clientId, {
    tokens,
    whose: { personId, email },
    look: (place) =>
      call.inTransaction(async (tx, clock) => {
        await lockAccount(tx, clientId, personId)
        if (!(await redeemCode(tx, clientId, { seeds, personId, code, now: clock.now }))) return refuse(codeInvalid)
        await confirmRightCode(tx, clientId, place)
        return allows(tx, clock)
      }),
  })
}

export function codeRequester({ serverSecret }: Pick<AppContext, 'serverSecret'>) {
  const keys = { tokens: tokensOf(serverSecret), seeds: twoFactorSeeds(serverSecret) }
  return <T>(call: CodeCheckCall, clientId: ClientId, request: CodeRequest<T>): Promise<T> =>
    requireCode(call, clientId, { ...keys, ...request })
}

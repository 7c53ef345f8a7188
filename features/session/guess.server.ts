import type { ClientId } from '../../contract/ids.ts'
import { Refused, type Refusal } from '../../contract/refusals.ts'
import type { AnyCall, Clock, Tx } from '../../platform/handle.ts'
import type { PasswordHashing } from '../../platform/hashing.ts'
import { signInLimits } from './limits.ts'
import {
  adoptAttempts,
  holdAttempts,
  returnAttempt,
  secondsLocked,
  takeAttempt,
  type Attempt,
} from './login-attempts.queries.ts'
import { asStillKnown, locked, recordLock, whenBusy, type Guessed } from './sign-in.server.ts'

/** A place of somebody's budget of guesses (LOGIN-45), taken before what they sent is looked at. */
export type Place = Attempt & { guessed: Guessed }

type GuessingCall = Pick<AnyCall, 'inTransaction' | 'ip' | 'requestId'>

/** Takes a place, in a transaction that commits it before anything is looked at; refuses who is locked. */
export async function takePlace(
  tx: Tx,
  clientId: ClientId,
  { guessed: from, clock: { now } }: { guessed: Guessed; clock: Clock },
): Promise<Place> {
  const guessed = await asStillKnown(tx, clientId, from)
  await adoptAttempts(tx, clientId, guessed)
  // Whoever comes here has a session or has had the right password, which no robot guesses.
  const attempt = await takeAttempt(tx, clientId, { ...guessed, now, isProven: true })
  if (!attempt) throw locked((await secondsLocked(tx, clientId, { ...guessed, now })) ?? 1)
  return { ...attempt, guessed }
}

/**
 * For a step that guesses at nothing and yet leads in: whoever is locked gets no further, whatever they have proved
 * before (S-05). Holds the count, so that a guess that is made at the same time comes before or after; the account must
 * be held.
 */
export async function requireUnlocked(
  tx: Tx,
  clientId: ClientId,
  { guessed: from, now }: { guessed: Guessed; now: Date },
): Promise<Guessed> {
  const guessed = await asStillKnown(tx, clientId, from)
  await adoptAttempts(tx, clientId, guessed)
  await holdAttempts(tx, clientId, guessed)
  const seconds = await secondsLocked(tx, clientId, { ...guessed, now })
  if (seconds !== null) throw locked(seconds)
  return guessed
}

/** What was sent was wrong: the place stays taken, and the last one locks. */
export async function wrongGuess(
  call: GuessingCall,
  clientId: ClientId,
  place: Place,
  refused: Refused,
): Promise<never> {
  if (!place.isLast) throw refused
  await call.inTransaction((tx, clock) => recordLock(tx, clientId, { call, guessed: place.guessed, clock }))
  throw locked(signInLimits.lockMs / 1000)
}

/**
 * A look that ended in an error. What the portal refuses counts as a guess, unless it is refused for something else than
 * what was guessed; a fault of ours never does.
 */
export async function failedLook(
  call: GuessingCall,
  clientId: ClientId,
  { place, error, countsNot = [] }: { place: Place; error: unknown; countsNot?: readonly Refusal[] },
): Promise<never> {
  const counts = error instanceof Refused && !countsNot.includes(error.refusal)
  // When the database is what failed, this fails too.
  if (!counts) await call.inTransaction((tx) => giveBack(tx, clientId, place)).catch(() => undefined)
  return whenBusy(error)
}

type Asking = {
  guessed: Guessed
  passwords: PasswordHashing
  sent: string
  /** Of the password that it must be. */
  hash: string | null
  wrong: Refused
}

/** For a call that asks for the password once more: a wrong one is a guess like at sign-in, a right one none. */
export async function requirePassword(
  call: GuessingCall,
  clientId: ClientId,
  { guessed, passwords, sent, hash, wrong }: Asking,
): Promise<void> {
  const place = await call.inTransaction((tx, clock) => takePlace(tx, clientId, { guessed, clock }))
  const { matches } = await passwords
    .verify(hash, sent)
    .catch((error: unknown) => failedLook(call, clientId, { place, error }))
  if (!matches) await wrongGuess(call, clientId, place, wrong)
  await call.inTransaction((tx) => giveBack(tx, clientId, place))
}

function giveBack(tx: Tx, clientId: ClientId, { guessed, isLast }: Place): Promise<void> {
  return returnAttempt(tx, clientId, { ...guessed, isLast })
}

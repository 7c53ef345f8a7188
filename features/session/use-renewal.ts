import { call } from '../../contract/call.ts'
import { CallFailed, failureText } from '../../contract/call-failed.ts'
import { loginSetup, refreshToken, type TokenReply } from '../../services/session/session.contract.ts'
import {
  forgetSession,
  halfOfLastReply,
  isSignedIn,
  keepTokens,
  sessionNow,
  sharedToken,
  startSession,
  useSession,
  type SignedIn,
} from './use-session.ts'

/** After a login could not be restored. Later attempts are made only by the person or when the network returns. */
const RETRY_AFTER_MS = [2000, 5000, 15_000] as const

/**
 * Restores the remembered login (STATE-08, STATE-09). Only the portal's refusal ends it. After any other failure it remains stored
 * and `unanswered` says why.
 */
export async function restoreSession(): Promise<void> {
  if (sessionNow().step !== 'restoring') return
  await restoreOnce()
  if (isWithoutAnswer()) void retryLater()
}

async function restoreOnce(): Promise<void> {
  let half = halfOfLastReply()
  // Somebody may log in or out meanwhile.
  const isCurrent = () => (sessionNow().step === 'restoring' || isWithoutAnswer()) && halfOfLastReply() === half
  try {
    const reply = await renew()
    half = reply.refresh_token ?? undefined
    if (!isCurrent()) return
    const setup = await call(loginSetup, {})
    if (isCurrent()) startSession(setup, reply)
  } catch (failure) {
    if (!isCurrent()) return
    if (isRefusal(failure)) forgetSession(null)
    else useSession.setState({ session: { step: 'out', loginError: null, unanswered: failureText(failure) } })
  }
}

async function retryLater(): Promise<void> {
  for (let attempt = 0; ; attempt += 1) {
    await pause(RETRY_AFTER_MS[attempt])
    if (isWithoutAnswer()) await restoreOnce()
    // Signed in, or refused for good.
    if (!isWithoutAnswer() && sessionNow().step !== 'restoring') return
  }
}

function isWithoutAnswer(): boolean {
  const session = sessionNow()
  return session.step === 'out' && session.unanswered !== undefined
}

/** Ends early when the network returns; without a time, only then. */
function pause(milliseconds: number | undefined): Promise<void> {
  return new Promise((resolve) => {
    const timer = milliseconds === undefined ? undefined : setTimeout(resolve, milliseconds)
    addEventListener(
      'online',
      () => {
        clearTimeout(timer)
        resolve()
      },
      { once: true },
    )
  })
}

/** For the Retry button. */
export function restoreAgain(): void {
  useSession.setState({ session: { step: 'restoring' } })
  void restoreOnce()
}

/** Renews the tokens. The portal's refusal logs out; after any other failure the session remains. */
export async function renewSession(): Promise<void> {
  try {
    await renew()
  } catch (failure) {
    // Renewal is a public call, so treat its 401 like any other (API-13).
    if (isRefusal(failure) && isSignedIn()) forceLogout(detailOf(failure))
    throw failure
  }
}

/**
 * Sends a call again after the portal has refused its token, with a new one. Only a session that can't be renewed has ended: if
 * the device's clock was corrected, the token may have expired unnoticed.
 */
export async function sendRenewed(refused: CallFailed, send: () => Promise<unknown>): Promise<unknown> {
  let last = refused
  try {
    // A view has no refresh secret and is never renewed.
    if (halfOfLastReply() === undefined || refused.status !== 401) throw refused
    await renew()
    return await send()
  } catch (failure) {
    if (!isRefusal(failure)) throw failure
    last = failure
  }
  // The first refusal gives the reason (LOGIN-48).
  if (isSignedIn()) forceLogout(detailOf(refused))
  throw last
}

function isRefusal(failure: unknown): failure is CallFailed {
  return failure instanceof CallFailed && (failure.status === 401 || failure.code === 'mfa_required')
}

function detailOf({ body }: CallFailed): string | null {
  return typeof body['detail'] === 'string' ? body['detail'] : null
}

/** The server no longer knows the session, or the route guard refuses it. */
export function forceLogout(why: string | null): void {
  const session = sessionNow()
  forgetSession(why)
  if (session.step === 'in') whenForced?.(session)
}

let whenForced: ((session: SignedIn) => void) | undefined

/** Registers what to do after a forced logout. Only code for signed-in people, loaded later, knows where to go. */
export function onForcedLogout(leave: (session: SignedIn) => void): void {
  whenForced = leave
}

let renewing: Promise<TokenReply> | null = null

/** Renews once at a time per browser, each time with the half that the last renewal left (S-35). */
function renew(): Promise<TokenReply> {
  renewing ??= withLock('renewal', async () => {
    const sent = readableToken()
    const half = halfOfLastReply()
    const reply = await exchange(sent).catch((failure: unknown) => {
      // Without Web Locks, another tab may have renewed at the same moment.
      if (!isRefusal(failure) || readableToken() === sent) throw failure
      return exchange(readableToken())
    })
    // Somebody may have logged in or out meanwhile.
    if (halfOfLastReply() === half) keepTokens(reply)
    return reply
  }).finally(() => (renewing = null))
  return renewing
}

function exchange(half: string): Promise<TokenReply> {
  return call(refreshToken, { body: { refresh_token: half } })
}

function readableToken(): string {
  return sharedToken() ?? halfOfLastReply() ?? ''
}

/** In one tab at a time; the others wait. Without Web Locks, only this tab's own calls are ordered. */
export function withLock<Answer>(name: string, work: () => Promise<Answer>): Promise<Answer> {
  if (!('locks' in navigator)) return work()
  let begun: Promise<Answer> | undefined
  return navigator.locks.request(`portal-${name}`, () => (begun = work())).catch(() => begun ?? work())
}

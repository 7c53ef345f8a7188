import { call } from '../../contract/call.ts'
import { CallFailed, failureText } from '../../contract/call-failed.ts'
import { loginSetup, refreshToken, type TokenReply } from '../../services/session/session.contract.ts'
import {
  clearSession,
  refreshTokenOfLastReply,
  isSignedIn,
  storeTokens,
  sessionNow,
  sharedRefreshToken,
  startSession,
  useSession,
  type SignedIn,
} from './use-session.ts'

/** Milliseconds between attempts. After the last one, only a click or a regained network starts another. */
const RETRY_AFTER_MS = [2000, 5000, 15_000] as const

/** Only a refusal ends a remembered login (STATE-08, STATE-09). After other failures `unanswered` has the reason. */
export async function restoreSession(): Promise<void> {
  if (sessionNow().step !== 'restoring') return
  await restoreOnce()
  if (isWithoutAnswer()) void retryLater()
}

async function restoreOnce(): Promise<void> {
  let half = refreshTokenOfLastReply()
  const isCurrent = () => (sessionNow().step === 'restoring' || isWithoutAnswer()) && refreshTokenOfLastReply() === half
  try {
    const reply = await renew()
    half = reply.refresh_token ?? undefined
    if (!isCurrent()) return
    const setup = await call(loginSetup, {})
    if (isCurrent()) startSession(setup, reply)
  } catch (failure) {
    if (!isCurrent()) return
    if (isRefusal(failure)) clearSession(null)
    else useSession.setState({ session: { step: 'out', loginError: null, unanswered: failureText(failure) } })
  }
}

async function retryLater(): Promise<void> {
  for (let attempt = 0; ; attempt += 1) {
    await pause(RETRY_AFTER_MS[attempt])
    if (isWithoutAnswer()) await restoreOnce()
    if (!isWithoutAnswer() && sessionNow().step !== 'restoring') return
  }
}

function isWithoutAnswer(): boolean {
  const session = sessionNow()
  return session.step === 'out' && session.unanswered !== undefined
}

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

export function restoreAgain(): void {
  useSession.setState({ session: { step: 'restoring' } })
  void restoreOnce()
}

/** If the portal refuses, the person is logged out. After other failures the session continues. */
export async function renewSession(): Promise<void> {
  try {
    await renew()
  } catch (failure) {
    // The generic handling of status 401 (API-13) skips public calls such as this one.
    if (isRefusal(failure) && isSignedIn()) forceLogout(detailOf(failure))
    throw failure
  }
}

/** Only a second refusal logs out, because the clock may have been corrected. */
export async function renewAndResend(refused: CallFailed, send: () => Promise<unknown>): Promise<unknown> {
  let last = refused
  try {
    // A view has no refresh secret, so it cannot be renewed.
    if (refreshTokenOfLastReply() === undefined || refused.status !== 401) throw refused
    await renew()
    return await send()
  } catch (failure) {
    if (!isRefusal(failure)) throw failure
    last = failure
  }
  if (isSignedIn()) forceLogout(detailOf(refused))
  throw last
}

function isRefusal(failure: unknown): failure is CallFailed {
  return failure instanceof CallFailed && (failure.status === 401 || failure.code === 'mfa_required')
}

function detailOf({ body }: CallFailed): string | null {
  return typeof body['detail'] === 'string' ? body['detail'] : null
}

export function forceLogout(why: string | null): void {
  const session = sessionNow()
  clearSession(why)
  if (session.step === 'in') whenForced?.(session)
}

let whenForced: ((session: SignedIn) => void) | undefined

/** Only code loaded after the login knows the page that opens after a forced logout. */
export function onForcedLogout(leave: (session: SignedIn) => void): void {
  whenForced = leave
}

let renewing: Promise<TokenReply> | null = null

/** Only one tab renews at a time, with the latest refresh secret (S-35). */
function renew(): Promise<TokenReply> {
  renewing ??= withTabLock('renewal', async () => {
    const sent = readableToken()
    const half = refreshTokenOfLastReply()
    const reply = await exchange(sent).catch((failure: unknown) => {
      // Without Web Locks, two tabs may renew at once. Try again with the other tab's new secret.
      if (!isRefusal(failure) || readableToken() === sent) throw failure
      return exchange(readableToken())
    })
    if (refreshTokenOfLastReply() === half) storeTokens(reply)
    return reply
  }).finally(() => (renewing = null))
  return renewing
}

function exchange(half: string): Promise<TokenReply> {
  return call(refreshToken, { body: { refresh_token: half } })
}

function readableToken(): string {
  return sharedRefreshToken() ?? refreshTokenOfLastReply() ?? ''
}

/** Without Web Locks, orders only the calls of this tab. */
export function withTabLock<Answer>(name: string, work: () => Promise<Answer>): Promise<Answer> {
  if (!('locks' in navigator)) return work()
  let begun: Promise<Answer> | undefined
  return navigator.locks.request(`portal-${name}`, () => (begun = work())).catch(() => begun ?? work())
}

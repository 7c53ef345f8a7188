import { CallFailed, NO_ANSWER } from '../contract/call-failed.ts'
import type { OutgoingCall, Transport } from '../contract/call.ts'
import type { UploadBody } from '../contract/send-file.ts'
import { identifiesCaller, type ApiBase, type Endpoint } from '../contract/endpoint.ts'
import { accessToken, isSignedIn, masqueradeNow } from '../features/session/use-session.ts'
import { idempotencyKeyFor } from './idempotency.ts'
import { callEnded, callStarted, storeLastCall } from './use-activity.ts'

export const transport: Transport = async (outgoing) => {
  const sentAt = Date.now()
  callStarted()
  try {
    const answer = await send(outgoing)
    if (countsAsActivity(outgoing.endpoint)) storeLastCall(sentAt)
    return answer
  } finally {
    callEnded()
  }
}

let hosts: Record<ApiBase, string> = { api: '', v1: '' }

/** Sets the hosts of calls. By default, all calls go to the page's own origin (API-08). */
export function setCallHosts(named: Partial<Record<ApiBase, string>> = {}): void {
  hosts = { api: '', v1: '', ...named }
}

async function send(outgoing: OutgoingCall): Promise<unknown> {
  const { endpoint } = outgoing
  if (!hasEffect(endpoint)) return sendAsCaller(outgoing)

  const { key, answered } = idempotencyKeyFor(outgoing)
  try {
    const answer = await sendAsCaller(outgoing, key)
    answered()
    return answer
  } catch (failure) {
    // After a server error the change may have been made, so a retry needs the same key.
    if (failure instanceof CallFailed && failure.status && failure.status < 500) answered()
    throw failure
  }
}

async function sendAsCaller(outgoing: OutgoingCall, key?: string): Promise<unknown> {
  const send = async () => sendAndRead(outgoing, await headersFor(outgoing.endpoint, key))
  try {
    return await send()
  } catch (failure) {
    if (!isOver(failure, outgoing.endpoint)) throw failure
    return (await import('../features/session/use-token-renewal.ts')).renewAndResend(failure, send)
  }
}

/** True if a response ends the session. `mfa_required`: a second factor must be set up at the next login (S-24). */
function isOver(failure: unknown, endpoint: Endpoint): failure is CallFailed {
  const isRefused = failure instanceof CallFailed && (failure.status === 401 || failure.code === 'mfa_required')
  return isRefused && identifiesCaller(endpoint) && !endpoint.afterExpiry && isSignedIn()
}

/** The server gives up within seconds. After this time, the response is lost. */
export const ANSWER_WITHIN_MS = 60_000
export const FILE_WITHIN_MS = 10 * 60_000

async function sendAndRead(outgoing: OutgoingCall, headers: Headers): Promise<unknown> {
  const { endpoint } = outgoing
  const limit = new AbortController()
  const timer = setTimeout(
    () => limit.abort(),
    endpoint.reply === 'file' || endpoint.takes ? FILE_WITHIN_MS : ANSWER_WITHIN_MS,
  )
  try {
    return await read(endpoint, await fetchCall(outgoing, headers, limit.signal))
  } catch (failure) {
    throw limit.signal.aborted ? new CallFailed(null, { code: NO_ANSWER }) : failure
  } finally {
    clearTimeout(timer)
  }
}

/** Limit in characters, each up to three bytes. Browsers limit keepalive requests to 64 kB. */
export const KEEPALIVE_LIMIT = 16_000

function fetchCall(
  { endpoint, address, body, signal }: OutgoingCall,
  headers: Headers,
  limit: AbortSignal,
): Promise<Response> {
  const to = hosts[endpoint.base] + address
  const text = body === undefined ? null : JSON.stringify(body)
  const given = {
    method: endpoint.method,
    credentials: 'include' as const,
    headers,
    body: text,
    // Requests made while the page is being left must outlive it.
    keepalive: document.hidden && String(text).length <= KEEPALIVE_LIMIT,
    signal: signal ? AbortSignal.any([signal, limit]) : limit,
  }
  // A body with a file has its own `send` (`sendFile` in the contract), which few pages load.
  return (endpoint.takes ? (body as UploadBody).send(to, given) : fetch(to, given)).catch((failure: unknown) => {
    if (signal?.aborted) throw failure
    return failIfPageStays()
  })
}

let leavingSince = -Infinity
addEventListener('beforeunload', () => (leavingSince = performance.now()))
/** If the page still exists after this time, it was not left: the link was a download or a telephone number. */
const PAGE_LEFT_AFTER_MS = 5000

/** Delays a failed call while the page is being left, because the failure would log the person out on the next page. */
async function failIfPageStays(): Promise<never> {
  const wait = leavingSince + PAGE_LEFT_AFTER_MS - performance.now()
  if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait))
  throw new CallFailed(null)
}

async function read(endpoint: Endpoint, response: Response): Promise<unknown> {
  const isSuccess = [200, 201, 202].includes(response.status) && !response.redirected
  if (isSuccess && endpoint.reply === 'file' && response.headers.has('Content-Disposition'))
    return (await import('./download.ts')).download(response)
  const body = await jsonIn(response)
  if (isSuccess && endpoint.reply !== 'file' && body !== undefined) return withMasquerade(body, response)
  throw failureIn(response.status, body)
}

/** Returns undefined if the body is not JSON, for example that of a gateway. An interrupted response counts as lost. */
function jsonIn(response: Response): Promise<unknown> {
  return response.json().catch((failure: unknown) => (failure instanceof SyntaxError ? undefined : failIfPageStays()))
}

/** Refusals of the portal have a code or a detail (API-12). Other error responses come from a gateway, and count as 502. */
function failureIn(status: number, body: unknown): CallFailed {
  // A parsed JSON object has string keys.
  const refused = Object(body) as Record<string, unknown>
  return (refused['code'] ?? refused['detail'])
    ? new CallFailed(status, refused)
    : new CallFailed(status < 500 ? 502 : status)
}

async function headersFor(endpoint: Endpoint, key?: string): Promise<Headers> {
  const headers = new Headers({
    Accept: 'application/json',
    'Content-Type': 'application/json',
    'X-Requested-With': 'portal',
    ...(key && { 'Idempotency-Key': key }),
  })
  // Public calls need no token, and renewing a token must not wait for one.
  const token = identifiesCaller(endpoint) ? await accessToken({ evenEnded: endpoint.afterExpiry === true }) : null
  if (token) {
    headers.set('Authorization', `Bearer ${token}`)
    headers.set('X-Bearer-Token', `Bearer ${token}`)
    const masquerade = masqueradeNow()
    if (masquerade) {
      headers.set('X-Masquerade', masquerade.userId)
      headers.set('X-Masquerade-Scheme-Year', masquerade.schemeYear)
    }
  }
  return headers
}

/** Public calls and logout are not use of the session, so they must not close the idle warning in other tabs. */
function countsAsActivity(endpoint: Endpoint): boolean {
  return endpoint.access !== 'public' && !endpoint.afterExpiry
}

function hasEffect(endpoint: Endpoint): boolean {
  return endpoint.method !== 'GET' && endpoint.access !== 'public' && endpoint.audit !== undefined
}

/** Adds the masqueraded user's id from the response header to the body (API-10). */
function withMasquerade(body: unknown, response: Response): unknown {
  const masqueradeUserId = response.headers.get('X-Masquerade')
  const isObject = typeof body === 'object' && body !== null && !Array.isArray(body)
  return masqueradeUserId && isObject ? { ...body, masqueradeUserId } : body
}

import { CallFailed, NO_ANSWER } from '../contract/call-failed.ts'
import type { Outgoing, Transport } from '../contract/call.ts'
import type { FileBody } from '../contract/send-file.ts'
import { knowsCaller, type Base, type Endpoint } from '../contract/endpoint.ts'
import { accessToken, detailOf, forceLogout, isSignedIn, masqueradeNow } from '../features/session/use-session.ts'
import { keyFor } from './idempotency.ts'
import { callEnded, callStarted, keepLastCall } from './use-activity.ts'

/** Sends the portal's calls as the specification's section 7 wants them. */
export const transport: Transport = async (outgoing) => {
  const sentAt = Date.now()
  callStarted()
  try {
    const answer = await send(outgoing)
    if (isUse(outgoing.endpoint)) keepLastCall(sentAt)
    return answer
  } finally {
    callEnded()
  }
}

let hosts: Record<Base, string> = { api: '', v1: '' }

/** Where the two bases are, as origins; without a word of the installation at the page's own (API-08). */
export function callAt(named: Partial<Record<Base, string>> = {}): void {
  hosts = { api: '', v1: '', ...named }
}

async function send(outgoing: Outgoing): Promise<unknown> {
  const { endpoint } = outgoing
  const headers = await headersFor(endpoint)
  if (!hasEffect(endpoint)) return exchange(outgoing, headers)

  const { key, answered } = keyFor(outgoing)
  headers.set('Idempotency-Key', key)
  try {
    const answer = await exchange(outgoing, headers)
    answered()
    return answer
  } catch (failure) {
    // Whoever answers that something broke cannot say how far it had come.
    if (failure instanceof CallFailed && failure.status && failure.status < 500) answered()
    throw failure
  }
}

/** The server gives up within seconds; who has heard nothing for so long waits for an answer that was lost on the way. */
export const ANSWER_WITHIN_MS = 60_000
/** A file may be large, and the line slow. */
export const FILE_WITHIN_MS = 10 * 60_000

/** Asks and reads the answer to its end, within the time a call has: a screen never loads for ever. */
async function exchange(outgoing: Outgoing, headers: Headers): Promise<unknown> {
  const { endpoint } = outgoing
  const limit = new AbortController()
  const timer = setTimeout(
    () => limit.abort(),
    endpoint.reply === 'file' || endpoint.takes ? FILE_WITHIN_MS : ANSWER_WITHIN_MS,
  )
  try {
    return await read(endpoint, await ask(outgoing, headers, limit.signal))
  } catch (failure) {
    throw limit.signal.aborted ? new CallFailed(null, { code: NO_ANSWER }) : failure
  } finally {
    clearTimeout(timer)
  }
}

/** Characters, each of up to three bytes: browsers refuse more than 64 kB to all that outlives a page. */
export const OUTLIVES_PAGE_UP_TO = 16_000

function ask({ endpoint, address, body, signal }: Outgoing, headers: Headers, limit: AbortSignal): Promise<Response> {
  const to = hosts[endpoint.base] + address
  const text = body === undefined ? null : JSON.stringify(body)
  const given = {
    method: endpoint.method,
    credentials: 'include' as const,
    headers,
    body: text,
    // What a page sends while it goes outlives it.
    keepalive: document.hidden && String(text).length <= OUTLIVES_PAGE_UP_TO,
    signal: signal ? AbortSignal.any([signal, limit]) : limit,
  }
  // What takes a file is given one that sends itself (`sendFile` of the contract), as hardly any page has any.
  return (endpoint.takes ? (body as FileBody).send(to, given) : fetch(to, given)).catch((failure: unknown) => {
    // The caller took the question back; that is no failure of the network.
    if (signal?.aborted) throw failure
    return lost()
  })
}

let leavingSince = -Infinity
addEventListener('beforeunload', () => (leavingSince = performance.now()))
/** A page that is still there so long after it was told to go stays: the address was a download or a telephone number. */
const GONE_AFTER_MS = 5000

/** A failure while the page is being left is reported to nobody: the next page would be logged out. */
async function lost(): Promise<never> {
  const wait = leavingSince + GONE_AFTER_MS - performance.now()
  if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait))
  throw new CallFailed(null)
}

async function read(endpoint: Endpoint, response: Response): Promise<unknown> {
  if (![200, 201, 202].includes(response.status)) throw await failed(endpoint, response)
  // The login page downloads nothing.
  if (endpoint.reply === 'file') return (await import('./download.ts')).download(response)
  // A success that breaks off in the middle is an answer that was lost.
  const body: unknown = await response.json().catch(lost)
  return withMasquerade(body, response)
}

async function headersFor(endpoint: Endpoint): Promise<Headers> {
  const headers = new Headers({
    Accept: 'application/json',
    'Content-Type': 'application/json',
    'X-Requested-With': 'portal',
  })
  // Public calls work without a token, and the renewal of a token must not wait for one.
  const token = knowsCaller(endpoint) ? await accessToken({ evenEnded: endpoint.afterExpiry === true }) : null
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

/** Public calls and logout are not use of the session: other tabs keep their question whether to stay. */
function isUse(endpoint: Endpoint): boolean {
  return endpoint.access !== 'public' && !endpoint.afterExpiry
}

/** A call that changes something records an audit event; one that only asks (a price, a check) declares none. */
function hasEffect(endpoint: Endpoint): boolean {
  return endpoint.method !== 'GET' && endpoint.access !== 'public' && endpoint.audit !== undefined
}

async function failed(endpoint: Endpoint, response: Response): Promise<CallFailed> {
  const failure = new CallFailed(response.status, await jsonObject(response))
  // A public call needs no session: the 401 of a failed login is read by the login screen itself (API-14).
  // A second factor may have become due, which is set up at the next login (S-24).
  const isOver = response.status === 401 || failure.code === 'mfa_required'
  if (isOver && knowsCaller(endpoint) && isSignedIn()) forceLogout(detailOf(failure))
  return failure
}

/** On success the impersonated id of the answer's header joins the body (API-10). */
function withMasquerade(body: unknown, response: Response): unknown {
  const masqueradeUserId = response.headers.get('X-Masquerade')
  const isObject = typeof body === 'object' && body !== null && !Array.isArray(body)
  return masqueradeUserId && isObject ? { ...body, masqueradeUserId } : body
}

async function jsonObject(response: Response): Promise<Record<string, unknown>> {
  const body: unknown = await response.json().catch(() => null)
  // An object that came from JSON has string keys.
  return typeof body === 'object' && body !== null ? (body as Record<string, unknown>) : {}
}

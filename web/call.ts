import { CallFailed } from '../contract/call-failed.ts'
import type { Outgoing, Transport } from '../contract/call.ts'
import type { Endpoint } from '../contract/endpoint.ts'
import { accessToken, detailOf, forceLogout, isSignedIn } from '../features/session/use-session.ts'
import { callEnded, callStarted } from './use-activity.ts'

/** Sends the portal's calls as the specification's section 7 wants them. */
export const transport: Transport = async (outgoing) => {
  callStarted()
  try {
    return await send(outgoing)
  } finally {
    callEnded()
  }
}

async function send({ endpoint, address, body, signal }: Outgoing): Promise<unknown> {
  const headers = await headersFor(endpoint)
  const response = await fetch(address, {
    method: endpoint.method,
    credentials: 'include',
    headers,
    ...(body !== undefined && { body: JSON.stringify(body) }),
    ...(signal && { signal }),
  }).catch((failure: unknown) => {
    // The caller took the question back; that is no failure of the network.
    if (signal?.aborted) throw failure
    throw new CallFailed(null)
  })

  if (![200, 201, 202].includes(response.status)) throw await failed(endpoint, response)
  if (endpoint.reply === 'file') return download(response)
  return withMasquerade(await response.json(), response)
}

async function headersFor(endpoint: Endpoint): Promise<Headers> {
  const headers = new Headers({
    Accept: 'application/json',
    'Content-Type': 'application/json',
    'X-Requested-With': 'portal',
  })
  // Public calls work without a token, and the renewal of a token must not wait for one.
  const token = endpoint.access === 'public' ? null : await accessToken()
  if (token) {
    headers.set('Authorization', `Bearer ${token}`)
    headers.set('X-Bearer-Token', `Bearer ${token}`)
  }
  if (hasEffect(endpoint)) headers.set('Idempotency-Key', randomKey())
  return headers
}

/** A call that changes something records an audit event; one that only asks (a price, a check) declares none. */
function hasEffect(endpoint: Endpoint): boolean {
  return endpoint.method !== 'GET' && endpoint.access !== 'public' && endpoint.audit !== undefined
}

async function failed(endpoint: Endpoint, response: Response): Promise<CallFailed> {
  const failure = new CallFailed(response.status, await jsonObject(response))
  // A public call needs no session: the 401 of a failed login is read by the login screen itself (API-14).
  if (response.status === 401 && endpoint.access !== 'public' && isSignedIn()) forceLogout(detailOf(failure))
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

async function download(response: Response) {
  const disposition = response.headers.get('Content-Disposition') ?? ''
  const encoded = /filename\*=UTF-8''([^;]+)/i.exec(disposition)?.[1]
  const plain = /filename="([^"]+)"/i.exec(disposition)?.[1]
  return {
    fileName: encoded ? decodeURIComponent(encoded) : (plain ?? 'download'),
    mediaType: response.headers.get('Content-Type') ?? 'application/octet-stream',
    bytes: new Uint8Array(await response.arrayBuffer()),
  }
}

/** A random UUID; `crypto.randomUUID` does not exist on a plain-http address of a local network. */
function randomKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')
  return hex.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12})$/, '$1-$2-4$3-a$4-$5')
}

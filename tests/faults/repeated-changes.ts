import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { sendOverHttp } from '../harness/send-over-http.ts'
import type { Ledger } from './acknowledged-writes.ts'

export type Writer = { email: string; token: string; benefitId: string; selectionId: string }

export type Load = { place: PortalSite; ledger: Ledger; stopped: AbortSignal; pauseMs?: number }

/** `seen` receives each response, including those after which a request is repeated. */
export type PortalSite = { address: string; site?: string; seen?: (answer: ObservedReply) => void }

/** `status` is null after a broken connection. `waitedMs` counts from the first attempt of a repeated request. */
export type ObservedReply = {
  status: number | null
  retryAfter: string | undefined
  ms: number
  waitedMs: number
  text: string
}

const password = 'Quartz&94Wren-Loft'
const gifts = { least: 1, most: 900 }

export type Answer = { status: number; body: Record<string, unknown> }

type Offer = {
  code: string
  benefitId: string
  terms: { id: string; version: number }[]
  selection: { selectionId: string } | null
}

export async function signIn(place: PortalSite, email: string): Promise<Writer> {
  const login = await replyTo(place, { method: 'POST', path: '/api/login', body: { email, password } })
  if (login.status !== 200) throw new Error(`${email} could not sign in: ${JSON.stringify(login)}`)
  const token = String(login.body['access_token'])
  const list = await replyTo(place, { method: 'GET', path: '/api/v1/benefits/user/eligible', token })
  if (list.status !== 200) throw new Error(`${email} got no list: ${JSON.stringify(list)}`)
  const benefits = list.body as unknown as Offer[]
  const giving = benefits.find(({ code }) => code === 'payroll-giving')
  if (!giving) throw new Error(`${email} is offered no payroll giving`)
  const { benefitId } = giving
  for (const { id, version } of giving.terms) {
    const body = { termId: id, version, accepted: true }
    await replyTo(place, { method: 'PATCH', path: `/api/v1/benefit/${benefitId}/terms`, token, body })
  }
  const selection = giving.selection ?? (await begin(place, token, benefitId))
  return { email, token, benefitId, selectionId: selection.selectionId }
}

async function begin(place: PortalSite, token: string, benefitId: string): Promise<{ selectionId: string }> {
  const path = `/api/v1/benefit/${benefitId}/selection`
  const body = { values: { amount: gifts.least } }
  const answer = await replyTo(place, { method: 'POST', path, token, key: randomUUID(), body })
  if (answer.status !== 200 && answer.status !== 201) throw new Error(`No gift could begin: ${JSON.stringify(answer)}`)
  return answer.body as { selectionId: string }
}

/** After a lost response or a 503, repeats the write with the same Idempotency-Key, as the browser does. */
export async function changeRepeatedly(writer: Writer, { place, ledger, stopped, pauseMs = 0 }: Load): Promise<void> {
  let amount = gifts.least
  while (!stopped.aborted) {
    amount = amount === gifts.most ? gifts.least : amount + 1
    const version = await write(writer, { place, amount, key: randomUUID() })
    ledger.acknowledge({ person: writer.email, ...(place.site && { site: place.site }), version, amount })
    if (pauseMs > 0) await pause(pauseMs)
  }
}

async function write(
  writer: Writer,
  { place, amount, key }: { place: PortalSite; amount: number; key: string },
): Promise<number> {
  const path = `/api/v1/benefit/${writer.benefitId}/selection`
  for (;;) {
    const answer = await replyTo(place, {
      method: 'PATCH',
      path,
      token: writer.token,
      key,
      body: { values: { amount } },
    })
    if (answer.status === 200 || answer.status === 201) return Number(answer.body['version'])
    if (answer.status !== 401) throw new Error(`A write was refused: ${JSON.stringify(answer)}`)
    writer.token = (await signIn(place, writer.email)).token
  }
}

/** Returns the gifts in pounds, by version of the selection. */
export async function giftsByVersion(place: PortalSite, { token, selectionId }: Writer): Promise<Map<number, number>> {
  const answer = await replyTo(place, { method: 'GET', path: `/api/v1/selection/${selectionId}/history`, token })
  if (answer.status !== 200) throw new Error(`The history was refused: ${JSON.stringify(answer)}`)
  const versions = answer.body as unknown as { version: number; employeePerMonth: number }[]
  const kept = new Map(versions.map(({ version, employeePerMonth }) => [version, employeePerMonth]))
  if (kept.size !== versions.length) throw new Error('A version is listed twice in the history')
  return kept
}

type Sent = {
  method: string
  path: string
  token?: string
  key?: string
  headers?: Record<string, string>
  body?: unknown
  firstSentAt?: number
}

export async function replyTo(place: PortalSite, sent: Sent): Promise<Answer> {
  const firstSentAt = performance.now()
  for (;;) {
    const answer = await send(place, { ...sent, firstSentAt })
    if (answer && answer.status !== 503) return answer
    // Waits, because an immediate retry would only slow the server's restart.
    await pause(100)
  }
}

export async function send(
  { address, site = 'demo', seen = () => undefined }: PortalSite,
  { method, path, token, key, headers, body, firstSentAt = performance.now() }: Sent,
): Promise<Answer | null> {
  const sentAt = performance.now()
  const tell = (status: number | null, text: string, retryAfter?: string) => {
    const now = performance.now()
    seen({ status, retryAfter, ms: now - sentAt, waitedMs: now - firstSentAt, text })
  }
  try {
    const answer = await sendOverHttp(Number(new URL(address).port), {
      method,
      path,
      headers: {
        host: `${site}.localhost`,
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(token && { authorization: `Bearer ${token}`, 'x-bearer-token': `Bearer ${token}` }),
        ...(key && { 'idempotency-key': key }),
        ...headers,
      },
      ...(body !== undefined && { body: Buffer.isBuffer(body) ? body : JSON.stringify(body) }),
    })
    tell(answer.status, answer.body, answer.headers['retry-after'])
    return { status: answer.status, body: JSON.parse(answer.body) as Record<string, unknown> }
  } catch (error) {
    tell(null, String(error))
    return null
  }
}

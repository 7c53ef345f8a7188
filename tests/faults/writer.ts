import { randomUUID } from 'node:crypto'
import type { Ledger } from './ledger.ts'

/** A signed-in person whose payroll gift is changed repeatedly. */
export type Writer = { email: string; token: string; benefitId: string; selectionId: string }

export type Load = { address: string; ledger: Ledger; stopped: AbortSignal }

const password = 'Quartz&94Wren-Loft'
/** In pounds, within the limits of the example's payroll giving. */
const gifts = { least: 1, most: 900 }

type Answer = { status: number; body: Record<string, unknown> }

type Offer = {
  code: string
  benefitId: string
  terms: { id: string; version: number }[]
  selection: { selectionId: string } | null
}

/** Signs in, accepts the terms and makes sure that there is a gift to change. */
export async function signIn(address: string, email: string): Promise<Writer> {
  const login = await answerTo(address, { method: 'POST', path: '/api/login', body: { email, password } })
  if (login.status !== 200) throw new Error(`${email} could not sign in: ${JSON.stringify(login)}`)
  const token = String(login.body['access_token'])
  const list = await answerTo(address, { method: 'GET', path: '/api/v1/benefits/user/eligible', token })
  if (list.status !== 200) throw new Error(`${email} got no list: ${JSON.stringify(list)}`)
  const benefits = list.body as unknown as Offer[]
  const giving = benefits.find(({ code }) => code === 'payroll-giving')
  if (!giving) throw new Error(`${email} is offered no payroll giving`)
  const { benefitId } = giving
  for (const { id, version } of giving.terms) {
    const body = { termId: id, version, accepted: true }
    await answerTo(address, { method: 'PATCH', path: `/api/v1/benefit/${benefitId}/terms`, token, body })
  }
  const selection = giving.selection ?? (await begin(address, token, benefitId))
  return { email, token, benefitId, selectionId: selection.selectionId }
}

async function begin(address: string, token: string, benefitId: string): Promise<{ selectionId: string }> {
  const path = `/api/v1/benefit/${benefitId}/selection`
  const body = { values: { amount: gifts.least } }
  const answer = await answerTo(address, { method: 'POST', path, token, key: randomUUID(), body })
  if (answer.status !== 200 && answer.status !== 201) throw new Error(`No gift could begin: ${JSON.stringify(answer)}`)
  return answer.body as { selectionId: string }
}

/**
 * Changes the gift by a pound at a time. If the response is lost or the server is busy, the write is sent again with the same
 * Idempotency-Key, as the browser does.
 */
export async function keepWriting(writer: Writer, { address, ledger, stopped }: Load): Promise<void> {
  let amount = gifts.least
  while (!stopped.aborted) {
    amount = amount === gifts.most ? gifts.least : amount + 1
    const version = await write(writer, { address, amount, key: randomUUID() })
    ledger.acknowledge({ person: writer.email, version, amount })
  }
}

async function write(
  writer: Writer,
  { address, amount, key }: { address: string; amount: number; key: string },
): Promise<number> {
  const path = `/api/v1/benefit/${writer.benefitId}/selection`
  for (;;) {
    const answer = await answerTo(address, {
      method: 'PATCH',
      path,
      token: writer.token,
      key,
      body: { values: { amount } },
    })
    if (answer.status === 200 || answer.status === 201) return Number(answer.body['version'])
    if (answer.status !== 401) throw new Error(`A write was refused: ${JSON.stringify(answer)}`)
    writer.token = (await signIn(address, writer.email)).token
  }
}

/** The gift in pounds by version of the person's selection. */
export async function keptVersions(address: string, { token, selectionId }: Writer): Promise<Map<number, number>> {
  const answer = await answerTo(address, { method: 'GET', path: `/api/v1/selection/${selectionId}/history`, token })
  if (answer.status !== 200) throw new Error(`The history was refused: ${JSON.stringify(answer)}`)
  const versions = answer.body as unknown as { version: number; employeePerMonth: number }[]
  const kept = new Map(versions.map(({ version, employeePerMonth }) => [version, employeePerMonth]))
  if (kept.size !== versions.length) throw new Error('A version stands twice in the history')
  return kept
}

type Sent = { method: string; path: string; token?: string; key?: string; body?: unknown }

/** Repeats a request until it gets a response other than 503. */
async function answerTo(address: string, sent: Sent): Promise<Answer> {
  for (;;) {
    const answer = await send(address, sent)
    if (answer && answer.status !== 503) return answer
    // An immediate retry would only slow the server's restart.
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}

/** Returns null if the response was lost: refused, cut off or incomplete. */
async function send(address: string, { method, path, token, key, body }: Sent): Promise<Answer | null> {
  try {
    const answer = await fetch(`${address}${path}`, {
      method,
      headers: {
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(token && { authorization: `Bearer ${token}`, 'x-bearer-token': `Bearer ${token}` }),
        ...(key && { 'idempotency-key': key }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    return { status: answer.status, body: (await answer.json()) as Record<string, unknown> }
  } catch {
    return null
  }
}

import type { IncomingMessage, RequestOptions } from 'node:http'
import type { LookupFunction } from 'node:net'
import { lookup as lookUp } from 'node:dns'

export type OutboundLimits = {
  origins: readonly string[]
  timeoutMs: number
  bytes: number
}

export type OutboundRequest = {
  method?: string | undefined
  headers?: Record<string, string> | undefined
  body?: unknown
  signal?: AbortSignal | undefined
}

class OutboundRefused extends Error {
  constructor(reason: string) {
    super(reason)
    this.name = 'OutboundRefused'
  }
}

/** Like `fetch`, but only for the listed origins, with verified certificates, limits of time and size, and without redirects. */
export function restrictedFetch({ origins, timeoutMs, bytes }: OutboundLimits) {
  return async (address: string, { method = 'GET', headers = {}, body, signal }: OutboundRequest = {}) => {
    const url = new URL(address)
    if (!origins.includes(url.origin)) throw new OutboundRefused(`${url.origin} is not an allowed origin`)
    const timeout = AbortSignal.timeout(timeoutMs)
    const sent = textOf(body)
    const answer = await ask(url, sent, {
      method,
      headers: { ...headers, ...(sent !== undefined && { 'content-length': String(Buffer.byteLength(sent)) }) },
      signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
      agent: false,
      lookup: loopbackAware,
    })
    const read = await readBody(answer, bytes)
    const status = answer.statusCode ?? 0
    if (status < 200) throw new OutboundRefused(`The answer has the status ${status}`)
    const given = Object.entries(answer.headers).flatMap(([name, value]): [string, string][] =>
      value === undefined ? [] : [[name, String(value)]],
    )
    return new Response([204, 205, 304].includes(status) ? null : new Uint8Array(read), { status, headers: given })
  }
}

/** Names under `localhost` mean this machine (RFC 6761), even if the system's resolver does not know them. */
const loopbackAware: LookupFunction = (host, options, found) => {
  if (!/(^|\.)localhost$/.test(host)) return lookUp(host, options, found)
  if (options.all) found(null, [{ address: '127.0.0.1', family: 4 }])
  else found(null, '127.0.0.1', 4)
}

async function ask(url: URL, body: string | undefined, options: RequestOptions): Promise<IncomingMessage> {
  // Loaded with the first request, because `node:http` also loads Node's `fetch`, about 3 % of the server's start.
  const { request } = url.protocol === 'https:' ? await import('node:https') : await import('node:http')
  return new Promise((resolve, reject) => {
    const outgoing = request(url, options, resolve)
    outgoing.on('error', reject)
    outgoing.end(body)
  })
}

async function readBody(answer: IncomingMessage, maxBytes: number): Promise<Buffer> {
  const parts: Buffer[] = []
  let size = 0
  // A stream without an encoding yields buffers.
  for await (const part of answer as AsyncIterable<Buffer>) {
    size += part.length
    if (size > maxBytes) {
      answer.destroy()
      throw new OutboundRefused(`The answer is larger than ${maxBytes} bytes`)
    }
    parts.push(part)
  }
  return Buffer.concat(parts)
}

function textOf(body: unknown): string | undefined {
  if (body === undefined || body === null) return undefined
  if (typeof body === 'string' || body instanceof URLSearchParams) return String(body)
  throw new OutboundRefused('Only texts and forms are sent')
}

import type { DoneFuncWithErrOrRes, FastifyReply, FastifyRequest } from 'fastify'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { z } from 'zod'
import type { Endpoint } from '../contract/endpoint.ts'

/** Compresses a text in a format that the browser accepts. Browsers accept brotli only over https and on localhost. */
export async function compressed(request: FastifyRequest, reply: FastifyReply, text: string): Promise<Buffer | string> {
  const accepted = request.headers['accept-encoding'] ?? ''
  const [, encoding] = /\b(br)\b/.exec(accepted) ?? /\b(gzip)\b/.exec(accepted) ?? []
  if (!encoding) return text
  void reply.header('content-encoding', encoding)
  if (encoding === 'gzip') return zip(text)
  return brotli(text, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } })
}

const brotli = promisify(brotliCompress)
const zip = promisify(gzip)
/** Brotli level 5 takes 1 ms for a page of 18 kB. Higher levels cost more time than they save. */
const quality = 5

/** Bytes. A shorter response fits into one packet anyway. */
const worthIt = 1_000

/** Safe from BREACH: replies with secrets are never compressed, and other sites cannot send bearer headers. */
export function compressGetReplies(endpoint: Endpoint) {
  if (endpoint.method !== 'GET') return []
  // Decided on the first long response, because deciding for all calls would delay the start.
  let may: boolean | undefined
  const asReadable = async (request: FastifyRequest, reply: FastifyReply, body: string): Promise<Buffer | string> => {
    const bytes = await compressed(request, reply, body)
    if (bytes !== body) void reply.header('vary', `${String(reply.getHeader('vary'))}, Accept-Encoding`)
    return bytes
  }
  return (request: FastifyRequest, reply: FastifyReply, body: unknown, done: DoneFuncWithErrOrRes) =>
    typeof body === 'string' && body.length >= worthIt && (may ??= mayCompress(endpoint))
      ? asReadable(request, reply, body)
      : done(null, body)
}

export function mayCompress({ method, byCookie, reply }: Pick<Endpoint, 'method' | 'byCookie' | 'reply'>): boolean {
  return method === 'GET' && !byCookie && reply !== 'file' && !namesSecret(reply)
}

function namesSecret(reply: z.ZodType): boolean {
  const described = z.toJSONSchema(reply, { io: 'output', unrepresentable: 'any' })
  return /"[^"]*(token|secret|otpauth|qr)[^"]*":/i.test(JSON.stringify(described))
}

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { isApiPath } from './request-urls.ts'
import { siteOf } from './client-site.ts'

type CrossOriginOptions = {
  allowedOrigins?: readonly string[]
  findClient: (site: string) => Promise<string | null>
  fixedSite: string
}

/** Allows calls from listed origins of the same client (CORS). Never allows `null` or `*` (S-68, API-01). */
export function allowOrigins(
  app: FastifyInstance,
  { allowedOrigins = [], findClient, fixedSite }: CrossOriginOptions,
): void {
  const isAllowed = async ({ headers }: FastifyRequest): Promise<boolean> => {
    if (headers.origin === undefined || !allowedOrigins.includes(headers.origin)) return false
    const theirs = await findClient(siteOf(new URL(headers.origin).host, fixedSite))
    return theirs !== null && theirs === (await findClient(siteOf(headers.host, fixedSite)))
  }
  const answerOrigin = async (request: FastifyRequest, reply: FastifyReply): Promise<unknown> => {
    if (!isApiPath(request.url)) return
    const allowed = await isAllowed(request)
    if (allowed) allowReading(reply, request.headers.origin ?? '')
    if (request.method !== 'OPTIONS' || request.headers['access-control-request-method'] === undefined) return
    // Without `allowCalls`, the browser does not send the call.
    if (allowed) allowCalls(reply)
    return reply.status(204).send()
  }
  app.addHook('onRequest', (request, reply, done) =>
    request.headers.origin === undefined && request.method !== 'OPTIONS' ? done() : answerOrigin(request, reply),
  )
}

export function isListedOrigin(reply: FastifyReply): boolean {
  return reply.hasHeader('access-control-allow-origin')
}

function allowReading(reply: FastifyReply, origin: string): void {
  void reply
    .header('access-control-allow-origin', origin)
    .header('access-control-allow-credentials', 'true')
    .header('access-control-expose-headers', 'X-Masquerade, X-Request-Id, Retry-After, Content-Disposition')
}

function allowCalls(reply: FastifyReply): void {
  void reply
    .header('access-control-allow-methods', 'GET, POST, PATCH, PUT, DELETE')
    .header(
      'access-control-allow-headers',
      'Authorization, X-Bearer-Token, X-Masquerade, X-Masquerade-Scheme-Year, X-Requested-With, Idempotency-Key, Content-Type',
    )
    .header('access-control-max-age', '600')
}

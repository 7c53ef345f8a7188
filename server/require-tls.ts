import type { FastifyInstance } from 'fastify'
import { refuse } from '../contract/refusals.ts'
import { isApiPath } from './request-urls.ts'
import { plainHttp } from './refusals.ts'

/** Redirects pages and refuses calls that come without TLS (S-67). Health probes are allowed: they bypass the proxy. */
export function requireTls(
  app: FastifyInstance,
  { https, trustedHops }: { https: boolean; trustedHops: number },
): void {
  if (!https || trustedHops === 0) return
  app.addHook('onRequest', async (request, reply) => {
    if (request.headers['x-forwarded-proto'] === undefined || request.protocol === 'https') return
    const isForReading = request.method === 'GET' || request.method === 'HEAD'
    if (isApiPath(request.url) || !isForReading || !isHost(request.headers.host)) throw refuse(plainHttp)
    return reply.redirect(`https://${request.headers.host}${request.url}`, 308)
  })
}

/** Accepts only host names and ports, so that a forged Host header cannot redirect to another site (open redirect). */
function isHost(host: string | undefined): host is string {
  return host !== undefined && /^[a-z0-9.-]+(:\d+)?$/i.test(host)
}

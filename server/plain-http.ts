import type { FastifyInstance } from 'fastify'
import { refuse } from '../contract/refusals.ts'
import { isOfInterface } from './addresses.ts'
import { plainHttp } from './refusals.ts'

/** Pages are redirected and calls refused (S-67). Health probes that bypass the proxy pass. */
export function requireTls(
  app: FastifyInstance,
  { https, trustedHops }: { https: boolean; trustedHops: number },
): void {
  if (!https || trustedHops === 0) return
  app.addHook('onRequest', async (request, reply) => {
    if (request.headers['x-forwarded-proto'] === undefined || request.protocol === 'https') return
    const isForReading = request.method === 'GET' || request.method === 'HEAD'
    if (isOfInterface(request.url) || !isForReading || !isHost(request.headers.host)) throw refuse(plainHttp)
    return reply.redirect(`https://${request.headers.host}${request.url}`, 308)
  })
}

/** Accepts a host name with or without a port, and nothing that could redirect elsewhere. */
function isHost(host: string | undefined): host is string {
  return host !== undefined && /^[a-z0-9.-]+(:\d+)?$/i.test(host)
}

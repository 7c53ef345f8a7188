import type { FastifyInstance } from 'fastify'
import { refuse } from '../contract/refusals.ts'
import { isOfInterface } from './addresses.ts'
import { plainHttp } from './refusals.ts'

/**
 * Where the portal stands behind TLS, whoever came without it is sent to the same page with it; a call is refused,
 * because what it carried has been on the wire (S-67). The proxy in front says how somebody came; who asks the process
 * itself, such as a health probe, comes by no proxy.
 */
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

/** A host name with or without a port, and nothing that could change where an address leads. */
function isHost(host: string | undefined): host is string {
  return host !== undefined && /^[a-z0-9.-]+(:\d+)?$/i.test(host)
}

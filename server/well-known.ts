import type { FastifyInstance } from 'fastify'
import { paths } from '../contract/paths.ts'
import { setHeaders } from './headers.ts'
import { httpLimits } from './limits.ts'
import { requestedOrigin } from './portal-origins.ts'
import { siteOf } from './client-site.ts'
import type { Mode } from '../platform/app-context.ts'

type WellKnownOptions = {
  mode: Mode
  fixedSite: string
  https: boolean
  portalUrl?: string | undefined
  securityContact: string
}

/** Serves the addresses for reports of security holes (RFC 9116, S-89) and for password managers. */
export function serveWellKnown(app: FastifyInstance, options: WellKnownOptions): void {
  const { fixedSite, https, securityContact } = options
  const contact = /^https:\/\//i.test(securityContact) ? securityContact : `mailto:${securityContact}`

  app.get('/.well-known/security.txt', (request, reply) => {
    const { host } = request.headers
    const seen = requestedOrigin(options, { site: siteOf(host, fixedSite), host })
    const lines = [
      `Contact: ${contact}`,
      `Expires: ${new Date(Date.now() + httpLimits.securityContactLifeMs).toISOString()}`,
      'Preferred-Languages: en',
      ...('origin' in seen ? [`Canonical: ${seen.origin}/.well-known/security.txt`] : []),
    ]
    return reply.type('text/plain; charset=utf-8').send(`${lines.join('\n')}\n`)
  })

  app.get('/.well-known/change-password', (_, reply) => {
    setHeaders(reply, 'notice', { https })
    return reply.redirect(`${paths.home()}?panel=change-password`, 302)
  })
}

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Kysely } from 'kysely'
import type { ClientId } from '../contract/ids.ts'
import { notFound } from '../contract/not-found.ts'
import { paths } from '../contract/paths.ts'
import { refuse } from '../contract/refusals.ts'
import { inClient } from '../database/database.ts'
import type { Database } from '../database/tables.ts'
import { entryLimits } from '../services/session/limits.ts'
import { signOnLogout } from '../services/session/logout-destination.rules.ts'
import { signOnPaths } from '../features/session/sign-on-paths.rules.ts'
import { entryCookie } from '../services/session/login-token.server.ts'
import type { SamlLogoutRequest } from '../features/single-sign-on/saml-logout.server.ts'
import { signOnLimits } from '../features/single-sign-on/limits.ts'
import { UnverifiedIdentity } from '../features/single-sign-on/unverified-identity.ts'
import {
  returnPaths,
  signOn,
  type FinishedSignOn,
  type SignOnDependencies,
  type SignOnVisit,
} from '../features/single-sign-on/sign-on.server.ts'
import { LimiterBusy } from '../platform/concurrency-limiter.ts'
import { XmlRefused } from '../platform/xml-refused.ts'
import { setHeaders } from './headers.ts'
import { logFields } from './log.ts'
import { requestedOrigin } from './portal-origins.ts'
import { siteOf } from './client-site.ts'

export type SignOnOptions = Omit<SignOnDependencies, 'begin'> & {
  db: Kysely<Database>
  findClient: (site: string) => Promise<ClientId | null>
  fixedSite: string
  https: boolean
  portalUrl?: string | undefined
}

/** Browsers send `flow` when they return from the provider, and `logout` when they log out there. */
const signOnCookies = { flow: '__Host-sso-flow', logout: '__Secure-sso-out' } as const
const manners = { secure: true, httpOnly: true, path: '/' } as const

const signOnAddresses = {
  start: signOnPaths.start(),
  ...returnPaths,
  backChannelLogout: '/sso/backchannel-logout',
  frontChannelLogout: '/sso/frontchannel-logout',
  metadata: '/sso/metadata',
  logout: signOnLogout,
} as const

/** After any failure the browser gets a page; only the log has the reason. */
export function serveSignOn(app: FastifyInstance, options: SignOnOptions): void {
  const { db, findClient, fixedSite, https, portalUrl, mode } = options
  const ways = signOn({
    ...options,
    begin: (clientId, work) => inClient(db, clientId, (tx, { now, today }) => work(tx, { now: new Date(now), today })),
  })

  app.get(signOnAddresses.start, async (request, reply) =>
    leading(request, reply, async (visit) => {
      const { to, flow, kind } = await ways.start(visit)
      // The provider's page posts the SAML response. Browsers then send only cookies with SameSite=None.
      const sameSite = kind === 'saml' ? 'none' : 'lax'
      void reply.setCookie(signOnCookies.flow, flow, { ...manners, sameSite, maxAge: signOnLimits.flowMs / 1000 })
      return to
    }),
  )

  app.get(signOnAddresses.callback, async (request, reply) =>
    leading(request, reply, async (visit) => {
      const sealed = request.cookies[signOnCookies.flow]
      void reply.clearCookie(signOnCookies.flow, { ...manners, sameSite: 'lax' })
      return enter(reply, await ways.callback(visit, { sealed, search: searchOf(request.url) }))
    }),
  )

  void app.register(async (scope) => {
    readForms(scope)
    // Reached by a bookmark, or from a provider that redirects, which is not allowed for SAML here.
    scope.get(signOnAddresses.acs, async (_, reply) => lead(reply, signOnPaths.error('late')))
    // For providers that post the response (form_post), without cookies. After a redirect, browsers send the cookies.
    scope.post(signOnAddresses.callback, { bodyLimit: signOnLimits.formBytes }, async (request, reply) =>
      lead(
        reply,
        `${signOnAddresses.callback}?${request.body instanceof URLSearchParams ? request.body.toString() : ''}`,
      ),
    )
    scope.post(signOnAddresses.start, { bodyLimit: signOnLimits.formBytes }, async (_, reply) =>
      lead(reply, signOnAddresses.start),
    )
    scope.post(signOnAddresses.acs, { bodyLimit: signOnLimits.formBytes }, async (request, reply) =>
      leading(request, reply, async (visit) => {
        const sealed = request.cookies[signOnCookies.flow]
        void reply.clearCookie(signOnCookies.flow, { ...manners, sameSite: 'none' })
        const [response, relayState] = [single(request.body, 'SAMLResponse'), single(request.body, 'RelayState')]
        return enter(reply, await ways.consume(visit, { sealed, form: { response, relayState } }))
      }),
    )
    // Sent by the provider's server (OpenID Connect Back-Channel Logout 1.0, section 2.8).
    scope.post(signOnAddresses.backChannelLogout, async (request, reply) => {
      const visit = await visitOf(request)
      const token = single(request.body, 'logout_token')
      const isDone = visit
        ? await ways.loggedOutAtProvider(visit, token).then(
            () => true,
            noteRefusal(request, () => false),
          )
        : false
      setHeaders(reply, 'notice', { https })
      return isDone ? reply.send() : reply.code(400).send({ error: 'invalid_request' })
    })
    // The provider sends the browser here to end its session, or after the portal's logout, when it has already ended.
    scope.route({
      method: ['GET', 'POST'],
      url: signOnAddresses.loggedOut,
      bodyLimit: signOnLimits.formBytes,
      handler: async (request, reply) => {
        const asked = samlLogoutIn(request)
        if (!asked) return lead(reply, paths.logoutSuccess())
        return leading(request, reply, (visit) => ways.loggedOutBySaml(visit, asked))
      },
    })
  })

  // Opened by the provider's logout page in a frame. The browser sends no cookies there, so the provider names the session.
  app.get(signOnAddresses.frontChannelLogout, async (request, reply) => {
    const query = new URLSearchParams(searchOf(request.url))
    const visit = await visitOf(request)
    const asked = { iss: single(query, 'iss'), sid: single(query, 'sid') }
    const framedBy = visit && (await ways.loggedOutInFrame(visit, asked).catch(noteRefusal(request, () => null)))
    setHeaders(reply, 'notice', { https, framedBy: framedBy ?? [] })
    return reply
      .code(framedBy ? 200 : 400)
      .type('text/plain; charset=utf-8')
      .send('')
  })

  app.get(signOnAddresses.logout, async (request, reply) =>
    leading(
      request,
      reply,
      async (visit) => {
        const hint = request.cookies[signOnCookies.logout]
        void reply.clearCookie(signOnCookies.logout, { ...manners, path: signOnAddresses.logout, sameSite: 'strict' })
        return ways.logout(visit, hint)
      },
      () => paths.logoutSuccess(),
    ),
  )

  app.get(signOnAddresses.metadata, async (request, reply) => {
    const visit = await visitOf(request)
    const metadata = visit && (await ways.metadata(visit).catch(noteRefusal(request, () => null)))
    if (!metadata) throw refuse(notFound)
    return reply.type('application/samlmetadata+xml; charset=utf-8').send(metadata)
  })

  async function leading(
    request: FastifyRequest,
    reply: FastifyReply,
    way: (visit: SignOnVisit) => Promise<string>,
    otherwise: (failure: unknown) => string = failurePage,
  ): Promise<FastifyReply> {
    const to = visitOf(request).then((visit) => (visit ? way(visit) : otherwise(null)))
    return lead(reply, await to.catch(noteRefusal(request, otherwise)))
  }

  async function visitOf(request: FastifyRequest): Promise<SignOnVisit | null> {
    const site = siteOf(request.headers.host, fixedSite)
    const clientId = await findClient(site)
    logFields(request, { clientId })
    if (!clientId) return null
    const seen = requestedOrigin({ portalUrl, mode, https }, { site, host: request.headers.host })
    if ('refused' in seen) request.log.warn({ reason: seen.refused }, 'single sign-on refused')
    return 'refused' in seen ? null : { clientId, origin: seen.origin, requestId: request.id, ip: request.ip }
  }

  function enter(reply: FastifyReply, { to, entryCookie: cookie, logoutHint }: FinishedSignOn): string {
    void reply.setCookie(entryCookie, cookie, { ...manners, sameSite: 'strict', maxAge: entryLimits.lifeMs / 1000 })
    if (logoutHint !== null)
      void reply.setCookie(signOnCookies.logout, logoutHint, {
        ...manners,
        path: signOnAddresses.logout,
        sameSite: 'strict',
        maxAge: signOnLimits.logoutHintMs / 1000,
      })
    return to
  }

  function noteRefusal<T>(request: FastifyRequest, otherwise: (failure: unknown) => T) {
    return (failure: unknown): T => {
      if (failure instanceof UnverifiedIdentity || failure instanceof XmlRefused)
        request.log.warn({ reason: failure.message }, 'single sign-on refused')
      else if (failure instanceof LimiterBusy)
        request.log.warn({ reason: 'too many at once' }, 'single sign-on refused')
      else request.log.error({ err: failure }, 'single sign-on failed')
      return otherwise(failure)
    }
  }

  function lead(reply: FastifyReply, to: string): FastifyReply {
    setHeaders(reply, 'notice', { https })
    return reply.redirect(to, 303)
  }
}

function failurePage(failure: unknown): string {
  if (failure instanceof LimiterBusy) return signOnPaths.error('unavailable')
  return signOnPaths.error(failure instanceof UnverifiedIdentity ? failure.kind : '')
}

function searchOf(url: string): string {
  const from = url.indexOf('?')
  return from === -1 ? '' : url.slice(from)
}

function samlLogoutIn({ body, url }: FastifyRequest): SamlLogoutRequest | null {
  const field = single(body, 'SAMLRequest')
  if (field !== '') return { form: { request: field, relayState: single(body, 'RelayState') } }
  const query = searchOf(url).slice(1)
  return new URLSearchParams(query).has('SAMLRequest') ? { query } : null
}

function readForms(scope: FastifyInstance): void {
  scope.removeAllContentTypeParsers()
  scope.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_, text, done) =>
    done(null, new URLSearchParams(text.toString())),
  )
}

function single(form: unknown, name: string): string {
  const values = form instanceof URLSearchParams ? form.getAll(name) : []
  return values.length === 1 ? (values[0] ?? '') : ''
}

import cookie from '@fastify/cookie'
import Fastify, {
  LogController,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  type RouteOptions,
} from 'fastify'
import { randomUUID } from 'node:crypto'
import type { Handler } from '../platform/handle.ts'
import { addressOf, type Access } from '../contract/endpoint.ts'
import { notFound } from '../contract/not-found.ts'
import { refuse } from '../contract/refusals.ts'
import { hasOneHost, isApiPath, withoutLeadingSlash, withoutOrigin } from './request-urls.ts'
import { refuseForeignPage, requirePortalCall } from '../features/session/request-checks.server.ts'
import { allowOrigins, isListedOrigin } from './cross-origin.ts'
import { setHeaders } from './headers.ts'
import { httpLimits } from './limits.ts'
import { loggerOptions, requestLine, type LogTarget } from './log.ts'
import { requireTls } from './require-tls.ts'
import { servePolicyReports } from './policy-reports.ts'
import { sendError, isNotFound, unreadableBody, wrongMethod } from './refusals.ts'
import { refuseUnreadable } from './unreadable-requests.ts'
import { compressGetReplies } from './compress.ts'
import { serve, type RequestDependencies } from './serve.ts'

export type AppOptions = RequestDependencies & {
  handlers: readonly Handler[]
  logger: false | LogTarget
  /** Number of trusted proxies in front of the portal, whose X-Forwarded-For is used (S-08). */
  trustedHops: number
  https: boolean
  allowedOrigins?: readonly string[]
  isReady: () => Promise<boolean>
  /** Sends the not-found page to browsers. Other callers get JSON. */
  notFoundPage?: ((request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>) | undefined
}

const methods = ['GET', 'POST', 'PATCH', 'PUT', 'DELETE'] as const

export async function buildApp(options: AppOptions): Promise<FastifyInstance> {
  const app = Fastify({
    logger: loggerOptions(options.logger),
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: httpLimits.jsonBodyBytes,
    requestTimeout: httpLimits.requestTimeoutMs,
    keepAliveTimeout: httpLimits.keepAliveTimeoutMs,
    http: {
      maxHeaderSize: httpLimits.headerBytes,
      headersTimeout: httpLimits.headersTimeoutMs,
      connectionsCheckingInterval: httpLimits.slowCheckEveryMs,
    },
    trustProxy: (_, hop) => hop < options.trustedHops,
    genReqId: () => randomUUID(),
    rewriteUrl: ({ url = '/' }) => withoutLeadingSlash(withoutOrigin(url)),
    clientErrorHandler: (error, socket) => refuseUnreadable(error, socket, options),
    // No limit for ids in paths: a long id is refused like other malformed ids, once the caller is known.
    routerOptions: { ignoreTrailingSlash: true, caseSensitive: true, maxParamLength: httpLimits.headerBytes },
    return503OnClosing: true,
    // `serve` validates with the contract. Without this, Fastify would load two schema compilers.
    schemaController: { compilersFactory: { buildValidator: noSchemas, buildSerializer: noSchemas } },
    // The hooks below do not run for requests that are refused before routing.
    frameworkErrors: (error, request, reply) => {
      setHeaders(reply, 'notice', options)
      void reply.header('x-request-id', request.id)
      if (hasOneHost(request.raw)) return void answer(error, request, reply)
      void sendError(refuse(unreadableBody), request, reply.header('connection', 'close'))
    },
  })
  const answer = (error: unknown, request: FastifyRequest, reply: FastifyReply) =>
    options.notFoundPage && isNotFound(error) && asksForPage(request)
      ? options.notFoundPage(request, reply)
      : sendError(error, request, reply)
  await app.register(cookie)
  readJsonBodies(app)

  // These hooks use callbacks, because a promise would delay every call.
  app.addHook('onRequest', (request, reply, done) => {
    setHeaders(reply, isApiPath(request.url) ? 'interface' : 'notice', options)
    void reply.header('x-request-id', request.id)
    if (hasOneHost(request.raw)) return done()
    // Further requests on this connection may be for another host.
    void reply.header('connection', 'close')
    done(refuse(unreadableBody))
  })
  requireTls(app, options)
  allowOrigins(app, options)
  let leaving = false
  app.addHook('preClose', async () => {
    leaving = true
  })
  app.addHook('onSend', (_, reply, body, done) => {
    if (leaving) void reply.header('connection', 'close')
    done(null, body)
  })
  app.addHook('onResponse', (request, reply, done) => {
    request.log.info(requestLine(request, reply.statusCode, reply.elapsedTime), 'answered')
    done()
  })
  app.setErrorHandler((error, request, reply) => answer(error, request, reply))
  app.setNotFoundHandler((request, reply) => {
    const isKnown = ['HEAD', ...methods].some((method) => method === request.method)
    return answer(refuse(isKnown ? notFound : wrongMethod), request, reply)
  })

  app.get('/health/live', () => ({ status: 'ok' }))
  app.get('/health/ready', async (_, reply) => {
    const ready = await options.isReady()
    return reply.status(ready ? 200 : 503).send({ status: ready ? 'ok' : 'not ready' })
  })

  servePolicyReports(app)
  serveEndpoints(app, options)
  return app
}

function asksForPage({ method, headers }: FastifyRequest): boolean {
  return (method === 'GET' || method === 'HEAD') && /\btext\/html\b/i.test(headers.accept ?? '')
}

function noSchemas(): never {
  throw new Error('A route has its own schema: declare input and reply in the contract')
}

/** Accepts the JSON header on calls without a body (API-02). */
function readJsonBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  const parse = app.getDefaultJsonParser('error', 'error')
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, text, done) => {
    if (text === '') done(null, undefined)
    else void parse(request, text.toString(), done)
  })
}

function serveEndpoints(app: FastifyInstance, options: AppOptions): void {
  const served = new Map<string, Set<string>>()
  for (const handler of options.handlers) {
    const { method } = handler.endpoint
    const url = routeOf(handler)
    requireAccess(handler)
    const route: RouteOptions = {
      method,
      url,
      ...(handler.endpoint.bodyBytes !== undefined && { bodyLimit: handler.endpoint.bodyBytes }),
      onRequest: fromOurPages(handler),
      onSend: compressGetReplies(handler.endpoint),
      handler: serve(options, handler),
    }
    if (handler.endpoint.takes === 'file') takeForms(app, route)
    else app.route(route)
    served.set(url, (served.get(url) ?? new Set()).add(method))
  }
  for (const [url, known] of served) {
    const others = methods.filter((method) => !known.has(method))
    app.route({
      method: others,
      url,
      handler: (request, reply) => {
        void reply.header('allow', [...known].join(', '))
        return sendError(refuse(wrongMethod), request, reply)
      },
    })
  }
}

function takeForms(app: FastifyInstance, route: RouteOptions): void {
  void app.register((inner, _, done) => {
    inner.removeAllContentTypeParsers()
    inner.addContentTypeParser('*', (_request, _form, taken) => taken(null, undefined))
    inner.route(route)
    done()
  })
}

/** Stops the start if an endpoint declares no access, so that none is public by mistake (S-47). */
function requireAccess({ endpoint: { access, method, path } }: Handler): void {
  const known: readonly unknown[] = ['public', 'user', 'employer'] satisfies Access[]
  if (!known.includes(access)) throw new Error(`${method} ${path} declares no access`)
}

/** Refuses changes by pages of other sites, except origins that the operator lists (S-40). */
function fromOurPages({ endpoint }: Handler) {
  if (endpoint.method === 'GET' && !endpoint.byCookie) return []
  return async ({ headers }: FastifyRequest, reply: FastifyReply): Promise<void> => {
    // None of the headers used here is a list in Node.
    const single = headers as Record<string, string | undefined>
    if (endpoint.method !== 'GET' && !isListedOrigin(reply)) refuseForeignPage(single)
    if (endpoint.byCookie) requirePortalCall(single)
  }
}

/** Returns a route such as '/api/v1/benefit/:id'. Fixed segments have priority over parameters (API-22). */
function routeOf({ endpoint }: Handler): string {
  const names = Object.fromEntries([...endpoint.path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => [name, `:${name}`]))
  return decodeURIComponent(addressOf(endpoint, names))
}

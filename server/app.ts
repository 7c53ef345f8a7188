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
import { hasOneHost, isOfInterface, withoutLeadingSlash, withoutOrigin } from './addresses.ts'
import { refuseForeignPage, requirePortalCall } from '../features/session/request-checks.server.ts'
import { allowOrigins, isListedOrigin } from './cross-origin.ts'
import { setHeaders } from './headers.ts'
import { httpLimits } from './limits.ts'
import { logging, requestLine, type LogTarget } from './log.ts'
import { requireTls } from './plain-http.ts'
import { servePolicyReports } from './policy-reports.ts'
import { answerError, isNotFound, unreadableBody, wrongMethod } from './refusals.ts'
import { answerUnreadable } from './unreadable-requests.ts'
import { compressReads } from './compress.ts'
import { serve, type RequestDependencies } from './serve.ts'

export type AppOptions = RequestDependencies & {
  handlers: readonly Handler[]
  logger: false | LogTarget
  /** Number of proxies in front of the portal whose X-Forwarded-For is trusted; 0 trusts none (S-08). */
  trustedHops: number
  https: boolean
  allowedOrigins?: readonly string[]
  isReady: () => Promise<boolean>
  /** Sends the not-found page. Callers that don't ask for HTML get JSON. */
  notFoundPage?: ((request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>) | undefined
}

const methods = ['GET', 'POST', 'PATCH', 'PUT', 'DELETE'] as const

/** Builds the portal without opening a port, so that tests and the process build the same one. */
export async function buildApp(options: AppOptions): Promise<FastifyInstance> {
  const app = Fastify({
    logger: logging(options.logger),
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
    clientErrorHandler: (error, socket) => answerUnreadable(error, socket, options),
    // Do not limit the length of ids here: a long id is refused like any malformed one, after the caller is checked.
    routerOptions: { ignoreTrailingSlash: true, caseSensitive: true, maxParamLength: httpLimits.headerBytes },
    return503OnClosing: true,
    // `serve` checks every call against its contract. Fastify would load two schema compilers of its own.
    schemaController: { compilersFactory: { buildValidator: noSchemas, buildSerializer: noSchemas } },
    // Requests refused before routing never reach the hooks below.
    frameworkErrors: (error, request, reply) => {
      setHeaders(reply, 'notice', options)
      void reply.header('x-request-id', request.id)
      if (hasOneHost(request.raw)) return void answer(error, request, reply)
      void answerError(refuse(unreadableBody), request, reply.header('connection', 'close'))
    },
  })
  const answer = (error: unknown, request: FastifyRequest, reply: FastifyReply) =>
    options.notFoundPage && isNotFound(error) && asksForPage(request)
      ? options.notFoundPage(request, reply)
      : answerError(error, request, reply)
  await app.register(cookie)
  readJsonBodies(app)

  // Synchronous hooks use callbacks, because every call would wait for a promise.
  app.addHook('onRequest', (request, reply, done) => {
    // The strictest headers first: a response that sets no others is a notice.
    setHeaders(reply, isOfInterface(request.url) ? 'interface' : 'notice', options)
    void reply.header('x-request-id', request.id)
    if (hasOneHost(request.raw)) return done()
    // What follows on this connection may be meant for another host.
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
    // A keep-alive connection of a current request would delay the stop.
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

/** A browser that opens an address. Calls and other programs get JSON. */
function asksForPage({ method, headers }: FastifyRequest): boolean {
  return (method === 'GET' || method === 'HEAD') && /\btext\/html\b/i.test(headers.accept ?? '')
}

function noSchemas(): never {
  throw new Error('A route has a schema of its own: what a call takes and answers stands in its contract')
}

/** A call without a body may still send the JSON header (API-02). */
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
      onSend: compressReads(handler.endpoint),
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
        return answerError(refuse(wrongMethod), request, reply)
      },
    })
  }
}

/** The handler reads the form once the caller is known. */
function takeForms(app: FastifyInstance, route: RouteOptions): void {
  void app.register((inner, _, done) => {
    inner.removeAllContentTypeParsers()
    inner.addContentTypeParser('*', (_request, _form, taken) => taken(null, undefined))
    inner.route(route)
    done()
  })
}

/** Refuses to start if an endpoint declares no access, so that none is open by mistake (S-47). */
function requireAccess({ endpoint: { access, method, path } }: Handler): void {
  const known: readonly unknown[] = ['public', 'user', 'employer'] satisfies Access[]
  if (!known.includes(access)) throw new Error(`${method} ${path} declares no access`)
}

/** Refuses changes from pages of other sites, unless the operator lists their origin (S-40). */
function fromOurPages({ endpoint }: Handler) {
  // Reads with bearer headers, which are nearly all calls, need no hook.
  if (endpoint.method === 'GET' && !endpoint.byCookie) return []
  return async ({ headers }: FastifyRequest, reply: FastifyReply): Promise<void> => {
    // Node joins repeated headers into one string; of the headers read here none is ever a list.
    const single = headers as Record<string, string | undefined>
    if (endpoint.method !== 'GET' && !isListedOrigin(reply)) refuseForeignPage(single)
    if (endpoint.byCookie) requirePortalCall(single)
  }
}

/** Returns the route, such as '/api/v1/benefit/:id'. Fixed segments take precedence over parameters (API-22). */
function routeOf({ endpoint }: Handler): string {
  const names = Object.fromEntries([...endpoint.path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => [name, `:${name}`]))
  return decodeURIComponent(addressOf(endpoint, names))
}

import type { FastifyInstance, LightMyRequestResponse } from 'fastify'
import { randomBytes } from 'node:crypto'
import { afterAll, onTestFinished, TestRunner } from 'vitest'
import { buildPortal, type PortalOptions } from '../../server/portal.ts'
import { createTestDatabase, type TemplateRows, type TestDatabase } from './databases.ts'
import { easyPuzzles } from './easy-captcha.ts'

export type Portal = {
  app: FastifyInstance
  database: TestDatabase
  serverSecret: Buffer
  /** Sends one request without a socket, by default to the site 'demo'. */
  request: (request: PortalRequest) => Promise<LightMyRequestResponse>
  close: () => Promise<void>
}

export type PortalRequest = {
  method?: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE'
  /** Path including the base: '/api/v1/ping'. */
  url: string
  site?: string
  /** Access token, sent in both bearer headers. */
  token?: string
  headers?: Record<string, string>
  cookies?: Record<string, string>
  body?: unknown
}

export type PortalSettings = { keep?: boolean; poolSize?: number } & Partial<
  Pick<
    PortalOptions,
    | 'allowedOrigins'
    | 'captcha'
    | 'costEngine'
    | 'galleryDir'
    | 'https'
    | 'logger'
    | 'mode'
    | 'outboxDir'
    | 'portalUrl'
    | 'securityContact'
    | 'showsManual'
    | 'trustedHops'
    | 'voucherApplications'
    | 'webDir'
  >
>

/** With `beside`, uses another portal's database, like a second process. With `keep`, the caller closes the portal. */
export async function startPortal({
  keep = false,
  filledBy,
  serverSecret = randomBytes(32),
  olderSecrets = [],
  beside,
  database: given,
  poolSize,
  ...options
}: PortalSettings & {
  filledBy?: TemplateRows
  serverSecret?: Buffer
  olderSecrets?: Buffer[]
  beside?: Portal
  /** A database that the caller closes. */
  database?: TestDatabase
} = {}): Promise<Portal> {
  const database =
    given ??
    beside?.database ??
    (await createTestDatabase({ ...(filledBy && { filledBy }), ...(poolSize && { poolSize }) }))
  const app = await buildPortal({
    db: database.db,
    mode: 'test',
    serverSecret: [serverSecret, ...olderSecrets],
    fixedSite: 'demo',
    trustedHops: 0,
    https: false,
    showsManual: true,
    captcha: { provider: 'proof-of-work', effort: easyPuzzles },
    logger: process.env['LOG_LEVEL'] ? { level: process.env['LOG_LEVEL'] } : false,
    ...options,
  })
  const portal: Portal = {
    app,
    database,
    serverSecret,
    request: ({ method = 'GET', url, site = 'demo', token, headers, cookies, body }) =>
      app.inject({
        method,
        url,
        ...(cookies && { cookies }),
        headers: {
          host: `${site}.localhost`,
          ...(token && { authorization: `Bearer ${token}`, 'x-bearer-token': `Bearer ${token}` }),
          ...headers,
        },
        ...(body !== undefined && { payload: body as object }),
      }),
    close: async () => {
      await app.close()
      if (!given && !beside) await database.close()
    },
  }
  if (!keep) closeAtTheEnd(portal.close)
  return portal
}

/** Runs `work` after the test that is running. If none is running, after the file or `describe`. */
export function closeAtTheEnd(work: () => Promise<void>): void {
  if (TestRunner.getCurrentTest()) onTestFinished(work)
  else afterAll(work)
}

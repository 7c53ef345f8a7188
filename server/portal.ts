import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { setTimeout as wait } from 'node:timers/promises'
import { inClient, type PortalDatabase } from '../database/database.ts'
import { authenticator, bearerHeaders } from '../features/session/authenticate.server.ts'
import { mismatchRecorder } from '../features/session/request-checks.server.ts'
import type { VoucherApplications } from '../features/vouchers/open-voucher-application.server.ts'
import { themeDefaults, type ThemeDefaults } from '../services/theme/theme.rules.ts'
import { captchaOf, type CaptchaSettings } from '../platform/captcha/captcha.ts'
import type { AppContext } from '../platform/app-context.ts'
import { buildApp } from './app.ts'
import type { CostEngineSettings } from './cost-engine-settings.ts'
import { handlersOf } from './endpoints.ts'
import { httpLimits } from './limits.ts'
import type { LogTarget } from './log.ts'
import { requestedOrigin } from './portal-origins.ts'
import { portalPages, type ApiHosts } from './pages.ts'
import { servePictures } from './pictures.ts'
import { serveSignOn, type SignOnOptions } from './sign-on.ts'
import { captchaCheck } from './captcha-check.ts'
import { clientDirectory } from './client-directory.ts'
import { serveWellKnown } from './well-known.ts'

export type PortalOptions = Pick<AppContext, 'mode' | 'serverSecret'> & {
  db: PortalDatabase
  fixedSite: string
  trustedHops: number
  https: boolean
  themeDefaults?: ThemeDefaults
  iconsUrl?: string | undefined
  apiHosts?: ApiHosts
  allowedOrigins?: readonly string[]
  showsManual?: boolean
  identityProviders?: Pick<SignOnOptions, 'secretOf' | 'standIn'>
  voucherApplications?: Pick<VoucherApplications, 'secretOf' | 'standIn'>
  securityContact?: string | undefined
  logger: false | LogTarget
  webDir?: string
  galleryDir?: string
  providerName?: string
  captcha?: CaptchaSettings
  /** The business partners' cost engine. Without one, prices come from the scheme's tariffs. */
  costEngine?: CostEngineSettings | undefined
  portalUrl?: string | undefined
  port?: number
  outboxDir?: string
}

export async function buildPortal(options: PortalOptions): Promise<FastifyInstance> {
  const authenticate = authenticator(options.serverSecret)
  const recordMismatch = mismatchRecorder(options.serverSecret)
  const findClient = clientDirectory(options.db)
  const captcha = captchaOf(options.captcha ?? { provider: 'proof-of-work' }, options.serverSecret)
  const context: AppContext = {
    ...options,
    findClient,
    captcha: captchaCheck(captcha, {
      ...options,
      note: (why) => app.log.warn({ why }, 'captcha provider is unavailable'),
    }),
    supportEmail: (options.themeDefaults ?? themeDefaults).supportEmail,
    defaultBrand: (options.themeDefaults ?? themeDefaults).brand,
    inClient: (clientId, work) => inClient(options.db, clientId, (tx) => work(tx)),
  }
  const partners =
    options.costEngine &&
    (await import('../features/benefit-setup/http-cost-engine.server.ts')).httpCostEngine({
      ...options.costEngine,
      note: (why) => app.log.warn({ why }, 'the cost engine is unavailable'),
    })
  const voucherApplications: VoucherApplications = {
    secretOf: () => undefined,
    ...options.voucherApplications,
    portalOf: (asked) => {
      const seen = requestedOrigin(options, asked)
      return 'refused' in seen ? null : seen.origin
    },
    note: (why) => app.log.warn({ why }, 'the voucher application cannot be opened'),
  }
  const handlers = handlersOf(context, { partners, voucherApplications })
  const pages =
    options.webDir === undefined
      ? undefined
      : await portalPages({
          ...options,
          findClient,
          webDir: options.webDir,
          captchaOrigins: captcha.origins,
          voucherApplications,
        })
  const app: FastifyInstance = await buildApp({
    ...options,
    notFoundPage: pages?.notFound,
    handlers,
    findClient,
    authenticate: (clientId, { request, afterExpiry }) =>
      authenticate(clientId, { headers: bearerHeaders(request.raw.rawHeaders), afterExpiry }),
    recordMismatch: (tx, clientId, { request, at }) =>
      recordMismatch(tx, clientId, {
        headers: bearerHeaders(request.raw.rawHeaders),
        at,
        ip: request.ip,
        requestId: request.id,
      }),
    isReady: () => answersWithin(options.db),
  })
  if (options.showsManual) (await import('./api-description.ts')).serveApiDescription(app, { ...options, handlers })
  serveSignOn(app, { secretOf: () => undefined, ...options.identityProviders, ...options, findClient })
  servePictures(app, { ...options, findClient })
  serveWellKnown(app, { ...options, securityContact: options.securityContact ?? context.supportEmail })
  if (options.galleryDir && options.mode === 'demo')
    await (await import('./gallery.ts')).serveGallery(app, { ...options, galleryDir: options.galleryDir })
  if (options.outboxDir && options.mode === 'demo')
    (await import('./outbox.ts')).serveOutbox(app, { ...options, outboxDir: options.outboxDir })
  await pages?.serve(app)
  return app
}

function answersWithin(db: PortalDatabase): Promise<boolean> {
  const asked = sql`select 1`.execute(db).then(
    () => true,
    () => false,
  )
  return Promise.race([asked, wait(httpLimits.readyWithinMs, false, { ref: false })])
}

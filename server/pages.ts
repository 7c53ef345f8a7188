import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Kysely } from 'kysely'
import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import type { ClientId } from '../contract/ids.ts'
import type { ApiBase } from '../contract/endpoint.ts'
import { notFound } from '../contract/not-found.ts'
import { refuse } from '../contract/refusals.ts'
import { inClient } from '../database/database.ts'
import type { Database } from '../database/tables.ts'
import { refreshCookie } from '../services/session/issue-session.server.ts'
import { readableHalfCookie } from '../services/session/session.contract.ts'
import { fillPage, isScreen, readBuiltPage } from '../features/theme/themed-page.server.ts'
import { readSmallPictures } from '../services/theme/pictures.queries.ts'
import type { ThemeReply } from '../services/theme/theme.contract.ts'
import { readThemeReply } from '../services/theme/theme.queries.ts'
import { themeFrom, type ThemeDefaults } from '../services/theme/theme.rules.ts'
import { voucherFrameOrigin, type VoucherApplications } from '../features/vouchers/open-voucher-application.server.ts'
import { readVoucherApplication } from '../features/vouchers/voucher-application.queries.ts'
import { compressed } from './compress.ts'
import { headersOf, setHeaders } from './headers.ts'
import { httpLimits } from './limits.ts'
import { siteOf } from './client-site.ts'
import type { PageOrigins } from '../platform/captcha-provider.ts'

/** Origins of the two API bases, with `{site}` for the client's name. Default: the page's own origin (API-08). */
export type ApiHosts = Partial<Record<ApiBase, string>>

export type PagesOptions = {
  db: Kysely<Database>
  findClient: (site: string) => Promise<ClientId | null>
  fixedSite: string
  https: boolean
  themeDefaults?: ThemeDefaults
  iconsUrl?: string | undefined
  apiHosts?: ApiHosts
  providerName?: string
  captchaOrigins?: PageOrigins | null
  voucherApplications?: Pick<VoucherApplications, 'standIn'>
  webDir: string
}

export type Pages = {
  serve: (app: FastifyInstance) => Promise<void>
  notFound: (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>
}

/** Serves the built files, and one page for all screens, filled in with the theme of the host's client. */
export async function portalPages(options: PagesOptions): Promise<Pages> {
  const { db, findClient, fixedSite, https, webDir, themeDefaults, iconsUrl, apiHosts } = options
  const providerName = options.providerName ?? 'hub'
  const voucherApplications = options.voucherApplications ?? {}
  const captchaOn = (path: string) => (hasRobotCheck(path) ? (options.captchaOrigins ?? undefined) : undefined)
  const built = await readBuiltPage(webDir)
  const iconsOrigin = iconsUrl && URL.canParse(iconsUrl) ? new URL(iconsUrl).origin : undefined

  return {
    serve: async (app) => {
      await app.register(async (files) => {
        files.addHook('onRequest', (request, _, done) => done(isFile(pathOf(request)) ? undefined : refuse(notFound)))
        await files.register(fastifyStatic, {
          root: join(webDir, 'assets'),
          prefix: '/assets/',
          preCompressed: true,
          immutable: true,
          maxAge: httpLimits.assetLifeMs,
          index: false,
          decorateReply: false,
          setHeaders: (reply, file) => void reply.headers(headersOf(isWorker(file) ? 'worker' : 'asset', { https })),
        })
      })
      app.get('/*', async (request, reply) => {
        if (!isScreen(built, screenOf(request))) throw refuse(notFound)
        return send(request, reply)
      })
    },
    notFound: (request, reply) => send(request, reply.status(404)),
  }

  function screenOf(request: FastifyRequest): string {
    return pathOf(request).replace(new RegExp(`^/${providerName}-sso(?=/|$)`), '/hub-sso')
  }

  async function send(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const path = screenOf(request)
    const site = siteOf(request.headers.host, fixedSite)
    const found = await readTheme(site).catch((failure: unknown) => {
      // Sends the page with the default theme (THEME-25). The browser may still have the client's theme in its cache.
      request.log.error({ err: failure }, 'a page has no theme')
      return { given: null, framed: null, themeFailed: true, pictures: noPictures }
    })
    const theme = themeFrom(found.given, themeDefaults)
    const nonce = randomBytes(18).toString('base64')
    const cookies: Partial<typeof request.cookies> | null = request.cookies
    const remembered = [refreshCookie, readableHalfCookie].every((half) => cookies?.[half])
    const { themeFailed, framed, pictures } = found
    const hosts = apiHosts && hostsOf(apiHosts, site)
    const connectTo = [...new Set([iconsOrigin, hosts?.api, hosts?.v1])].filter((origin) => origin).join(' ')
    const captcha = captchaOn(path)
    const captchaOrigins = captcha?.scripts
    const about = {
      site,
      providerName,
      theme,
      pictures,
      themeFailed,
      icons: iconsUrl,
      hosts,
      captchaOrigins,
      nonce,
      path,
      remembered,
    }
    const page = fillPage({ ...built, ...about })
    setHeaders(reply, 'page', { https, nonce, connectTo, captcha, framed })
    // Compressed here, because each page is filled in for its response. Safe from BREACH, because the page repeats no input.
    return reply.type('text/html; charset=utf-8').send(await compressed(request, reply, page))
  }

  async function readTheme(site: string) {
    const clientId = await findClient(site)
    if (!clientId) return { given: null, framed: null, themeFailed: false, pictures: noPictures }
    const { given, client, pictures } = await inClient(db, clientId, async (tx) => {
      const theme = await readThemeReply(tx, clientId)
      return {
        given: theme,
        client: await readVoucherApplication(tx, clientId),
        pictures: await readSmallPictures(tx, clientId, picturesOf(theme)),
      }
    })
    // All screens run in the first loaded page, so each page may frame the application.
    return { given, framed: await voucherFrameOrigin(voucherApplications, client), themeFailed: false, pictures }
  }
}

const noPictures: ReadonlyMap<string, string> = new Map()

function picturesOf({ logoFileUrl, brandHeaderLogo, mobileLogo, avatarSet }: ThemeReply): (string | null)[] {
  return [logoFileUrl, brandHeaderLogo, mobileLogo, avatarSet.avatarsetPlainFileURL]
}

function hostsOf(named: ApiHosts, site: string): ApiHosts {
  return Object.fromEntries(Object.entries(named).map(([base, host]) => [base, host.replace('{site}', site)]))
}

function isFile(path: string): boolean {
  return /^\/assets\/\w[\w.-]{0,200}$/.test(path)
}

function hasRobotCheck(path: string): boolean {
  return /^\/((forgotten-password|hub-sso)(\/|$)|$)/.test(path)
}

function isWorker(file: string): boolean {
  return /\.worker-[^/]+\.js(\.\w+)?$/.test(file)
}

function pathOf(request: FastifyRequest): string {
  return request.url.split('?', 1)[0] ?? '/'
}

import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Kysely } from 'kysely'
import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import type { ClientId } from '../contract/ids.ts'
import { refuse } from '../contract/refusals.ts'
import { inClient } from '../database/database.ts'
import type { Database } from '../database/tables.ts'
import { refreshCookie } from '../features/session/grant.server.ts'
import { fillPage, readBuiltPage } from '../features/theme/page.server.ts'
import { readThemeReply } from '../features/theme/theme.queries.ts'
import { themeFrom } from '../features/theme/theme.rules.ts'
import { pagePolicy } from './headers.ts'
import { httpLimits } from './limits.ts'
import { notFound } from './refusals.ts'
import { siteOf } from './site.ts'

export type PagesOptions = {
  db: Kysely<Database>
  findClient: (site: string) => Promise<ClientId | null>
  fixedSite: string
  /** The folder that the web build wrote. */
  webDir: string
}

/**
 * The browser's files: hashed ones compressed beforehand and immutable, and one page for every screen, filled for the
 * host that asks.
 */
export async function servePages(app: FastifyInstance, options: PagesOptions): Promise<void> {
  const { db, findClient, fixedSite, webDir } = options
  const built = await readBuiltPage(webDir)

  await app.register(fastifyStatic, {
    root: join(webDir, 'assets'),
    prefix: '/assets/',
    preCompressed: true,
    immutable: true,
    maxAge: httpLimits.assetLifeMs,
    index: false,
    decorateReply: false,
  })

  app.get('/*', async (request, reply) => {
    const path = pathOf(request)
    if (!isScreen(path)) throw refuse(notFound)
    const site = siteOf(request.headers.host, fixedSite)
    const clientId = await findClient(site)
    const given = clientId && (await inClient(db, clientId, (tx) => readThemeReply(tx, clientId)))
    const nonce = randomBytes(18).toString('base64')
    const remembered = request.cookies[refreshCookie] !== undefined
    return reply
      .header('cache-control', 'no-store')
      .header('content-security-policy', pagePolicy(nonce))
      .type('text/html; charset=utf-8')
      .send(fillPage({ ...built, site, theme: themeFrom(given), nonce, path, remembered }))
  })
}

/** The address of a screen ends in no file's name; what looks like a file and is none does not exist (S-68). */
function isScreen(path: string): boolean {
  const last = path.split('/').at(-1) ?? ''
  return !/^\/(api|assets|pictures|health)(\/|$)/.test(path) && !last.includes('.')
}

function pathOf(request: FastifyRequest): string {
  return request.url.split('?', 1)[0] ?? '/'
}

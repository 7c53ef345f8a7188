import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { StartError } from '../database/start-error.ts'
import { headersOf, setHeaders } from './headers.ts'
import { httpLimits } from './limits.ts'

export type GalleryOptions = {
  https: boolean
  galleryDir: string
}

/** Serves /demo/ui: each component of `ui/` in each state, with the security policy of the portal's pages. */
export async function serveGallery(app: FastifyInstance, { https, galleryDir }: GalleryOptions): Promise<void> {
  const file = join(galleryDir, 'index.html')
  const template = await readFile(file, 'utf8').catch(() => {
    throw new StartError(`The gallery is not built: ${file} is missing. Run npm run build.`)
  })
  await app.register(fastifyStatic, {
    root: join(galleryDir, 'assets'),
    prefix: '/demo/ui/assets/',
    preCompressed: true,
    immutable: true,
    maxAge: httpLimits.assetLifeMs,
    index: false,
    decorateReply: false,
    setHeaders: (reply) => void reply.headers(headersOf('asset', { https })),
  })
  app.get('/demo/ui', async (_, reply) => {
    const nonce = randomBytes(18).toString('base64')
    setHeaders(reply, 'page', { https, nonce })
    return reply.type('text/html; charset=utf-8').send(template.replaceAll('__NONCE__', nonce))
  })
}

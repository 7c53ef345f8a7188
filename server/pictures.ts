import type { FastifyInstance } from 'fastify'
import type { Kysely } from 'kysely'
import type { ClientId } from '../contract/ids.ts'
import { paths } from '../contract/paths.ts'
import { notFound } from '../contract/not-found.ts'
import { refuse } from '../contract/refusals.ts'
import { inClient } from '../database/database.ts'
import type { Database } from '../database/tables.ts'
import { readPicture } from '../services/theme/pictures.queries.ts'
import { setHeaders } from './headers.ts'
import { siteOf } from './client-site.ts'

type PictureOptions = {
  db: Kysely<Database>
  fixedSite: string
  https: boolean
  findClient: (site: string) => Promise<ClientId | null>
}

/** Serves pictures by their hash, so that they can be cached for ever. A picture opened directly cannot run code. */
export function servePictures(app: FastifyInstance, { db, fixedSite, https, findClient }: PictureOptions): void {
  app.get<{ Params: { hash: string } }>(paths.picture(':hash'), async (request, reply) => {
    const { hash } = request.params
    const clientId = /^[0-9a-f]{32}$/.test(hash) ? await findClient(siteOf(request.headers.host, fixedSite)) : null
    const picture = clientId && (await inClient(db, clientId, (tx) => readPicture(tx, clientId, hash)))
    if (!picture) throw refuse(notFound)
    setHeaders(reply, 'picture', { https })
    return reply.header('content-type', picture.media_type).send(picture.bytes)
  })
}

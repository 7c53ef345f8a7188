import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { promisify } from 'node:util'
import { brotliCompress } from 'node:zlib'
import type { Handler } from '../platform/handle.ts'
import { readCallNames } from './call-names.ts'
import { setHeaders } from './headers.ts'
import { apiDescriptionPage } from './api-description-page.ts'
import { manualStyleHash } from './api-description-styles.ts'
import { openApiDocument } from './openapi.ts'

type PrintedManual = Record<'document' | 'page', { type: string; plain: Buffer; brotli: Buffer }>

export function serveApiDescription(
  app: FastifyInstance,
  { handlers, https }: { handlers: readonly Handler[]; https: boolean },
) {
  let printed: Promise<PrintedManual> | undefined
  const answer = (which: keyof PrintedManual) => async (request: FastifyRequest, reply: FastifyReply) => {
    printed ??= print(handlers)
    const { type, plain, brotli } = (await printed)[which]
    setHeaders(reply, 'manual', { https, styleHash: manualStyleHash })
    void reply.type(type)
    const isCompressed = /\bbr\b/.test(String(request.headers['accept-encoding']))
    return isCompressed ? reply.header('content-encoding', 'br').send(brotli) : reply.send(plain)
  }
  app.get('/api/openapi.json', answer('document'))
  app.get('/api/docs', answer('page'))
}

async function print(handlers: readonly Handler[]): Promise<PrintedManual> {
  const endpoints = handlers.map(({ endpoint }) => endpoint)
  const document = openApiDocument(endpoints, await readCallNames())
  return {
    document: await compressed('application/json; charset=utf-8', JSON.stringify(document)),
    page: await compressed('text/html; charset=utf-8', apiDescriptionPage(document)),
  }
}

async function compressed(type: string, text: string): Promise<PrintedManual['page']> {
  const plain = Buffer.from(text)
  return { type, plain, brotli: await promisify(brotliCompress)(plain) }
}

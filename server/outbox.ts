import type { FastifyInstance } from 'fastify'
import { notFound } from '../contract/not-found.ts'
import { refuse } from '../contract/refusals.ts'
import { listOutbox, readOutbox, type StoredMail } from '../platform/outbox.ts'
import { setHeaders } from './headers.ts'
import { framedMail, mailPage, outboxPage, outboxStyleHash } from './outbox-page.ts'

export type OutboxOptions = { https: boolean; outboxDir: string }

/** Serves /demo/outbox: all mails of the demo, without login. */
export function serveOutbox(app: FastifyInstance, { https, outboxDir }: OutboxOptions): void {
  const page = { https, styleHash: outboxStyleHash }

  app.get('/demo/outbox', async (_, reply) => {
    const names = (await listOutbox(outboxDir)).slice(0, mostListed)
    const mails = await Promise.all(names.map(async (name) => ({ name, mail: await readOutbox(outboxDir, name) })))
    setHeaders(reply, 'outbox', page)
    return reply.type('text/html; charset=utf-8').send(outboxPage(mails.filter(isThere)))
  })

  app.get<{ Params: { name: string } }>('/demo/outbox/:name', async ({ params: { name } }, reply) => {
    const mail = await find(name)
    setHeaders(reply, 'outbox', page)
    return reply.type('text/html; charset=utf-8').send(mailPage(name, mail))
  })

  app.get<{ Params: { name: string } }>('/demo/outbox/:name/page', async ({ params: { name } }, reply) => {
    const mail = await find(name)
    setHeaders(reply, 'mail', { https })
    return reply.type('text/html; charset=utf-8').send(framedMail(mail))
  })

  async function find(name: string): Promise<StoredMail> {
    const mail = await readOutbox(outboxDir, name)
    if (!mail) throw refuse(notFound)
    return mail
  }
}

const mostListed = 50

const isThere = (listed: {
  name: string
  mail: StoredMail | undefined
}): listed is { name: string; mail: StoredMail } => listed.mail !== undefined

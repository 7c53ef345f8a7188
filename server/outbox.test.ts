import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import type { OutgoingMail } from '../platform/mail-transport.ts'
import { listOutbox, outboxTransport, readOutbox } from '../platform/outbox.ts'
import { startPortal } from '../tests/harness/portal.ts'
import { outboxStyleHash } from './outbox-page.ts'

const folder: string = join(await mkdtemp(join(tmpdir(), 'outbox-')), 'outbox')
afterAll(() => rm(join(folder, '..'), { recursive: true }))

const link = 'http://localhost:3000/reset-password/?t=abc&x=1'
const mail = (subject: string): OutgoingMail => ({
  messageId: `<${randomUUID()}@localhost>`,
  from: { name: 'Northgate Rewards', address: 'rewards@demo.example' },
  to: { name: '<b>Amelia</b>', address: 'amelia.hart@demo.example' },
  subject,
  text: `Dear Amelia,\n\nGo on:\n${link}\n\n<script>alert(1)</script>`,
  html: '<!doctype html><html lang="en-GB"><title>x</title><img src="cid:logo" alt="x"><p>Dear Amelia',
  pictures: [{ id: 'logo', mediaType: 'image/png', bytes: Buffer.from('picture') }],
})
const deliver = (subject: string) => outboxTransport(folder).deliver(mail(subject), AbortSignal.timeout(5_000))

describe('outbox folder of the demo', () => {
  it('stores complete mails, the newest first', async () => {
    await deliver('first')
    await deliver('second')
    const names = await listOutbox(folder)
    const kept = await Promise.all(names.map((name) => readOutbox(folder, name)))
    expect(kept.map((one) => one?.subject)).toEqual(['second', 'first'])
    expect(kept[0]).toMatchObject({ to: { address: 'amelia.hart@demo.example' }, text: expect.stringContaining(link) })
  })

  it('serves no file outside the folder, whatever name is requested', async () => {
    for (const name of ['../server-secret', '1-a/../../x', '', '000000000000001-zz'])
      expect(await readOutbox(folder, name)).toBeUndefined()
  })

  it('stores no mail if a name would break its headers [S-69]', async () => {
    const before = await listOutbox(folder)
    await expect(deliver('one\r\nBcc: everybody@demo.example')).rejects.toThrow('a control character')
    expect(await listOutbox(folder)).toEqual(before)
  })
})

describe('outbox page of the demo', () => {
  it('lists the mails, and shows each as text with working links, and as HTML in a frame', async () => {
    const portal = await startPortal({ mode: 'demo', outboxDir: folder })
    const list = await portal.request({ url: '/demo/outbox' })
    const [, first = ''] = /href="(\/demo\/outbox\/\d[^"]+)"/.exec(list.body) ?? []
    expect([...list.body.matchAll(/<strong>(\w+)/g)].map(([, subject]) => subject)).toEqual(['second', 'first'])

    const page = await portal.request({ url: first })
    expect(page.body).toContain(`<a href="${link.replace('&', '&#38;')}" target="_blank" rel="noopener">`)
    expect(page.body).toContain('sandbox="allow-popups allow-popups-to-escape-sandbox"')
    for (const { body } of [list, page]) expect(body).not.toMatch(/<script|<b>/)

    const framed = await portal.request({ url: `${first}/page` })
    expect(framed.body).toContain(`src="data:image/png;base64,${Buffer.from('picture').toString('base64')}"`)
  })

  it('runs and loads no code and cannot be framed; only its own page can frame a mail', async () => {
    const portal = await startPortal({ mode: 'demo', outboxDir: folder })
    const [name] = await listOutbox(folder)
    const outer = `default-src 'none'; style-src 'sha256-${outboxStyleHash}'; frame-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`
    for (const url of ['/demo/outbox', `/demo/outbox/${name}`]) {
      const { headers } = await portal.request({ url })
      expect([headers['content-security-policy'], headers['x-frame-options']]).toEqual([outer, 'DENY'])
    }
    const { headers } = await portal.request({ url: `/demo/outbox/${name}/page` })
    expect(headers['content-security-policy']).toBe(
      "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'self'; sandbox allow-popups allow-popups-to-escape-sandbox",
    )
    expect(headers['x-frame-options']).toBe('SAMEORIGIN')
  })

  it.each(['production', 'test'] as const)('does not exist in %s', async (mode) => {
    const portal = await startPortal({ mode, outboxDir: folder })
    const [name] = await listOutbox(folder)
    for (const url of ['/demo/outbox', `/demo/outbox/${name}`, `/demo/outbox/${name}/page`]) {
      const answer = await portal.request({ url })
      expect([url, answer.statusCode, answer.json().code]).toEqual([url, 404, 'not-found'])
    }
  })

  it('returns 404 for a mail that does not exist', async () => {
    const portal = await startPortal({ mode: 'demo', outboxDir: folder })
    expect((await portal.request({ url: '/demo/outbox/000000000000001-0a' })).statusCode).toBe(404)
  })
})

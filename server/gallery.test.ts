import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { startPortal, type PortalSettings } from '../tests/harness/portal.ts'

const dist = join(import.meta.dirname, '../dist')
const withGallery = (mode: NonNullable<PortalSettings['mode']>) =>
  startPortal({ mode, webDir: join(dist, 'web'), galleryDir: join(dist, 'gallery') })

describe('gallery of user interface components', () => {
  it('is a page of the demo, with the same content security policy as every page and with its own hashed files', async () => {
    const portal = await withGallery('demo')
    const page = await portal.request({ url: '/demo/ui' })
    expect(page.statusCode).toBe(200)
    const [, nonce = ''] =
      /script-src 'nonce-([^']+)' 'strict-dynamic'/.exec(String(page.headers['content-security-policy'])) ?? []
    const [, script = '', used] = /<script [^>]*src="(\/demo\/ui\/assets\/[^"]+\.js)"[^>]*nonce="([^"]+)"/.exec(
      page.body,
    ) ?? [undefined, /src="(\/demo\/ui\/assets\/[^"]+\.js)"/.exec(page.body)?.[1], nonce]
    expect(nonce).not.toBe('')
    expect(used).toBe(nonce)
    const file = await portal.request({ url: script, headers: { 'accept-encoding': 'br' } })
    expect([file.statusCode, file.headers['content-encoding']]).toEqual([200, 'br'])
    expect(file.headers['cache-control']).toBe('public, max-age=31536000, immutable')
    expect((await portal.request({ url: '/demo/ui/' })).statusCode).toBe(200)
    expect((await portal.request({ url: '/demo/nothing' })).statusCode).toBe(404)
  })

  it.each(['production', 'test'] as const)('does not exist in %s mode, and neither do its files', async (mode) => {
    const portal = await withGallery(mode)
    for (const url of ['/demo/ui', '/demo/ui/', '/demo', '/demo/ui/assets/index.js']) {
      const answer = await portal.request({ url })
      expect([url, answer.statusCode, answer.json().code]).toEqual([url, 404, 'not-found'])
    }
  })
})

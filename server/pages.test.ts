import { join } from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startWorld, type World } from '../tests/harness/world.ts'

let world: World
beforeAll(async () => {
  world = await startWorld({ keep: true, webDir: join(import.meta.dirname, '../dist/web') })
})
afterAll(() => world.close())

const page = (url: string, { site, headers }: { site?: string; headers?: Record<string, string> } = {}) =>
  world.request({ url, ...(site && { site }), ...(headers && { headers }) })

describe('the page of a screen', () => {
  it.each([
    ['demo', '#0b5d5e', 'Northgate Rewards'],
    ['plain', '#333333', 'Test Benefits'],
    ['nobody', '#333333', 'Test Benefits'],
  ])('carries the theme of %s from its first byte [THEME-02] [THEME-08] [THEME-16]', async (site, primary, brand) => {
    const answer = await page('/', { site })
    expect(answer.statusCode).toBe(200)
    expect(answer.body).toContain(`--primary-100:${primary}`)
    expect(answer.body).toContain(`<title>Log in to ${brand}</title>`)
  })

  it('allows scripts by a nonce of its own answer only, frames nowhere and no cache', async () => {
    const [one, other] = [await page('/app/home/'), await page('/app/home/')]
    const nonces = [one, other].map(({ headers, body }) => {
      const policy = String(headers['content-security-policy'])
      const [, nonce = ''] = /script-src 'nonce-([^']+)' 'strict-dynamic';/.exec(policy) ?? []
      expect(policy).toContain("frame-ancestors 'none'")
      expect(policy).toContain("require-trusted-types-for 'script'")
      const scripts = [...body.matchAll(/<script (?!type="application)[^>]*>/g)].map(([tag]) => tag)
      expect(scripts.length).toBeGreaterThan(0)
      expect(scripts.every((tag) => tag.includes(`nonce="${nonce}"`))).toBe(true)
      return nonce
    })
    expect(nonces[0]).not.toBe(nonces[1])
    expect(one.headers['cache-control']).toBe('no-store')
  })

  it('travels compressed to who can read it', async () => {
    const headers = { 'accept-encoding': 'gzip, br' }
    const answer = await page('/', { headers })
    expect(answer.headers).toMatchObject({ 'content-encoding': 'br', vary: 'Accept-Encoding, Cookie' })
    expect(brotliDecompressSync(answer.rawPayload).toString()).toContain('<title>Log in to Northgate Rewards</title>')
    expect(answer.rawPayload.length).toBeLessThanOrEqual(14_000)
  })

  it('does not stand in for a file that does not exist [S-68]', async () => {
    for (const url of ['/nothing.js', '/assets/nothing.js', '/.git/config', '/app/user.css', '/pictures/none']) {
      const answer = await page(url)
      expect([url, answer.statusCode, answer.json().code]).toEqual([url, 404, 'not-found'])
    }
  })

  it('names files that are kept for good, compressed beforehand', async () => {
    const { body } = await page('/')
    const [, file = ''] = /src="(\/assets\/[^"]+\.js)"/.exec(body) ?? []
    const answer = await page(file, { headers: { 'accept-encoding': 'br' } })
    expect(answer.statusCode).toBe(200)
    expect(answer.headers).toMatchObject({
      'content-encoding': 'br',
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
    })
  })
})

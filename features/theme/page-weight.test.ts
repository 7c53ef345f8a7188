import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { fillPage, readBuiltPage } from './themed-page.server.ts'
import { themeFrom } from '../../services/theme/theme.rules.ts'

const built = join(import.meta.dirname, '../../dist/web')

async function weigh(path: string) {
  const html = fillPage({
    ...(await readBuiltPage(built)),
    theme: themeFrom(null),
    site: 'plain',
    nonce: 'AAAAAAAAAAAAAAAAAAAAAAAA',
    path,
  })
  const files = (pattern: RegExp) => [...new Set([...html.matchAll(pattern)].map(([, file = '']) => file))]
  const scripts = files(/(?:src|modulepreload" crossorigin href)="(\/assets\/[^"]+\.js)"/g)
  const styles = files(/<link rel="stylesheet"[^>]*href="([^"]+)"(?![^>]*disabled)/g)
  const bytes = async (list: string[]) =>
    (await Promise.all(list.map((file) => stat(join(built, `${file}.br`))))).reduce((sum, { size }) => sum + size, 0)
  return {
    html,
    page: brotliCompressSync(html).length,
    script: await bytes(scripts),
    style:
      (await bytes(styles)) +
      brotliCompressSync([...html.matchAll(/<style[^>]*>(.*?)<\/style>/gs)].map(([, text]) => text).join('')).length,
    requests: 1 + scripts.length + styles.length,
  }
}

describe('login page of the production build, compressed by Brotli', () => {
  it('has at most 95 kB of script and 12 requests, and its first 14 kB are enough to show it', async () => {
    const { html, page, script, requests } = await weigh('/')
    expect(script).toBeGreaterThan(50_000)
    expect(script).toBeLessThanOrEqual(95_000)
    expect(requests).toBeLessThanOrEqual(12)
    // The styles are inline, so the page alone is enough for the first paint.
    expect(html).not.toMatch(/<link rel="stylesheet"(?![^>]*disabled)/)
    expect(page).toBeLessThanOrEqual(14_000)
    expect(page + script).toBeLessThanOrEqual(100_000)
  })

  it('has at most 4 kB of style', async () => {
    const { style } = await weigh('/')
    expect(style).toBeGreaterThan(1_000)
    expect(style).toBeLessThanOrEqual(4_000)
  })
})

describe('screens between password and Home', () => {
  it.each([
    ['/two-fa', 95_000],
    ['/two-fa-qr-setup', 98_000],
    ['/two-fa-code-setup', 98_000],
  ])('%s has at most %i bytes of script, and 5 kB of style', async (path, most) => {
    const { script, style } = await weigh(path)
    expect(script).toBeGreaterThan(50_000)
    expect(script).toBeLessThanOrEqual(most)
    expect(style).toBeLessThanOrEqual(5_000)
  })
})

describe('content page', () => {
  it('has at most 100 kB of script, 6 kB of style and 13 requests', async () => {
    const { script, style, requests } = await weigh('/cookie-policy/')
    expect(script).toBeLessThanOrEqual(100_000)
    expect(style).toBeLessThanOrEqual(6_000)
    expect(requests).toBeLessThanOrEqual(13)
  })
})

describe('screens that a link of a mail opens', () => {
  it.each(['/forgotten-password/', '/reset-password', '/activation/an-id'])(
    '%s has at most 98 kB of script, 6 kB of style and 14 requests',
    async (path) => {
      const { script, style, requests } = await weigh(path)
      expect(script).toBeGreaterThan(50_000)
      expect(script).toBeLessThanOrEqual(98_000)
      expect(style).toBeLessThanOrEqual(6_000)
      expect(requests).toBeLessThanOrEqual(14)
    },
  )
})

describe('page below /app', () => {
  it.each(['/app/home/', '/app/my-benefits/', '/app/my-benefits/a-benefit/', '/app/my-benefits/a-benefit/manage/'])(
    '%s has at most 135 kB of script, 10 kB of style and 16 requests',
    async (path) => {
      const { script, style, requests } = await weigh(path)
      expect(script).toBeGreaterThan(95_000)
      expect(script).toBeLessThanOrEqual(135_000)
      expect(style).toBeLessThanOrEqual(10_000)
      expect(requests).toBeLessThanOrEqual(16)
    },
  )

  it.each([
    '/app/dashboard/',
    '/app/dashboard/approve-selections/',
    '/app/dashboard/approve-selections/a-benefit/',
    '/app/reporting/',
    '/app/employee-data/',
    '/app/faqs/',
  ])('%s has at most 140 kB of script, 10 kB of style and 18 requests', async (path) => {
    const { script, style, requests } = await weigh(path)
    expect(script).toBeGreaterThan(95_000)
    expect(script).toBeLessThanOrEqual(140_000)
    expect(style).toBeLessThanOrEqual(10_000)
    expect(requests).toBeLessThanOrEqual(18)
  })
})

it('every file that a page names exists in the build', async () => {
  const { html } = await weigh('/app/home/')
  const named = [...html.matchAll(/"(\/assets\/[^"]+)"/g)].map(([, file = '']) => file)
  expect(named.length).toBeGreaterThan(3)
  for (const file of named) expect((await readFile(join(built, file))).length).toBeGreaterThan(0)
})

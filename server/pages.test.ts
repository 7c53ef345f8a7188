import { join } from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import { describe, expect, it, onTestFinished } from 'vitest'
import { startPortal } from '../tests/harness/portal.ts'
import { startWorld } from '../tests/harness/world.ts'
import { readConfig } from './config.ts'
import { buildPortal } from './portal.ts'

const webDir = join(import.meta.dirname, '../dist/web')
const world = await startWorld({ webDir })

const page = (url: string, { site, headers }: { site?: string; headers?: Record<string, string> } = {}) =>
  world.request({ url, ...(site && { site }), ...(headers && { headers }) })

describe('page of a screen', () => {
  it.each([
    ['demo', '#0b5d5e', 'Northgate Rewards'],
    ['plain', '#333333', 'Test Benefits'],
    ['nobody', '#333333', 'Test Benefits'],
  ])(
    'contains the theme of %s from its first byte [PROD-03] [THEME-02] [THEME-08] [THEME-16]',
    async (site, primary, brand) => {
      const answer = await page('/', { site })
      expect(answer.statusCode).toBe(200)
      expect(answer.body).toContain(`--primary-100:${primary}`)
      expect(answer.body).toContain(`<title>Log in to ${brand}</title>`)
    },
  )

  it('belongs to the requested host, even if another header names another host [S-52]', async () => {
    const others = {
      'x-forwarded-host': 'demo.localhost',
      forwarded: 'host=demo.localhost',
      'x-host': 'demo.localhost',
    }
    const answer = await page('/', { site: 'plain', headers: others })
    expect(dataOf(answer.body)).toMatchObject({ site: 'plain', theme: { brand: 'Test Benefits' } })
    expect(answer.body).not.toContain('Northgate')
  })

  it('is sent compressed to clients that support it', async () => {
    const headers = { 'accept-encoding': 'gzip, br' }
    const answer = await page('/', { headers })
    expect(answer.headers).toMatchObject({ 'content-encoding': 'br', vary: 'Accept-Encoding, Cookie' })
    expect(brotliDecompressSync(answer.rawPayload).toString()).toContain('<title>Log in to Northgate Rewards</title>')
    expect(answer.rawPayload.length).toBeLessThanOrEqual(14_000)
  })

  it('has no content at the login address only if both parts of the refresh secret are present', async () => {
    const still = async (cookie: string) =>
      (await page('/', { headers: { cookie } })).body.includes('id="email-before-start"')
    expect(await still('__Host-rt=a; __Host-rth=b')).toBe(false)
    for (const left of ['__Host-rt=a', '__Host-rth=b', '__Host-rt=a; __Host-rth=', '__Host-dev=a'])
      expect([left, await still(left)]).toEqual([left, true])
  })

  it('loads files that are cached without end and compressed in advance', async () => {
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

describe('unknown address', async () => {
  const lines: string[] = []
  const logged = await startPortal({
    webDir,
    logger: { level: 'warn', stream: { write: (line) => void lines.push(line) } },
  })
  const asBrowser = { accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8' }
  const unknown = [
    '/app/home.',
    '/app/nothing',
    '/nothing',
    '/robots.txt',
    '/a/b/c/d.html',
    '/app/my-benefits/x/y/z',
    '/App/Home',
    '//app/home',
    '/forgotten-password.',
    '/assets/nothing.js',
    '/assets/%2e%2e/%2e%2e/package.json',
    '/assets/%2e%2e/x',
    '/assets/..%5cx',
    '/assets/%00',
    '/assets/a%00.js',
    '/assets/%',
    '/assets/%c0%ae',
    `/assets/${'a'.repeat(5_000)}`,
    '/pictures/x',
    '/pictures/%00',
    '/sso/nothing',
    '/api/nothing',
    '/%',
    '/%zz.html',
    '/%00',
    '/.env',
    '/.well-known/nothing',
  ]

  it.each(unknown)(
    '%s gets the not-found page as HTML or an error as JSON, and nothing is logged as an error',
    async (url) => {
      lines.length = 0
      const ask = (headers = {}) => logged.app.inject({ url, headers: { host: 'demo.localhost', ...headers } })
      const shown = await ask(asBrowser)
      expect([shown.statusCode, shown.headers['content-type']]).toEqual([404, 'text/html; charset=utf-8'])
      expect(shown.headers['content-security-policy']).toContain("script-src 'nonce-")
      expect(dataOf(shown.body)).toMatchObject({ site: 'demo' })
      const plain = await ask()
      expect([plain.statusCode, plain.json().code]).toEqual([404, 'not-found'])
      expect(lines).toEqual([])
    },
  )

  it.each([
    '/app',
    '/app/',
    '/app/home',
    '/reset-password/?token=x',
    '/activation/x.',
    '/activation/a%3Eb',
    '/sso-error/late',
  ])('%s is the page of a screen, with status 200 for everyone', async (url) => {
    for (const headers of [{}, asBrowser]) expect((await page(url, { headers })).statusCode).toBe(200)
  })
})

const dataOf = (body: string): unknown => JSON.parse(/id="page-data">(.*?)<\/script>/.exec(body)?.[1] ?? 'null')

describe("pictures of a client's brand", () => {
  const drawing = '%3Csvg%20xmlns'

  it('are included in the page if they are not larger than a request, both in static pages and at run time', async () => {
    const { body } = await page('/')
    expect(body).toContain(`<img class="Header-headerLogo" src="data:image/svg+xml,${drawing}`)
    expect(body).toContain(`srcset="data:image/svg+xml,${drawing}`)
    expect(dataOf(body)).toMatchObject({
      theme: {
        clientLogo: expect.stringContaining(drawing),
        brandHeaderLogo: expect.stringContaining(drawing),
        brandHeaderLogoMobile: expect.stringContaining(drawing),
        plainAvatar: expect.stringContaining(drawing),
      },
      avatarAddress: expect.stringMatching(/^\/pictures\/[0-9a-f]{32}$/),
    })
    expect(body.match(/\/pictures\//g)).toHaveLength(1)
  })

  it('are loaded from their addresses if they are larger than a request', async () => {
    const large = Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg">${' '.repeat(6_000)}</svg>`)
    const [row] = await world.database.rows<{ hash: string; bytes: Buffer }>(
      `select hash, bytes from client_picture join client using (client_id) where code = 'demo' and client_picture.name = $1`,
      ['images/logo-header.svg'],
    )
    const change = (bytes: Buffer | undefined) =>
      world.database.rows('update client_picture set bytes = $1 where hash = $2', [bytes, row?.hash])
    await change(large)
    onTestFinished(async () => void (await change(row?.bytes)))
    const { body } = await page('/')
    expect(body).toContain(`<img class="Header-headerLogo" src="/pictures/${row?.hash}"`)
    expect(dataOf(body)).toMatchObject({ theme: { clientLogo: expect.stringContaining(drawing) } })
  })
})

describe('settings of the installation', () => {
  async function plainPage(settings: Record<string, string | undefined>) {
    const { fixedSite, themeDefaults, iconsUrl, apiHosts } = await readConfig({
      MODE: 'test',
      SERVER_SECRET: 'x'.repeat(32),
      FIXED_SITE: 'plain',
      ...settings,
    })
    const { db } = world.database
    const { serverSecret } = world
    const fixed = { mode: 'test', fixedSite, trustedHops: 0, https: false, logger: false } as const
    const app = await buildPortal({ ...fixed, db, serverSecret, webDir, themeDefaults, iconsUrl, apiHosts })
    onTestFinished(() => app.close())
    return app.inject({ url: '/', headers: { host: 'localhost' } })
  }

  it('name the client for hosts without a sub-domain; by default it is demo [THEME-03] [THEME-04]', async () => {
    const site = async (settings: Record<string, string | undefined>) => dataOf((await plainPage(settings)).body)
    expect(await site({})).toMatchObject({ site: 'plain', theme: { brand: 'Test Benefits' } })
    expect(await site({ FIXED_SITE: undefined })).toMatchObject({ site: 'demo', theme: { brand: 'Northgate Rewards' } })
  })

  it('are used if a client has no brand and no support details [THEME-16] [THEME-18] [THEME-20]', async () => {
    const ours = await plainPage({
      DEFAULT_BRAND: 'House Benefits',
      DEFAULT_SUPPORT_NUMBER: '0117 496 0000',
      DEFAULT_SUPPORT_EMAIL: 'help@house.example',
    })
    expect(ours.body).toContain('<title>Log in to House Benefits</title>')
    expect(ours.body).toContain('href="mailto:help@house.example"')
    expect(ours.body).toContain('href="tel:01174960000"')
    const withoutNumber = await plainPage({ DEFAULT_SUPPORT_NUMBER: 'TBC' })
    expect(withoutNumber.body).toContain('href="mailto:support@benefits.example"')
    expect(withoutNumber.body).not.toContain('href="tel:')
  })

  it('can name API hosts, one for each base path and client, which pages may then call [API-06] [API-08]', async () => {
    const elsewhere = await plainPage({
      API_HOST: 'https://{site}.api.example',
      API_V1_HOST: 'https://old.example:8443',
    })
    const hosts = { api: 'https://plain.api.example', v1: 'https://old.example:8443' }
    expect(dataOf(elsewhere.body)).toMatchObject({ hosts })
    expect(elsewhere.headers['content-security-policy']).toContain(`; connect-src 'self' ${hosts.api} ${hosts.v1};`)

    const ours = await plainPage({})
    expect(dataOf(ours.body)).toMatchObject({ hosts: {} })
    expect(ours.headers['content-security-policy']).toContain("; connect-src 'self';")
    for (const wrong of ['https://api.example/path', 'api.example', 'https://{site}.api.example; script-src *'])
      await expect(plainPage({ API_HOST: wrong })).rejects.toThrow('API_HOST')
  })

  it("can name an icon file on another host, which pages may then load; the default is the portal's own icon [CHROME-61]", async () => {
    const elsewhere = await plainPage({ ICONS_URL: 'https://icons.example/set.json' })
    expect(dataOf(elsewhere.body)).toMatchObject({ icons: 'https://icons.example/set.json' })
    expect(elsewhere.headers['content-security-policy']).toContain("; connect-src 'self' https://icons.example;")

    const ours = await plainPage({})
    expect(ours.headers['content-security-policy']).toContain("; connect-src 'self';")
    const { icons } = dataOf(ours.body) as { icons: string }
    const file = await world.request({ url: icons })
    expect(file.statusCode).toBe(200)
    expect(file.json()).toMatchObject({ home: expect.stringMatching(/^M/), close: expect.stringMatching(/^M/) })
    await expect(plainPage({ ICONS_URL: 'https://icons.example/; script-src *' })).rejects.toThrow('ICONS_URL')
  })
})

it("a page has the default theme if the client's theme cannot be read, and the browser then loads the theme again [THEME-25]", async () => {
  const portal = await startPortal({ keep: true, webDir })
  await portal.database.close()
  const answer = await portal.request({ url: '/' })
  await portal.app.close()
  expect(answer.statusCode).toBe(200)
  expect(answer.body).toContain('--primary-100:#333333')
  expect(answer.body).not.toContain('wrong')
  expect(dataOf(answer.body)).toMatchObject({ site: 'demo', themeFailed: true, theme: { brand: 'Test Benefits' } })
})

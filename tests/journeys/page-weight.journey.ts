import { brotliCompressSync } from 'node:zlib'
import type { Browser, Page, Request } from '@playwright/test'
import { signInByCall } from './sign-in-by-call.ts'
import { benefitPaths, expect, signIn, test, type Portal } from './portal.ts'

/** What a page loads: compressed bytes by kind, without headers, and the number and paths of its requests. */
type Weight = { script: number; style: number; font: number; all: number; requests: number; addresses: string[] }

/** Limits by kind of page. 1 kB is 1,000 bytes. */
const kinds = {
  login: { script: 95, style: 5, requests: 12 },
  content: { script: 100, style: 6, requests: 13 },
  benefits: { script: 135, style: 10, requests: 24 },
  lists: { script: 140, style: 10, requests: 24 },
  charts: { script: 150, style: 10, requests: 26 },
} as const
type Kind = keyof typeof kinds

type Weighed = readonly [kind: Kind, path: string]
const outside: readonly Weighed[] = [
  ['login', '/'],
  ['content', '/cookie-policy/'],
  // Visitors without a login are sent to the login from here.
  ['content', '/contact-us/'],
]
const ofEmployees: readonly Weighed[] = [
  ['benefits', '/app/home/'],
  ['benefits', '/app/my-benefits/{gym}'],
  // The first question of this benefit is an amount.
  ['benefits', '/app/my-benefits/{cycle-to-work}/setup'],
  ['benefits', '/app/home/my-profile/'],
]
const ofEmployers: readonly Weighed[] = [
  ['charts', '/app/dashboard/'],
  ['lists', '/app/dashboard/approve-selections/{cycle-to-work}'],
  ['lists', '/app/dashboard/benefit-takeup'],
  ['charts', '/app/dashboard/employee-insights/?benefit={dental}'],
]
const further = {
  ofEmployees: [
    ['benefits', '/app/my-benefits/'],
    ['benefits', '/app/my-benefits/{dental}/setup'],
    ['benefits', '/app/my-benefits/{gym}/manage'],
    ['lists', '/app/faqs/'],
    ['benefits', '/contact-us/'],
  ],
  ofEmployers: [
    ['charts', '/app/dashboard/employee-engagement/'],
    ['lists', '/app/dashboard/platform-settings/'],
    ['lists', '/app/dashboard/recent-activity/'],
    ['lists', '/app/dashboard/approve-selections'],
    ['lists', '/app/reporting'],
    ['lists', '/app/dashboard/benefit-takeup/{dental}'],
  ],
} as const satisfies Record<string, readonly Weighed[]>
const isLong = Boolean(process.env['LONG_TESTS'])

test("the pages before the login meet their size goals if the browser's cache is empty", async ({
  browser,
  portal,
}) => {
  const weigh = weigherFor(browser)
  for (const [kind, path] of outside) within(path, kinds[kind], await weigh(portal.address(path)))
  // A client without its own fonts and pictures shows the weight of the portal itself.
  const plain = await weigh(portal.address('/', 'plain'))
  within('/ of the plain client', kinds.login, plain)
  expect(plain.all).toBeLessThanOrEqual(105_000)
})

test('the pages of an employee meet their size goals, and opening a benefit or a panel loads little more', async ({
  browser,
  page,
  portal,
}) => {
  const filled = await benefitPaths(portal)
  const weigh = weigherFor(browser, await signedIn(browser, portal, 'amelia.hart@demo.example'))
  for (const [kind, path] of [...ofEmployees, ...(isLong ? further.ofEmployees : [])])
    within(path, kinds[kind], await weigh(portal.address(filled(path))))

  // As for most people, the files of the login are in the cache.
  await signIn(page, portal, 'amelia.hart@demo.example')
  await page.goto(portal.address('/app/my-benefits/'))
  await page.waitForLoadState('networkidle')
  const next = await collected(page, async () => {
    // This is the last call that a benefit's screen makes.
    const whole = page.waitForResponse(/\/related_benefits$/)
    await page.getByRole('link', { name: 'Gym membership' }).first().click()
    await whole
    await page.getByRole('link', { name: 'See how' }).first().waitFor()
  })
  expect(next.addresses.join(' ')).toContain('/assets/detail')
  expect(next.script + next.style).toBeLessThanOrEqual(12_000)

  const panel = await collected(page, async () => {
    await page.getByRole('link', { name: 'See how' }).first().click()
    await expect(page.getByRole('dialog')).toBeVisible()
  })
  expect(panel.addresses.join(' ')).toContain('/assets/MakeAClaimPanel')
  expect(panel.script + panel.style).toBeLessThanOrEqual(10_000)
  expect(panel.requests, panel.addresses.join(' ')).toBeLessThanOrEqual(4)
})

test('the script of the next set-up step is loaded in advance, or by Retry after a lost connection', async ({
  browser,
  portal,
}) => {
  const filled = await benefitPaths(portal)
  const context = await browser.newContext({
    storageState: await signedIn(browser, portal, 'amelia.hart@demo.example'),
  })
  const page = await context.newPage()
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  const ofPeople = () => asked.filter((path) => /^\/assets\/people-.*\.js$/.test(path)).length

  await page.goto(portal.address(filled('/app/my-benefits/{dental}/setup')))
  await page.waitForLoadState('networkidle')
  await page.getByRole('heading', { name: 'Choose your options' }).waitFor()
  expect(ofPeople()).toBe(0)

  // Prevents saving a draft, which other journeys would find.
  await page.route('**/selection', (route) => route.abort())
  const isLost = (url: URL) => url.pathname === '/' || /^\/assets\/people-.*\.js$/.test(url.pathname)
  await page.route(isLost, (route) => route.abort())
  await page.getByRole('radio', { name: /Level 3/ }).check()
  await expect.poll(ofPeople).toBe(1)
  await page.getByRole('button', { name: 'Next' }).click()
  await expect(page.getByRole('heading', { name: 'Who should be covered?' })).toBeFocused()
  const lost = page.getByRole('alert').filter({ has: page.getByRole('button', { name: 'Retry' }) })
  await expect(lost).toContainText('connection')

  await page.unroute(isLost)
  await lost.getByRole('button', { name: 'Retry' }).click()
  await expect(page.getByRole('button', { name: 'Add a family member' })).toBeVisible()
  await page.getByRole('button', { name: 'Back' }).click()
  await expect(page.getByRole('radio', { name: /Level 3/ })).toBeChecked()
  await context.close()
})

test("the pages of the example client `plain` meet their size goals on a phone's connection", async ({
  browser,
  portal,
}) => {
  const weigh = weigherFor(browser, await signedIn(browser, portal, 'max.plain@plain.example'), slowLine)
  const ofPlain: readonly Weighed[] = [
    ['benefits', '/app/home/'],
    ['benefits', '/app/my-benefits/'],
  ]
  for (const [kind, path] of ofPlain) within(path, kinds[kind], await weigh(portal.address(path, 'plain')))
})

test('the pages of an employer meet their size goals', async ({ browser, portal }) => {
  const filled = await benefitPaths(portal)
  const weigh = weigherFor(browser, await signedIn(browser, portal, 'grace.lin@demo.example'))
  for (const [kind, path] of [...ofEmployers, ...(isLong ? further.ofEmployers : [])])
    within(path, kinds[kind], await weigh(portal.address(filled(path))))
})

function within(path: string, most: { script: number; style: number; requests: number }, weight: Weight): void {
  const { script, style, requests, font, all, addresses } = weight
  console.log(
    `${path.padEnd(52)} script ${kB(script)}  style ${kB(style)}  requests ${requests}  fonts ${kB(font)}  all ${kB(all)}`,
  )
  // A page that failed to load would have no script.
  expect.soft(script, `script of ${path}`).toBeGreaterThan(50_000)
  expect.soft(script, `script of ${path}`).toBeLessThanOrEqual(most.script * 1_000)
  expect.soft(style, `style of ${path}`).toBeLessThanOrEqual(most.style * 1_000)
  expect.soft(requests, `requests of ${path}: ${addresses.join(' ')}`).toBeLessThanOrEqual(most.requests)
}

function kB(bytes: number): string {
  return (bytes / 1_000).toFixed(1).padStart(5)
}

type Session = Awaited<ReturnType<ReturnType<Page['context']>['storageState']>>

async function signedIn(browser: Browser, portal: Portal, email: string): Promise<Session> {
  const context = await browser.newContext()
  await signInByCall(await context.newPage(), portal, email)
  const session = await context.storageState()
  await context.close()
  return session
}

/** Each page gets a new browser, because clearing the cache leaves pictures in the browser's memory. */
function weigherFor(browser: Browser, session?: Session, line?: Line): (address: string) => Promise<Weight> {
  let latest = session
  return async (address) => {
    const context = await browser.newContext(latest && { storageState: latest })
    const page = await context.newPage()
    const weight = await collected(page, () => page.goto(address), line)
    const style = weight.style + (await inlineStyleBytes(page))
    latest &&= await context.storageState()
    await context.close()
    return { ...weight, style }
  }
}

async function inlineStyleBytes(page: Page): Promise<number> {
  const texts = await page.locator('style').allTextContents()
  return texts.length === 0 ? 0 : brotliCompressSync(texts.join('')).length
}

/** Latency in milliseconds, and throughput in bytes per second. */
type Line = { latency: number; downloadThroughput: number; uploadThroughput: number }

/** A slow connection, on which the browser's preload scanner requests files before the parser reaches them. */
const slowLine: Line = { latency: 150, downloadThroughput: 200_000, uploadThroughput: 90_000 }

async function collected(page: Page, go: () => Promise<unknown>, line?: Line): Promise<Weight> {
  const session = await page.context().newCDPSession(page)
  await session.send('Network.enable')
  if (line) await session.send('Network.emulateNetworkConditions', { ...line, offline: false })
  const requests = new Map<string, { type: string; url: string; bytes: number }>()
  session.on('Network.requestWillBeSent', ({ requestId, type = 'Other', request: { url } }) => {
    // Scripts that are loaded later are fetched as text.
    const kind = new URL(url).pathname.endsWith('.js') ? 'Script' : type
    if (url.startsWith('http') && type !== 'Document') requests.set(requestId, { type: kind, url, bytes: 0 })
  })
  session.on('Network.dataReceived', ({ requestId, encodedDataLength }) => {
    const one = requests.get(requestId)
    if (one) one.bytes += encodedDataLength
  })
  // The request for the page itself is made by another process of the browser, so this session does not see it.
  const pages: Request[] = []
  const note = (request: Request) => {
    if (request.resourceType() === 'document') pages.push(request)
  }
  page.on('requestfinished', note)
  await go()
  await page.waitForLoadState('networkidle')
  page.off('requestfinished', note)
  await session.detach()
  for (const one of pages) {
    const { responseBodySize: bytes } = await one.sizes()
    requests.set(one.url(), { type: 'Document', url: one.url(), bytes })
  }
  const came = [...requests.values()].filter(({ bytes }) => bytes > 0)
  const of = (type: string) => came.filter((one) => one.type === type).reduce((sum, { bytes }) => sum + bytes, 0)
  return {
    script: of('Script'),
    style: of('Stylesheet'),
    font: of('Font'),
    all: came.reduce((sum, { bytes }) => sum + bytes, 0),
    requests: came.length,
    addresses: came.map(({ url }) => new URL(url).pathname),
  }
}

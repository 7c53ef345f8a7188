import type { Page as BrowserPage, Route } from '@playwright/test'
import {
  benefitPaths,
  expect,
  enterEmail,
  enterPassword,
  password,
  waitUntilLoaded,
  measureLayoutShift,
  test,
} from './portal.ts'
import { signInByCall } from './sign-in-by-call.ts'
import { withConnection } from '../../database/bootstrap.ts'

// `most` is the allowed cumulative layout shift (docs/performance.md). screens.journey.ts opens all other pages.
type Page = readonly [path: string, most: number, site?: 'demo' | 'plain' | 'copperleaf']

const outside: readonly Page[] = [
  ['/', 0.01],
  ['/', 0.01, 'copperleaf'],
  ['/cookie-policy/', 0.01, 'plain'],
  ['/forgotten-password', 0.01],
  ['/activation/farah-ali-activation', 0.01],
  ['/nowhere', 0.01],
]
const outsideToo: readonly Page[] = [
  ['/', 0.01, 'plain'],
  ['/cookie-policy/', 0.01],
  ['/privacy-statement', 0.01],
  ['/terms-and-conditions', 0.01],
  ['/reset-password', 0.01],
  ['/activation/nobody-has-this', 0.01],
  ['/sso-login/', 0.01],
  ['/sso-error/', 0.01],
  ['/hub-sso/', 0.01],
  ['/logout-success/', 0.01],
]
const inside: readonly Page[] = [
  ['/app/home/', 0.1],
  ['/app/my-benefits/', 0.1],
  ['/app/my-benefits/{dental}', 0.1],
  ['/app/my-benefits/{dental}/setup', 0.1],
  ['/app/home/my-profile/', 0.1],
]
const insideToo: readonly Page[] = [
  ['/app/my-benefits/{dental}/manage', 0.1],
  ['/app/faqs/', 0.1],
  ['/contact-us/', 0.1],
]

const office: readonly Page[] = [
  ['/app/dashboard/', 0.1],
  ['/app/dashboard/approve-selections', 0.1],
  ['/app/dashboard/employee-insights/', 0.1],
  ['/app/employee-data/', 0.1],
]
const officeToo: readonly Page[] = [
  ['/app/dashboard/benefit-takeup', 0.1],
  ['/app/dashboard/benefit-takeup/{dental}', 0.1],
  ['/app/dashboard/employee-engagement/', 0.1],
  ['/app/dashboard/platform-settings/', 0.1],
  ['/app/dashboard/recent-activity/', 0.1],
  ['/app/reporting', 0.1],
]
const isLong = Boolean(process.env['LONG_TESTS'])
const visited = [
  ['nobody', isLong ? [...outside, ...outsideToo] : outside],
  ['amelia.hart@demo.example', isLong ? [...inside, ...insideToo] : inside],
  ['grace.lin@demo.example', isLong ? [...office, ...officeToo] : office],
] as const

for (const [who, pages] of visited) {
  test(`parts of pages of ${who} do not move while the pages load over a phone's connection`, async ({
    browser,
    portal,
  }) => {
    const context = await browser.newContext({ viewport: { width: 390, height: 780 } })
    if (who !== 'nobody') await signInByCall(await context.newPage(), portal, who)
    const filled = await benefitPaths(portal)
    for (const [path, most, site = 'demo'] of pages) {
      const page = await context.newPage()
      const moved = await layoutShiftOf(page, () => page.goto(portal.address(filled(path), site)))
      console.log(path.padEnd(40), site, moved.toFixed(4))
      expect.soft(moved, `${path} moves while it loads`).toBeLessThanOrEqual(most)
      await page.close()
    }
    await context.close()
  })
}

/** Orders in which calls are answered. Each function returns the waiting calls that are answered before the next frame. */
const replyOrders = [
  ['one after the other', (held: Route[]) => held.splice(0, 1)],
  ['the last one first', (held: Route[]) => held.splice(-1)],
  ['all at once', (held: Route[]) => held.splice(0)],
] as const

for (const [who, pages] of isLong ? visited.slice(1) : []) {
  test(`parts of pages of ${who} do not move, whatever the order in which replies arrive`, async ({
    browser,
    portal,
  }) => {
    const context = await browser.newContext({ viewport: { width: 1280, height: 900 } })
    await signInByCall(await context.newPage(), portal, who)
    const filled = await benefitPaths(portal)
    for (const [[path, most], [order, next]] of pages.flatMap((one) =>
      replyOrders.map((order) => [one, order] as const),
    )) {
      const page = await context.newPage()
      await page.addInitScript(measureLayoutShift)
      const held: Route[] = []
      await page.route('**/api/**', (route) => void held.push(route))
      await page.goto(portal.address(filled(path)))
      for (let quiet = 0; quiet < 3; quiet = held.length > 0 || (await isBusy(page)) ? 0 : quiet + 1) {
        await page.evaluate(rendered)
        for (const route of next(held)) await route.continue()
      }
      await page.unroute('**/api/**')
      await waitUntilLoaded(page)
      const moved = await page.evaluate<number>('layoutShift')
      console.log(path.padEnd(40), order, moved.toFixed(4))
      expect.soft(moved, `${path} moves while it loads, ${order}`).toBeLessThanOrEqual(most)
      await page.close()
    }
    await context.close()
  })
}

test("parts of the login page do not move while it loads over a phone's connection", async ({ browser, portal }) => {
  const context = await browser.newContext({ viewport: { width: 390, height: 780 } })
  const page = await context.newPage()
  await enterEmail(page, portal, 'carys.evans@demo.example')
  await expect(page.getByLabel('Password', { exact: true })).toBeVisible()
  const footer = () => page.getByRole('contentinfo').boundingBox()
  const stood = await footer()
  let letGo = () => undefined as void
  const held = new Promise<void>((resolve) => (letGo = resolve))
  await page.route('**/api/**', (route) => held.then(() => route.continue()))
  await page.getByLabel('Password', { exact: true }).fill(password)
  const login = page.getByRole('button', { name: 'Login' })
  await login.click()
  await expect(page.getByRole('button', { name: 'Logging in' })).toHaveAttribute('aria-busy', 'true')
  expect(await footer()).toEqual(stood)
  letGo()
  await page.waitForURL('**/two-fa')
  const moved = await layoutShiftOf(page, () => page.reload())
  await expect(page.getByLabel('Digit 1 of 6')).toBeFocused()
  expect(moved).toBeLessThanOrEqual(0.01)
  await context.close()
})

// On a phone, a link to the app is below the code. The demo client has its own fonts, so lines break elsewhere.
for (const [site, who, seen] of [
  ['plain', 'max.plain@plain.example', { viewport: { width: 390, height: 780 }, hasTouch: true, isMobile: true }],
  ['demo', 'amelia.hart@demo.example', { viewport: { width: 1280, height: 780 } }],
] as const) {
  test(`parts of the second-factor set-up of ${site} do not move while its code loads`, async ({ browser, portal }) => {
    const asked = (employees: boolean) =>
      withConnection(portal.database, (client) =>
        client.query(
          `update client set switches = switches || jsonb_build_object('twoFactor', $1::jsonb) where code = $2`,
          [JSON.stringify({ employers: false, employees }), site],
        ),
      )
    const context = await browser.newContext(seen)
    const page = await context.newPage()
    await asked(true)
    try {
      await enterPassword(page, portal, who)
      await page.waitForURL('**/two-fa-qr-setup')
      const moved = await layoutShiftOf(page, () => page.reload())
      await expect(page.getByRole('img', { name: /QR/ })).toBeVisible()
      console.log('two-fa-qr-setup'.padEnd(40), site, moved.toFixed(4))
      expect(moved).toBeLessThanOrEqual(0.01)
    } finally {
      await asked(false)
      await context.close()
    }
  })
}

async function isBusy(page: BrowserPage): Promise<boolean> {
  const heading = await page.getByRole('heading', { level: 1 }).isVisible()
  return !heading || (await page.locator('[aria-busy="true"]').count()) > 0
}

const rendered = `new Promise((resolve) => requestAnimationFrame(() => requestIdleCallback(() => resolve(true))))`

async function layoutShiftOf(page: BrowserPage, go: () => Promise<unknown>): Promise<number> {
  await page.addInitScript(measureLayoutShift)
  const line = await page.context().newCDPSession(page)
  await line.send('Network.enable')
  await line.send('Network.setCacheDisabled', { cacheDisabled: true })
  const slow = { latency: 150, downloadThroughput: 200_000, uploadThroughput: 90_000, offline: false }
  await line.send('Network.emulateNetworkConditions', slow)
  await go()
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.waitForLoadState('networkidle')
  return page.evaluate<number>('layoutShift')
}

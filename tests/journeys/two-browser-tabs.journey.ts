import type { BrowserContext, Page } from '@playwright/test'
import { openHome, signInByCall } from './sign-in-by-call.ts'
import { expect, waitUntilLoaded, signIn, signOut, test, type Portal } from './portal.ts'

// Only the browser's clock moves. session-lifetime.test.ts covers the server's rules for idle sessions.

const amelia = 'amelia.hart@demo.example'
const idleScreen = (page: Page) => page.getByRole('alertdialog', { name: 'Stay logged in?' })

test.beforeEach(({ context }) => context.clock.install())

async function twoTabs(context: BrowserContext, page: Page, portal: Portal): Promise<[Page, Page]> {
  await openHome(page, portal, amelia)
  const other = await context.newPage()
  await other.goto(portal.address('/app/home/'))
  await expect(other.getByRole('button', { name: /^Hi, / })).toBeVisible()
  // If the clock moved during a call, the page would repeat the call, which counts as activity.
  for (const tab of [page, other]) await waitUntilLoaded(tab)
  return [page, other]
}

function requestsTo(context: BrowserContext, path: string): string[] {
  const requests: string[] = []
  context.on('request', (request) => {
    if (new URL(request.url()).pathname === path) requests.push(request.method())
  })
  return requests
}

async function pass(context: BrowserContext, time: string): Promise<void> {
  await context.clock.fastForward(time)
}

async function goSomewhere(page: Page): Promise<void> {
  const answered = page.waitForResponse(/\/api\/v1\//)
  await page.reload()
  await answered
  await expect(page.getByRole('button', { name: /^Hi, / })).toBeVisible()
}

test('a tab in use keeps an idle tab logged in [S-38]', async ({ context, page, portal }) => {
  const logouts = requestsTo(context, '/api/logout')
  const [busy, idle] = await twoTabs(context, page, portal)
  for (let each = 0; each < 2; each += 1) {
    await pass(context, '10:00')
    await expect(idleScreen(idle)).toHaveCount(0)
    await goSomewhere(busy)
  }
  await pass(context, '13:00')
  await expect(idleScreen(idle)).toHaveCount(0)
  await expect(idleScreen(busy)).toHaveCount(0)
  expect(logouts).toEqual([])
})

test('two idle tabs both show the idle screen, and log out with a single call [CHROME-41] [CHROME-45] [S-38]', async ({
  context,
  page,
  portal,
}) => {
  const logouts = requestsTo(context, '/api/logout')
  const tabs = await twoTabs(context, page, portal)
  await pass(context, '14:01')
  for (const tab of tabs) await expect(idleScreen(tab)).toBeVisible()
  await pass(context, '00:15')
  for (const tab of tabs) await expect(tab.getByText('You have been logged out successfully')).toBeVisible()
  expect(logouts).toEqual(['GET'])
})

test('choosing to stay logged in closes the idle screen in all tabs [CHROME-47] [S-38]', async ({
  context,
  page,
  portal,
}) => {
  const pings = requestsTo(context, '/api/v1/ping')
  const [first, second] = await twoTabs(context, page, portal)
  await pass(context, '14:01')
  await expect(idleScreen(second)).toBeVisible()
  await first.bringToFront()
  await idleScreen(first).getByRole('button', { name: 'Stay logged in' }).click()
  await expect(idleScreen(first)).toHaveCount(0)
  await expect(idleScreen(second)).toHaveCount(0)
  expect(pings).toEqual(['GET'])
})

test('a logout ends the session in all tabs [S-38] [LOGOUT-05]', async ({ context, page, portal }) => {
  const [first, second] = await twoTabs(context, page, portal)
  await signOut(first)
  await expect(second.getByRole('heading', { name: /^Log in to/ })).toBeVisible()
  await expect(second.getByText('Amelia')).toHaveCount(0)
})

test('two tabs can renew their token at the same moment [S-35]', async ({ context, page, portal }) => {
  const renewals: number[] = []
  context.on('response', (response) => {
    if (response.url().endsWith('/api/login/refresh')) renewals.push(response.status())
  })
  const tabs = await twoTabs(context, page, portal)
  renewals.length = 0
  for (let round = 1; round <= 2; round += 1) {
    // The tokens have expired, but the idle limit has not been reached.
    await pass(context, '09:50')
    await Promise.all(tabs.map((tab) => tab.getByRole('link', { name: 'FAQs' }).click()))
    await expect.poll(() => renewals.length).toBe(2 * round)
    for (const tab of tabs) await expect(tab.getByRole('heading', { level: 1 })).toBeVisible()
    await Promise.all(tabs.map((tab) => tab.getByRole('link', { name: 'Home' }).first().click()))
  }
  expect(renewals).toEqual([200, 200, 200, 200])
  for (const tab of tabs) await expect(tab.getByRole('button', { name: /^Hi, / })).toBeVisible()
})

test('after a logout the browser stores only cookie consent and theme, and Back shows no personal data [STATE-01] [S-39] [LOGOUT-05] [LOGOUT-06]', async ({
  context,
  page,
  portal,
}) => {
  await signIn(page, portal, amelia)
  await page.getByRole('link', { name: 'My benefits' }).first().click()
  await expect(page.getByRole('heading', { name: 'My benefits' })).toBeVisible()
  expect(Object.keys(await storageOf(page)).toSorted()).toEqual([
    'cookies',
    'lastCall',
    'loggedIn',
    'theme:demo',
    'user',
  ])
  await signOut(page)

  const kept = await storageOf(page)
  expect(JSON.parse(kept['cookies'] ?? '')).toEqual({
    state: { cookiesAccepted: true, nonNecessaryCookiesEnabled: false },
    version: 2,
  })
  expect(Object.keys(kept).toSorted()).toEqual(['cookies', 'theme:demo'])
  expect(JSON.stringify(kept)).not.toMatch(/amelia|hart|token|£/i)
  // A cookie that only the server can read marks the browser as known to this account.
  expect((await context.cookies()).map(({ name, httpOnly }) => [name, httpOnly])).toEqual([['__Host-dev', true]])
  expect(await page.evaluate('caches.keys()')).toEqual([])

  await page.goBack()
  await expect(page.getByRole('heading', { name: /^Log in to/ })).toBeVisible()
  await expect(page.getByText(/amelia/i)).toHaveCount(0)
})

async function storageOf(page: Page): Promise<Record<string, string>> {
  return page.evaluate(() => Object.fromEntries([...Object.entries(localStorage), ...Object.entries(sessionStorage)]))
}

test('people can stay logged in or log out on the idle screen even if its script failed to load [CHROME-43] [CHROME-46]', async ({
  context,
  page,
  portal,
}) => {
  await signInByCall(page, portal, amelia)
  // Uses a new page, because failed requests cause console errors, and these fail a test on the default page.
  const tab = await context.newPage()
  await page.close()
  await tab.goto(portal.address('/app/home/'))
  await waitUntilLoaded(tab)
  await tab.route('**/assets/StayLoggedInDialog*', (route) => route.abort())
  const logouts = requestsTo(context, '/api/logout')
  await pass(context, '14:00')
  const words = idleScreen(tab).getByText(/^You will be logged out soon, in \d+ seconds\.$/)
  const stay = idleScreen(tab).getByRole('button', { name: 'Stay logged in' })
  await expect(words).toBeVisible()
  await expect(idleScreen(tab).getByRole('heading', { name: 'Stay logged in?', exact: true })).toBeVisible()
  await expect(idleScreen(tab).getByRole('button')).toHaveText(['Stay logged in', 'Logout'])
  // The focus ring of 5 px must not overlap the sentence above.
  const [sentence, button] = [await words.boundingBox(), await stay.boundingBox()]
  expect((button?.y ?? 0) - (sentence?.y ?? 0) - (sentence?.height ?? 0)).toBeGreaterThan(5)
  await stay.click()
  await expect(idleScreen(tab)).toHaveCount(0)
  await pass(context, '13:00')
  await expect(idleScreen(tab)).toHaveCount(0)
  expect(logouts).toEqual([])
  await pass(context, '01:01')
  await idleScreen(tab).getByRole('button', { name: 'Logout' }).click()
  await expect(tab.getByText('You have been logged out successfully')).toBeVisible()
})

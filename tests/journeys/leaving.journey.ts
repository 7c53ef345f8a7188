import { chromium, type Page } from '@playwright/test'
import { expect, signIn, signOut, test, type Portal } from './portal.ts'

// How a session resumes at start, and how it ends: by logout, by force, without the server, and permanently.

const amelia = 'amelia.hart@demo.example'
const login = (page: Page) => page.getByRole('heading', { name: /^Log in to/ })
const loggedOut = (page: Page) => page.getByText('You have been logged out successfully')

/** The HTML sent by the server, before any script. */
async function stillPage(page: Page, portal: Portal): Promise<string> {
  const answer = await page.goto(portal.address('/'))
  return (await answer?.text()) ?? ''
}

test('a remembered login is restored at start, and no request is made without one [STATE-08] [STATE-09]', async ({
  page,
  portal,
}) => {
  await signIn(page, portal, amelia)
  await page.goto('about:blank')
  const asked: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/api/')) asked.push(new URL(request.url()).pathname)
  })
  await page.goto(portal.address('/app/home/'))
  await expect(page.getByRole('button', { name: /^Hi, / })).toBeVisible()
  expect(asked.slice(0, 2)).toEqual(['/api/login/refresh', '/api/login/setup'])

  // The flag alone is not enough: without the http-only cookie the page forces a logout.
  await page.context().clearCookies()
  await page.reload()
  await expect(login(page)).toBeVisible()
  expect(await page.evaluate(() => localStorage.getItem('loggedIn'))).toBeNull()
  asked.length = 0
  await page.reload()
  await expect(login(page)).toBeVisible()
  expect(asked).not.toContain('/api/login/refresh')
})

test('without a server everything is removed here at once, and Retry logs out later [LOGOUT-03] [S-36]', async ({
  context,
  portal,
}) => {
  // A separate page, because this test expects the console errors of a missing network.
  const page = await context.newPage()
  // The logout code is loaded with the parts shared by every signed-in screen.
  await signIn(page, portal, amelia)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await context.setOffline(true)
  await page.getByRole('button', { name: /^Hi, / }).click()
  await page.getByRole('menuitem', { name: 'Logout' }).click()
  await expect(page.getByRole('heading', { name: /There was an error during the logout process/ })).toBeVisible()
  await expect(page.getByText('Amelia')).toHaveCount(0)
  const left = await page.evaluate(() => [...Object.keys(localStorage), ...Object.keys(sessionStorage)])
  expect(left.toSorted()).toEqual(['cookies', 'theme:demo'])
  expect((await context.cookies()).map(({ name }) => name)).not.toContain('__Host-rth')

  const retry = page.getByRole('button', { name: 'Retry' })
  await retry.click()
  await expect(retry).toBeFocused()
  await expect(page.getByRole('heading', { name: /There was an error during the logout process/ })).toBeVisible()
  await context.setOffline(false)
  await retry.click()
  await expect(loggedOut(page)).toBeVisible()
  await expect(page.getByRole('heading', { name: 'You have been logged out successfully' })).toBeFocused()
  expect((await context.cookies()).map(({ name }) => name)).not.toContain('__Host-rt')
})

test('after a forced logout the login appears before any script [LOGOUT-08]', async ({ context, page, portal }) => {
  await signIn(page, portal, amelia)
  expect(await stillPage(page, portal)).not.toContain('email-before-start')
  await expect(page.getByRole('button', { name: /^Hi, / })).toBeVisible()
  await page.route('**/api/v1/cms-content/faqs', (route) =>
    route.fulfill({ status: 401, json: { detail: 'Your session has ended.' } }),
  )
  await page.getByRole('link', { name: 'FAQs' }).click()
  await expect(login(page)).toBeVisible()
  await expect(page.getByText('Your session has ended.')).toBeVisible()
  expect(new URL(page.url()).pathname).toBe('/')

  // The http-only cookie is still there, but no longer valid.
  expect((await context.cookies()).map(({ name }) => name).toSorted()).toEqual(['__Host-dev', '__Host-rt'])
  await page.unroute('**/api/v1/cms-content/faqs')
  expect(await stillPage(page, portal)).toContain('email-before-start')
  await expect(login(page)).toBeVisible()
  await signIn(page, portal, amelia)
})

test("single sign-on's own logout, or the hub's, follows the portal's, requested or forced [LOGOUT-02] [LOGOUT-07] [LOGOUT-08]", async ({
  context,
  page,
  portal,
}) => {
  const sso = 'https://login.client.example/logout'
  const hub = 'https://hub.provider.example/logout'
  await context.route(/https:\/\/.*\.example\//, (route) =>
    route.fulfill({ contentType: 'text/html', body: `<h1>${route.request().url()}</h1>` }),
  )
  // No example client has a hub. The server's responses have their own tests; here they are changed to those of a client with a
  // hub and a single sign-on logout.
  const given = { origins: ['https://login.client.example', 'https://hub.provider.example'], ssoLogoutUrl: '' }
  await context.route('**/api/login/setup', async (route) => {
    const setup = (await (await route.fetch()).json()) as { user: object; client: object }
    const user = { ...setup.user, isOneHubIntegrationActive: true, oneHubLogoutUrl: hub }
    await route.fulfill({ json: { ...setup, user, client: { ...setup.client, redirectOrigins: given.origins } } })
  })
  await context.route('**/api/logout', async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, json: { ssoLogoutUrl: given.ssoLogoutUrl || null } })
  })
  const logOut = async (leadsTo: string) => {
    await page.goto(portal.address('/app/home/'))
    await page.getByRole('button', { name: /^Hi, / }).click()
    await page.getByRole('menuitem', { name: 'Logout' }).click()
    await page.waitForURL(leadsTo)
  }

  given.ssoLogoutUrl = sso
  await signIn(page, portal, amelia)
  await logOut(sso)

  given.ssoLogoutUrl = ''
  await signIn(page, portal, amelia)
  await logOut(hub)

  await signIn(page, portal, amelia)
  await page.route('**/api/v1/cms-content/faqs', (route) => route.fulfill({ status: 401, json: {} }))
  await page.getByRole('link', { name: 'FAQs' }).click()
  await page.waitForURL(hub)
  await page.unroute('**/api/v1/cms-content/faqs')

  // Not registered for this client, so the browser must not go there.
  given.origins = []
  given.ssoLogoutUrl = 'https://evil.example/'
  await signIn(page, portal, amelia)
  await logOut('**/logout-success')
  await expect(loggedOut(page)).toBeVisible()
})

test("Back after leaving the portal and logging out elsewhere shows none of the person's data [S-39]", async ({
  portal,
}) => {
  // An ordinary browser: Playwright's default disables the back/forward cache.
  const { launchOptions } = test.info().project.use
  const browser = await chromium.launch({ ...launchOptions, ignoreDefaultArgs: ['--disable-back-forward-cache'] })
  const context = await browser.newContext({ locale: 'en-GB' })
  const page = await context.newPage()
  await signIn(page, portal, amelia)
  await page.goto(portal.address('/', 'plain'))
  const other = await context.newPage()
  await other.goto(portal.address('/app/home/'))
  await signOut(other)

  await page.evaluate('history.back()')
  await page.waitForURL(portal.address('/'))
  await expect(login(page)).toBeVisible()
  await expect(page.getByText('Amelia')).toHaveCount(0)
  await browser.close()
})

test("a page in the browser's back/forward cache is hidden when left, and reloads when it comes back [S-39]", async ({
  context,
  page,
  portal,
}) => {
  await signIn(page, portal, amelia)
  const greeting = page.locator('header').getByText('Hi, Amelia').locator('visible=true')
  await expect(greeting).not.toHaveCount(0)
  await page.evaluate('dispatchEvent(new PageTransitionEvent("pagehide", { persisted: true }))')
  await expect(greeting).toHaveCount(0)

  await context.clearCookies()
  const anew = page.waitForEvent('load')
  await page.evaluate('dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true }))')
  await anew
  await expect(login(page)).toBeVisible()
})

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

test('a remembered login is restored, and nothing is requested without one [STATE-08] [STATE-09]', async ({
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

test('a logout without a connection removes all data, and Retry ends the session [LOGOUT-03] [S-36]', async ({
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

test('after a forced logout the login page appears before any script [LOGOUT-08]', async ({
  context,
  page,
  portal,
}) => {
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

test('Back shows no personal data after a logout in another tab [S-39]', async ({ portal }) => {
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

test('a page in the back/forward cache is hidden, and reloads when shown again [S-39]', async ({
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

import { chromium, type Page } from '@playwright/test'
import { openHome, signInByCall } from './sign-in-by-call.ts'
import { expect, signIn, signOut, test, type Portal } from './portal.ts'

const amelia = 'amelia.hart@demo.example'
const login = (page: Page) => page.getByRole('heading', { name: /^Log in to/ })
const loggedOut = (page: Page) => page.getByText('You have been logged out successfully')

async function openAndReadHtml(page: Page, portal: Portal): Promise<string> {
  const answer = await page.goto(portal.address('/'))
  return (await answer?.text()) ?? ''
}

test('a stored login is restored; if none is stored, the portal requests no new token [STATE-08] [STATE-09]', async ({
  page,
  portal,
}) => {
  await signInByCall(page, portal, amelia)
  await page.goto('about:blank')
  const asked: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/api/')) asked.push(new URL(request.url()).pathname)
  })
  await page.goto(portal.address('/app/home/'))
  await expect(page.getByRole('button', { name: /^Hi, / })).toBeVisible()
  expect(asked.slice(0, 2)).toEqual(['/api/login/refresh', '/api/login/setup'])

  await page.context().clearCookies()
  await page.reload()
  await expect(login(page)).toBeVisible()
  expect(await page.evaluate(() => localStorage.getItem('loggedIn'))).toBeNull()
  asked.length = 0
  await page.reload()
  await expect(login(page)).toBeVisible()
  expect(asked).not.toContain('/api/login/refresh')
})

test('a logout without a connection removes all data from the browser, and Retry ends the session later [LOGOUT-03] [S-36]', async ({
  context,
  portal,
}) => {
  // Uses a new page, because a missing network causes console errors, and these fail a test on the default page.
  const page = await context.newPage()
  await openHome(page, portal, amelia)
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

test('after the portal logged a person out, the login page is shown before any script is loaded [LOGOUT-08]', async ({
  context,
  page,
  portal,
}) => {
  await signInByCall(page, portal, amelia)
  expect(await openAndReadHtml(page, portal)).not.toContain('email-before-start')
  await expect(page.getByRole('button', { name: /^Hi, / })).toBeVisible()
  await page.route('**/api/v1/cms-content/faqs', (route) =>
    route.fulfill({ status: 401, json: { detail: 'Your session has ended.' } }),
  )
  await page.getByRole('link', { name: 'FAQs' }).click()
  await expect(login(page)).toBeVisible()
  await expect(page.getByText('Your session has ended.')).toBeVisible()
  expect(new URL(page.url()).pathname).toBe('/')

  // The browser still has the http-only cookie, which is no longer valid.
  expect((await context.cookies()).map(({ name }) => name).toSorted()).toEqual(['__Host-dev', '__Host-rt'])
  await page.unroute('**/api/v1/cms-content/faqs')
  expect(await openAndReadHtml(page, portal)).toContain('email-before-start')
  await expect(login(page)).toBeVisible()
  await signIn(page, portal, amelia)
})

test('Back shows no personal data after a logout in another tab [S-39]', async ({ portal }) => {
  // An ordinary browser, because Playwright's default browser has no back/forward cache.
  const { launchOptions } = test.info().project.use
  const browser = await chromium.launch({ ...launchOptions, ignoreDefaultArgs: ['--disable-back-forward-cache'] })
  const context = await browser.newContext({ locale: 'en-GB' })
  const page = await context.newPage()
  await openHome(page, portal, amelia)
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

test('a page hides its content before it enters the back/forward cache, and reloads when it is shown again [S-39]', async ({
  context,
  page,
  portal,
}) => {
  await openHome(page, portal, amelia)
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

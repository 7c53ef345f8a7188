import type { Page } from '@playwright/test'
import { expect, signIn, test } from './portal.ts'

test('the icon file is loaded once, without credentials [CHROME-59] [CHROME-61]', async ({ page, portal }) => {
  const asked: (string | null)[][] = []
  page.on('request', (request) => {
    if (/icons-[^/]*\.json$/.test(request.url())) asked.push([request.method(), request.postData()])
  })
  await signIn(page, portal, 'amelia.hart@demo.example')
  await expect(page.getByRole('heading', { level: 1, name: /^Welcome/ })).toBeVisible()
  await page.getByRole('link', { name: 'FAQs' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'FAQs' })).toBeVisible()
  await page.getByRole('link', { name: 'My benefits' }).first().click()
  await expect(page.getByRole('heading', { level: 1, name: 'My benefits' })).toBeVisible()
  expect(asked).toEqual([['GET', null]])
})

test('cookies accepted in one tab are accepted in all tabs [CHROME-32] [CHROME-34]', async ({
  context,
  page,
  portal,
}) => {
  const other = await context.newPage()
  const asked = (tab: Page) => tab.getByRole('button', { name: 'Accept cookies' })
  for (const tab of [page, other]) {
    await tab.goto(portal.address('/'))
    await expect(asked(tab)).toBeVisible()
  }
  await asked(page).click()
  for (const tab of [page, other]) await expect(asked(tab)).toHaveCount(0)
})

/** Simulates a browser in which a site may use neither storage nor locks. */
const forbidden = `for (const name of ['localStorage', 'sessionStorage'])
  Object.defineProperty(window, name, { configurable: true, get: () => { throw new DOMException('Access is denied', 'SecurityError') } })
  LockManager.prototype.request = () => Promise.reject(new DOMException('The request was denied', 'SecurityError'))`

test('public pages work in a browser without storage', async ({ page, portal }) => {
  await page.addInitScript(forbidden)
  await page.goto(portal.address('/cookie-policy/'))
  await expect(page.getByRole('heading', { level: 1, name: /^Cookie policy/ })).toBeVisible()
  await page.goto(portal.address('/'))
  await expect(page.locator('#email-before-start')).toHaveCount(0)
  await page.getByRole('button', { name: 'Accept cookies' }).click()
  await expect(page.getByRole('button', { name: 'Accept cookies' })).toHaveCount(0)
  await page.getByRole('link', { name: 'Privacy' }).click()
  await expect(page.getByRole('heading', { level: 1, name: /^Privacy statement/ })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Accept cookies' })).toHaveCount(0)
  await page.goto(portal.address('/app/home/'))
  await expect(page.getByRole('heading', { level: 1, name: /^Log in to/ })).toBeVisible()
})

test('people log in and out in a browser without storage', async ({ page, portal }) => {
  await page.addInitScript(forbidden)
  await signIn(page, portal, 'amelia.hart@demo.example')
  await page.getByRole('link', { name: 'FAQs' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'FAQs' })).toBeVisible()
  await page.getByRole('button', { name: /^Hi, / }).click()
  await page.getByRole('menuitem', { name: 'Logout' }).click()
  await expect(page.getByText('You have been logged out successfully')).toBeVisible()
})

import type { Page } from '@playwright/test'
import { axeFindings } from './axe.ts'
import { expect, signIn, test, type Portal } from './portal.ts'

const amelia = 'amelia.hart@demo.example'

async function addressFor(portal: Portal, email: string): Promise<string> {
  const asked = await portal.command('masquerade', email, '--as', 'jane.doe', '--reason', 'Ticket 4711')
  expect(asked).toMatchObject({ code: 0 })
  const [address = ''] = asked.stdout.match(/http\S+\/sso-login\/msq-\S+/) ?? []
  return address
}

const banner = (page: Page) => page.getByRole('region', { name: 'Viewing as another person' })
const expired = (page: Page) => page.getByRole('heading', { name: 'Ooops your link has expired' })

test("an operator's view of the portal as a person exists in one tab only, and does not affect a login in another tab [MASQ-01] [MASQ-05] [MASQ-07] [MASQ-08] [CHROME-51] [CHROME-52] [SSO-01] [SSO-08]", async ({
  context,
  page,
  portal,
}) => {
  await signIn(page, portal, 'grace.lin@demo.example')
  const ofGrace = await page.evaluate(() => Object.fromEntries(Object.entries(localStorage)))

  const address = await addressFor(portal, amelia)
  const cookies = await context.cookies()
  const view = await context.newPage()
  const asked: string[] = []
  view.on('request', (request) => void asked.push(new URL(request.url()).pathname))
  await view.goto(address)
  await view.waitForURL('**/app/home/')
  const schemeYear = address.split('/').at(-1)
  await expect(banner(view)).toContainText(`You are viewing as Amelia Hart for scheme year ${schemeYear}`)
  await expect(view.getByRole('button', { name: 'Hi, Amelia' })).toBeVisible()
  expect(await axeFindings(view)).toEqual([])
  // The session as another person is only in memory. The browser's own login is not renewed.
  expect(await context.cookies()).toEqual(cookies)
  expect(await view.evaluate(() => JSON.stringify(Object.entries(sessionStorage)))).not.toMatch(/token|msq-/i)
  expect(await view.evaluate(() => Object.fromEntries(Object.entries(localStorage)))).toEqual(ofGrace)
  expect(asked.filter((path) => path.endsWith('/login/refresh'))).toEqual([])

  await view.goto(portal.address('/cookie-policy/'))
  await expect(view.getByRole('heading', { level: 1 })).toBeVisible()
  await view.goBack()
  await expect(expired(view)).toBeVisible()

  expect(await page.evaluate(() => Object.fromEntries(Object.entries(localStorage)))).toEqual(ofGrace)
  await page.reload()
  await expect(page.getByRole('button', { name: 'Hi, Grace' })).toBeVisible()

  await view.goto(address)
  await expect(expired(view)).toBeVisible()
  await expect(
    view.getByText("This link has expired. Don't worry close this tab and start the masquerade session again."),
  ).toBeVisible()
  await view.getByRole('link', { name: 'Go to login' }).click()
  await expect(view.getByRole('button', { name: 'Hi, Grace' })).toBeVisible()
})

test('viewing the portal as an employee needs no cookies, hides the password panel, and is ended by its button [MASQ-04] [MASQ-06]', async ({
  page,
  portal,
}) => {
  await page.goto(await addressFor(portal, amelia))
  await page.waitForURL('**/app/home/')
  await expect(banner(page)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Accept cookies' })).toHaveCount(0)
  expect(
    await page.evaluate(() => JSON.stringify([localStorage, sessionStorage].map((area) => Object.entries(area)))),
  ).not.toMatch(/amelia|token|msq-/i)

  await page.getByRole('button', { name: 'Hi, Amelia' }).click()
  await page.getByRole('menuitem', { name: 'Profile Settings' }).click()
  await expect(page.getByRole('heading', { name: 'Personal details' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Change password' })).toHaveCount(0)

  await page.getByRole('button', { name: 'End view' }).click()
  await expect(page.getByRole('heading', { name: 'You have ended the view' })).toBeVisible()
  await expect(page.getByText('You have been logged out successfully')).toHaveCount(0)
  await expect(banner(page)).toHaveCount(0)
})

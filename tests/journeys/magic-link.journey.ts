import type { Page } from '@playwright/test'
import { fillingOf } from '../screens/filling.ts'
import { screensOf } from '../screens/list.ts'
import { alreadyIn } from './already-in.ts'
import { axeFindings } from './axe.ts'
import { expect, password, settles, signIn, test, type Portal } from './portal.ts'

test('an employer views the portal as an employee, who is notified [MASQ-09] [MASQ-10] [MASQ-11] [MASQ-12] [MASQ-07] [CHROME-52] [PROD-05]', async ({
  page,
  portal,
}) => {
  await signIn(page, portal, 'grace.lin@demo.example')
  await page.goto(portal.address('/app/employee-data/'))
  await page.getByLabel('Find by name, email or employee number').fill('amelia.hart')
  await page.getByRole('button', { name: 'Amelia Hart' }).click()
  await page.getByRole('button', { name: 'View as employee' }).click()
  await page.getByLabel('Your password').fill('not the password')
  await page.getByRole('button', { name: 'Open view' }).click()
  await expect(page.getByLabel('Your password')).toHaveAccessibleDescription('Try again or reset your password')
  expect(await axeFindings(page)).toEqual([])

  await page.getByLabel('Your password').fill(password)
  const opening = page.waitForEvent('popup')
  await page.getByRole('button', { name: 'Open view' }).click()
  const view = await opening
  const banner = view.getByRole('region', { name: 'Viewing as another person' })
  await expect(banner).toContainText('You are viewing as Amelia Hart for scheme year')
  await expect(view.getByRole('button', { name: 'Hi, Amelia' })).toBeVisible()
  expect(await view.evaluate('window.opener')).toBeNull()
  await expect(page.getByText('The view is open in a new tab.')).toBeVisible()
  await page.reload()
  await expect(page.getByRole('button', { name: 'Hi, Grace' })).toBeVisible()

  await view.getByRole('button', { name: 'End view' }).click()
  await expect(view.getByRole('heading', { name: 'You have ended the view' })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('button', { name: 'Hi, Grace' })).toBeVisible()

  const told = page.getByRole('link', { name: /was viewed by your employer/ })
  await expect(async () => {
    await page.goto(portal.address('/demo/outbox'))
    await expect(told).toHaveCount(1, { timeout: 500 })
  }).toPass()
  await expect(told).toContainText('to Amelia Hart <amelia.hart@demo.example>')
})

test("no screen or panel of an employer's view offers what the server refuses there [S-45]", async ({
  page,
  portal,
}) => {
  test.setTimeout(600_000)
  await alreadyIn(page, portal, 'amelia.hart@demo.example')
  const screens = screensOf(await fillingOf(page, portal, { site: 'demo', who: 'employee' })).filter(
    ({ who }) => who === 'employee',
  )
  await page.goto(portal.address('/logout'))
  await page.waitForURL('**/logout-success')

  const view = await viewOfAmelia(page, portal)
  const refused: string[] = []
  view.on('response', (response) => void (response.status() === 403 && refused.push(response.url())))
  for (const { name, path } of [...screens, { name: 'contact-us', path: '/contact-us/' }]) {
    // A reload would end the view.
    await view.evaluate((to) => history.pushState({}, '', to), path)
    await settles(view)
    const offered = await view.locator('main, dialog').getByRole('button').or(view.locator('main a')).allInnerTexts()
    expect(
      offered.filter((label) => changing.test(label)),
      name,
    ).toEqual([])
    await expect(view.locator('form:has([type=submit])'), name).toHaveCount(0)
  }
  await expect(view.getByText('Only the person themselves can do this')).toBeVisible()
  expect(refused).toEqual([])
})

/** Labels of buttons and links that lead to a change. */
const changing =
  /^(choose|confirm|opt out|add|change|send|save|discard|withdraw|accept|answer|finish|continue|edit|review|upload|set up|re-?apply)/i

async function viewOfAmelia(page: Page, portal: Portal): Promise<Page> {
  await alreadyIn(page, portal, 'grace.lin@demo.example')
  await page.goto(portal.address('/app/employee-data/'))
  await page.getByLabel('Find by name, email or employee number').fill('amelia.hart')
  await page.getByRole('button', { name: 'Amelia Hart' }).click()
  await page.getByRole('button', { name: 'View as employee' }).click()
  await page.getByLabel('Your password').fill(password)
  const opening = page.waitForEvent('popup')
  await page.getByRole('button', { name: 'Open view' }).click()
  const view = await opening
  await expect(view.getByText('You can look, but you cannot change anything.')).toBeVisible()
  return view
}

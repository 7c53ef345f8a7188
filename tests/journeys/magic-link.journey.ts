import type { Page } from '@playwright/test'
import { addressValuesOf } from '../screens/address-values.ts'
import { screensOf } from '../screens/screen-list.ts'
import { signInByCall } from './sign-in-by-call.ts'
import { expect, password, test, waitUntilLoaded, type Portal } from './portal.ts'

const most = process.env['LONG_TESTS'] ? Infinity : 2

test('screens and panels that an employer views as an employee offer nothing that the server refuses there [S-45]', async ({
  page,
  portal,
}) => {
  test.setTimeout(600_000)
  await signInByCall(page, portal, 'amelia.hart@demo.example')
  const screens = screensOf(await addressValuesOf(page, portal, { site: 'demo', who: 'employee' }), most).filter(
    ({ who }) => who === 'employee',
  )
  await page.goto(portal.address('/logout'))
  await page.waitForURL('**/logout-success')

  const view = await viewOfAmelia(page, portal)
  const refused: string[] = []
  view.on('response', (response) => void (response.status() === 403 && refused.push(response.url())))
  for (const { name, path } of [...screens, { name: 'contact-us', path: '/contact-us/' }]) {
    // Changes the address without a reload, which would end the view of the employee's account.
    await view.evaluate((to) => history.pushState({}, '', to), path)
    await waitUntilLoaded(view)
    const offered = await view.locator('main, dialog').getByRole('button').or(view.locator('main a')).allInnerTexts()
    expect(
      offered.filter((label) => changing.test(label)),
      name,
    ).toEqual([])
    await expect(view.locator('form:has([type=submit])'), name).toHaveCount(0)
  }
  await expect(view.getByText('Only the employee can do this')).toBeVisible()
  expect(refused).toEqual([])
})

const changing =
  /^(choose|confirm|opt out|add|change|send|save|discard|withdraw|accept|answer|finish|continue|edit|review|upload|set up|re-?apply)/i

async function viewOfAmelia(page: Page, portal: Portal): Promise<Page> {
  await signInByCall(page, portal, 'grace.lin@demo.example')
  await page.goto(portal.address('/app/employee-data/'))
  await page.getByLabel('Find by name, email or employee number').fill('amelia.hart')
  await page.getByRole('button', { name: 'Amelia Hart' }).click()
  await page.getByRole('button', { name: 'View as employee' }).click()
  await page.getByLabel('Your password').fill(password)
  const opening = page.waitForEvent('popup')
  await page.getByRole('button', { name: 'Open view' }).click()
  const view = await opening
  await expect(view.getByText('You cannot change anything.')).toBeVisible()
  return view
}

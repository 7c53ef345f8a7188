import { axeFindings } from './axe.ts'
import { expect, password, signIn, test } from './portal.ts'

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

import { expect, signIn, test } from './portal.ts'

test('a session ended from another browser is logged out at its next step [S-36]', async ({
  page,
  portal,
  browser,
}) => {
  const email = 'isla.reid@demo.example'
  const elsewhere = await (await browser.newContext()).newPage()
  await signIn(elsewhere, portal, email)
  await signIn(page, portal, email)
  await page.getByRole('banner').getByRole('link', { name: 'Profile Settings' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Profile Settings' })).toBeFocused()
  const sessions = page.getByRole('region', { name: 'Where you are logged in' })
  await expect(sessions.getByRole('listitem')).toHaveCount(2)
  await sessions.getByRole('button', { name: /^End this session/ }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'End this session' }).click()
  await expect(sessions.getByText('You are logged in nowhere else.')).toBeVisible()

  await elsewhere.getByRole('link', { name: 'FAQs' }).first().click()
  await expect(elsewhere.getByLabel('Email')).toBeVisible()
  await elsewhere.context().close()
})

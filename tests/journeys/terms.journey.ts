import { expect, signIn, test } from './portal.ts'

test('people must accept new terms before they see the screen they requested [TERMS-01] [TERMS-05] [TERMS-06] [TERMS-15]', async ({
  page,
  portal,
}) => {
  await signIn(page, portal, 'dan.murphy@demo.example')
  const terms = page.getByRole('heading', { level: 1, name: 'There are new terms and conditions' })
  await expect(terms).toBeVisible()
  await page.goto(portal.address('/app/my-benefits/'))
  await expect(terms).toBeVisible()
  await expect(page.getByRole('region', { name: 'Terms and conditions' })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Privacy statement' })).toBeVisible()
  await page.getByRole('button', { name: 'Next' }).click()
  const required = 'Please confirm that you have read the terms and conditions'
  await expect(page.getByRole('link', { name: required })).toBeVisible()

  const prompts: string[] = []
  page.on('dialog', async (prompt) => {
    prompts.push(prompt.type())
    await prompt.dismiss()
  })
  await page.close({ runBeforeUnload: true })
  await expect.poll(() => prompts).toEqual(['beforeunload'])
  await page.getByRole('contentinfo').getByRole('link', { name: 'Cookies' }).click()
  const leave = page.getByRole('alertdialog', { name: 'You have not accepted the terms yet. Leave this page?' })
  await leave.getByRole('button', { name: 'Stay here' }).click()
  await expect(leave).toBeHidden()
  await expect(page).toHaveURL(/\/app\/my-benefits\/$/)

  await page.getByRole('checkbox', { name: 'I have read the terms and conditions' }).check()
  await page.getByRole('button', { name: 'Next' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'My benefits' })).toBeFocused()
  await page.reload()
  await expect(page.getByRole('heading', { level: 1, name: 'My benefits' })).toBeVisible()
  expect(prompts).toEqual(['beforeunload'])
})

import { axeFindings, loadAxe } from './axe.ts'
import { expect, enterEmail, test, waitUntilLoaded } from './portal.ts'

const groundOf = `getComputedStyle(document.body).backgroundColor`

for (const [name, email, pages] of [
  [
    'Kofi Mensah',
    'kofi.mensah@copperleaf.example',
    ['/app/home/', '/app/my-benefits/', '/app/my-total-benefits/', '/app/home/my-profile/'],
  ],
  ['Lena Fox', 'lena.fox@copperleaf.example', ['/app/dashboard/', '/app/employee-data/', '/app/reporting']],
] as const)
  test(`screens of ${name} can be read on a device set to dark colours`, async ({ page, portal }) => {
    await page.emulateMedia({ colorScheme: 'dark' })
    await loadAxe(page)
    await page.goto(portal.address('/', 'copperleaf'))
    await expect(page.getByRole('textbox')).toBeVisible()
    expect.soft(await axeFindings(page, { only: ['cat.color'] })).toEqual([])
    await enterEmail(page, portal, email)
    await page.getByRole('link', { name }).click()
    await page.waitForURL('**/app/home/')
    for (const path of pages) {
      await page.goto(portal.address(path, 'copperleaf'))
      await waitUntilLoaded(page)
      expect(await page.evaluate<string>(groundOf)).toBe('rgb(22, 16, 20)')
      expect.soft(await axeFindings(page, { only: ['cat.color'] }), path).toEqual([])
    }
    // Paper is light, whatever the device prefers.
    await page.emulateMedia({ media: 'print' })
    await page.evaluate(`dispatchEvent(new Event('beforeprint'))`)
    expect(await page.evaluate<string>(`getComputedStyle(document.body).getPropertyValue('--surface')`)).toBe('#fff')
    await page.emulateMedia({ media: 'screen' })
    await page.evaluate(`dispatchEvent(new Event('afterprint'))`)
    expect(await page.evaluate<string>(groundOf)).toBe('rgb(22, 16, 20)')
  })

test('a person chooses light, dark or the colours of the device, and the next page starts with them', async ({
  page,
  portal,
}) => {
  await page.emulateMedia({ colorScheme: 'light' })
  await page.goto(portal.address('/', 'copperleaf'))
  await enterEmail(page, portal, 'kofi.mensah@copperleaf.example')
  await page.getByRole('link', { name: 'Kofi Mensah' }).click()
  await page.waitForURL('**/app/home/')
  await page.goto(portal.address('/app/home/my-profile/', 'copperleaf'))
  await page.getByText('Dark', { exact: true }).click()
  await expect.poll(() => page.evaluate<string>(groundOf)).toBe('rgb(22, 16, 20)')
  await page.reload({ waitUntil: 'commit' })
  await expect(page.locator('html')).toHaveAttribute('data-dark')
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.getByText('Light', { exact: true }).click()
  await expect(page.locator('html')).not.toHaveAttribute('data-dark')
  await page.getByText('As my device').click()
  await expect(page.locator('html')).toHaveAttribute('data-dark')
})

test('a client that does not allow dark colours keeps light colours on a device set to dark colours', async ({
  page,
  portal,
}) => {
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.goto(portal.address('/', 'plain'))
  expect(
    await page.evaluate<string>(`${groundOf} + getComputedStyle(document.documentElement).colorScheme`),
  ).not.toContain('dark')
  expect(await page.evaluate<string>(`getComputedStyle(document.documentElement).getPropertyValue('--surface')`)).toBe(
    '#fff',
  )
})

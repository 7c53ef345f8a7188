import { axeFindings, loadAxe } from './axe.ts'
import { expect, signIn, test, waitUntilLoaded } from './portal.ts'

const groundOf = `getComputedStyle(document.body).backgroundColor`

for (const [who, pages] of [
  [
    'kofi.mensah@copperleaf.example',
    ['/app/home/', '/app/my-benefits/', '/app/my-total-benefits/', '/app/home/my-profile/'],
  ],
  ['lena.fox@copperleaf.example', ['/app/dashboard/', '/app/employee-data/', '/app/reporting']],
] as const)
  test(`screens of ${who} are readable on a dark device`, async ({ page, portal }) => {
    await page.emulateMedia({ colorScheme: 'dark' })
    await loadAxe(page)
    await page.goto(portal.address('/', 'copperleaf'))
    await expect(page.getByRole('textbox')).toBeVisible()
    expect.soft(await axeFindings(page, { only: ['cat.color'] })).toEqual([])
    await signIn(page, portal, who)
    for (const path of pages) {
      await page.goto(portal.address(path, 'copperleaf'))
      await waitUntilLoaded(page)
      expect(await page.evaluate<string>(groundOf)).toBe('rgb(22, 16, 20)')
      expect.soft(await axeFindings(page, { only: ['cat.color'] }), path).toEqual([])
    }
  })

test('a client that does not allow dark colours stays light', async ({ page, portal }) => {
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.goto(portal.address('/', 'plain'))
  expect(
    await page.evaluate<string>(`${groundOf} + getComputedStyle(document.documentElement).colorScheme`),
  ).not.toContain('dark')
  expect(await page.evaluate<string>(`getComputedStyle(document.documentElement).getPropertyValue('--surface')`)).toBe(
    '#fff',
  )
})

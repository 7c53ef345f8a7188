import { axeFindings } from './axe.ts'
import { expect, test } from './portal.ts'

for (const width of [360, 1280]) {
  test(`the API description is readable at ${width} px`, async ({ page, portal }) => {
    await page.setViewportSize({ width, height: 900 })
    await page.goto(portal.address('/api/docs'))
    await page.getByRole('navigation', { name: 'Calls' }).getByRole('link', { name: 'Change selection' }).click()
    await expect(page).toHaveURL(/#changeSelection$/)
    const call = page.getByRole('article').filter({ has: page.getByRole('heading', { name: 'Change selection' }) })
    await expect(call).toBeInViewport()
    await expect(call).toContainText('/api/v1/benefit/{id}/selection')
    // The content security policy allows the styles.
    await expect(call).toHaveCSS('border-radius', '8px')
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width)
    // Checking the page of all calls takes long, so axe checks the wide page only, which also shows the navigation.
    if (width === 1280) expect(await axeFindings(page)).toEqual([])
  })
}

test('axe finds a picture without a text, and text with little contrast', async ({ page }) => {
  await page.setContent(
    `<main><h1>Pay</h1><img src="data:,"><p style="color:#ccc;background:#fff">£1,200.00</p></main>`,
  )
  expect(await axeFindings(page)).toEqual(expect.arrayContaining(['image-alt at img', 'color-contrast at p']))
})

import { axeFindings } from './axe.ts'
import { expect, test } from './portal.ts'

test('the API description can be read on a phone and on a large screen', async ({ page, portal }) => {
  await page.goto(portal.address('/api/docs'))
  const call = page.getByRole('article').filter({ has: page.getByRole('heading', { name: 'Change selection' }) })
  for (const width of [1280, 360]) {
    await page.setViewportSize({ width, height: 900 })
    await page.getByRole('navigation', { name: 'Calls' }).getByRole('link', { name: 'Change selection' }).click()
    await expect(page).toHaveURL(/#changeSelection$/)
    await expect(call).toBeInViewport()
    await expect(call).toContainText('/api/v1/benefit/{id}/selection')
    // The rounded corner shows that the content security policy allows the styles.
    await expect(call).toHaveCSS('border-radius', '8px')
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width)
  }
  // Axe is slow on the page of all calls, and the calls all have the same form.
  await page.setViewportSize({ width: 1280, height: 900 })
  const others = process.env['LONG_TESTS'] ? undefined : 'article:not(#changeSelection, :first-of-type)'
  expect(await axeFindings(page, { ...(others !== undefined && { without: others }) })).toEqual([])
})

test('axe reports a picture without a text alternative, and text with too little contrast', async ({ page }) => {
  await page.setContent(
    `<main><h1>Pay</h1><img src="data:,"><p style="color:#ccc;background:#fff">£1,200.00</p></main>`,
  )
  expect(await axeFindings(page)).toEqual(expect.arrayContaining(['image-alt at img', 'color-contrast at p']))
})

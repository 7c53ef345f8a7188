import { expect, test } from './portal.ts'

// The gallery of parts under the policy of every page.

test('the gallery shows every component under the content policy, in each theme and width', async ({
  page,
  portal,
}) => {
  await page.goto(portal.address('/demo/ui'))
  const parts = page.getByRole('navigation', { name: 'All parts' }).getByRole('link')
  await expect.poll(() => parts.count()).toBeGreaterThan(40)
  for (const width of [311, 320, 360, 768, 1280]) {
    await page.setViewportSize({ width, height: 900 })
    expect(await page.evaluate('document.documentElement.scrollWidth'), `scrolls sideways at ${width}`).toBe(width)
  }

  const primary = () =>
    expect.poll(() => page.evaluate("getComputedStyle(document.body).getPropertyValue('--primary-100')"))
  await page.getByLabel('Look', { exact: true }).selectOption('Bright yellow')
  await expect(page.getByRole('row', { name: /^Words on the primary colour/ })).toContainText('#1b1f23')
  await primary().toBe('#ffeb00')
  // The look is part of the address, so that a view can be shared.
  await page.reload()
  await primary().toBe('#ffeb00')
  await page.getByLabel('Look', { exact: true }).selectOption('Copperleaf Foods')
  await primary().toBe('#7a1f3d')

  await parts.getByText('SidePanel', { exact: true }).click()
  await page.getByRole('button', { name: 'Open a panel', exact: true }).click()
  await expect(page.getByRole('dialog', { name: 'Opt out of dental' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'Open a panel', exact: true })).toBeFocused()
})

test('forced colours and reduced motion are respected', async ({ page, portal }) => {
  await page.emulateMedia({ forcedColors: 'active', reducedMotion: 'reduce' })
  await page.goto(portal.address('/demo/ui?look=ugly'))
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
  const colourOf = (selector: string, property: string) =>
    page.evaluate<string>(`getComputedStyle(document.querySelector('${selector}')).${property}`)
  const text = await colourOf('h1', 'color')
  expect(await colourOf('[aria-labelledby="BarChart"] pattern rect', 'fill')).toBe(text)
  expect(await colourOf('[aria-labelledby="LineChart"] g[data-series] circle', 'fill')).toBe(text)
  // With normal colours the icon has the theme's colour, which may be invisible on a forced background.
  expect(await colourOf('[aria-labelledby="States"] svg', 'stroke')).toBe(text)
  await expect.poll(() => page.evaluate<number>('document.getAnimations().length')).toBe(0)
})

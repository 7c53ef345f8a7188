import { expect, test } from './portal.ts'

test('forced colours and reduced motion of the device are respected', async ({ page, portal }) => {
  await page.emulateMedia({ forcedColors: 'active', reducedMotion: 'reduce' })
  await page.goto(portal.address('/demo/ui?look=ugly'))
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
  const colourOf = (selector: string, property: string) =>
    page.evaluate<string>(`getComputedStyle(document.querySelector('${selector}')).${property}`)
  const text = await colourOf('h1', 'color')
  expect(await colourOf('[aria-labelledby="BarChart"] pattern rect', 'fill')).toBe(text)
  expect(await colourOf('[aria-labelledby="LineChart"] g[data-series] circle', 'fill')).toBe(text)
  // With normal colours, the icon has the theme's colour, which may be invisible on a forced background.
  expect(await colourOf('[aria-labelledby="States"] svg', 'stroke')).toBe(text)
  await expect.poll(() => page.evaluate<number>('document.getAnimations().length')).toBe(0)
})

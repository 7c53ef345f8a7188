import type { Page } from '@playwright/test'
import { join } from 'node:path'
import { fillingOf } from '../screens/filling.ts'
import { oneOfEach, screensOf } from '../screens/list.ts'
import { axeFindings, bringAxe } from './axe.ts'
import { policyStops } from './policy.ts'
import { alreadyIn } from './already-in.ts'
import { expect, settles, test } from './portal.ts'

// Opens every screen and panel in two themes and several widths. Axe must find nothing, nothing may be wider than the window or
// move while loading, and the content policy and Trusted Types must block nothing. SCREENSHOTS=1 saves a picture of each in
// screenshots/.

const clients = {
  demo: { employee: 'amelia.hart@demo.example', employer: 'grace.lin@demo.example' },
  plain: { employee: 'max.plain@plain.example', employer: 'nora.plain@plain.example' },
} as const
const everyWidth = [311, 360, 600, 768, 1023, 1280, 1920]
const looks: readonly (readonly [keyof typeof clients, number])[] = process.env['LONG_TESTS']
  ? everyWidth.flatMap((width) => [['demo', width] as const, ['plain', width] as const])
  : [
      ['demo', 360],
      ['plain', 1280],
    ]

// During a transition, colours belong to neither state.
test.use({ contextOptions: { reducedMotion: 'reduce' } })

for (const [site, width] of looks) {
  test(`${site} at ${width} px: every screen and panel is accessible, under the policy and Trusted Types [S-61]`, async ({
    page,
    portal,
  }) => {
    test.setTimeout(600_000)
    await page.setViewportSize({ width, height: width < 600 ? 780 : 900 })
    await page.addInitScript(sumShifts)
    await bringAxe(page)
    const stopped = await policyStops(page)
    for (const who of ['nobody', 'employee', 'employer'] as const) {
      if (who !== 'nobody') await alreadyIn(page, portal, clients[site][who])
      const filling = oneOfEach(await fillingOf(page, portal, { site, who }))
      const screens = screensOf(filling).filter((screen) => screen.who === who)
      expect(screens.length).toBeGreaterThanOrEqual(5)
      for (const screen of screens) {
        await page.goto(portal.address(screen.path, site))
        await screen.press?.(page)
        await settles(page)
        expect(stopped, `${screen.name} breaks the policy`).toEqual([])
        await isGood(page, `${site}-${screen.name}-${width}`)
        // Ignores what axe itself may have tried.
        stopped.length = 0
        const moved = await page.evaluate<number>('layoutShift')
        expect(moved, `${screen.name} moves while it loads`).toBeLessThanOrEqual(0.1)
      }
      await page.goto(portal.address('/logout', site))
      await page.waitForURL('**/logout-success')
    }
  })
}

// Cumulative layout shift since the page was loaded, as Lighthouse counts it.
const sumShifts = `
  globalThis.layoutShift = 0
  new PerformanceObserver((list) => {
    for (const shift of list.getEntries()) if (!shift.hadRecentInput) globalThis.layoutShift += shift.value
  }).observe({ type: 'layout-shift', buffered: true })
`

async function isGood(page: Page, name: string): Promise<void> {
  if (process.env['SCREENSHOTS']) {
    await page.screenshot({ path: join('screenshots', `${name}.png`), fullPage: true })
  }
  expect(await axeFindings(page), name).toEqual([])
  const wider = await page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth')
  expect(wider, `${name} scrolls sideways`).toBe(0)
}

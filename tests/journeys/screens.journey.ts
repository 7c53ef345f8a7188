import { join } from 'node:path'
import { addressValuesOf } from '../screens/address-values.ts'
import { screensOf } from '../screens/screen-list.ts'
import { applyLongNames, longNames } from '../screens/long-names.ts'
import { loadAxe, expectAccessible } from './axe.ts'
import { policyViolations } from './policy-violations.ts'
import { signInByCall } from './sign-in-by-call.ts'
import { expect, waitUntilLoaded, measureLayoutShift, test } from './portal.ts'

// Opens every screen and panel of two themes and of a client with long names, in several widths. Axe finds nothing, no page is wider
// than the window or moves while it loads, and the content security policy blocks nothing. SCREENSHOTS=1 saves pictures in
// screenshots/.

const clients = {
  demo: { employee: 'amelia.hart@demo.example', employer: 'grace.lin@demo.example' },
  plain: { employee: 'max.plain@plain.example', employer: 'nora.plain@plain.example' },
  [longNames]: { employee: 'amelia.hart@demo.example', employer: 'grace.lin@demo.example' },
} as const
const everyWidth = [311, 360, 600, 768, 1023, 1280, 1920]
const sites = ['demo', 'plain', longNames] as const
const looks: readonly (readonly [keyof typeof clients, number])[] = process.env['LONG_TESTS']
  ? everyWidth.flatMap((width) => sites.map((site) => [site, width] as const))
  : [
      ['demo', 360],
      ['plain', 1280],
      [longNames, 360],
    ]

const most = process.env['LONG_TESTS'] ? Infinity : 1

// During a transition, colours belong to neither state.
test.use({ contextOptions: { reducedMotion: 'reduce' } })

test.beforeAll(({ portal }) => applyLongNames(portal))

for (const [site, width] of looks) {
  test(`every screen and panel of ${site} is accessible at ${width} px, and obeys the content security policy [S-61]`, async ({
    page,
    portal,
  }) => {
    test.setTimeout(600_000)
    await page.setViewportSize({ width, height: width < 600 ? 780 : 900 })
    await page.addInitScript(measureLayoutShift)
    await loadAxe(page)
    const stopped = await policyViolations(page)
    for (const who of ['nobody', 'employee', 'employer'] as const) {
      if (who !== 'nobody') await signInByCall(page, portal, clients[site][who], site)
      const values = await addressValuesOf(page, portal, { site, who })
      const screens = screensOf(values, most).filter((screen) => screen.who === who)
      expect(screens.length).toBeGreaterThanOrEqual(5)
      for (const screen of screens) {
        await page.goto(portal.address(screen.path, site))
        await screen.press?.(page)
        await waitUntilLoaded(page)
        expect(stopped, `${screen.name} breaks the policy`).toEqual([])
        const name = `${site}-${screen.name}-${width}`
        if (process.env['SCREENSHOTS'])
          await page.screenshot({ path: join('screenshots', `${name}.png`), fullPage: true })
        await expectAccessible(page, name)
        // Axe itself may violate the policy.
        stopped.length = 0
        const moved = await page.evaluate<number>('layoutShift')
        // Long names wrap, which moves the content below.
        expect(moved, `${screen.name} moves while it loads`).toBeLessThanOrEqual(site === longNames ? 0.2 : 0.1)
      }
      await page.goto(portal.address('/logout', site))
      await page.waitForURL('**/logout-success')
    }
  })
}

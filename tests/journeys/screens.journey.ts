import { join } from 'node:path'
import { fillingOf } from '../screens/filling.ts'
import { screensOf } from '../screens/list.ts'
import { applyLongNames, longNames } from '../screens/long-names.ts'
import { bringAxe, expectAccessible } from './axe.ts'
import { policyStops } from './policy.ts'
import { alreadyIn } from './already-in.ts'
import { expect, settles, sumShifts, test } from './portal.ts'

// Opens every screen and panel in two themes, with long names and in several widths. Axe must find nothing, nothing may be wider
// than the window or move while loading, and the content policy and Trusted Types must block nothing. SCREENSHOTS=1 saves a
// picture of each in screenshots/.

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
  test(`every screen and panel of ${site} is accessible at ${width} px, under the content policy [S-61]`, async ({
    page,
    portal,
  }) => {
    test.setTimeout(600_000)
    await page.setViewportSize({ width, height: width < 600 ? 780 : 900 })
    await page.addInitScript(sumShifts)
    await bringAxe(page)
    const stopped = await policyStops(page)
    for (const who of ['nobody', 'employee', 'employer'] as const) {
      if (who !== 'nobody') await alreadyIn(page, portal, clients[site][who], site)
      const filling = await fillingOf(page, portal, { site, who })
      const screens = screensOf(filling, most).filter((screen) => screen.who === who)
      expect(screens.length).toBeGreaterThanOrEqual(5)
      for (const screen of screens) {
        await page.goto(portal.address(screen.path, site))
        await screen.press?.(page)
        await settles(page)
        expect(stopped, `${screen.name} breaks the policy`).toEqual([])
        const name = `${site}-${screen.name}-${width}`
        if (process.env['SCREENSHOTS'])
          await page.screenshot({ path: join('screenshots', `${name}.png`), fullPage: true })
        await expectAccessible(page, name)
        // Ignores what axe itself may have tried.
        stopped.length = 0
        const moved = await page.evaluate<number>('layoutShift')
        // Long names wrap, which moves what follows.
        expect(moved, `${screen.name} moves while it loads`).toBeLessThanOrEqual(site === longNames ? 0.2 : 0.1)
      }
      await page.goto(portal.address('/logout', site))
      await page.waitForURL('**/logout-success')
    }
  })
}

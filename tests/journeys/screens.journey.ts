import { join } from 'node:path'
import { addressValuesOf } from '../screens/address-values.ts'
import { screensOf, type Who } from '../screens/screen-list.ts'
import { applyLongNames, longNames } from '../screens/long-names.ts'
import { loadAxe, expectAccessible, expectNoSidewaysScroll } from './axe.ts'
import { policyViolations } from './content-security-violations.ts'
import { signInByCall } from './sign-in-by-call.ts'
import { expect, waitUntilLoaded, measureLayoutShift, test } from './portal.ts'

// No page moves while it loads, violates the content security policy or is wider than a phone, also with large text.
// `npm test` uses the client with the longest names. SCREENSHOTS=1 saves pictures in screenshots/.

const ofDemo = { employee: 'amelia.hart@demo.example', employer: 'grace.lin@demo.example' }
const clients = {
  [longNames]: ofDemo,
  demo: ofDemo,
  plain: { employee: 'max.plain@plain.example', employer: 'nora.plain@plain.example' },
} as const
const everyWidth = [311, 360, 600, 768, 1023, 1280, 1920]
const people = ['nobody', 'employee', 'employer'] as const
/** Screens load at the first width. Axe checks the second, at which employers' screens show the most content. */
const looks: readonly (readonly [Who, keyof typeof clients, number, number])[] = process.env['LONG_TESTS']
  ? everyWidth.flatMap((width) =>
      people.flatMap((who) =>
        ([longNames, 'demo', 'plain'] as const).map((site) => [who, site, width, width] as const),
      ),
    )
  : [
      ['nobody', longNames, 360, 360],
      ['employee', longNames, 360, 360],
      ['employer', longNames, 360, 1280],
    ]

const most = process.env['LONG_TESTS'] ? Infinity : 1

// Without transitions, because colours during a transition belong to neither state.
test.use({ contextOptions: { reducedMotion: 'reduce' } })

test.beforeAll(({ portal }) => applyLongNames(portal))

for (const [who, site, width, axeWidth] of looks) {
  test(`every screen and panel of ${who} is accessible at ${axeWidth} px for ${site}, and follows the content security policy [S-61]`, async ({
    page,
    portal,
  }) => {
    test.setTimeout(600_000)
    const sizeOf = (of: number) => ({ width: of, height: of < 600 ? 780 : 900 })
    await page.addInitScript(measureLayoutShift)
    await loadAxe(page)
    const stopped = await policyViolations(page)
    if (who !== 'nobody') await signInByCall(page, portal, clients[site][who], site)
    const values = await addressValuesOf(page, portal, { site, who })
    const screens = screensOf(values, most).filter((screen) => screen.who === who)
    expect(screens.length).toBeGreaterThanOrEqual(15)
    for (const screen of screens) {
      await page.setViewportSize(sizeOf(width))
      await page.goto(portal.address(screen.path, site))
      await screen.press?.(page)
      await waitUntilLoaded(page)
      expect(stopped, `${screen.name} breaks the policy`).toEqual([])
      const name = `${site}-${screen.name}-${width}`
      if (process.env['SCREENSHOTS'])
        await page.screenshot({ path: join('screenshots', `${name}.png`), fullPage: true })
      const moved = await page.evaluate<number>('layoutShift')
      // Long names wrap, which moves the content below.
      expect(moved, `${screen.name} moves while it loads`).toBeLessThanOrEqual(site === longNames ? 0.2 : 0.1)
      await page.setViewportSize(sizeOf(axeWidth))
      await expectAccessible(page, name)
      // Removes violations that axe itself causes.
      stopped.length = 0
      for (const other of [320, 1280]) {
        await page.setViewportSize(sizeOf(other))
        await expectNoSidewaysScroll(page, `${screen.name} at ${other} px`)
      }
      await page.setViewportSize({ width: 390, height: 844 })
      await page.evaluate(twiceTheSize)
      await expectNoSidewaysScroll(page, `${screen.name} with text of twice the size`)
    }
  })
}

// Sets the text size as in a browser whose default is 32 px instead of 16.
const twiceTheSize = `{
  const sheet = new CSSStyleSheet()
  sheet.replaceSync('html { font-size: 200% !important }')
  document.adoptedStyleSheets.push(sheet)
}`

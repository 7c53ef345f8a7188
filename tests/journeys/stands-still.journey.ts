import { expect, signIn, test, type Portal } from './portal.ts'
import { connected } from '../../database/bootstrap.ts'

// What comes slowly comes in its place: nothing that somebody reads or aims at moves (design, performance: pages).
type Page = readonly [path: string, most: number, site?: 'demo' | 'plain']

/** Public pages that are still above their goal of 0.01 may only fall (docs/gaps.md). */
const outside: readonly Page[] = [
  ['/', 0.03],
  ['/', 0.01, 'plain'],
  ['/cookie-policy/', 0.03],
  ['/cookie-policy/', 0.03, 'plain'],
  ['/privacy-statement', 0.01],
  ['/terms-and-conditions', 0.01],
  ['/forgotten-password', 0.01],
]
const inside: readonly Page[] = [
  ['/app/home/', 0.1],
  ['/app/my-benefits/', 0.1],
  ['/app/my-benefits/{dental}', 0.1],
  ['/app/my-benefits/{dental}/setup', 0.1],
  ['/app/my-benefits/{dental}/manage', 0.1],
  ['/app/home/my-profile/', 0.1],
  ['/app/faqs/', 0.1],
  ['/contact-us/', 0.1],
]

for (const [who, pages] of [
  ['nobody', outside],
  ['amelia.hart@demo.example', inside],
] as const) {
  test(`the pages that ${who} sees stand still while they come, cold, over a phone's line`, async ({
    browser,
    portal,
  }) => {
    const context = await browser.newContext({ viewport: { width: 390, height: 780 } })
    if (who !== 'nobody') await signIn(await context.newPage(), portal, who)
    const ids = await benefitIds(portal)
    for (const [path, most, site] of pages) {
      const page = await context.newPage()
      await page.addInitScript(sumShifts)
      const line = await context.newCDPSession(page)
      await line.send('Network.enable')
      await line.send('Network.setCacheDisabled', { cacheDisabled: true })
      const slow = { latency: 150, downloadThroughput: 200_000, uploadThroughput: 90_000, offline: false }
      await line.send('Network.emulateNetworkConditions', slow)
      await page.goto(
        portal.address(
          path.replace(/\{([a-z-]+)\}/, (_, code: string) => ids.get(code) ?? code),
          site,
        ),
      )
      await page.getByRole('heading', { level: 1 }).waitFor()
      await page.waitForLoadState('networkidle')
      const moved = await page.evaluate<number>('layoutShift')
      console.log(path.padEnd(40), site ?? 'demo', moved.toFixed(4))
      expect.soft(moved, `${path} moves while it comes`).toBeLessThanOrEqual(most)
      await page.close()
    }
    await context.close()
  })
}

// How far things have moved by themselves since the page was loaded, as Lighthouse counts it.
const sumShifts = `
  globalThis.layoutShift = 0
  new PerformanceObserver((list) => {
    for (const shift of list.getEntries()) if (!shift.hadRecentInput) globalThis.layoutShift += shift.value
  }).observe({ type: 'layout-shift', buffered: true })
`

/** The benefits of the example client by their code. */
function benefitIds(portal: Portal): Promise<Map<string, string>> {
  return connected(portal.database, async (client) => {
    const { rows } = await client.query<{ code: string; id: string }>(
      "select benefit.code, benefit.id from benefit join client using (client_id) where client.code = 'demo'",
    )
    return new Map(rows.map(({ code, id }) => [code, id]))
  })
}

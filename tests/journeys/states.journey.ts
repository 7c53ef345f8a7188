import type { State } from '../screens/state.ts'
import { reach, statesOf } from '../screens/way-in.ts'
import { axeFindings, bringAxe } from './axe.ts'
import { policyStops } from './policy.ts'
import { alreadyIn } from './already-in.ts'
import { expect, served as test } from './portal.ts'

// Opens every state of a screen that has no address of its own. Axe must find nothing, nothing may be wider than the window, the
// content policy must block nothing, and alerts in panels must be visible.

// During a transition, colours belong to neither state.
test.use({ contextOptions: { reducedMotion: 'reduce' } })

const people = { employee: 'amelia.hart@demo.example', employer: 'grace.lin@demo.example' }
const widths = process.env['LONG_TESTS'] ? [311, 360, 600, 768, 1023, 1280, 1920] : [360]

/** States per test, so that no test takes long. */
const inOneWalk = 32
const walks = (['nobody', 'employee', 'employer'] as const).flatMap((who) => {
  const states: readonly State[] = statesOf[who]
  const starts = states.flatMap((_, index) => (index % inOneWalk === 0 ? [index] : []))
  return starts.map((start) => ({ who, states: states.slice(start, start + inOneWalk) }))
})

for (const width of widths)
  for (const { who, states } of walks)
    test(`each state of a screen of ${who} at ${width} px is accessible, from ${states[0]?.name ?? ''} on`, async ({
      context,
      page,
      portal,
    }) => {
      test.setTimeout(600_000)
      const stopped = await policyStops(page)
      await bringAxe(page)
      if (who !== 'nobody') await alreadyIn(page, portal, people[who])
      for (const state of states) {
        // Some states exist only in narrow or wide windows.
        await page.setViewportSize({ width, height: width < 600 ? 780 : 900 })
        const leave = await reach(page, state, (path) => portal.address(path, state.site))
        if (!state.staysBusy) await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
        // Checked before axe, which scrolls.
        const unseen = () => page.evaluate<string[]>(alertsOutOfSight)
        await expect.poll(unseen, `${state.name} says something where nobody sees it`).toEqual([])
        expect(stopped, `${state.name} breaks the policy`).toEqual([])
        expect(await axeFindings(page), state.name).toEqual([])
        const wider = await page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth')
        expect(wider, `${state.name} scrolls sideways`).toBe(0)
        // Ignores what axe itself may have tried.
        stopped.length = 0
        // Cleans up for the next state.
        await leave()
        if (who === 'nobody') await context.clearCookies()
      }
    })

// Alerts of an open panel or dialog whose first or last line is outside the window, scrolled away or covered.
const alertsOutOfSight = `[...document.querySelectorAll('dialog[open] [role="alert"]')].flatMap((alert) => {
  const { left, width, top, bottom, height } = alert.getBoundingClientRect()
  const isSeen = (y) => alert.contains(document.elementFromPoint(left + width / 2, y))
  return height === 0 || (isSeen(top + 4) && isSeen(bottom - 4)) ? [] : [alert.textContent]
})`

import type { State } from '../screens/state.ts'
import { reach, statesOf } from '../screens/way-in.ts'
import { axeFindings, bringAxe } from './axe.ts'
import { policyStops } from './policy.ts'
import { alreadyIn } from './already-in.ts'
import { expect, served as test } from './portal.ts'

// Every state of a screen that no address reaches by itself: nothing that axe finds, nothing wider than the window, nothing
// that the content policy must stop, and nothing said in a panel where nobody sees it.

// What is on its way in has the colours of neither state.
test.use({ contextOptions: { reducedMotion: 'reduce' } })

const people = { employee: 'amelia.hart@demo.example', employer: 'grace.lin@demo.example' }
const widths = process.env['LONG_TESTS'] ? [311, 360, 600, 768, 1023, 1280, 1920] : [360]

/** So many in one walk that none of those at a time takes long. */
const inOneWalk = 32
const walks = (['nobody', 'employee', 'employer'] as const).flatMap((who) => {
  const states: readonly State[] = statesOf[who]
  const starts = states.flatMap((_, index) => (index % inOneWalk === 0 ? [index] : []))
  return starts.map((start) => ({ who, states: states.slice(start, start + inOneWalk) }))
})

for (const width of widths)
  for (const { who, states } of walks)
    test(`each state of a screen of ${who} at ${width} px can be used by everyone, from ${states[0]?.name ?? ''} on`, async ({
      context,
      page,
      portal,
    }) => {
      test.setTimeout(600_000)
      const stopped = await policyStops(page)
      await bringAxe(page)
      if (who !== 'nobody') await alreadyIn(page, portal, people[who])
      for (const state of states) {
        // Some are there in narrow or wide windows alone.
        await page.setViewportSize({ width, height: width < 600 ? 780 : 900 })
        const leave = await reach(page, state, (path) => portal.address(path, state.site))
        if (!state.staysBusy) await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
        // Before axe, which scrolls.
        const unseen = () => page.evaluate<string[]>(alertsOutOfSight)
        await expect.poll(unseen, `${state.name} says something where nobody sees it`).toEqual([])
        expect(stopped, `${state.name} breaks the policy`).toEqual([])
        expect(await axeFindings(page), state.name).toEqual([])
        const wider = await page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth')
        expect(wider, `${state.name} scrolls sideways`).toBe(0)
        // What axe itself may have tried.
        stopped.length = 0
        // Nothing of it is left for the next one.
        await leave()
        if (who === 'nobody') await context.clearCookies()
      }
    })

// Alerts of an open panel or dialog of which the first or the last line is outside the window, scrolled away or covered.
const alertsOutOfSight = `[...document.querySelectorAll('dialog[open] [role="alert"]')].flatMap((alert) => {
  const { left, width, top, bottom, height } = alert.getBoundingClientRect()
  const isSeen = (y) => alert.contains(document.elementFromPoint(left + width / 2, y))
  return height === 0 || (isSeen(top + 4) && isSeen(bottom - 4)) ? [] : [alert.textContent]
})`

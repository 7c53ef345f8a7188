import { loadsData, showDataState, type DataState } from '../screens/data-states.ts'
import { fillingOf } from '../screens/filling.ts'
import { screensOf } from '../screens/list.ts'
import { alreadyIn } from './already-in.ts'
import { bringAxe, expectAccessible } from './axe.ts'
import { policyStops } from './policy.ts'
import { expect, served as test, settles } from './portal.ts'

// Opens every screen and panel with empty lists, without permission and after a failure. Component tests cover the states that
// follow an action.

const most = process.env['LONG_TESTS'] ? Infinity : 1

// During a transition, colours belong to neither state.
test.use({ contextOptions: { reducedMotion: 'reduce' }, viewport: { width: 360, height: 780 } })

const people = { nobody: undefined, employee: 'amelia.hart@demo.example', employer: 'grace.lin@demo.example' }

// The portal repeats a failed request after one second and after two. Waiting for that took half of the journey.
const repeatAtOnce = `{
  const begin = globalThis.setTimeout
  globalThis.setTimeout = (work, ms, ...rest) => begin(work, ms === 1000 || ms === 2000 ? 0 : ms, ...rest)
}`

for (const who of ['nobody', 'employee', 'employer'] as const)
  for (const state of ['empty', 'refused', 'failed'] as const)
    test(`the screens and panels of ${who} are accessible with ${state} data`, async ({ page, portal }) => {
      test.setTimeout(600_000)
      const stopped = await policyStops(page)
      await bringAxe(page)
      if (state === 'failed') await page.addInitScript(repeatAtOnce)
      const enter = async () => {
        if (people[who]) await alreadyIn(page, portal, people[who])
      }
      await enter()
      const filling = await fillingOf(page, portal, { site: 'demo', who })
      let now: DataState = 'ready'
      await showDataState(page, () => now)
      const called: string[] = []
      page.on('request', (request) => {
        if (request.url().includes('/api/')) called.push(request.url())
      })
      for (const { name, path, press } of screensOf(filling, most).filter((screen) => screen.who === who)) {
        called.length = 0
        now = state
        await page.goto(portal.address(path))
        await press?.(page)
        await settles(page)
        expect(stopped, `${name} breaks the policy`).toEqual([])
        if (loadsData(called)) await expectAccessible(page, name)
        // Ignores what axe itself may have tried.
        stopped.length = 0
        // A benefits list that fails ends the session, as specified.
        now = 'ready'
        if (people[who] && !page.url().includes('/app/')) await enter()
      }
    })

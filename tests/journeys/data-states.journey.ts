import { guardMessages } from '../../contract/messages.ts'
import { loadsData, showDataState, type DataState } from '../screens/data-states.ts'
import { addressValuesOf } from '../screens/address-values.ts'
import { screensOf } from '../screens/screen-list.ts'
import { signInByCall } from './sign-in-by-call.ts'
import { loadAxe, expectAccessible } from './axe.ts'
import { policyViolations } from './content-security-violations.ts'
import { expect, served as test, waitUntilLoaded } from './portal.ts'

// Opens every screen and panel in one state; the long run in each. Browser tests cover states after an action.

const most = process.env['LONG_TESTS'] ? Infinity : 1

// Without transitions, because colours during a transition belong to neither state.
test.use({ contextOptions: { reducedMotion: 'reduce' }, viewport: { width: 360, height: 780 } })

const people = { nobody: undefined, employee: 'amelia.hart@demo.example', employer: 'grace.lin@demo.example' }

// The portal repeats a failed request after one and two seconds. These pauses would take half of this journey's time.
const repeatWithoutDelay = `{
  const begin = globalThis.setTimeout
  globalThis.setTimeout = (work, ms, ...rest) => begin(work, ms === 1000 || ms === 2000 ? 0 : ms, ...rest)
}`

const withoutData =
  /^(login|forgotten-password|reset-password|activation|sso-.*|hub-sso|two-fa.*|logout.*|default|not-found|panel-(change-password|two-fa-.*))$/

/** Employers' screens that show a refusal in their own way. */
const saysOtherwise = /^(dashboard-employee-insights|ccv-manage)$/

// This order shows the lists of approvals and payroll runs, and the panel of an employee, as refused.
const states = ['refused', 'failed', 'empty'] as const
// In `npm test` each screen has one of the three states.
const turns: readonly (readonly [kind: string, stateOf: (place: number) => DataState])[] = process.env['LONG_TESTS']
  ? states.map((state) => [state, () => state] as const)
  : [['empty, refused or failed', (place) => states[place % states.length] ?? 'failed']]

for (const who of ['nobody', 'employee', 'employer'] as const)
  for (const [kind, stateOf] of turns)
    test(`the screens and panels of ${who} are accessible with ${kind} data`, async ({ page, portal }) => {
      test.setTimeout(600_000)
      const stopped = await policyViolations(page)
      await loadAxe(page)
      await page.addInitScript(repeatWithoutDelay)
      const enter = async () => {
        if (people[who]) await signInByCall(page, portal, people[who])
      }
      await enter()
      const values = await addressValuesOf(page, portal, { site: 'demo', who })
      let now: DataState = 'ready'
      await showDataState(page, () => now)
      const called: string[] = []
      page.on('request', (request) => {
        if (request.url().includes('/api/')) called.push(request.url())
      })
      const screens = screensOf(values, most).filter((screen) => screen.who === who && !withoutData.test(screen.name))
      for (const [place, { name, path, press }] of screens.entries()) {
        called.length = 0
        now = stateOf(place)
        await page.goto(portal.address(path))
        await press?.(page)
        await waitUntilLoaded(page)
        expect(stopped, `${name} breaks the policy`).toEqual([])
        if (loadsData(called)) {
          await expectAccessible(page, `${name}, ${now}`)
          if (now !== 'empty' && people[who] && page.url().includes('/app/') && !saysOtherwise.test(name)) {
            const denied = page.getByRole('alert').getByText(guardMessages.denied)
            const said = now === 'refused' ? denied : page.getByRole('button', { name: 'Retry' })
            await expect(said.first(), `${name}, ${now}`).toBeVisible()
          }
        }
        // Removes violations that axe itself causes.
        stopped.length = 0
        // The specification ends the session if the list of benefits fails to load.
        now = 'ready'
        if (people[who] && !page.url().includes('/app/')) await enter()
      }
    })

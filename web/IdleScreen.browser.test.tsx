import { createMemoryHistory, createRootRoute, createRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { cleanup, render } from 'vitest-browser-react'
import { installTransport } from '../contract/call.ts'
import { sampleTokens } from '../features/session/session.samples.ts'
import { withTabLock } from '../features/session/use-token-renewal.ts'
import { completeLogin, clearSession, useSession, useUser } from '../features/session/use-session.ts'
import { expectAccessible } from '../tests/harness/screen.tsx'
import { transport } from './call.ts'
import { STAY_TIMEOUT } from './idle.ts'
import { IdleScreen } from './IdleScreen.tsx'
import { synchroniseTabs } from './synchronise-tabs.ts'

const network = vi.fn<typeof fetch>()
const realFetch = globalThis.fetch
const answer = (status: number, body: object = {}) => new Response(JSON.stringify(body), { status })
const otherTab = new BroadcastChannel('portal')
synchroniseTabs({ reload: () => undefined })

const SECOND = 1000
const MINUTE = 60 * SECOND

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date', 'performance', 'setInterval', 'clearInterval'] })
  globalThis.fetch = network
  installTransport(transport)
  network.mockReset()
  network.mockImplementation(() => Promise.resolve(answer(200, { user: { id: 'amelia', userType: 'employee' } })))
})
afterEach(async () => {
  await cleanup()
  clearSession(null)
  vi.useRealTimers()
  globalThis.fetch = realFetch
})

/** All but the last two seconds pass in one step. */
async function pass(milliseconds: number): Promise<void> {
  const last = Math.min(milliseconds, 2 * SECOND)
  vi.advanceTimersByTime(milliseconds - last)
  await vi.advanceTimersByTimeAsync(last)
}

/** Moves only the wall clock, as after a sleep or a correction, and runs the next check. */
async function jump(milliseconds: number): Promise<void> {
  vi.setSystemTime(Date.now() + milliseconds)
  await pass(SECOND)
}
const dialog = () => page.getByRole('alertdialog', { name: 'Stay logged in?' })
const stay = () => page.getByRole('button', { name: 'Stay logged in' })
const pings = () => network.mock.calls.filter(([address]) => address === '/api/v1/ping').length
const warning = (seconds: number) => `You will be logged out soon, in ${seconds} seconds.`

function Frame() {
  const user = useUser()
  return (
    <main tabIndex={-1}>
      <h1>A page</h1>
      <button type="button">Somewhere</button>
      {user && <IdleScreen />}
    </main>
  )
}

async function show() {
  await completeLogin({ ...sampleTokens, expires_in: 6000 }, { sso: false })
  const root = createRootRoute({ component: Frame })
  const router = createRouter({
    routeTree: root.addChildren(['/here', '/logout'].map((path) => createRoute({ getParentRoute: () => root, path }))),
    history: createMemoryHistory({ initialEntries: ['/here'] }),
  })
  await router.load()
  await render(<RouterProvider router={router} />)
  await page.getByRole('button', { name: 'Somewhere' }).click()
  return { path: () => router.state.location.pathname, state: () => router.state.location.state }
}

async function showWarning() {
  const shown = await show()
  await pass(14 * MINUTE)
  await expect.element(dialog()).toBeVisible()
  return shown
}

describe('idle screen', () => {
  it('appears 14 minutes after the last call, and not earlier [CHROME-41] [CHROME-42] [CHROME-43] [CHROME-46]', async () => {
    await show()
    await pass(14 * MINUTE - SECOND)
    expect(dialog().elements()).toHaveLength(0)
    await pass(SECOND)
    await expect.element(dialog()).toBeVisible()
    expect(
      dialog()
        .getByRole('button')
        .elements()
        .map((button) => button.textContent),
    ).toEqual(['Stay logged in', 'Logout'])
    await expectAccessible()
  })

  it('appears at the next full second, because the time is checked every second [CHROME-42]', async () => {
    await show()
    await pass(14 * MINUTE - SECOND)
    vi.setSystemTime(Date.now() + SECOND)
    await vi.advanceTimersByTimeAsync(SECOND - 1)
    expect(dialog().elements()).toHaveLength(0)
    await vi.advanceTimersByTimeAsync(1)
    await expect.element(dialog()).toBeVisible()
  })

  it('counts down from 15 seconds, with an explanation [CHROME-44] [CHROME-49] [CHROME-50]', async () => {
    await showWarning()
    for (let seconds = 15; seconds >= 1; seconds -= 1) {
      await expect.element(dialog().getByRole('timer')).toHaveTextContent(warning(seconds))
      await pass(SECOND)
    }
  })

  it('redirects to /logout, with the reason, when the time is over [CHROME-45]', async () => {
    const { path, state } = await showWarning()
    await pass(14 * SECOND)
    expect(path()).toBe('/here')
    await pass(SECOND)
    await vi.waitFor(() => expect(path()).toBe('/logout'))
    expect(state()).toMatchObject({ wasIdle: true })
    expect(dialog().elements()).toHaveLength(0)
  })

  it('sends a ping and closes if the person stays, and appears again 14 minutes later [CHROME-47]', async () => {
    const { path } = await showWarning()
    await expect.element(stay()).toHaveFocus()
    await stay().click()
    await vi.waitFor(() => expect(dialog().elements()).toHaveLength(0))
    expect(pings()).toBe(1)
    await expect.element(page.getByRole('button', { name: 'Somewhere' })).toHaveFocus()
    await pass(14 * MINUTE - 2 * SECOND)
    expect(dialog().elements()).toHaveLength(0)
    await pass(2 * SECOND)
    await expect.element(dialog()).toBeVisible()
    expect(path()).toBe('/here')
  })

  it('redirects to /logout when its logout button is clicked [CHROME-48]', async () => {
    const { path } = await showWarning()
    await page.getByRole('button', { name: 'Logout' }).click()
    await vi.waitFor(() => expect(path()).toBe('/logout'))
    expect(dialog().elements()).toHaveLength(0)
    expect(pings()).toBe(0)
  })

  it('logs a person out if they ask to stay but the session has already ended [CHROME-48]', async () => {
    await showWarning()
    network.mockImplementation(() =>
      Promise.resolve(answer(401, { detail: 'Your session has ended. Please log in again' })),
    )
    await stay().click()
    await vi.waitFor(() =>
      expect(useSession.getState().session).toEqual({
        step: 'out',
        loginError: 'Your session has ended. Please log in again',
      }),
    )
    expect(dialog().elements()).toHaveLength(0)
  })

  it('says that staying failed, and allows another attempt while there is time', async () => {
    const { path } = await showWarning()
    for (const failure of [() => Promise.reject(new TypeError('net::ERR')), () => Promise.resolve(answer(503))]) {
      network.mockImplementation(failure)
      await stay().click()
      await expect
        .element(dialog().getByRole('alert'))
        .toHaveTextContent('We could not keep you logged in. Please try again.')
      await expect.element(stay()).toHaveFocus()
      await pass(SECOND)
    }
    await expect.element(dialog().getByRole('timer')).toHaveTextContent(warning(13))
    network.mockImplementation(() => Promise.resolve(answer(200)))
    await stay().click()
    await vi.waitFor(() => expect(dialog().elements()).toHaveLength(0))
    expect(path()).toBe('/here')
  })

  it('does not end the session while a request to stay waits for its reply', async () => {
    const { path } = await showWarning()
    let answerPing: (response: Response) => void = () => undefined
    network.mockImplementation(
      () =>
        new Promise((resolve) => {
          answerPing = resolve
        }),
    )
    await pass(14 * SECOND)
    await stay().click()
    await pass(2 * SECOND)
    answerPing(answer(200))
    // The first idle check waits for the server's response. The next check acts on it.
    await withTabLock('staying', () => Promise.resolve())
    await pass(SECOND)
    await vi.waitFor(() => expect(dialog().elements()).toHaveLength(0))
    await pass(MINUTE)
    expect(path()).toBe('/here')
  })

  it('ends the session if the request to stay gets no reply', async () => {
    const { path } = await showWarning()
    const { promise, resolve: answerPing } = Promise.withResolvers<Response>()
    network.mockImplementation(() => promise)
    await stay().click()
    await pass(15 * SECOND)
    expect(path()).toBe('/here')
    await pass(STAY_TIMEOUT)
    await pass(SECOND)
    await vi.waitFor(() => expect(path()).toBe('/logout'))
    // Ends the pending ping, because later tests would otherwise wait for it.
    answerPing(answer(200))
  })

  it('keeps the focus and cannot be dismissed', async () => {
    await showWarning()
    await expect.element(stay()).toHaveFocus()
    await userEvent.keyboard('{Escape}{Escape}')
    await userEvent.tab()
    await expect.element(page.getByRole('button', { name: 'Logout' })).toHaveFocus()
    for (let each = 0; each < 4; each += 1) {
      await userEvent.tab()
      expect(document.activeElement?.textContent).not.toBe('Somewhere')
    }
    await expect.element(dialog()).toBeVisible()
  })

  it('is announced when it opens, ten seconds before the end and five seconds before the end, but not every second', async () => {
    await showWarning()
    const described = dialog().element().getAttribute('aria-describedby')
    expect(document.querySelector(`#${described}`)?.textContent).toBe(warning(15))
    expect(dialog().getByRole('timer').element().getAttribute('aria-live')).toBeNull()
    const said: string[] = []
    const status = dialog().getByRole('status').element()
    const observer = new MutationObserver(() => said.push(status.textContent))
    observer.observe(status, { childList: true, characterData: true, subtree: true })
    for (let each = 0; each < 14; each += 1) await pass(SECOND)
    await vi.waitFor(() => expect(said).toEqual([warning(10), warning(5)]))
    observer.disconnect()
  })
})

describe('use of the portal without calls', () => {
  const somewhere = () => page.getByRole('button', { name: 'Somewhere' })

  it.each<[string, () => Promise<unknown>]>([
    ['typing', () => userEvent.keyboard('a')],
    ['the pointer', () => somewhere().click()],
  ])(
    'by %s sends a ping at most once a minute, and the 14 minutes start again at the ping [CHROME-41]',
    async (_, use) => {
      await show()
      await pass(MINUTE - SECOND)
      await use()
      expect(pings()).toBe(0)
      await pass(SECOND)
      for (let again = 0; again < 3; again += 1) await use()
      await vi.waitFor(() => expect(pings()).toBe(1))
      await pass(13 * MINUTE)
      await use()
      await vi.waitFor(() => expect(pings()).toBe(2))
      await pass(14 * MINUTE - SECOND)
      expect(dialog().elements()).toHaveLength(0)
      await pass(SECOND)
      await expect.element(dialog()).toBeVisible()
    },
  )

  it('sends another ping a minute after a ping that failed', async () => {
    await show()
    network.mockRejectedValue(new TypeError('offline'))
    await pass(MINUTE)
    for (let again = 0; again < 3; again += 1) await userEvent.keyboard('a')
    await vi.waitFor(() => expect(pings()).toBe(1))
    await pass(MINUTE)
    await userEvent.keyboard('a')
    await vi.waitFor(() => expect(pings()).toBe(2))
  })

  it('does not close the idle screen, where a button has to be clicked [CHROME-44]', async () => {
    await showWarning()
    await userEvent.keyboard('a')
    await expect.element(dialog()).toBeVisible()
    expect(pings()).toBe(0)
  })
})

describe('tabs and sleep of the computer', () => {
  it('calls in another tab count as use, and remove the idle screen [S-38]', async () => {
    await showWarning()
    // This rule is for windows. A BroadcastChannel reaches only its own origin.
    // oxlint-disable-next-line unicorn/require-post-message-target-origin
    otherTab.postMessage({ kind: 'call', at: Date.now() })
    await vi.waitFor(() => expect(dialog().elements()).toHaveLength(0))
    await pass(13 * MINUTE)
    expect(dialog().elements()).toHaveLength(0)
  })

  it('messages that came while the browser had frozen the tab are processed before the session is ended [S-38]', async () => {
    const { path } = await show()
    // The computer slept for half an hour. The message is queued before the first check.
    vi.setSystemTime(Date.now() + 30 * MINUTE)
    // This rule is for windows. A BroadcastChannel reaches only its own origin.
    // oxlint-disable-next-line unicorn/require-post-message-target-origin
    otherTab.postMessage({ kind: 'call', at: Date.now() - MINUTE })
    await pass(SECOND)
    // The check holds this lock while it waits for messages of other tabs.
    await withTabLock('staying', () => Promise.resolve())
    await pass(12 * MINUTE)
    expect(path()).toBe('/here')
    expect(dialog().elements()).toHaveLength(0)
  })

  it('after an hour of sleep without a network, no time is left: the idle screen redirects to /logout at once [S-38]', async () => {
    const { path } = await show()
    network.mockRejectedValue(new TypeError('net::ERR'))
    let seen = false
    const observer = new MutationObserver(() => (seen ||= dialog().elements().length > 0))
    observer.observe(document.body, { childList: true, subtree: true })
    await jump(60 * MINUTE)
    await vi.waitFor(() => expect(path()).toBe('/logout'))
    observer.disconnect()
    expect(seen).toBe(false)
  })

  it.each([-1, 1])(
    'after the clock is corrected by %i day, the server decides: a valid session continues',
    async (days) => {
      const { path } = await show()
      await pass(MINUTE)
      await jump(days * 24 * 60 * MINUTE)
      await jump(SECOND)
      expect([path(), useSession.getState().session.step]).toEqual(['/here', 'in'])
      expect(dialog().elements()).toHaveLength(0)
      const asked = pings()
      await pass(14 * MINUTE)
      await expect.element(dialog()).toBeVisible()
      expect(pings()).toBe(asked)
    },
  )

  it('the login ends at once if the server ended the session during a sleep', async () => {
    await show()
    network.mockImplementation(() => Promise.resolve(answer(401, { code: 'session-ended' })))
    await jump(60 * MINUTE)
    await vi.waitFor(() => expect(useSession.getState().session.step).toBe('out'))
  })

  it("the time starts again if the computer's clock was put back", async () => {
    await show()
    await jump(-60 * MINUTE)
    await pass(14 * MINUTE - SECOND)
    expect(dialog().elements()).toHaveLength(0)
    await pass(SECOND)
    await expect.element(dialog()).toBeVisible()
  })
})

import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { installTransport } from '../contract/call.ts'
import { signedIn } from '../features/session/session.samples.ts'
import { clearSession, useSession } from '../features/session/use-session.ts'
import { waitForEarlierMessages } from '../features/session/use-browser-tabs.ts'
import { IDLE_WARNING_AFTER } from './idle.ts'
import { synchroniseTabs } from './synchronise-tabs.ts'
import { useActivity } from './use-activity.ts'

const otherTab = new BroadcastChannel('portal')
const reload = vi.fn<() => void>()
synchroniseTabs({ reload })

beforeEach(() => {
  clearSession(null)
  reload.mockClear()
})
afterAll(() => otherTab.close())

function signInAs(id: string): void {
  useSession.setState(signedIn({ id }))
}

function tell(message: object): void {
  // This rule is for windows. A BroadcastChannel reaches only its own origin.
  // oxlint-disable-next-line unicorn/require-post-message-target-origin
  otherTab.postMessage(message)
}

const hears = (kind: string) =>
  new Promise<unknown>((resolve) => {
    const listening = new AbortController()
    const listen = ({ data }: MessageEvent<{ kind: string }>) => {
      if (data.kind !== kind) return
      listening.abort()
      resolve(data)
    }
    otherTab.addEventListener('message', listen, { signal: listening.signal })
  })

it('a tab reloads when another tab logs in as another person, because tabs share cookies', async () => {
  signInAs('amelia')
  tell({ kind: 'login', userId: 'grace' })
  await vi.waitFor(() => expect(reload).toHaveBeenCalledOnce())
})

it('a tab continues when another tab logs in as the same person', async () => {
  signInAs('amelia')
  tell({ kind: 'login', userId: 'amelia' })
  await waitForEarlierMessages()
  expect(reload).not.toHaveBeenCalled()
})

it('a tab notifies the other tabs of a login and of a logout', async () => {
  const login = hears('login')
  signInAs('amelia')
  expect(await login).toEqual({ kind: 'login', userId: 'amelia' })
  const logout = hears('logout')
  clearSession(null)
  expect(await logout).toEqual({ kind: 'logout' })
})

it('a tab ends its session after a logout in another tab', async () => {
  signInAs('amelia')
  tell({ kind: 'logout' })
  await vi.waitFor(() => expect(useSession.getState().session.step).toBe('out'))
})

it('a tab shows the same reason for a logout as the idle tab that logged out [S-38]', async () => {
  signInAs('amelia')
  useActivity.setState({ lastCall: Date.now() - IDLE_WARNING_AFTER })
  tell({ kind: 'logout' })
  await vi.waitFor(() =>
    expect(useSession.getState().session).toEqual({ step: 'out', loginError: null, wasIdle: true }),
  )

  useActivity.setState({ lastCall: Date.now() })
  signInAs('amelia')
  tell({ kind: 'logout' })
  await vi.waitFor(() => expect(useSession.getState().session).toEqual({ step: 'out', loginError: null }))
})

describe('in a tab where the portal is viewed as another person', () => {
  const view = () => {
    sessionStorage.setItem('view', 'view')
    const { session } = signedIn({ id: 'amelia' })
    useSession.setState({ session: { ...session, masquerade: { userId: 'amelia', schemeYear: '2026' } } })
  }

  it('logins and logouts of other tabs are ignored [MASQ-07]', async () => {
    view()
    tell({ kind: 'login', userId: 'grace' })
    tell({ kind: 'call', at: Date.now() + 60_000 })
    await waitForEarlierMessages()
    expect(reload).not.toHaveBeenCalled()
    expect(useSession.getState().session.step).toBe('in')
    expect(useActivity.getState().lastCall).toBeLessThan(Date.now() + 60_000)
  })

  it('after a logout in another tab, the tab asks the server whether viewing may continue, because it can depend on that login', async () => {
    const asked = vi.fn<(path: string) => void>()
    installTransport(({ endpoint }) => Promise.resolve(asked(endpoint.path)))
    view()
    tell({ kind: 'logout' })
    await vi.waitFor(() => expect(asked).toHaveBeenCalledWith('ping'))
    expect(useSession.getState().session.step).toBe('in')
  })

  it('other tabs are not notified when viewing starts or ends [MASQ-07]', async () => {
    const told: unknown[] = []
    const listen = ({ data }: MessageEvent) => void told.push(data)
    await waitForEarlierMessages()
    otherTab.addEventListener('message', listen)
    view()
    clearSession(null)
    const echo = hears('echo')
    await Promise.all([waitForEarlierMessages(), echo])
    otherTab.removeEventListener('message', listen)
    expect(told.filter((one) => (one as { kind: string }).kind !== 'echo')).toEqual([])
  })
})

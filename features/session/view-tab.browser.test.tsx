import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { page } from 'vitest/browser'
import { call } from '../../contract/call.ts'
import { Answers, showScreen } from '../../tests/harness/screen.tsx'
import { applyTheme } from '../theme/use-theme.ts'
import { themeFrom } from '../../services/theme/theme.rules.ts'
import { storeVouchersOnly, useVouchersOnly } from './use-vouchers-only.ts'
import { enterByToken, entryFailed } from '../../services/session/login-token.contract.ts'
import {
  loginSetup,
  logout,
  ping,
  recordActivation,
  refreshToken,
  type TokenReply,
} from '../../services/session/session.contract.ts'
import { sampleSetup, sampleTokens, signedIn } from './session.samples.ts'
import { SsoLoginPage } from './SsoPages.tsx'
import { endSession } from './use-logout.ts'
import { restoreSession } from './use-token-renewal.ts'
import { accessToken, clearSession, isViewTab, sessionNow, useSession } from './use-session.ts'
import { endViewTab } from './use-view-tab.ts'

const ofOwnLogin = { loggedIn: 'true', user: '{"userType":"employer"}', ccvOnly: 'true', loginCredentials: '{}' }
const shared = () => Object.fromEntries(Object.entries(localStorage).filter(([key]) => key in ofOwnLogin))

const reply: TokenReply = {
  ...sampleTokens,
  refresh_token: null,
  expires_in: 3600,
  scheme: 'an-id',
  masqueradeUserId: 'amelia',
}
const setup = { ...sampleSetup, user: { ...sampleSetup.user, id: 'amelia' } }
const entering = () => new Answers().to(enterByToken, reply).to(loginSetup, setup).to(ping, { status: 'ok' })

let number = 0
const open = (answers: Answers, more = '/2026') =>
  showScreen({ at: `/sso-login/msq-${(number += 1)}-${'x'.repeat(40)}${more}`, screen: <SsoLoginPage />, answers })
const expired = page.getByRole('heading', { name: 'Ooops your link has expired' })

beforeEach(() => {
  endViewTab()
  clearSession(null)
  localStorage.clear()
  for (const [key, value] of Object.entries(ofOwnLogin)) localStorage.setItem(key, value)
  applyTheme(themeFrom(null))
})
afterEach(() => {
  endViewTab()
  clearSession(null)
  localStorage.clear()
  vi.useRealTimers()
})

describe('viewing the portal as another person', () => {
  it('opens in a separate tab without accepted cookies, and records nothing in the name of the viewed person [MASQ-06] [MASQ-07] [SSO-02]', async () => {
    const answers = entering()
    const { address } = await open(answers)
    await expect.poll(address).toBe('/app/home/')
    expect(answers.sent.map(({ endpoint }) => endpoint)).toEqual([enterByToken, loginSetup])
    expect(answers.sent.map(({ endpoint }) => endpoint)).not.toContain(recordActivation)
    expect(shared()).toEqual(ofOwnLogin)
  })

  it.each([
    ['the address', '/2026', '2026'],
    ['the answer, where the address names none', '', 'an-id'],
  ])(
    'shows the viewed person and the scheme year, found by %s [MASQ-02] [MASQ-03] [DATA-03]',
    async (_, more, schemeYear) => {
      const { address } = await open(entering(), more)
      await expect.poll(address).toBe('/app/home/')
      expect(sessionNow()).toMatchObject({ step: 'in', masquerade: { userId: 'amelia', schemeYear } })
    },
  )

  it('works although another tab has a login, and does not read the session of that login [MASQ-07] [SSO-04]', async () => {
    useSession.setState(signedIn({ id: 'grace' }))
    const { address } = await open(entering())
    await expect.poll(address).toBe('/app/home/')
    expect(sessionNow()).toMatchObject({ user: { id: 'amelia' } })
    expect(shared()).toEqual(ofOwnLogin)
  })

  it("is not renewed, because the cookies of the operator's or employer's own login are not used [MASQ-07]", async () => {
    vi.useFakeTimers({ toFake: ['performance'] })
    const answers = entering()
    const { address } = await open(answers)
    await expect.poll(() => address()).toBe('/app/home/')
    vi.advanceTimersByTime(3_600_000)
    expect(await accessToken()).toBe('a-token')
    await call(ping, {})
    expect(answers.sent.map(({ endpoint }) => endpoint)).not.toContain(refreshToken)
  })

  it('ends without ending the login of other tabs [MASQ-07]', async () => {
    const answers = entering().to(logout, { ssoLogoutUrl: null })
    const { address } = await open(answers)
    await expect.poll(address).toBe('/app/home/')
    await endSession()
    expect(answers.sent.at(-1)?.endpoint).toBe(logout)
    expect(sessionNow().step).toBe('out')
    expect(shared()).toEqual(ofOwnLogin)
    expect(isViewTab()).toBe(false)
  })

  it('does not store whether the viewed person has only vouchers [MASQ-07]', async () => {
    const { address } = await open(entering())
    await expect.poll(address).toBe('/app/home/')
    storeVouchersOnly(false)
    expect(localStorage.getItem('ccvOnly')).toBe('true')
    storeVouchersOnly(true)
    expect(useVouchersOnly.getState()).toEqual({ ccvOnly: true })
  })

  it("says if its link has expired, and then this tab can be used for the viewer's own login [SSO-08] [MASQ-05]", async () => {
    await open(new Answers().refuse(enterByToken, entryFailed))
    await expect.element(expired).toBeVisible()
    expect(shared()).toEqual(ofOwnLogin)
    expect(isViewTab()).toBe(false)
  })

  it("shows after Back that viewing failed, because the browser's history stores what the tab was for", async () => {
    const { history, address } = await open(new Answers().refuse(enterByToken, entryFailed))
    await expect.element(expired).toBeVisible()
    expect(address()).toBe('/sso-login/')
    history.push('/elsewhere')
    await expect.element(expired).not.toBeInTheDocument()
    history.back()
    await expect.element(expired).toBeVisible()
    history.replace('/elsewhere')
    await expect.element(expired).not.toBeInTheDocument()
    history.push('/sso-login/')
    await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect.element(expired).not.toBeInTheDocument()
  })

  it('does not restore another login in its tab [MASQ-07]', async () => {
    const { address } = await open(entering())
    await expect.poll(address).toBe('/app/home/')
    await restoreSession()
    expect(sessionNow()).toMatchObject({ user: { id: 'amelia' } })
  })
})

import { useTheme } from '../theme/use-theme.ts'
import { beforeEach, describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { Answers, expectAccessible, showScreen } from '../../tests/harness/screen.tsx'
import { themeFrom } from '../../services/theme/theme.rules.ts'
import { applyTheme } from '../theme/use-theme.ts'
import { enterByToken, entryFailed } from '../../services/session/login-token.contract.ts'
import { loginSetup, recordActivation, type SetupReply } from '../../services/session/session.contract.ts'
import { sampleTokens } from './session.samples.ts'
import { SsoErrorPage, SsoLoginPage } from './SsoPages.tsx'
import { clearSession, useSession } from './use-session.ts'

const reply = { ...sampleTokens, ssoLogoutUrl: '/sso/logout' }
// The screen reads only these fields.
const setup = { user: { userType: 'employee' }, client: { scheme: { schemeYear: 2026 } } } as unknown as SetupReply

let number = 0
const newToken = (kind = 'sso') => `${kind}-${(number += 1)}-${'x'.repeat(40)}`
const open = (answers: Answers, token = newToken(), more = '') =>
  showScreen({ at: `/sso-login/${token}${more}`, screen: <SsoLoginPage />, answers })
const title = (name: string) => page.getByRole('heading', { name })

beforeEach(() => {
  clearSession(null)
  applyTheme({ ...themeFrom(null), supportEmail: 'help@client.example' })
})

describe('login with a token', () => {
  it('waits, exchanges the token once, stores that single sign-on was used, and goes to Home [SSO-01] [SSO-02] [LOGIN-30]', async () => {
    const token = newToken()
    const answers = new Answers().to(enterByToken, reply).to(recordActivation, { status: 'ok' }).to(loginSetup, setup)
    const { address } = await open(answers, token, '/2026')
    await expect.poll(address).toBe('/app/home/')
    expect(answers.bodiesTo(enterByToken)).toEqual([{ sso: token }])
    expect(answers.bodiesTo(recordActivation)).toEqual([{ sso: true }])
    expect(useSession.getState().session).toMatchObject({ step: 'in', ssoLogoutUrl: '/sso/logout' })
  })

  it('shows progress, with the token already removed from the address [S-31]', async () => {
    const { address } = await open(new Answers().hang(enterByToken))
    await expect.element(title('Logging in...')).toBeVisible()
    await expect.poll(address).toBe('/sso-login/')
    await expectAccessible()
  })

  it('redirects a logged-in person to Home, without using the token [SSO-03] [SSO-04]', async () => {
    useSession.setState({ session: { step: 'in', ssoLogoutUrl: null, ...setup } })
    const answers = new Answers()
    const { address } = await open(answers)
    await expect.poll(address).toBe('/app/home/')
    expect(answers.sent).toEqual([])
  })

  it.each([
    ['is_should_validate_2fa', '/two-fa'],
    ['is_should_setup_2fa', '/two-fa-qr-setup'],
  ])('continues with the page for the code if %s requires a code [SSO-05]', async (flag, to) => {
    const half = { ...reply, access_token: null, [flag]: true, ticket: 'mfa1.ticket' }
    const { address } = await open(new Answers().to(enterByToken, half))
    await expect.poll(address).toBe(to)
    expect(JSON.parse(localStorage.getItem('loginCredentials') ?? '{}')).toMatchObject({ ticket: 'mfa1.ticket' })
  })
})

describe('failed single sign-on', () => {
  it('shows the sentence of the specification, with a link [SSO-06] [SSO-07] [SSO-09] [SSO-11]', async () => {
    await open(new Answers().refuse(enterByToken, entryFailed))
    await expect.element(title('Oops somethings gone wrong.')).toBeVisible()
    await expect.element(page.getByRole('alert')).toHaveTextContent('We are unable to connect you. Please contact us')
    await expect
      .element(page.getByRole('link', { name: 'contact us' }))
      .toHaveAttribute('href', 'mailto:help@client.example')
    await expect.element(page.getByText('SSO login error')).toBeVisible()
    // The alert contains only the message, so that screen readers do not read the button twice.
    await expect.element(page.getByRole('alert')).not.toHaveTextContent('Go to login')
    await expect.element(page.getByRole('link', { name: 'Go to login' })).toHaveAttribute('href', '/')
    await expectAccessible()
  })

  it("says that an administrator's link has expired [SSO-08]", async () => {
    await open(new Answers().refuse(enterByToken, entryFailed), newToken('msq'), '/2026')
    await expect.element(title('Ooops your link has expired')).toBeVisible()
    await expect
      .element(
        page.getByText("This link has expired. Don't worry close this tab and start the masquerade session again."),
      )
      .toBeVisible()
  })

  it('shows that the network is unavailable', async () => {
    await open(new Answers().drop(enterByToken))
    await expect.element(page.getByText(/^Failed to fetch/)).toBeVisible()
  })

  it('shows a page for any failure at the identity provider [SSO-10]', async () => {
    await showScreen({ at: '/sso-error/', screen: <SsoErrorPage />, answers: new Answers() })
    await expect.element(title('Unable to log in')).toBeVisible()
    await expect.element(page.getByText('Sorry, there was a problem signing in to your account')).toBeVisible()
    await expect.element(page.getByRole('link', { name: 'Go to login' })).toHaveAttribute('href', '/')
    await expectAccessible()
  })

  it.each([
    ['cancelled', 'You left your employer’s login page', true],
    ['late', 'The login took too long', true],
    ['tile', 'The link on your employer’s page', true],
    ['unknown', 'we have no account for it', false],
    ['unavailable', 'does not answer at the moment', true],
  ])(
    'says what happened if the login was %s, and starts it again at once if that can help [SSO-10]',
    async (kind, line, again) => {
      useTheme.setState({ supportNumber: '0808 157 0144', supportEmail: 'help@demo.example' })
      await showScreen({ at: `/sso-error/${kind}`, screen: <SsoErrorPage />, answers: new Answers() })
      await expect.element(title('Unable to log in')).toBeVisible()
      await expect.element(page.getByText(line, { exact: false })).toBeVisible()
      const start = page.getByRole('link', { name: 'Log in again' })
      expect(start.elements().map((link) => link.getAttribute('href'))).toEqual(again ? ['/sso/start'] : [])
      await expect
        .element(page.getByRole('link', { name: 'call 0808 157 0144' }))
        .toHaveAttribute('href', 'tel:08081570144')
      await expect.element(page.getByRole('link', { name: 'Email help@demo.example' })).toBeVisible()
      await expectAccessible()
    },
  )
})

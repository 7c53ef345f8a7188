import '../../ui/default-theme.css'
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  RouterProvider,
} from '@tanstack/react-router'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { cleanup, render } from 'vitest-browser-react'
import { CallFailed } from '../../contract/call-failed.ts'
import { installTransport, type OutgoingCall } from '../../contract/call.ts'
import { expectAccessible } from '../../tests/harness/screen.tsx'
import { applyTheme } from '../theme/use-theme.ts'
import { themeFrom } from '../../services/theme/theme.rules.ts'
import { LoginPage } from './LoginPage.tsx'
import { samplePuzzle, sampleSetup, sampleTokens, signedIn } from './session.samples.ts'
import { useCookieConsent } from './use-cookie-consent.ts'
import { useMfaData } from './use-second-factor-pending.ts'
import { loginCredentials } from './use-login-credentials.ts'
import { clearSession, useSession } from './use-session.ts'
import { storeEmailBeforeReload } from '../sign-in-protection/use-email-before-reload.ts'

type Answers = Record<string, unknown>
let sent: OutgoingCall[]

function serverAnswers(answers: Answers) {
  const all: Answers = {
    'login/url': { url: null, hasSSO: false, error: null },
    'user/activate': { status: 'ok' },
    '/login/setup': sampleSetup,
    ...answers,
  }
  installTransport((outgoing) => {
    sent.push(outgoing)
    const answer = all[outgoing.endpoint.path]
    return answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer)
  })
}

async function openLogin() {
  const root = createRootRoute({ component: Outlet })
  const screen = (path: string, text: string) =>
    createRoute({ getParentRoute: () => root, path, component: () => <p>{text}</p> })
  const routeTree = root.addChildren([
    createRoute({ getParentRoute: () => root, path: '/', component: LoginPage }),
    screen('/app/home', 'The home screen'),
    screen('/two-fa', 'The code screen'),
    screen('/two-fa-qr-setup', 'The set-up screen'),
  ])
  const router = createRouter({ routeTree, history: createMemoryHistory({ initialEntries: ['/'] }) })
  await router.load()
  await render(<RouterProvider router={router} />)
}

const email = () => page.getByRole('textbox', { name: 'Email' })
const password = () => page.getByLabelText('Password', { exact: true })
const next = () => page.getByRole('button', { name: 'Next' })
const login = () => page.getByRole('button', { name: 'Login' })
const banner = () => page.getByRole('alert')

async function toPasswordStep() {
  await email().fill('amelia.hart@demo.example')
  await next().click()
  await password().fill('Quartz&94Wren-Loft')
}

beforeEach(() => {
  sent = []
  localStorage.clear()
  clearSession(null)
  applyTheme(themeFrom(null))
  useCookieConsent.setState({ cookiesAccepted: true })
  serverAnswers({ '/login': sampleTokens })
})
afterEach(() => cleanup())

describe('login', () => {
  it('asks for the email, then for the password, and goes to Home [LOGIN-02] [LOGIN-03] [LOGIN-08] [LOGIN-22] [LOGIN-26] [LOGIN-28] [LOGIN-30] [LOGIN-31] [DATA-13]', async () => {
    await openLogin()
    await expect.element(password()).not.toBeInTheDocument()
    await toPasswordStep()
    await userEvent.keyboard('{Enter}')
    await expect.element(page.getByText('The home screen')).toBeVisible()
    expect(sent.map(({ endpoint }) => `${endpoint.method} ${endpoint.path}`)).toEqual([
      'POST login/url',
      'POST /login',
      'PATCH user/activate',
      'GET /login/setup',
    ])
    expect(sent[0]?.body).toEqual({ email: 'amelia.hart@demo.example' })
    expect(sent[1]?.body).toEqual({
      email: 'amelia.hart@demo.example',
      password: 'Quartz&94Wren-Loft',
      deviceToken: expect.stringMatching(/^[0-9a-f]{64}$/),
    })
    expect(sent[2]?.body).toEqual({ sso: false })
  })

  it('allows no changes of the fields while a request is pending', async () => {
    serverAnswers({ 'login/url': new Promise(() => undefined) })
    await openLogin()
    await email().fill('amelia.hart@demo.example')
    await next().click()
    await expect.element(email()).toHaveAttribute('readonly')
    await cleanup()

    serverAnswers({ '/login': new Promise(() => undefined) })
    await openLogin()
    await toPasswordStep()
    await login().click()
    // If Back worked now, the result could appear under another email that was typed in between.
    await expect.element(page.getByRole('button', { name: 'Back' })).toBeDisabled()
  })

  it('logs in only when the data of the portal have been loaded, and then at once [LOGIN-29]', async () => {
    const setup = Promise.withResolvers<unknown>()
    serverAnswers({ '/login': sampleTokens, '/login/setup': setup.promise })
    await openLogin()
    await toPasswordStep()
    await login().click()
    await expect.poll(() => sent.at(-1)?.endpoint.path).toBe('/login/setup')
    expect([useSession.getState().session.step, localStorage.getItem('loggedIn')]).toEqual(['out', null])
    setup.resolve(sampleSetup)
    await expect.element(page.getByText('The home screen')).toBeVisible()
    expect([useSession.getState().session.step, localStorage.getItem('loggedIn')]).toEqual(['in', 'true'])
  })

  it('refuses the email and the password until cookies are accepted [LOGIN-19] [LOGIN-20]', async () => {
    useCookieConsent.setState({ cookiesAccepted: false })
    await openLogin()
    await email().fill('amelia.hart@demo.example')
    await next().click()
    await expect.element(banner()).toMatchTextContent(/^Please accept cookies before logging in/)
    await expect.element(email()).not.toBeInvalid()
    expect(sent).toEqual([])
    useCookieConsent.setState({ cookiesAccepted: true })
    await expect.element(banner()).not.toBeInTheDocument()
    await next().click()
    await password().fill('Quartz&94Wren-Loft')
    useCookieConsent.setState({ cookiesAccepted: false })
    await login().click()
    await expect.element(banner()).toMatchTextContent(/^Please accept cookies before logging in/)
    expect(sent.map(({ endpoint }) => endpoint.path)).toEqual(['login/url'])
  })

  it('requires a complete email and a password before it sends anything [FORM-01] [FORM-02] [LOGIN-18]', async () => {
    await openLogin()
    await next().click()
    await expect.element(page.getByText('This field is required')).toBeVisible()
    await expect.element(email()).toHaveFocus()
    await email().fill('amelia')
    await next().click()
    await expect.element(page.getByText('Please enter a valid email address')).toBeVisible()
    expect(sent).toEqual([])
    await email().fill('amelia.hart@demo.example')
    await next().click()
    await login().click()
    await expect.element(page.getByText('Try again or reset your password')).toBeVisible()
    expect(sent).toHaveLength(1)
  })

  it('marks both fields and links to the support page after a failed login [LOGIN-34] [LOGIN-39] [LOGIN-40]', async () => {
    serverAnswers({ '/login': new CallFailed(401, { userAccountLocked: false, error_message: null }) })
    await openLogin()
    await toPasswordStep()
    await login().click()
    await expect.element(banner()).toHaveTextContent("We can't find a match! Try again or contact us")
    await expect
      .element(page.getByRole('link', { name: 'contact us' }))
      .toHaveAttribute('href', 'mailto:support@benefits.example')
    await expect.element(email()).toHaveAccessibleDescription('This email does not match our records')
    await expect.element(password()).toHaveAccessibleDescription('Try again or reset your password')
  })

  it('does not move the page during the next attempt, so that a second click hits the same button', async () => {
    const noMatch = new CallFailed(401, {})
    serverAnswers({ '/login': noMatch })
    await openLogin()
    await toPasswordStep()
    await login().click()
    await expect.element(banner()).toBeVisible()
    const button = login().element()
    const before = button.getBoundingClientRect().top
    let answer = () => {}
    installTransport(() => new Promise((_, refuse) => (answer = () => refuse(noMatch))))
    await login().click()
    await expect.element(page.getByRole('button', { name: 'Logging in...' })).toBeVisible()
    expect(button.getBoundingClientRect().top).toBe(before)
    const said = banner().element()
    answer()
    await expect.element(login()).toBeVisible()
    expect(said.isConnected).toBe(false)
    await expect.element(banner()).toBeVisible()
  })

  it('shows the message of the server as sanitised HTML [LOGIN-35] [LOGIN-37]', async () => {
    serverAnswers({
      '/login': new CallFailed(401, { error_message: 'Please <strong>wait</strong><img src=x onerror=alert(1)>' }),
    })
    await openLogin()
    await toPasswordStep()
    await login().click()
    await expect.element(banner()).toHaveTextContent('Please wait')
    expect(banner().element().querySelector('strong')?.textContent).toBe('wait')
    expect(banner().element().querySelector('img')).toBeNull()
    await expect.element(email()).toHaveAccessibleDescription('This email does not match our records')
    await expect.element(password()).toHaveAccessibleDescription('Try again or reset your password')
  })

  it.each([
    ['refuses', new CallFailed(422, { message: 'x' })],
    ['breaks', new CallFailed(500)],
    ['says so', { url: null, hasSSO: false, error: 'x' }],
  ])('shows that the email could not be checked if the server %s [LOGIN-05]', async (_, answer) => {
    serverAnswers({ 'login/url': answer })
    await openLogin()
    await email().fill('amelia.hart@demo.example')
    await next().click()
    await expect.element(banner()).toHaveTextContent('Unable to process login request')
  })

  it.each(['/login/setup', 'user/activate'])(
    'shows the default message, without a login, if the portal refuses %s after the token [LOGIN-38]',
    async (failing) => {
      serverAnswers({ '/login': sampleTokens, [failing]: new CallFailed(403, { code: 'refused' }) })
      await openLogin()
      await toPasswordStep()
      await login().click()
      await expect.element(banner()).toHaveTextContent("We can't find a match! Try again or contact us")
      await expect.element(email()).toHaveAccessibleDescription('This email does not match our records')
      await expect.element(password()).toHaveAccessibleDescription('Try again or reset your password')
      expect(useSession.getState().session.step).toBe('out')
      expect(localStorage.getItem('loggedIn')).toBeNull()
    },
  )

  it.each<[string, Record<string, unknown>]>([
    ['the token', { '/login': new CallFailed(502) }],
    ['the set-up', { '/login': sampleTokens, '/login/setup': new CallFailed(502) }],
    ['the activation', { '/login': sampleTokens, 'user/activate': new CallFailed(502) }],
    [
      'an unreadable token',
      {
        '/login': { ...sampleTokens, access_token: 7, is_should_validate_2fa: undefined, expires_in: {} },
        'user/activate': new TypeError('x'),
      },
    ],
  ])('says that something has gone wrong after %s, marks no field and keeps the typed text', async (_, answers) => {
    serverAnswers(answers)
    await openLogin()
    await toPasswordStep()
    await login().click()
    await expect.element(banner()).toHaveTextContent('It looks like something has gone wrong, please try again later')
    await expect.poll(() => document.activeElement?.firstElementChild).toBe(banner().element())
    await expect.element(email()).toHaveValue('amelia.hart@demo.example')
    await expect.element(email()).not.toBeInvalid()
    await expect.element(password()).not.toHaveValue('')
    await expect.element(password()).not.toBeInvalid()
  })

  it('asks about cookies with the same two buttons if a content blocker hides the banner', async () => {
    useCookieConsent.setState({ cookiesAccepted: false })
    await openLogin()
    await email().fill('amelia.hart@demo.example')
    await next().click()
    await expect.poll(() => document.activeElement?.firstElementChild).toBe(banner().element())
    await expect.element(banner().getByRole('button', { name: 'Manage cookies' })).toBeVisible()
    await banner().getByRole('button', { name: 'Accept cookies' }).click()
    await expect.element(banner()).not.toBeInTheDocument()
    await expect.element(email()).toHaveValue('amelia.hart@demo.example')
  })

  it('says if the browser does not store cookies', async () => {
    const blocked = vi.spyOn(navigator, 'cookieEnabled', 'get').mockReturnValue(false)
    try {
      await openLogin()
      await email().fill('amelia.hart@demo.example')
      await next().click()
      await expect.element(banner()).toHaveTextContent('Please allow cookies in your browser')
    } finally {
      blocked.mockRestore()
    }
    expect(sent).toEqual([])
  })

  it('says why a remembered login could not be restored, and retries', async () => {
    useSession.setState({ session: { step: 'out', loginError: null, unanswered: 'The portal is busy' } })
    serverAnswers({ '/login/refresh': sampleTokens })
    await openLogin()
    await expect.element(banner()).toMatchTextContent(/^The portal is busy/)
    await banner().getByRole('button', { name: 'Retry' }).click()
    await expect.poll(() => useSession.getState().session.step).toBe('in')
  })

  describe('after the third failed login', () => {
    const thirdFailure = new CallFailed(401, { showRecaptcha: true })
    const puzzle = samplePuzzle
    const box = () => page.getByRole('checkbox', { name: 'I am not a robot' })
    const missing = () => page.getByText('Please confirm that you are not a robot!')
    const tokens = () =>
      sent
        .filter(({ endpoint }) => endpoint.path === '/login')
        .map(({ body }) => (body as { recaptcha?: string }).recaptcha)

    async function afterThirdFailure(answers: Answers = {}) {
      serverAnswers({
        '/login': thirdFailure,
        '/login/robot-check': { provider: 'proof-of-work', puzzle },
        ...answers,
      })
      await openLogin()
      await toPasswordStep()
      await expect.element(box()).not.toBeInTheDocument()
      await login().click()
      await expect.element(box()).toBeVisible()
    }

    it('a box must be ticked before the next attempt, which also works by keyboard [LOGIN-12] [LOGIN-13] [DATA-13]', async () => {
      await afterThirdFailure()
      await expect.element(missing()).not.toBeInTheDocument()
      await userEvent.keyboard('{Enter}')
      await expect.element(missing()).toBeVisible()
      await expect.element(box()).toHaveFocus()
      await expect.element(box()).toBeInvalid()
      await expect.element(box()).toHaveAccessibleDescription('Please confirm that you are not a robot!')
      expect(tokens()).toEqual([undefined])
      serverAnswers({ '/login': sampleTokens, '/login/robot-check': { provider: 'proof-of-work', puzzle } })
      await userEvent.keyboard(' ')
      await expect.element(page.getByText('Confirmed')).toBeVisible()
      await expect.element(missing()).not.toBeInTheDocument()
      await userEvent.keyboard('{Enter}')
      await expect.element(page.getByText('The home screen')).toBeVisible()
      const [, sentToken = ''] = tokens()
      expect(JSON.parse(atob(sentToken))).toMatchObject({
        challenge: puzzle,
        solution: { counter: expect.any(Number), derivedKey: expect.stringMatching(/^0[0-9a-f]{63}$/) },
      })
    })

    it('no captcha is requested before the box is ticked [D-19]', async () => {
      await afterThirdFailure()
      expect(sent.map(({ endpoint }) => endpoint.path)).not.toContain('/login/robot-check')
      await box().click()
      await expect.element(page.getByText('Confirmed')).toBeVisible()
      expect(sent.map(({ endpoint }) => endpoint.path)).toContain('/login/robot-check')
    })

    it('logging in waits for a captcha in progress, and sends its token only once', async () => {
      await afterThirdFailure()
      await box().click()
      await login().click()
      await expect.element(box()).not.toBeChecked()
      expect(tokens()).toEqual([undefined, expect.any(String)])
      await login().click()
      await expect.element(missing()).toBeVisible()
      expect(tokens()).toHaveLength(2)
    })

    it('another captcha is requested if the server refuses the first [LOGIN-14]', async () => {
      await afterThirdFailure()
      const refused = { code: 'robot-not-excluded', message: 'x', showRecaptcha: true }
      serverAnswers({
        '/login': new CallFailed(401, refused),
        '/login/robot-check': { provider: 'proof-of-work', puzzle },
      })
      await box().click()
      await login().click()
      await expect.element(missing()).toBeVisible()
      await expect.element(box()).not.toBeChecked()
      await expect.element(password()).not.toBeInvalid()
      await expect.element(banner()).not.toBeInTheDocument()
      await expect.element(password()).toHaveValue('Quartz&94Wren-Loft')
    })

    it('a login without the captcha does not interrupt a captcha in progress', async () => {
      await afterThirdFailure()
      serverAnswers({ '/login': thirdFailure, '/login/robot-check': new CallFailed(null) })
      await box().click()
      const cannot = page.getByText('The check failed. Please tick the box again')
      await expect.element(cannot).toBeVisible()
      await login().click()
      await expect.element(box()).toHaveFocus()
      await expect.element(cannot).toBeVisible()
      expect(tokens()).toEqual([undefined])
    })

    it('people whose page had to be reloaded for the captcha keep their email, and type the password again', async () => {
      serverAnswers({ '/login': sampleTokens, '/login/robot-check': { provider: 'proof-of-work', puzzle } })
      storeEmailBeforeReload('amelia.hart@demo.example')
      await openLogin()
      await expect.element(password()).toHaveFocus()
      await expect.element(password()).toHaveValue('')
      await expect.element(email()).toHaveValue('amelia.hart@demo.example')
      await expect.element(page.getByText('Confirmed')).toBeVisible()
      expect(sessionStorage).toHaveLength(0)
      await password().fill('Quartz&94Wren-Loft')
      await login().click()
      await expect.element(page.getByText('The home screen')).toBeVisible()
      expect(tokens()).toEqual([expect.any(String)])
    })

    it('a failed captcha shows a message, and the box can be ticked again', async () => {
      await afterThirdFailure({ '/login/robot-check': new CallFailed(null) })
      await box().click()
      await expect.element(page.getByText('The check failed. Please tick the box again')).toBeVisible()
      await expect.element(box()).not.toBeChecked()
      serverAnswers({ '/login': sampleTokens, '/login/robot-check': { provider: 'proof-of-work', puzzle } })
      await box().click()
      await expect.element(page.getByText('Confirmed')).toBeVisible()
    })

    it('a locked person needs no captcha, and neither does going back to another email', async () => {
      await afterThirdFailure()
      await page.getByRole('button', { name: 'Back' }).click()
      await next().click()
      await expect.element(password()).toBeVisible()
      await expect.element(box()).not.toBeInTheDocument()
      await password().fill('Quartz&94Wren-Loft')
      await login().click()
      await expect.element(box()).toBeVisible()
      serverAnswers({
        '/login': new CallFailed(429, { userAccountLocked: true, showRecaptcha: false }),
        '/login/robot-check': { provider: 'proof-of-work', puzzle },
      })
      await box().click()
      await login().click()
      await expect.element(banner()).toMatchTextContent(/your account has been locked for 15 mins/)
      await expect.element(box()).not.toBeInTheDocument()
    })

    it('axe finds no violation in any state of the screen', async () => {
      await afterThirdFailure()
      await expectAccessible()
      await login().click()
      await expect.element(missing()).toBeVisible()
      await expectAccessible()
      await box().click()
      await expect.element(page.getByText('Confirmed')).toBeVisible()
      await expectAccessible()
    })
  })

  it('continues with the code if the reply says is_should_validate_2fa [LOGIN-25] [LOGIN-27] [STATE-07]', async () => {
    serverAnswers({
      '/login': { ...sampleTokens, access_token: null, is_should_validate_2fa: true, ticket: 'mfa1.ticket' },
    })
    await openLogin()
    await toPasswordStep()
    await login().click()
    await expect.element(page.getByText('The code screen')).toBeVisible()
    expect(loginCredentials()).toMatchObject({ email: 'amelia.hart@demo.example', ticket: 'mfa1.ticket' })
  })

  it('continues with the set-up of two-factor authentication if the reply says `is_should_setup_2fa` [LOGIN-24] [TWOFA-14] [DATA-03]', async () => {
    const setUp = { is_should_setup_2fa: true, ticket: 'mfa1.ticket', secret: 'JBSWY3DP', url: 'otpauth://totp/a' }
    serverAnswers({ '/login': { ...sampleTokens, access_token: null, ...setUp } })
    await openLogin()
    await toPasswordStep()
    await login().click()
    await expect.element(page.getByText('The set-up screen')).toBeVisible()
    expect(loginCredentials()?.ticket).toBe('mfa1.ticket')
    expect(useMfaData.getState().mfaData).toEqual({ secret: 'JBSWY3DP', url: 'otpauth://totp/a' })
    expect(JSON.stringify([Object.entries(localStorage), history.state])).not.toContain('JBSWY3DP')
  })

  it('shows an error if the reply names no next step [LOGIN-41] [LOGIN-42]', async () => {
    serverAnswers({ '/login': { ...sampleTokens, access_token: null } })
    await openLogin()
    await toPasswordStep()
    await login().click()
    await expect.element(banner()).toHaveTextContent('Unable to login')
  })

  it('offers only single sign-on if the client allows no other login [LOGIN-50]', async () => {
    applyTheme({ ...themeFrom(null), ssoOnly: true })
    await openLogin()
    await expect.element(page.getByRole('link', { name: 'Forgotten?' })).not.toBeInTheDocument()
    await email().fill('amelia.hart@demo.example')
    await next().click()
    await expect.element(banner()).toHaveTextContent('Please log in through your organisation')
    await expect.element(password()).not.toBeInTheDocument()
  })

  it('links to the page for a forgotten password [LOGIN-10]', async () => {
    await openLogin()
    await expect.element(page.getByRole('link', { name: 'Forgotten?' })).toHaveAttribute('href', '/forgotten-password/')
    await toPasswordStep()
    await expect.element(page.getByRole('link', { name: 'Forgotten?' })).toBeVisible()
  })

  it('requires accepted cookies before anything is sent, even for single sign-on [LOGIN-21]', async () => {
    useCookieConsent.setState({ cookiesAccepted: false })
    serverAnswers({ 'login/url': { url: '/sso/start', hasSSO: true, error: null } })
    await openLogin()
    await email().fill('kofi.mensah@copperleaf.example')
    await userEvent.keyboard('{Enter}')
    await expect.element(banner()).toMatchTextContent(/^Please accept cookies before logging in/)
    expect(sent).toEqual([])
  })

  it('has the fields that password managers expect [LOGIN-02] [LOGIN-08]', async () => {
    await openLogin()
    const form = email().element().closest('form')
    await expect.element(email()).toHaveAttribute('autocomplete', 'username')
    await toPasswordStep()
    expect(password().element().closest('form')).toBe(form)
    await expect.element(password()).toHaveAttribute('autocomplete', 'current-password')
    // Password managers store email and password together only if the form has both fields.
    await expect.element(email()).toHaveValue('amelia.hart@demo.example')
    await expect.element(email()).toHaveAttribute('readonly')
    expect(form?.querySelectorAll('input[type=password]')).toHaveLength(1)
    // Password managers set a value without key presses.
    await password().clear()
    await password().fill('Kiln&72Ember-Moss')
    await userEvent.keyboard('{Enter}')
    await expect.element(page.getByText('The home screen')).toBeVisible()
    expect(sent[1]?.body).toMatchObject({ password: 'Kiln&72Ember-Moss' })
  })

  it('shows why the session ended, after the portal logged the person out [LOGIN-48]', async () => {
    useSession.setState({ session: { step: 'out', loginError: 'Your session has ended. Please log in again' } })
    await openLogin()
    await expect.element(banner()).toHaveTextContent('Your session has ended. Please log in again')
  })

  it('never redirects to another site, whatever the reply contains [S-63]', async () => {
    serverAnswers({ 'login/url': { url: '//evil.test/', hasSSO: true, error: null } })
    await openLogin()
    await email().fill('amelia@demo.example')
    await next().click()
    await expect.element(banner()).toHaveTextContent('Unable to process login request')
  })

  it('redirects logged-in people to Home [LOGIN-32]', async () => {
    useSession.setState(signedIn())
    await openLogin()
    await expect.element(page.getByText('The home screen')).toBeVisible()
  })

  it('sends only one request if Enter is pressed several times, and can return to the email [LOGIN-11]', async () => {
    let answer = (_reply: unknown) => undefined as void
    const asked = vi.fn<() => void>()
    serverAnswers({})
    installTransport(({ endpoint }) => {
      asked()
      return endpoint.path === 'login/url'
        ? Promise.resolve({ url: null, hasSSO: false, error: null })
        : new Promise((resolve) => (answer = resolve))
    })
    await openLogin()
    await toPasswordStep()
    await userEvent.keyboard('{Enter}{Enter}{Enter}')
    await expect.element(page.getByRole('button', { name: 'Logging in...' })).toBeVisible()
    expect(asked).toHaveBeenCalledTimes(2)
    answer({ ...sampleTokens, access_token: null })
    await expect.element(banner()).toBeVisible()
    await page.getByRole('button', { name: 'Back' }).click()
    await expect.element(password()).not.toBeInTheDocument()
    await expect.element(next()).toBeVisible()
  })
})

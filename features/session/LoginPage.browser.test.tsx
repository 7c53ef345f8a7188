import '../../ui/tokens.css'
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
import { installTransport, type Outgoing } from '../../contract/call.ts'
import { showTheme } from '../theme/use-theme.ts'
import { themeFrom } from '../theme/theme.rules.ts'
import { LoginPage } from './LoginPage.tsx'
import { sampleSetup, sampleTokens, signedIn } from './session.samples.ts'
import { useCookieConsent } from './use-cookie-consent.ts'
import { forgetSession, useSession } from './use-session.ts'

type Answers = Record<string, unknown>
let sent: Outgoing[]

/** Answers each call by its path; an error is thrown, as the browser's own transport would. */
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
  forgetSession(null)
  showTheme(themeFrom(null))
  useCookieConsent.setState({ cookiesAccepted: true })
  serverAnswers({ '/login': sampleTokens })
})
afterEach(() => cleanup())

describe('login', () => {
  it('asks for the email, checks where it leads, then asks for the password, and goes to Home [LOGIN-02] [LOGIN-03] [LOGIN-08] [LOGIN-22] [LOGIN-28] [LOGIN-30] [LOGIN-31]', async () => {
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
    expect(sent[1]?.body).toEqual({
      email: 'amelia.hart@demo.example',
      password: 'Quartz&94Wren-Loft',
      deviceToken: expect.stringMatching(/^[0-9a-f]{64}$/),
    })
    expect(sent[2]?.body).toEqual({ sso: false })
  })

  it('keeps only two flags in local storage, never a token or a password [LOGIN-29]', async () => {
    await openLogin()
    await toPasswordStep()
    await login().click()
    await expect.element(page.getByText('The home screen')).toBeVisible()
    expect(localStorage.getItem('loggedIn')).toBe('true')
    expect(localStorage.getItem('user')).toBe('{"userType":"employee"}')
    const stored = JSON.stringify([Object.entries(localStorage), Object.entries(sessionStorage), history.state])
    for (const secret of ['a-token', 'a-half', 'Quartz', btoa('Quartz&94Wren-Loft')])
      expect(stored).not.toContain(secret)
  })

  it('refuses both steps until cookies are accepted, in the banner and not on the fields [LOGIN-19] [LOGIN-20]', async () => {
    useCookieConsent.setState({ cookiesAccepted: false })
    await openLogin()
    await email().fill('amelia.hart@demo.example')
    await next().click()
    await expect.element(banner()).toHaveTextContent('Please accept cookies before logging in')
    await expect.element(email()).not.toBeInvalid()
    expect(sent).toEqual([])
    useCookieConsent.setState({ cookiesAccepted: true })
    await expect.element(banner()).not.toBeInTheDocument()
    await next().click()
    await password().fill('Quartz&94Wren-Loft')
    useCookieConsent.setState({ cookiesAccepted: false })
    await login().click()
    await expect.element(banner()).toHaveTextContent('Please accept cookies before logging in')
    expect(sent.map(({ endpoint }) => endpoint.path)).toEqual(['login/url'])
  })

  it('asks for a whole email and for a password before it sends anything [FORM-01] [FORM-02] [LOGIN-18]', async () => {
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

  it('marks both fields and leads to support when nothing matches [LOGIN-34] [LOGIN-35] [LOGIN-39] [LOGIN-40]', async () => {
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

  it('leaves the page still while the next try is on its way, so that a second click lands on the same button', async () => {
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

  it('says that the account is locked [LOGIN-43]', async () => {
    serverAnswers({ '/login': new CallFailed(429, { userAccountLocked: true, error_message: 'Other' }) })
    await openLogin()
    await toPasswordStep()
    await login().click()
    await expect
      .element(banner())
      .toHaveTextContent(
        'You have unsuccessfully tried to login too many times - your account has been locked for 15 mins. Please try again later',
      )
  })

  it("shows the server's own message as HTML, sanitised [LOGIN-35] [LOGIN-37]", async () => {
    serverAnswers({
      '/login': new CallFailed(401, { error_message: 'Please <strong>wait</strong><img src=x onerror=alert(1)>' }),
    })
    await openLogin()
    await toPasswordStep()
    await login().click()
    await expect.element(banner()).toHaveTextContent('Please wait')
    expect(banner().element().querySelector('strong')?.textContent).toBe('wait')
    expect(banner().element().querySelector('img')).toBeNull()
  })

  it('says that the email could not be looked up [LOGIN-05]', async () => {
    serverAnswers({ 'login/url': new CallFailed(422, { message: 'x' }) })
    await openLogin()
    await email().fill('amelia.hart@demo.example')
    await next().click()
    await expect.element(banner()).toHaveTextContent('Unable to process login request')
  })

  it('shows the default message, and lets nobody in, when what follows the token fails [LOGIN-38]', async () => {
    serverAnswers({ '/login': sampleTokens, '/login/setup': new CallFailed(500) })
    await openLogin()
    await toPasswordStep()
    await login().click()
    await expect.element(banner()).toBeVisible()
    expect(useSession.getState().session.step).toBe('out')
    expect(localStorage.getItem('loggedIn')).toBeNull()
  })

  it('goes on to the code when the answer says is_should_validate_2fa [LOGIN-25]', async () => {
    serverAnswers({ '/login': { ...sampleTokens, access_token: null, is_should_validate_2fa: true } })
    await openLogin()
    await toPasswordStep()
    await login().click()
    await expect.element(page.getByText('The code screen')).toBeVisible()
  })

  it('goes on to the set-up when the answer says is_should_setup_2fa', async () => {
    serverAnswers({ '/login': { ...sampleTokens, access_token: null, is_should_setup_2fa: true } })
    await openLogin()
    await toPasswordStep()
    await login().click()
    await expect.element(page.getByText('The set-up screen')).toBeVisible()
  })

  it('says so when the answer leads nowhere [LOGIN-41] [LOGIN-42]', async () => {
    serverAnswers({ '/login': { ...sampleTokens, access_token: null } })
    await openLogin()
    await toPasswordStep()
    await login().click()
    await expect.element(banner()).toHaveTextContent('Unable to login')
  })

  it('offers single sign-on alone where the client wants it so [LOGIN-50]', async () => {
    showTheme({ ...themeFrom(null), ssoOnly: true })
    await openLogin()
    await expect.element(page.getByRole('link', { name: 'Forgotten?' })).not.toBeInTheDocument()
    await email().fill('amelia.hart@demo.example')
    await next().click()
    await expect.element(banner()).toHaveTextContent('Please log in through your organisation')
    await expect.element(password()).not.toBeInTheDocument()
  })

  it('says why the session ended, after a forced logout [LOGIN-48]', async () => {
    useSession.setState({ session: { step: 'out', loginError: 'Your session has ended. Please log in again' } })
    await openLogin()
    await expect.element(banner()).toHaveTextContent('Your session has ended. Please log in again')
  })

  it.each(['https://evil.test/', '//evil.test/', 'javascript:document.title=1'])(
    'leads nobody to %s, whoever answers so [S-63]',
    async (url) => {
      serverAnswers({ 'login/url': { url, hasSSO: true, error: null } })
      await openLogin()
      await email().fill('amelia@demo.example')
      await next().click()
      await expect.element(banner()).toHaveTextContent('Unable to process login request')
    },
  )

  it('sends whoever is signed in to Home [LOGIN-32]', async () => {
    useSession.setState(signedIn())
    await openLogin()
    await expect.element(page.getByText('The home screen')).toBeVisible()
  })

  it('sends one request however often Enter is pressed, and goes back to the email [LOGIN-11]', async () => {
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

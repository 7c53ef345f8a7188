import '../ui/default-theme.css'
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  RouterProvider,
} from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { cleanup, render } from 'vitest-browser-react'
import { installTransport } from '../contract/call.ts'
import { CallFailed } from '../contract/call-failed.ts'
import { LogoutPage } from '../features/session/LogoutPage.tsx'
import { LogoutSuccessPage } from '../features/session/LogoutSuccessPage.tsx'
import type { TokenReply } from '../services/session/session.contract.ts'
import { sampleSetup, sampleTokens, signedIn } from '../features/session/session.samples.ts'
import { CONSENT_KEY, useCookieConsent } from '../features/session/use-cookie-consent.ts'
import { restoreSession } from '../features/session/use-token-renewal.ts'
import { completeLogin, clearSession, useSession } from '../features/session/use-session.ts'
import { themeFrom } from '../services/theme/theme.rules.ts'
import { applyTheme } from '../features/theme/use-theme.ts'
import { AccessGuard } from './AccessGuard.tsx'
import { ConsentBanner } from './ConsentBanner.tsx'
import { ErrorPage } from './ErrorPage.tsx'
import { Footer } from './Footer.tsx'
import { Header } from './Header.tsx'
import { NotFound } from './NotFound.tsx'

function signIn(...who: Parameters<typeof signedIn>) {
  useSession.setState(signedIn(...who))
}

async function show(
  content: ReactNode,
  { at = '/here', further = {} }: { at?: string; further?: Record<string, ReactNode> } = {},
) {
  const root = createRootRoute({ component: Outlet })
  const screens = Object.entries({ [at]: content, ...further }).map(([path, screen]) =>
    createRoute({ getParentRoute: () => root, path, component: () => screen }),
  )
  const router = createRouter({
    routeTree: root.addChildren(screens),
    history: createMemoryHistory({ initialEntries: [at] }),
  })
  await router.load()
  await render(<RouterProvider router={router} />)
  return router
}

beforeEach(() => {
  localStorage.clear()
  clearSession(null)
  useCookieConsent.setState({ cookiesAccepted: false, nonNecessaryCookiesEnabled: false })
  applyTheme({ ...themeFrom(null), brand: 'Northgate Rewards' })
})
afterEach(() => cleanup())

describe('header', () => {
  it('links to the login for people who are not logged in, and then has no navigation or menu [CHROME-02] [CHROME-08]', async () => {
    await show(<Header />)
    await expect.element(page.getByRole('link', { name: 'Northgate Rewards' })).toHaveAttribute('href', '/')
    await expect.element(page.getByRole('navigation')).not.toBeInTheDocument()
    await expect.element(page.getByRole('button')).not.toBeInTheDocument()
  })

  it('greets logged-in people by name and links to Home [CHROME-01] [CHROME-05] [CHROME-07]', async () => {
    await page.viewport(1280, 800)
    signIn()
    await show(<Header />)
    await expect.element(page.getByRole('button', { name: 'Hi, Amelia' })).toBeVisible()
    await expect.element(page.getByRole('link', { name: 'Northgate Rewards' })).toHaveAttribute('href', '/app/home/')
  })

  it('has a menu with two items, which works with arrow keys and closes with Escape [CHROME-16] [CHROME-17] [CHROME-18] [CHROME-19]', async () => {
    await page.viewport(1280, 800)
    signIn()
    await show(<Header />)
    const button = page.getByRole('button', { name: 'Hi, Amelia' })
    await button.click()
    expect(
      page
        .getByRole('menuitem')
        .elements()
        .map((entry) => [entry.textContent, entry.getAttribute('href')]),
    ).toEqual([
      ['My profile settings', '/app/home/my-profile/'],
      ['Logout', '/logout'],
    ])
    await userEvent.keyboard('{ArrowDown}')
    await expect.element(page.getByRole('menuitem', { name: 'My profile settings' })).toHaveFocus()
    await userEvent.keyboard('{ArrowDown}')
    await expect.element(page.getByRole('menuitem', { name: 'Logout' })).toHaveFocus()
    await userEvent.keyboard('{ArrowDown}')
    await expect.element(page.getByRole('menuitem', { name: 'My profile settings' })).toHaveFocus()
    await userEvent.keyboard('{ArrowUp}')
    await expect.element(page.getByRole('menuitem', { name: 'Logout' })).toHaveFocus()
    await userEvent.keyboard('{Escape}')
    await expect.element(page.getByRole('menu')).not.toBeInTheDocument()
    await expect.element(button).toHaveFocus()
  })
})

describe('footer', () => {
  const links = () =>
    page
      .getByRole('link')
      .elements()
      .map((link) => [link.textContent, link.getAttribute('href')])
  const always = [
    ['Privacy', '/privacy-statement'],
    ['Terms', '/terms-and-conditions'],
    ['Cookies', '/cookie-policy/'],
  ]

  it('has the brand, the year and the policies [CHROME-25] [CHROME-26] [CHROME-27] [CHROME-28] [CHROME-29]', async () => {
    await show(<Footer />)
    await expect.element(page.getByText(`© ${new Date().getFullYear()} Northgate Rewards`)).toBeVisible()
    expect(links()).toEqual(always)
  })

  it('links to the contact page for logged-in people who have accepted the terms, if the client has that page [CHROME-30] [CHROME-31]', async () => {
    signIn()
    await show(<Footer />)
    expect(links()).toEqual([...always, ['Contact', '/contact-us/']])
    for (const change of [
      () => signIn({ siteTermsUpdated: true }),
      () => signIn({ termsRevision: null }),
      () => signIn({}, { contactUsEnabled: false }),
    ]) {
      change()
      await expect.poll(links).toEqual(always)
    }
  })
})

describe('cookie banner', () => {
  it('asks about cookies until they are accepted, and stores the answer as version 2 [CHROME-33] [CHROME-34] [CHROME-39] [STATE-04]', async () => {
    await show(<ConsentBanner />)
    const banner = page.getByRole('region', { name: 'Cookies' })
    await expect
      .element(
        banner.getByText(
          'We use cookies to make this site work. You can accept them or choose which ones we may use. Read our cookie policy',
          { exact: true },
        ),
      )
      .toBeVisible()
    await expect.element(banner.getByRole('link')).toHaveAttribute('href', '/cookie-policy/')
    expect(
      banner
        .getByRole('button')
        .elements()
        .map((button) => button.textContent),
    ).toEqual(['Accept cookies', 'Manage cookies'])
    await page.getByRole('button', { name: 'Accept cookies' }).click()
    await expect.element(page.getByRole('button', { name: 'Accept cookies' })).not.toBeInTheDocument()
    await expect
      .poll(() => JSON.parse(localStorage.getItem(CONSENT_KEY) ?? 'null') as unknown)
      .toEqual({ state: { cookiesAccepted: true, nonNecessaryCookiesEnabled: false }, version: 2 })
  })

  it('does not ask on the page of the cookie policy', async () => {
    await show(<ConsentBanner />, { at: '/cookie-policy/' })
    await expect.element(page.getByRole('button', { name: 'Accept cookies' })).not.toBeInTheDocument()
  })

  it('opens a dialog for the choice: essential cookies are always on, video cookies are off at first [CHROME-35] [CHROME-36] [CHROME-37] [CHROME-38] [CHROME-39] [DATA-10]', async () => {
    await show(<ConsentBanner />)
    await page.getByRole('button', { name: 'Manage cookies' }).click()
    await expect.element(page.getByRole('dialog', { name: 'Cookie settings' })).toBeVisible()
    const essential = page.getByRole('switch', { name: 'Essential cookies' })
    await expect.element(essential).toBeChecked()
    await expect.element(essential).toBeDisabled()
    const video = page.getByRole('switch', { name: 'Video player cookies' })
    await expect.element(video).not.toBeChecked()
    await video.click()
    await page.getByRole('button', { name: 'Save and accept' }).click()
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
    expect(useCookieConsent.getState()).toEqual({ cookiesAccepted: true, nonNecessaryCookiesEnabled: true })
  })

  it('video cookies can be switched off again by the same switch [CHROME-38] [CHROME-39]', async () => {
    useCookieConsent.setState({ cookiesAccepted: false, nonNecessaryCookiesEnabled: true })
    await show(<ConsentBanner />)
    const video = page.getByRole('switch', { name: 'Video player cookies' })
    await page.getByRole('button', { name: 'Manage cookies' }).click()
    await expect.element(video).toBeChecked()
    await video.click()
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
    expect(useCookieConsent.getState()).toEqual({ cookiesAccepted: false, nonNecessaryCookiesEnabled: true })
    await page.getByRole('button', { name: 'Manage cookies' }).click()
    await expect.element(video).toBeChecked()
    await video.click()
    await page.getByRole('button', { name: 'Save and accept' }).click()
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
    expect(useCookieConsent.getState()).toEqual({ cookiesAccepted: true, nonNecessaryCookiesEnabled: false })
  })

  it('returns the focus to the page after either button was clicked', async () => {
    const shell = (
      <>
        <main id="main" tabIndex={-1} />
        <ConsentBanner />
      </>
    )
    await show(shell)
    await page.getByRole('button', { name: 'Accept cookies' }).click()
    await expect.element(page.getByRole('main')).toHaveFocus()
    useCookieConsent.setState({ cookiesAccepted: false })
    await page.getByRole('button', { name: 'Manage cookies' }).click()
    await page.getByRole('button', { name: 'Save and accept' }).click()
    await expect.element(page.getByRole('main')).toHaveFocus()
  })
})

describe('access guard', () => {
  const screen = (access: 'in' | 'employer') => <AccessGuard access={access}>The screen</AccessGuard>

  it('waits while a login is restored, then shows the screen [GUARD-01] [GUARD-04]', async () => {
    useSession.setState({ session: { step: 'restoring' } })
    let answer = (_reply: TokenReply) => undefined as void
    installTransport(({ endpoint }) =>
      endpoint.path === '/login/refresh' ? new Promise((resolve) => (answer = resolve)) : Promise.resolve(sampleSetup),
    )
    const restored = restoreSession()
    await show(screen('in'))
    await expect.element(page.getByText('Loading profile...')).toBeVisible()
    await expect.poll(() => (answer(sampleTokens), useSession.getState().session.step)).toBe('in')
    await restored
    await expect.element(page.getByText('The screen')).toBeVisible()
  })
})

it.each([
  ['fixed, with room for what has the focus,', 780, 'sticky'],
  ['part of the page', 400, 'relative'],
])('header and cookie banner are %s in a window that is %i px high', async (_, height, position) => {
  await page.viewport(640, height)
  await show(
    <>
      <Header />
      <ConsentBanner />
    </>,
  )
  const banner = page.getByRole('button', { name: 'Accept cookies' })
  await expect.element(banner).toBeVisible()
  const bars = [document.querySelector('header'), banner.element().closest('section')]
  expect(bars.map((bar) => bar && getComputedStyle(bar).position)).toEqual([position, position])
  const below = Number.parseFloat(getComputedStyle(document.documentElement).scrollPaddingBottom)
  expect(below > 100).toBe(position === 'sticky')
  await page.viewport(1280, 800)
})

describe('logout', () => {
  const pages = { at: '/logout', further: { '/logout-success': <LogoutSuccessPage /> } }

  it('ends the session on the server and in the browser, and says so [LOGOUT-01] [LOGOUT-04] [LOGOUT-05] [LOGOUT-06]', async () => {
    let answer = (_reply: unknown) => undefined as void
    const asked: string[] = []
    installTransport(({ endpoint }) => {
      asked.push(endpoint.path)
      if (endpoint.path === '/logout') return new Promise((resolve) => (answer = resolve))
      return Promise.resolve(endpoint.path === '/login/setup' ? sampleSetup : { status: 'ok' })
    })
    localStorage.setItem('theme:demo', '{}')
    await completeLogin(sampleTokens, { sso: false })
    expect(localStorage.getItem('loggedIn')).toBe('true')
    await show(<LogoutPage />, pages)
    await expect.element(page.getByText('Logging out...')).toBeVisible()
    expect(document.title).toMatch(/^Logging out/)
    await expect.poll(() => asked.at(-1)).toBe('/logout')
    answer({ ssoLogoutUrl: null })
    await expect.element(page.getByText('You have been logged out successfully')).toBeVisible()
    expect(document.title).toMatch(/^You have been logged out successfully/)
    await expect.element(page.getByRole('link', { name: 'Go to login' })).toHaveAttribute('href', '/')
    expect(useSession.getState().session.step).toBe('out')
    expect(Object.keys(localStorage).filter((key) => key !== CONSENT_KEY)).toEqual(['theme:demo'])
  })

  it('shows the reason if the person was idle', async () => {
    installTransport(() => Promise.resolve({ ssoLogoutUrl: null }))
    const router = await show(null, { ...pages, at: '/here', further: { '/logout': <LogoutPage />, ...pages.further } })
    router.history.push('/logout', { wasIdle: true })
    await expect.element(page.getByText(/^You were logged out because you had not used the portal/)).toBeVisible()
  })

  it('shows the reason if viewing the portal as another person ended because it was not used [CHROME-45]', async () => {
    installTransport(() => Promise.resolve({ ssoLogoutUrl: null }))
    const router = await show(null, { ...pages, at: '/here', further: { '/logout': <LogoutPage />, ...pages.further } })
    useSession.setState({ session: { ...signedIn().session, masquerade: { userId: 'amelia', schemeYear: '2026' } } })
    router.history.push('/logout', { wasIdle: true })
    await expect.element(page.getByText('You have ended the view')).toBeVisible()
    await expect.element(page.getByText(/^You were logged out because you had not used the portal/)).toBeVisible()
  })

  it('says that the server could not be reached, and can be retried [LOGOUT-03]', async () => {
    let works = false
    installTransport(({ endpoint }) => {
      if (endpoint.path === '/logout')
        return works ? Promise.resolve({ ssoLogoutUrl: null }) : Promise.reject(new CallFailed(null))
      return Promise.resolve(endpoint.path === '/login/setup' ? sampleSetup : { status: 'ok' })
    })
    await completeLogin(sampleTokens, { sso: false })
    await show(<LogoutPage />, pages)
    const failed = page.getByText('There was an error during the logout process. Please try again')
    await expect.element(failed).toBeVisible()
    expect(localStorage.getItem('loggedIn')).toBeNull()
    expect(useSession.getState().session.step).toBe('out')
    works = true
    await page.getByRole('button', { name: 'Retry' }).click()
    await expect.element(page.getByText('You have been logged out successfully')).toBeVisible()
  })

  it('keeps the focus after repeated retries', async () => {
    const waiting: ((failure: CallFailed) => void)[] = []
    installTransport(({ endpoint }) => {
      if (endpoint.path === '/logout') return new Promise((_, reject) => waiting.push(reject))
      return Promise.resolve(endpoint.path === '/login/setup' ? sampleSetup : { status: 'ok' })
    })
    await completeLogin(sampleTokens, { sso: false })
    await show(<LogoutPage />, pages)
    const retry = page.getByRole('button', { name: 'Retry' })
    for (let tries = 1; tries <= 3; tries += 1) {
      await expect.element(page.getByRole('heading', { name: 'Logging out...' })).toBeVisible()
      await expect.poll(() => waiting).toHaveLength(tries)
      waiting.at(-1)?.(new CallFailed(null))
      await expect.element(page.getByRole('heading', { name: /^There was an error/ })).toBeVisible()
      if (tries === 1) await retry.click()
      else await userEvent.keyboard('{Enter}')
      await expect.element(retry).toHaveFocus()
    }
    await expect.poll(() => waiting).toHaveLength(4)
    waiting.at(-1)?.(new CallFailed(401))
    await expect.element(page.getByText('You have been logged out successfully')).toBeVisible()
  })
})

describe('error pages', () => {
  it('say that a page does not exist [CONTENT-32] [CONTENT-33]', async () => {
    await show(<NotFound />)
    await expect.element(page.getByRole('heading', { name: 'Page not found' })).toBeVisible()
    await expect
      .element(page.getByText('Oops! The page you are looking for has been removed or relocated.'))
      .toBeVisible()
    await expect.element(page.getByRole('link', { name: 'Back to Home' })).toHaveAttribute('href', '/')
  })

  it('link to Home after an error, which reloads the page [CHROME-53] [CHROME-54] [CHROME-55]', async () => {
    signIn()
    await show(<ErrorPage />)
    await expect
      .element(
        page.getByText(
          'Uh oh! It looks like something has gone wrong. Please try refreshing the page or click below to return to the home page',
        ),
      )
      .toBeVisible()
    const home = page.getByRole('link', { name: 'Return to home' })
    await expect.element(home).toHaveAttribute('href', '/app/home/')
    // The browser follows clicks that the portal does not handle.
    const takenByThePortal: boolean[] = []
    const follow = (event: Event) => {
      takenByThePortal.push(event.defaultPrevented)
      event.preventDefault()
    }
    addEventListener('click', follow, { once: true })
    await home.click()
    expect(takenByThePortal).toEqual([false])
  })

  it('link to the login after an error if nobody is logged in [CHROME-55]', async () => {
    await show(<ErrorPage />)
    await expect.element(page.getByRole('link', { name: 'Return to home' })).toHaveAttribute('href', '/')
  })
})

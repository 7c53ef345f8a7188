import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { cleanup } from 'vitest-browser-react'
import { refusal } from '../contract/refusals.ts'
import { listBenefitFilters, listBenefits } from '../domain/selections/benefits.contract.ts'
import { useCookieConsent } from '../features/session/use-cookie-consent.ts'
import { clearSession, clearSessionOfTab, useSession } from '../features/session/use-session.ts'
import { openPortal, signedInAs } from '../tests/harness/portal-in-browser.tsx'
import { Answers } from '../tests/harness/screen.tsx'
import { makeRouter, routes } from './routes.tsx'

/** Routes of Annex B: an address, the router's path, and the access. B17 and B18 are not routes. */
const annexB = {
  B01: ['/', '/', 'out'],
  B02: ['/forgotten-password', '/forgotten-password', 'out'],
  B03: ['/reset-password?token=a&dob=b', '/reset-password', 'out'],
  B04: ['/activation/an-id', '/activation/$', 'out'],
  B05: ['/sso-login/a-token/2026', '/sso-login/$', 'out'],
  B06: ['/sso-error/', '/sso-error/$', 'out'],
  B07: ['/hub-sso/anything', '/hub-sso/$', 'out'],
  B08: ['/two-fa', '/two-fa/$', 'out'],
  B09: ['/two-fa-qr-setup/', '/two-fa-qr-setup/$', 'out'],
  B10: ['/two-fa-code-setup', '/two-fa-code-setup', 'out'],
  B11: ['/logout', '/logout/$', 'out'],
  B12: ['/logout-success', '/logout-success/$', 'out'],
  B13: ['/contact-us/', '/contact-us/$', 'out'],
  B14: ['/cookie-policy/', '/cookie-policy/$', 'out'],
  B15: ['/privacy-statement', '/privacy-statement/$', 'out'],
  B16: ['/terms-and-conditions', '/terms-and-conditions/$', 'out'],
  B19: ['/app', '/app/', 'in'],
  B20: ['/app/home/', '/app/home', 'in'],
  B21: ['/app/home/my-profile/', '/app/home/my-profile', 'in'],
  B22: ['/app/my-benefits/', '/app/my-benefits', 'in'],
  B23: ['/app/my-benefits/7', '/app/my-benefits/$benefitId', 'in'],
  B24: ['/app/my-benefits/7/setup/2', '/app/my-benefits/$benefitId/setup/$', 'in'],
  B25: ['/app/my-benefits/7/manage', '/app/my-benefits/$benefitId/manage', 'in'],
  B26: ['/app/faqs/', '/app/faqs', 'in'],
  B27: ['/app/my-total-benefits/', '/app/my-total-benefits', 'in'],
  B28: ['/app/my-total-benefits-enhanced/', '/app/my-total-benefits-enhanced', 'in'],
  B29: ['/app/dashboard/', '/app/dashboard', 'employer'],
  B30: ['/app/dashboard/employee-engagement/', '/app/dashboard/employee-engagement', 'employer'],
  B31: ['/app/dashboard/platform-settings/', '/app/dashboard/platform-settings', 'employer'],
  B32: ['/app/dashboard/employee-insights/', '/app/dashboard/employee-insights', 'employer'],
  B33: ['/app/dashboard/benefit-takeup', '/app/dashboard/benefit-takeup', 'employer'],
  B34: ['/app/dashboard/benefit-takeup/7', '/app/dashboard/benefit-takeup/$benefitId', 'employer'],
  B35: ['/app/dashboard/approve-selections', '/app/dashboard/approve-selections', 'employer'],
  B36: ['/app/dashboard/approve-selections/7', '/app/dashboard/approve-selections/$benefitId', 'employer'],
  B37: ['/app/employee-data/', '/app/employee-data', 'employer'],
  B38: ['/app/reporting', '/app/reporting', 'employer'],
  B39: ['/app/ccv/manage', '/app/ccv/manage', 'employer'],
  B40: ['/app/anything/else', '/app/$', 'in'],
} as const
/** Routes of the portal that Annex B does not list. */
const own = {
  basket: ['/app/my-benefits/basket', '/app/my-benefits/basket', 'in'],
  'what if': ['/app/my-benefits/what-if/', '/app/my-benefits/what-if', 'in'],
  'recent activity': ['/app/dashboard/recent-activity/', '/app/dashboard/recent-activity', 'employer'],
} as const
const rows = [...Object.entries(annexB), ...Object.entries(own)]
const employers = rows.filter(([, [, , access]]) => access === 'employer').map(([, [address]]) => address)
const guarded = rows.filter(([, [, , access]]) => access !== 'out').map(([, [address]]) => address)

beforeEach(async () => {
  await page.viewport(1280, 800)
  localStorage.clear()
  clearSession(null)
  useCookieConsent.setState({ cookiesAccepted: true, nonNecessaryCookiesEnabled: false })
})
afterEach(() => cleanup())

describe('routes', () => {
  it('are those of Annex B and those that the portal adds, each once with its access, and no others', () => {
    const those = rows.map(([, [, route, access]]) => `${route} ${access}`)
    expect(routes.map(({ path, access }) => `${path} ${access}`).toSorted()).toEqual(those.toSorted())
  })

  it.each(rows)('to %s work with and without a trailing slash', (_, [address, route]) => {
    const [path = '', query] = address.split('?')
    const bare = path.length > 1 ? path.replace(/\/$/, '') : path
    const router = makeRouter()
    for (const pathname of bare === '/' ? ['/'] : [bare, `${bare}/`]) {
      const [matchedRoutes] = router.getMatchedRoutes(pathname)
      expect([pathname, query, matchedRoutes.at(-1)?.fullPath]).toEqual([pathname, query, route])
    }
  })

  it.each([
    ['/logout/whatever/follows', 'Logging out...'],
    ['/logout-success/whatever/follows', 'You have been logged out successfully'],
  ])(
    'to %s show the same screen with and without further parts of the path [LOGOUT-01] [LOGOUT-04]',
    async (address, says) => {
      signedInAs()
      const portal = await openPortal(address)
      await expect.element(page.getByRole('heading', { name: says, exact: true })).toBeVisible()
      expect(portal.address()).toBe(address)
    },
  )

  it('redirect from /app to Home, with and without a trailing slash [GUARD-07]', async () => {
    for (const address of ['/app', '/app/']) {
      signedInAs()
      const portal = await openPortal(address)
      await expect.poll(portal.address).toBe('/app/home/')
      await expect.element(page.getByRole('heading', { name: 'Welcome, Amelia' })).toBeVisible()
      await cleanup()
    }
  })

  it('show Not found for all other addresses, inside and outside /app [GUARD-07] [CONTENT-30] [CONTENT-31]', async () => {
    for (const address of [
      '/app/nothing-here/',
      '/app/home/nothing',
      '/nothing-here',
      '/app/dashboard/nothing/',
      // Paths are case-sensitive, because the server and other code compare them exactly.
      '/app/My-Benefits/',
      '/Cookie-Policy/',
    ]) {
      signedInAs()
      const portal = await openPortal(address)
      await expect.element(page.getByRole('heading', { name: 'Page not found' })).toBeVisible()
      expect(portal.address()).toBe(address)
      await cleanup()
    }
  })
})

describe('access guard of the screens', () => {
  it.each(employers)(
    'refuses %s to an employee, who sees no part of that screen [GUARD-02] [GUARD-06]',
    async (address) => {
      signedInAs({ userType: 'employee' })
      await openPortal(address)
      await expect.element(page.getByRole('heading', { name: 'Access Denied' })).toBeVisible()
      expect(page.getByRole('main').getByRole('heading').elements()).toHaveLength(1)
    },
  )

  it('allows employees their own screens and the public screens [ACCESS-01]', async () => {
    signedInAs({ userType: 'employee' })
    const { router } = await openPortal('/app/home/')
    await expect.element(page.getByRole('heading', { name: 'Welcome, Amelia' })).toBeVisible()
    const screens = [
      ['B21', 'Profile Settings'],
      ['B22', 'My benefits'],
      ['B26', 'FAQs'],
      ['B27', 'Total benefits'],
      ['B14', 'Cookie policy - Northgate Rewards'],
      ['B28', 'Total benefits'],
      ['B13', 'Contact Us'],
      ['B15', 'Privacy statement - Northgate Rewards'],
      ['B16', 'Terms and conditions - Northgate Rewards'],
    ] as const
    for (const [number, title] of screens) {
      const [address] = annexB[number]
      await router.navigate({ to: address })
      const heading = page.getByRole('main').getByRole('heading', { level: 1 })
      await expect.element(heading).toHaveTextContent(title)
      expect(router.state.location.pathname).toBe(address)
    }
  })

  it('allows employer users all screens [GUARD-05] [GUARD-06]', async () => {
    signedInAs({ userType: 'employer' })
    const { router } = await openPortal('/app/home/')
    await expect.element(page.getByRole('heading', { name: 'Welcome, Amelia' })).toBeVisible()
    for (const address of employers) {
      await router.navigate({ to: address })
      await expect.element(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible()
      await expect.element(page.getByText('Access Denied')).not.toBeInTheDocument()
      await expect.element(page.getByText('Page not found')).not.toBeInTheDocument()
    }
  })

  it.each(guarded)('redirects people who are not logged in from %s to the login [GUARD-03]', async (address) => {
    const portal = await openPortal(address)
    await expect.poll(portal.address).toBe('/')
    await expect.element(page.getByRole('heading', { name: 'Log in to Northgate Rewards' })).toBeVisible()
  })

  it('tells people in this tab that they were logged out in another, idle tab [S-38]', async () => {
    signedInAs({ userType: 'employee' })
    const portal = await openPortal('/app/home/')
    await expect.element(page.getByRole('heading', { name: 'Welcome, Amelia' })).toBeVisible()
    clearSessionOfTab(null, { wasIdle: true })
    await expect.element(page.getByText('You have been logged out successfully')).toBeVisible()
    expect(portal.address()).toBe('/logout-success')
  })

  it('ends a session if the list of benefits cannot be loaded at the login, and gives the reason [LOGOUT-08]', async () => {
    signedInAs()
    const answers = new Answers().refuse(listBenefits, refusal('malformed', 400, 'no')).to(listBenefitFilters, [])
    const portal = await openPortal('/app/my-benefits/', { answers: answers.transport })
    await expect.poll(portal.address).toBe('/')
    await expect
      .element(page.getByRole('alert'))
      .toHaveTextContent('We could not load your benefits, so we are logging you out. Please log in again')
  })

  it('waits until the login is known before it checks anything else [GUARD-03]', async () => {
    useSession.setState({ session: { step: 'restoring' } })
    const portal = await openPortal('/app/dashboard/')
    await expect.element(page.getByText('Loading profile...')).toBeVisible()
    signedInAs({ userType: 'employee', siteTermsUpdated: true })
    await expect.element(page.getByRole('heading', { name: 'There are new terms and conditions' })).toBeVisible()
    signedInAs({ userType: 'employee' })
    await expect.element(page.getByRole('heading', { name: 'Access Denied' })).toBeVisible()
    signedInAs({ userType: 'employer' })
    await expect.element(page.getByRole('heading', { level: 1, name: 'Employer dashboard' })).toBeVisible()
    expect(portal.address()).toBe('/app/dashboard/')
    clearSession(null)
    await expect.poll(portal.address).toBe('/')
  })

  it.each(guarded)(
    'shows new terms instead of %s first, even to people who may not open that screen [GUARD-03]',
    async (address) => {
      signedInAs({ userType: 'employee', siteTermsUpdated: true })
      const portal = await openPortal(address)
      await expect.element(page.getByRole('heading', { name: 'There are new terms and conditions' })).toBeVisible()
      await expect.element(page.getByText('Access Denied')).not.toBeInTheDocument()
      expect(portal.address()).toBe(address)
    },
  )
})

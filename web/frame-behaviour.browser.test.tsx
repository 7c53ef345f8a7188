import { createMemoryHistory, createRootRoute, createRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { page } from 'vitest/browser'
import { cleanup, render } from 'vitest-browser-react'
import { call, installTransport, type Transport } from '../contract/call.ts'
import {
  listBenefitFaqs,
  listRelatedBenefits,
  readBenefitWithSelection,
} from '../domain/selections/benefits.contract.ts'
import { sampleBenefit } from '../features/benefits/benefits.samples.ts'
import { listFaqs } from '../features/content/content.contract.ts'
import { loginSetup, ping, recordActivation, type TokenReply } from '../services/session/session.contract.ts'
import { sampleSetup, sampleTokens } from '../features/session/session.samples.ts'
import { useCookieConsent } from '../features/session/use-cookie-consent.ts'
import { completeLogin, clearSession } from '../features/session/use-session.ts'
import { themeVariables } from '../services/theme/theme.rules.ts'
import { useTheme } from '../features/theme/use-theme.ts'
import { openPortal, signedInAs, withoutReplies } from '../tests/harness/portal-in-browser.tsx'
import { Answers, expectAccessible } from '../tests/harness/screen.tsx'
import { ANSWER_WITHIN_MS, transport } from './call.ts'
import { queries } from './queries.ts'
import { lastCall, useActivity } from './use-activity.ts'
import { Shell } from './Shell.tsx'

const realFetch = globalThis.fetch

beforeEach(async () => {
  await page.viewport(1280, 800)
  localStorage.clear()
  clearSession(null)
  useCookieConsent.setState({ cookiesAccepted: false, nonNecessaryCookiesEnabled: false })
})
afterEach(async () => {
  vi.useRealTimers()
  globalThis.fetch = realFetch
  await cleanup()
})

describe('progress bar', () => {
  const bar = () => page.getByRole('progressbar', { name: 'Loading' })
  const value = () => (bar().element() as HTMLProgressElement).value

  it('advances by 0.02 every 800 ms while a call is in progress, at the top of the page [CHROME-57] [CHROME-58] [CONST-16]', async () => {
    let answer = (_response: Response) => undefined as void
    await openPortal('/cookie-policy/')
    installTransport(transport)
    globalThis.fetch = () => new Promise((resolve) => (answer = resolve))
    await expect.element(bar()).not.toBeInTheDocument()
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    const asked = call(ping, {})
    await expect.element(bar()).toBeInTheDocument()
    const { top, left, width } = bar().element().getBoundingClientRect()
    expect([top, left, width]).toEqual([0, 0, 1280])

    const start = value()
    vi.advanceTimersByTime(799)
    expect(value()).toBe(start)
    for (let step = 1; step <= 10; step += 1) {
      vi.advanceTimersByTime(step === 1 ? 1 : 800)
      await expect.poll(value).toBeCloseTo(start + step * 0.02, 5)
    }
    answer(new Response('{"status":"ok"}'))
    await asked
    await expect.element(bar()).not.toBeInTheDocument()
  })

  it('never shows unfinished work as done', async () => {
    await openPortal('/cookie-policy/')
    installTransport(transport)
    let answer = (_response: Response) => undefined as void
    globalThis.fetch = () => new Promise((resolve) => (answer = resolve))
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    const asked = call(ping, {})
    await expect.element(bar()).toBeInTheDocument()
    vi.advanceTimersByTime(800 * 1000)
    await expect.poll(value).toBeGreaterThan(0.9)
    expect(value()).toBeLessThan(1)
    answer(new Response('{"status":"ok"}'))
    await asked
  })

  it('is shown while a screen is loading [CHROME-58]', async () => {
    const { leave, arrive } = await openTwoScreens()
    await expect.element(bar()).not.toBeInTheDocument()
    leave()
    await expect.element(bar()).toBeInTheDocument()
    arrive()
    await expect.element(page.getByRole('heading', { name: 'There' })).toBeVisible()
    await expect.element(bar()).not.toBeInTheDocument()
  })
})

describe('screen that has just opened', () => {
  it('has the focus on its heading', async () => {
    const { leave, arrive } = await openTwoScreens()
    leave()
    arrive()
    await expect.element(page.getByRole('heading', { name: 'There' })).toHaveFocus()
  })

  it('does not close a menu that was opened while it was loading', async () => {
    signedInAs()
    const { leave, arrive, arrived } = await openTwoScreens()
    leave()
    await page.getByRole('button', { name: 'Hi, Amelia' }).click()
    await expect.element(page.getByRole('menuitem', { name: 'Logout' })).toBeVisible()
    arrive()
    await arrived
    await expect.element(page.getByRole('heading', { name: 'There' })).toBeVisible()
    await expect.element(page.getByRole('menuitem', { name: 'Logout' })).toBeVisible()
    await expect.element(page.getByRole('button', { name: 'Hi, Amelia' })).toHaveFocus()
  })
})

async function openTwoScreens() {
  const loading = Promise.withResolvers<void>()
  const root = createRootRoute({ component: Shell })
  const here = createRoute({ getParentRoute: () => root, path: '/', component: () => <h1>Here</h1> })
  const there = createRoute({
    getParentRoute: () => root,
    path: '/there',
    loader: () => loading.promise,
    component: () => <h1 tabIndex={-1}>There</h1>,
  })
  const router = createRouter({
    routeTree: root.addChildren([here, there]),
    history: createMemoryHistory({ initialEntries: ['/'] }),
  })
  await router.load()
  await render(<RouterProvider router={router} />)
  return {
    leave: () => router.history.push('/there'),
    arrive: () => loading.resolve(),
    arrived: new Promise<void>((resolve) =>
      router.subscribe('onRendered', ({ toLocation }) => toLocation.pathname === '/there' && resolve()),
    ),
  }
}

describe("theme of the logged-in person's scheme", () => {
  it('replaces the theme of the address at login, and is replaced by it at logout [THEME-24]', async () => {
    const painted = () => document.documentElement.style.getPropertyValue('--primary-100')
    const { client } = sampleSetup
    const core = { primaryColour: '#7A1F3D', secondaryColour: '#B7791F' }
    const scheme = { ...client.scheme, theme: { core }, baseFont: 'Lora', headerFont: null }
    const answers: Transport = ({ endpoint }) =>
      endpoint === loginSetup
        ? Promise.resolve({ ...sampleSetup, client: { ...client, scheme } })
        : endpoint === recordActivation
          ? Promise.resolve({ status: 'ok' })
          : new Promise(() => undefined)
    const { router } = await openPortal('/cookie-policy/', { answers })
    await completeLogin(sampleTokens, { sso: false })
    router.history.push('/app/faqs/')
    await expect.poll(painted).toBe('#7a1f3d')
    const applied = { primary: '#7a1f3d', accent: '#b7791f', baseFont: 'Lora', headerFont: null }
    expect(useTheme.getState()).toMatchObject({ ...applied, hasClientTheme: true, styles: themeVariables(applied) })
    expect(getComputedStyle(document.body).fontFamily).toMatch(/^Lora/)
    clearSession(null)
    await expect.poll(painted).toBe('#333333')
    expect(useTheme.getState()).toMatchObject({ primary: '#333333', hasClientTheme: false })
  })
})

describe('logout', () => {
  it('leaves no data of the person in memory [LOGOUT-05]', async () => {
    signedInAs()
    const answers = new Answers().to(listFaqs, [])
    await openPortal('/app/faqs/', { answers: answers.transport })
    await expect.poll(() => queries.getQueriesData({}).filter(([, data]) => data)).not.toHaveLength(0)
    clearSession(null)
    await expect.poll(() => queries.getQueryCache().getAll()).toEqual([])
  })
})

describe('people who are not logged in', () => {
  it('are not asked whether they want to stay, and are not redirected, however long they read [CHROME-48]', async () => {
    vi.useFakeTimers({ toFake: ['Date', 'performance', 'setInterval', 'clearInterval'] })
    const question = page.getByRole('alertdialog', { name: 'Stay logged in?' })
    const { address } = await openPortal('/cookie-policy/')
    await expect.element(page.getByRole('contentinfo')).toBeVisible()
    await vi.advanceTimersByTimeAsync(15 * 60_000)
    expect(address()).toBe('/cookie-policy/')
    expect(question.elements()).toHaveLength(0)
    // Checks the opposite, so that the test can fail: with a logged-in person, the idle screen starts counting.
    useActivity.setState({ lastCall: 0 })
    signedInAs()
    await expect.poll(lastCall).toBeGreaterThan(0)
    await vi.advanceTimersByTimeAsync(14 * 60_000)
    await expect.element(question).toBeVisible()
  })
})

describe('error while a screen is rendered', () => {
  it('shows the general error page in the frame; other screens still work [CHROME-53] [CHROME-54] [CHROME-56]', async () => {
    const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined)
    signedInAs()
    const answers: Transport = ({ endpoint }) =>
      endpoint === listFaqs ? Promise.resolve({ groups: 'none' }) : new Promise(() => undefined)
    const { router } = await openPortal('/app/faqs/', { answers })
    await expect
      .element(
        page.getByRole('heading', {
          name: 'Uh oh! It looks like something has gone wrong. Please try refreshing the page or click below to return to the home page',
        }),
      )
      .toBeVisible()
    await expect.element(page.getByRole('link', { name: 'Return to home' })).toHaveAttribute('href', '/app/home/')
    await expect.element(page.getByRole('button', { name: 'Hi, Amelia' })).toBeVisible()
    expect(logged).toHaveBeenCalled()
    logged.mockRestore()
    router.history.push('/app/home/')
    await expect.element(page.getByRole('heading', { name: 'Welcome, Amelia' })).toBeVisible()
  })
})

describe('screen whose data do not arrive', () => {
  it('shows a message with a retry after a minute, instead of loading forever', async () => {
    const silent: unknown[] = []
    let listed: typeof fetch = (address, init) => {
      silent.push(address)
      return new Promise((_, reject) => {
        init?.signal?.addEventListener('abort', () => reject(new DOMException('Aborted', 'AbortError')))
      })
    }
    const employer = { ...sampleSetup, user: { ...sampleSetup.user, userType: 'employer' } }
    globalThis.fetch = (address, init) => {
      const asked = typeof address === 'string' ? address : ''
      if (asked.endsWith(loginSetup.path)) return Promise.resolve(new Response(JSON.stringify(employer)))
      return /\/(?:payroll|reports)/.test(asked) ? listed(address, init) : Promise.resolve(new Response('{}'))
    }
    installTransport(transport)
    await completeLogin(sampleTokens, { sso: false })
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    await openPortal('/app/reporting/', { answers: transport })
    await expect.poll(() => silent).toHaveLength(1)
    await vi.advanceTimersByTimeAsync(ANSWER_WITHIN_MS)
    // TanStack Query renders its components again in the next tick.
    await vi.advanceTimersByTimeAsync(1)
    vi.useRealTimers()
    expect(silent).toHaveLength(1)
    const again = page.getByRole('button', { name: 'Retry' })
    await expect.element(again).toBeVisible()
    listed = () => Promise.resolve(new Response('[]'))
    await again.click()
    await expect.element(again).not.toBeInTheDocument()
  })
})

describe('banner while an administrator views the portal as another person', () => {
  const json = (body: unknown, headers: Record<string, string> = {}) =>
    new Response(JSON.stringify(body), { status: 200, headers })

  /** Responses have the header of API-10. */
  async function enter(reply: Partial<TokenReply>, headers: Record<string, string>, schemeYear = 2026) {
    const { client } = sampleSetup
    const setup = { ...sampleSetup, client: { ...client, scheme: { ...client.scheme, schemeYear } } }
    globalThis.fetch = (address) => {
      const asked = address instanceof Request ? address.url : address.toString()
      if (asked.endsWith(loginSetup.path)) return Promise.resolve(json(setup, headers))
      if (asked.endsWith(recordActivation.path)) return Promise.resolve(json({ status: 'ok' }, headers))
      return new Promise(() => undefined)
    }
    installTransport(transport)
    await completeLogin({ ...sampleTokens, ...reply }, { sso: true })
  }
  const banner = () => page.getByRole('region', { name: 'Viewing as another person' })

  it.each([
    ['by the answer to the login', { masqueradeUserId: '1', scheme: 'an-id' }, {}, 2025],
    ['by the header of an answer', {}, { 'X-Masquerade': '1' }, 2026],
  ])(
    'is known %s: a banner at the bottom shows it with the scheme year [CHROME-51] [CHROME-52]',
    async (_, reply, headers, year) => {
      await enter(reply, headers, year)
      for (const [width, height] of [
        [1280, 800],
        [360, 640],
      ] as const) {
        await page.viewport(width, height)
        const portal = await openPortal('/app/faqs/')
        await expect.element(banner().getByText(`You are viewing as Amelia Hart for scheme year ${year}`)).toBeVisible()
        const box = banner().element().getBoundingClientRect()
        expect([box.left, box.width, Math.round(box.bottom)]).toEqual([0, width, height])
        await expectAccessible()
        await banner().getByRole('button', { name: 'End view' }).click()
        await expect.poll(portal.address).toBe('/logout')
        await cleanup()
      }
    },
  )

  it('replaces the question about cookies, and is not shown to other people [CHROME-32]', async () => {
    const accept = page.getByRole('region', { name: 'Cookies' }).getByRole('button', { name: 'Accept cookies' })
    await enter({}, {})
    await openPortal('/app/faqs/')
    await expect.element(accept).toBeVisible()
    await expect.element(banner()).not.toBeInTheDocument()
    useCookieConsent.setState({ cookiesAccepted: true })
    await expect.element(accept).not.toBeInTheDocument()
    await cleanup()

    useCookieConsent.setState({ cookiesAccepted: false })
    const { router } = await openPortal('/cookie-policy/')
    await expect.element(page.getByRole('contentinfo')).toBeVisible()
    await expect.element(accept).not.toBeInTheDocument()
    router.history.push('/privacy-statement')
    await expect.element(accept).toBeVisible()
    await cleanup()

    await enter({ masqueradeUserId: '1' }, {})
    await openPortal('/app/faqs/')
    await expect.element(banner()).toBeVisible()
    await expect.element(accept).not.toBeInTheDocument()
  })

  it('hides nothing, because content at the bottom of a screen is above it', async () => {
    const benefit = sampleBenefit({})
    const answers = new Answers()
      .to(readBenefitWithSelection, benefit)
      .to(listBenefitFaqs, [])
      .to(listRelatedBenefits, [])
    await enter({ masqueradeUserId: '1' }, {})
    await page.viewport(360, 640)
    await openPortal(`/app/my-benefits/${benefit.benefitId}`, { answers: answers.transport })
    const choose = page.getByRole('link', { name: /^Choose/ })
    await expect.element(choose).toBeVisible()
    await expect.element(banner()).toBeVisible()
    for (const top of [0, document.documentElement.scrollHeight]) {
      scrollTo({ top, behavior: 'instant' })
      const edge = banner().element().getBoundingClientRect()
      expect(Math.round(edge.bottom)).toBe(640)
      expect(choose.element().getBoundingClientRect().bottom).toBeLessThanOrEqual(edge.top)
    }
    const footer = page.getByRole('contentinfo').element().getBoundingClientRect()
    expect(footer.bottom).toBeLessThanOrEqual(choose.element().getBoundingClientRect().top)
  })

  it('is not shown after the session', async () => {
    await enter({ masqueradeUserId: '1' }, {})
    await openPortal('/app/faqs/', { answers: withoutReplies })
    await expect.element(banner()).toBeVisible()
    clearSession(null)
    await expect.element(banner()).not.toBeInTheDocument()
  })
})

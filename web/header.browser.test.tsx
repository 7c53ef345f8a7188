import '../ui/default-theme.css'
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { cleanup, render } from 'vitest-browser-react'
import { useCookieConsent } from '../features/session/use-cookie-consent.ts'
import { clearSession } from '../features/session/use-session.ts'
import { themeFrom, type Theme } from '../services/theme/theme.rules.ts'
import { applyTheme } from '../features/theme/use-theme.ts'
import { listBenefits } from '../domain/selections/benefits.contract.ts'
import { listHomeBanners, listHomeCards } from '../features/home/home.contract.ts'
import { openPortal, signedInAs as signIn } from '../tests/harness/portal-in-browser.tsx'
import { Answers } from '../tests/harness/screen.tsx'
import '../ui/icon-shapes.ts'
import { Shell } from './Shell.tsx'

const drawing = (width: number, height: number) =>
  `data:image/svg+xml,${encodeURIComponent(`<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="100%" height="100%"/></svg>`)}`

async function showFrame({ width = 1280, theme = {} }: { width?: number; theme?: Partial<Theme> } = {}) {
  await page.viewport(width, 800)
  applyTheme({ ...themeFrom(null), brand: 'Northgate Rewards', ...theme })
  const router = createRouter({
    routeTree: createRootRoute({ component: Shell }),
    history: createMemoryHistory({ initialEntries: ['/'] }),
  })
  await router.load()
  await render(<RouterProvider router={router} />)
  return router
}

const boxOf = (element: Element) => {
  const { width, height } = element.getBoundingClientRect()
  return { width, height }
}
const picture = (className: string) => document.querySelector<HTMLImageElement>(`img[class*="${className}"]`)
async function loaded(className: string): Promise<HTMLImageElement> {
  await expect.poll(() => picture(className)?.complete && picture(className)?.naturalWidth).toBeGreaterThan(0)
  const found = picture(className)
  if (!found) throw new Error(`No picture ${className}`)
  return found
}

beforeEach(() => {
  localStorage.clear()
  clearSession(null)
  useCookieConsent.setState({ cookiesAccepted: false, nonNecessaryCookiesEnabled: false })
})
afterEach(() => cleanup())

describe('logos', () => {
  it.each([
    ['a wide one', 600, 60],
    ['a tall one', 60, 600],
    ['a large one', 1500, 380],
  ])(
    'of the client, %s, are at most 150 by 38 px and keep their proportions [CHROME-03] [CONST-20]',
    async (_, w, h) => {
      await showFrame({ theme: { clientLogo: drawing(w, h) } })
      const { width, height } = boxOf(await loaded('clientLogo'))
      expect(width).toBeLessThanOrEqual(150)
      expect(height).toBeLessThanOrEqual(38)
      expect(width / height).toBeCloseTo(w / h, 1)
    },
  )

  it.each([
    ['a low one', 90, 20],
    ['a high one', 300, 200],
  ])('of the header, %s, are 32 px high [CHROME-04] [CONST-20]', async (_, w, h) => {
    await showFrame({ theme: { brandHeaderLogo: drawing(w, h) } })
    const { width, height } = boxOf(await loaded('headerLogo'))
    expect(height).toBe(32)
    expect(width / height).toBeCloseTo(w / h, 1)
  })

  it('are replaced by the mobile logo below 768 px [THEME-21]', async () => {
    const theme = { brandHeaderLogo: drawing(90, 32), brandHeaderLogoMobile: drawing(32, 32) }
    await showFrame({ theme, width: 768 })
    expect((await loaded('headerLogo')).currentSrc).toBe(theme.brandHeaderLogo)
    await page.viewport(767, 800)
    await expect.poll(() => picture('headerLogo')?.currentSrc).toBe(theme.brandHeaderLogoMobile)
  })

  it.each([
    ['the client’s logo', drawing(90, 32)],
    ['the name of the brand', null],
  ])('are replaced by the mobile logo if the client has, apart from it, only %s [THEME-21]', async (_, clientLogo) => {
    const mobile = drawing(32, 32)
    await showFrame({ theme: { brandHeaderLogoMobile: mobile, clientLogo }, width: 767 })
    const home = page.getByRole('banner').getByRole('link', { name: /^Northgate Rewards/ })
    const shown = () =>
      [...home.element().querySelectorAll('img, span')]
        .filter((each) => each.checkVisibility())
        .map((each) => (each instanceof HTMLImageElement ? each.currentSrc : each.textContent))
    await expect.poll(shown).toEqual([mobile])
    for (const width of [768, 1280]) {
      await page.viewport(width, 800)
      await expect.poll(shown).toEqual([clientLogo ?? 'Northgate Rewards'])
      expect(home.elements()).toHaveLength(1)
    }
  })
})

describe('avatar', () => {
  const own = drawing(48, 48)
  const plain = drawing(64, 64)

  it("is the person's own picture, otherwise the client's default picture, otherwise the person's initials [CHROME-06] [THEME-23]", async () => {
    signIn({ avatar: own })
    await showFrame({ theme: { plainAvatar: plain } })
    expect((await loaded('avatar')).src).toBe(own)
    signIn({ avatar: null })
    await expect.poll(() => picture('avatar')?.src).toBe(plain)
    applyTheme({ ...themeFrom(null), plainAvatar: null })
    await expect.element(page.getByText('AH', { exact: true })).toBeVisible()
  })

  it('is replaced by the next choice if it fails to load', async () => {
    signIn({ avatar: '/nothing.png' })
    await showFrame({ theme: { plainAvatar: plain } })
    await expect.poll(() => picture('avatar')?.src).toBe(plain)
  })

  it('leads to Profile Settings; the Home link leads employers to the dashboard [CHROME-24]', async () => {
    const answers = new Answers().to(listHomeCards, []).to(listHomeBanners, []).to(listBenefits, [])
    const profile = page.getByRole('banner').getByRole('link', { name: 'Profile Settings', exact: true })
    const dashboard = page.getByRole('main').getByRole('link', { name: 'Go to the dashboard' })
    await page.viewport(360, 800)

    signIn({ userType: 'employee' })
    await openPortal('/app/home/', { answers: answers.transport })
    await expect.element(page.getByRole('heading', { name: 'To do' })).toBeVisible()
    await expect.element(profile).toHaveAttribute('href', '/app/home/my-profile/')
    await expect.element(page.getByRole('heading', { name: 'My benefits' })).toBeVisible()
    await expect.element(dashboard).not.toBeInTheDocument()
    await cleanup()

    signIn({ userType: 'employer' })
    await openPortal('/app/home/', { answers: answers.transport })
    await expect.element(profile).toBeVisible()
    await expect.element(dashboard).toHaveAttribute('href', '/app/dashboard/')
  })
})

describe('on a tablet', () => {
  it("a long name is shortened so that an employer's navigation and the logo fit", async () => {
    signIn({ userType: 'employer', firstName: 'Maximiliana-Alexandrina' })
    await showFrame({ width: 768, theme: { brandHeaderLogo: drawing(150, 32) } })
    const logo = await loaded('headerLogo')
    const [links, greeting] = [
      page.getByRole('navigation', { name: 'Main' }),
      page.getByRole('button', { name: /^Hi, / }),
    ]
    await expect.element(links.getByRole('link', { name: 'Dashboard' })).toBeVisible()
    expect(document.documentElement.scrollWidth).toBe(768)
    const boxes = [logo, links.element(), greeting.element()].map((each) => each.getBoundingClientRect())
    for (const [each, box] of boxes.slice(1).entries()) expect(box.left).toBeGreaterThanOrEqual(boxes[each]?.right ?? 0)
    expect(boxes.at(-1)?.right).toBeLessThanOrEqual(768)
  })
})

describe('on a phone', () => {
  it('all controls of the frame are large enough to touch: 44 by 44 px', async () => {
    signIn()
    await showFrame({ width: 360 })
    await expect.element(page.getByRole('button', { name: 'Menu' })).toBeVisible()
    await page.getByRole('button', { name: 'Menu' }).click()
    const targets = [...document.querySelectorAll('header a, header button, footer a, section button')]
    const shown = targets.filter((each) => each.checkVisibility())
    expect(shown.map((each) => each.textContent)).toEqual(
      expect.arrayContaining(['Northgate Rewards', 'Logout', 'Close menu', 'Terms', 'Accept cookies']),
    )
    const small = shown.filter((each) => boxOf(each).width < 44 || boxOf(each).height < 44)
    expect(small.map((each) => [each.textContent, boxOf(each)])).toEqual([])
  })

  it('a brand without a logo is broken between words before the greeting is shortened', async () => {
    signIn({ firstName: 'Nora' })
    await showFrame({ width: 360, theme: { brand: 'Test Benefits of Rail' } })
    const greeting = page.getByText('Hi, Nora').first()
    await expect.element(greeting).toBeVisible()
    const { scrollWidth, clientWidth } = greeting.element()
    expect(scrollWidth).toBeLessThanOrEqual(clientWidth)
  })

  it('the greeting is also in the header [CHROME-05]', async () => {
    signIn()
    await showFrame({ width: 360 })
    await expect.element(page.getByText('Hi, Amelia').first()).toBeVisible()
    expect(document.documentElement.scrollWidth).toBe(360)
  })

  it('the menu has the navigation and then Logout; the focus stays in the menu, and returns to its button when it closes [CHROME-20] [CHROME-21] [CHROME-22] [CHROME-23]', async () => {
    signIn({ userType: 'employer' })
    await showFrame({ width: 360 })
    const button = page.getByRole('button', { name: 'Menu' })
    await button.click()
    const overlay = page.getByRole('dialog', { name: 'Menu' })
    const box = overlay.element().getBoundingClientRect()
    expect([box.left, box.top, box.width, box.height]).toEqual([0, 0, 360, 800])
    const entries = overlay
      .getByRole('link')
      .elements()
      .map((link) => [link.textContent, link.getAttribute('href')])
    expect(entries).toEqual([
      ['Home', '/app/home/'],
      ['My benefits', '/app/my-benefits/'],
      ['FAQs', '/app/faqs/'],
      ['Profile Settings', '/app/home/my-profile/'],
      ['Logout', '/logout'],
    ])
    const inside = overlay.element()
    for (let step = 0; step < 8; step += 1) {
      await userEvent.tab()
      // After the last item, the focus may move to the browser's toolbar, but never to the page behind.
      expect(document.activeElement === document.body || inside.contains(document.activeElement)).toBe(true)
    }
    await userEvent.keyboard('{Escape}')
    await expect.element(overlay).not.toBeInTheDocument()
    await expect.element(button).toHaveFocus()
  })

  it('the menu closes after a choice, and when the window becomes wider [CHROME-09]', async () => {
    signIn()
    const router = await showFrame({ width: 767 })
    const overlay = page.getByRole('dialog', { name: 'Menu' })
    await page.getByRole('button', { name: 'Menu' }).click()
    await overlay.getByRole('link', { name: 'My benefits' }).click()
    await expect.element(overlay).not.toBeInTheDocument()
    await expect.poll(() => router.state.location.pathname).toBe('/app/my-benefits/')
    await page.getByRole('button', { name: 'Menu' }).click()
    await page.viewport(768, 800)
    await expect.element(overlay).not.toBeInTheDocument()
    await expect.element(page.getByRole('navigation', { name: 'Main' }).getByText('FAQs')).toBeVisible()
  })
})

describe('from 768 px on', () => {
  it('the navigation is in the header and has all links that the person may use [CHROME-09] [CHROME-10] [CHROME-11] [CHROME-12] [CHROME-14]', async () => {
    signIn({ userType: 'employer' })
    await showFrame({ width: 768 })
    const links = page.getByRole('navigation', { name: 'Main' }).getByRole('link')
    await expect.element(links.first()).toBeVisible()
    expect(links.elements().map((link) => link.textContent)).toEqual(['Home', 'My benefits', 'FAQs', 'Dashboard'])
    await expect.element(page.getByRole('button', { name: 'Menu' })).not.toBeInTheDocument()
    expect(document.documentElement.scrollWidth).toBe(768)
    await page.viewport(767, 800)
    await expect.element(page.getByRole('button', { name: 'Menu' })).toBeVisible()
    await expect.element(links.first()).not.toBeInTheDocument()
  })
})

import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { join } from 'node:path'
import { expect, signIn, test, type Portal } from './portal.ts'

// Every screen of the main job in two themes and three widths: nothing that axe finds, nothing wider than the window,
// nothing that jumps while it loads.
// SCREENSHOTS=1 keeps a picture of each in screenshots/.

const widths = [360, 768, 1280] as const
const clients = [
  { site: 'demo', employee: 'amelia.hart@demo.example', employer: 'grace.lin@demo.example' },
  { site: 'plain', employee: 'max.plain@plain.example', employer: 'nora.plain@plain.example' },
] as const

const employeeScreens: readonly Screen[] = [
  { name: 'home', path: '/app/home/' },
  { name: 'my-benefits', path: '/app/my-benefits/' },
  { name: 'detail', open: (page) => openBenefit(page, '') },
  { name: 'setup', open: (page) => openBenefit(page, '/setup') },
  { name: 'manage', open: openManage },
  { name: 'not-found', path: '/app/nothing-here/' },
]
const employerScreens: readonly Screen[] = [
  { name: 'dashboard', path: '/app/dashboard/' },
  { name: 'approvals', path: '/app/dashboard/approve-selections' },
  { name: 'reports', path: '/app/reporting' },
  { name: 'payroll-report', path: '/app/reporting?panel=payroll-report' },
]

type Screen = { name: string } & ({ path: string } | { open: (page: Page) => Promise<void> })

for (const { site, employee, employer } of clients) {
  for (const width of widths) {
    test(`${site} at ${width} px: every screen can be used by everyone`, async ({ page, portal }) => {
      await page.setViewportSize({ width, height: width < 600 ? 780 : 900 })
      await page.addInitScript(sumShifts)
      await page.goto(portal.address('/', site))
      await settles(page)
      await isGood(page, `${site}-login-${width}`)
      await signIn(page, portal, employee)
      await visit(page, portal, { site, width, screens: employeeScreens })
      await page.goto(portal.address('/logout', site))
      await page.waitForURL('**/logout-success')
      await signIn(page, portal, employer)
      await visit(page, portal, { site, width, screens: employerScreens })
    })
  }
}

type Visit = { site: 'demo' | 'plain'; width: number; screens: readonly Screen[] }

async function visit(page: Page, portal: Portal, { site, width, screens }: Visit): Promise<void> {
  for (const screen of screens) {
    if ('path' in screen) await page.goto(portal.address(screen.path, site))
    else {
      await page.goto(portal.address('/app/my-benefits/', site))
      await screen.open(page)
    }
    await settles(page)
    await isGood(page, `${site}-${screen.name}-${width}`)
    expect(await page.evaluate<number>('layoutShift'), `${screen.name} moves while it loads`).toBeLessThanOrEqual(0.1)
  }
}

// How far things have moved by themselves since the page was loaded, as Lighthouse counts it.
const sumShifts = `
  globalThis.layoutShift = 0
  new PerformanceObserver((list) => {
    for (const shift of list.getEntries()) if (!shift.hadRecentInput) globalThis.layoutShift += shift.value
  }).observe({ type: 'layout-shift', buffered: true })
`

/** The first benefit that can be chosen now. */
async function openBenefit(page: Page, part: string): Promise<void> {
  const address = await page
    .getByRole('link', { name: /^Choose/ })
    .first()
    .getAttribute('href')
  await page.goto(new URL(`${address?.replace(/\/setup.*$/, '')}${part}`, page.url()).href)
}

/** The first benefit the person has; who has none yet stays on the list. */
async function openManage(page: Page): Promise<void> {
  await expect(page.getByRole('link', { name: /^(Choose|Manage)/ }).first()).toBeVisible()
  const manage = page.getByRole('link', { name: /^Manage/ })
  if ((await manage.count()) > 0) await manage.first().click()
}

async function settles(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
}

async function isGood(page: Page, name: string): Promise<void> {
  if (process.env['SCREENSHOTS']) {
    await page.screenshot({ path: join('screenshots', `${name}.png`), fullPage: true })
  }
  const { violations } = await new AxeBuilder({ page }).analyze()
  expect(
    violations.map(({ id, nodes }) => `${name}: ${id} at ${nodes.map(({ target }) => target.join(' ')).join(', ')}`),
  ).toEqual([])
  const wider = await page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth')
  expect(wider, `${name} scrolls sideways`).toBe(0)
}

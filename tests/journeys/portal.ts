import { test as base, expect, type Locator, type Page } from '@playwright/test'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { guardMessages } from '../../contract/messages.ts'
import { withConnection, type Login } from '../../database/bootstrap.ts'
import { runProgram, type ProgramResult } from '../harness/run-program.ts'
import { secretsFoundIn, currentTransaction, writtenSince } from '../harness/secret-sweep.ts'
import { freePort, startServer } from '../harness/server-process.ts'
import { waitUntilIdle, trackRequests } from './wait-until-idle.ts'
import { copyPrepared, journeyMoment } from './prepared-data.ts'
import { seenSecrets, type SeenSecrets } from './seen-secrets.ts'

export const password = 'Quartz&94Wren-Loft'

const voucherSecret = 'shared with the voucher application of the journeys'

export type Portal = {
  secrets: SeenSecrets
  address: (path: string, site?: string) => string
  /** Login of the superuser, without row-level security. */
  database: Login
  /** Port of the cost engine, if the portal uses one. */
  costEnginePort: number | undefined
  command: (...words: string[]) => Promise<ProgramResult>
}

/** The production build, served by the real process with the example world on a fixed date. */
export const served = base.extend<{ asking: void }, { portal: Portal; hasCostEngine: boolean }>({
  hasCostEngine: [false, { option: true, scope: 'worker' }],
  asking: [
    async ({ context }, use) => {
      await trackRequests(context)
      await use()
    },
    { auto: true },
  ],
  portal: [
    async ({ hasCostEngine }, use) => {
      const dataDir = await mkdtemp(join(tmpdir(), 'journey-'))
      const { env: prepared, database, isOnCitus } = await copyPrepared(join(dataDir, 'data'))
      const port = await freePort()
      const costEnginePort = hasCostEngine ? await freePort() : undefined
      const env = {
        ...prepared,
        PORT: String(port),
        HOST: 'localhost',
        CLOCK: journeyMoment,
        ...(costEnginePort !== undefined && { COST_ENGINE_URL: `http://localhost:${costEnginePort}/quotes` }),
      }
      const server = await startServer({ ...env, LOG_LEVEL: 'info', VOUCHERS_NORTHGATE_SECRET: voucherSecret })
      const since = await withConnection(database, currentTransaction)
      const secrets = seenSecrets()
      await use({
        secrets,
        database,
        costEnginePort,
        address: (path, site = 'demo') => `http://${site === 'demo' ? '' : `${site}.`}localhost:${port}${path}`,
        command: (...words) => runProgram('scripts/portal.ts', env, words),
      })
      const seen = secrets.all()
      const atRest = async (): Promise<string[]> => {
        // On Citus the rows are on the workers. Both engines write the same rows, so only one is searched.
        const written = isOnCitus ? '' : await withConnection(database, (superuser) => writtenSince(superuser, since))
        // The demo's output before the first log line contains no secrets.
        const log = server
          .output()
          .split('\n')
          .filter((line) => line.startsWith('{'))
        return secretsFoundIn([written, ...log].join('\n'), seen)
      }
      const left = await atRest()
      const [planted] = seen
      if (planted && !isOnCitus) await plant(database, planted.value)
      const found = await atRest()
      await server.stop()
      await rm(dataDir, { recursive: true, force: true })
      // Neither database nor log may contain a secret of the journeys (R-18). The planted secret must be found.
      expect(left).toEqual([])
      if (planted && !isOnCitus) expect(found).toContain(planted.name)
    },
    { scope: 'worker', timeout: 120_000 },
  ],
})

/** Writes a secret into a row, in base 64, so that the search must find it. */
function plant(database: Login, secret: string): Promise<unknown> {
  return withConnection(database, (superuser) =>
    superuser.query(`update client set name = name || $1 where code = 'plain'`, [
      Buffer.from(`x${secret}`).toString('base64'),
    ]),
  )
}

/** The fixture of journeys. Each test also fails after a console error, or if scripts can read a secret. */
export const test = served.extend<{ complaints: void; discretion: void }>({
  // Scripts must not be able to read a password, code or token (S-20, R-18).
  discretion: [
    async ({ context, portal }, use) => {
      portal.secrets.watch(context)
      await use()
      expect(await portal.secrets.storedBy(context)).toEqual([])
    },
    { auto: true },
  ],
  complaints: [
    async ({ page }, use) => {
      const complaints: string[] = []
      page.on('pageerror', (error) => complaints.push(error.message))
      page.on('console', (message) => {
        if (message.type() === 'error' && !/status of (401|403|404|409|422|429)/.test(message.text())) {
          complaints.push(message.text())
        }
      })
      await use()
      expect(complaints).toEqual([])
    },
    { auto: true },
  ],
})

export { expect }

export async function signIn(page: Page, portal: Portal, email: string, site = siteOf(email)): Promise<void> {
  await enterPassword(page, portal, email, site)
  await page.waitForURL('**/app/home/')
}

export async function enterPassword(page: Page, portal: Portal, email: string, site = siteOf(email)): Promise<void> {
  await enterEmail(page, portal, email, site)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Login' }).click()
}

export async function enterEmail(page: Page, portal: Portal, email: string, site = siteOf(email)): Promise<void> {
  await page.goto(portal.address('/', site))
  // The static page has no cookie consent, so the real page must replace it first.
  await expect(page.locator('#email-before-start')).toHaveCount(0)
  await page.getByLabel('Email').fill(email)
  const accept = page.getByRole('button', { name: 'Accept cookies' })
  if (await accept.isVisible()) await accept.click()
  await page.getByRole('button', { name: 'Next' }).click()
}

export async function waitUntilLoaded(page: Page): Promise<void> {
  await waitUntilIdle(page)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.getByText(guardMessages.loading)).toBeHidden()
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
}

export async function tabTo(page: Page, target: Locator): Promise<void> {
  await expect(target).toBeVisible()
  const isThere = () => target.evaluate((element) => element === document.activeElement)
  for (let presses = 0; presses < 40 && !(await isThere()); presses += 1) await page.keyboard.press('Tab')
  await expect(target).toBeFocused()
}

export async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Hi, / }).click()
  await page.getByRole('menuitem', { name: 'Logout' }).click()
  await expect(page.getByText('You have been logged out successfully')).toBeVisible()
}

/** Returns the site in an email address: 'plain' in 'max.plain@plain.example'. */
export function siteOf(email: string): string {
  return email.replace(/^.*@|\.example$/g, '')
}

/** Returns a function that replaces `{dental}` in a path by the id of that benefit of the demo client. */
export async function benefitPaths({ database }: Portal): Promise<(path: string) => string> {
  const { rows } = await withConnection(database, (client) =>
    client.query<{ code: string; id: string }>(
      "select benefit.code, benefit.id from benefit join client using (client_id) where client.code = 'demo'",
    ),
  )
  const ids = new Map(rows.map(({ code, id }) => [code, id]))
  return (path) => path.replace(/\{([a-z-]+)\}/, (_, code: string) => ids.get(code) ?? code)
}

/** Script for `addInitScript` that measures the cumulative layout shift of a page, as Lighthouse does. */
export const measureLayoutShift = `
  globalThis.layoutShift = 0
  new PerformanceObserver((list) => {
    for (const shift of list.getEntries()) if (!shift.hadRecentInput) globalThis.layoutShift += shift.value
  }).observe({ type: 'layout-shift', buffered: true })
`

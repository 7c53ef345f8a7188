import { test as base, expect, type Page } from '@playwright/test'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort, startServer } from '../harness/server-process.ts'

/** A Tuesday after the cut-off of November's pay: what is chosen now reaches December's. */
export const journeyMoment = '2026-11-24T09:00:00Z'

const password = 'Quartz&94Wren-Loft'

export type Portal = {
  /** An address of the demo client, or of another example client. */
  address: (path: string, site?: 'demo' | 'plain') => string
}

/** Journeys walk through the production build, served by the real process with the example world on a fixed day. */
export const test = base.extend<{ complaints: void }, { portal: Portal }>({
  portal: [
    // Playwright reads which fixtures are wanted from this very pattern.
    // oxlint-disable-next-line no-empty-pattern
    async ({}, use) => {
      const dataDir = await mkdtemp(join(tmpdir(), 'journey-'))
      const port = await freePort()
      const server = await startServer({
        PORT: String(port),
        HOST: 'localhost',
        DATA_DIR: join(dataDir, 'data'),
        CLOCK: journeyMoment,
      })
      await use({
        address: (path, site = 'demo') => `http://${site === 'demo' ? '' : `${site}.`}localhost:${port}${path}`,
      })
      await server.stop()
      await rm(dataDir, { recursive: true, force: true })
    },
    { scope: 'worker', timeout: 120_000 },
  ],

  // Nothing may break under the strict policy, and nothing may be thrown unseen.
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

/** Through the two steps of the login screen, as a person does it. */
export async function signIn(page: Page, portal: Portal, email: string): Promise<void> {
  await page.goto(portal.address('/', email.endsWith('@plain.example') ? 'plain' : 'demo'))
  const accept = page.getByRole('button', { name: 'Accept cookies' })
  await page.getByLabel('Email').fill(email)
  if (await accept.isVisible()) await accept.click()
  await page.getByRole('button', { name: 'Next' }).click()
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Login' }).click()
  await page.waitForURL('**/app/home/')
}

export async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Hi, / }).click()
  await page.getByRole('menuitem', { name: 'Logout' }).click()
  await expect(page.getByText('You have been logged out successfully')).toBeVisible()
}

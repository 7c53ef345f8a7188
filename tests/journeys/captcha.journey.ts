import type { Page } from '@playwright/test'
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort, startServer } from '../harness/server-process.ts'
import { expect, password as right, signOut, test, type Portal } from './portal.ts'

async function toPassword(page: Page, address: string, email: string): Promise<void> {
  await page.goto(address)
  await page.getByRole('button', { name: 'Accept cookies' }).click()
  await page.getByLabel('Email').fill(email)
  await page.getByRole('button', { name: 'Next' }).click()
}

async function login(page: Page, password: string): Promise<void> {
  await page.getByLabel('Password', { exact: true }).fill(password)
  const answered = page.waitForResponse((response) => response.url().endsWith('/api/login'))
  await page.getByRole('button', { name: 'Login' }).click()
  await answered
}

async function failToLogin(page: Page, wrong: string): Promise<void> {
  await login(page, wrong)
  await expect(page.getByRole('button', { name: 'Login', exact: true })).toBeVisible()
}

const box = (page: Page) => page.getByRole('checkbox', { name: 'I am not a robot' })
const start = (page: Page, portal: Portal, email: string) => toPassword(page, portal.address('/'), email)

test('after three wrong passwords, a login requires the captcha [LOGIN-17]', async ({ page, portal }) => {
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  await start(page, portal, 'isla.reid@demo.example')
  for (const wrong of ['one', 'two', 'three']) await failToLogin(page, wrong)
  await expect(box(page)).toBeVisible()
  expect(asked.filter((url) => /worker|robot-check/.test(url))).toEqual([])

  await page.getByLabel('Password', { exact: true }).fill(right)
  await page.keyboard.press('Enter')
  await expect(page.getByText('Please confirm that you are not a robot!')).toBeVisible()
  await expect(box(page)).toBeFocused()
  await page.keyboard.press('Space')
  await expect(page.getByText('Confirmed')).toBeVisible()
  await page.keyboard.press('Enter')
  await page.waitForURL('**/app/home/')
  expect(asked.filter((url) => /\/assets\/use-puzzle\.worker-/.test(url))).toHaveLength(1)
  const own = new URL(portal.address('/')).origin
  expect(asked.filter((url) => !url.startsWith('data:') && new URL(url).origin !== own)).toEqual([])
})

// The content security policy must allow the provider's scripts, so each provider needs a separate server.
for (const provider of process.env['LONG_TESTS'] ? (['hcaptcha', 'turnstile', 'recaptcha'] as const) : []) {
  test(`people log in with the captcha of ${provider} [LOGIN-15] [LOGIN-17]`, async ({ page }) => {
    const stand = fork(join(import.meta.dirname, '../harness/captcha-program.ts'))
    const [standPort] = (await once(stand, 'message')) as [number]
    const dataDir = await mkdtemp(join(tmpdir(), 'journey-captcha-'))
    const port = await freePort()
    const server = await startServer({
      PORT: String(port),
      HOST: 'localhost',
      DATA_DIR: join(dataDir, 'data'),
      CAPTCHA_PROVIDER: provider,
      CAPTCHA_SITE_KEY: 'site-key-of-the-portal',
      CAPTCHA_SECRET: 'secret-of-the-portal',
      CAPTCHA_ADDRESS: `http://127.0.0.1:${standPort}`,
    })
    try {
      const asked: string[] = []
      page.on('request', (request) => asked.push(request.url()))
      await toPassword(page, `http://localhost:${port}/`, 'isla.reid@demo.example')
      for (const wrong of ['one', 'two', 'three']) await failToLogin(page, wrong)
      await expect(box(page)).toBeVisible()
      expect(asked.filter((url) => url.includes(String(standPort)))).toEqual([])
      await box(page).check()
      await page.frameLocator('iframe').getByRole('button', { name: 'I am human' }).click()
      await expect(page.getByText('Confirmed')).toBeVisible()
      await login(page, right)
      await page.waitForURL('**/app/home/')

      // Other pages do not allow the provider's scripts, so a login page that is reached from them reloads once.
      await page.reload()
      await signOut(page)
      await page.getByRole('link', { name: 'Go to login' }).click()
      await page.getByLabel('Email').fill('isla.reid@demo.example')
      await page.getByRole('button', { name: 'Next' }).click()
      for (const wrong of ['one', 'two', 'three']) await login(page, wrong)
      const anew = page.waitForEvent('load')
      await box(page).click()
      await anew
      await page.frameLocator('iframe').getByRole('button', { name: 'I am human' }).click()
      await expect(page.getByText('Confirmed')).toBeVisible()
      await expect(page.getByLabel('Email')).toHaveValue('isla.reid@demo.example')
      await login(page, right)
      await page.waitForURL('**/app/home/')
    } finally {
      // Leaves the page, which would report errors once its server has stopped.
      await page.goto('about:blank')
      await server.stop()
      stand.kill()
      await rm(dataDir, { recursive: true, force: true })
    }
  })
}

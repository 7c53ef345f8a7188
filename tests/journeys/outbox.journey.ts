import { type APIRequestContext, chromium } from '@playwright/test'
import { captchaTokenLimits, signInLimits } from '../../services/session/limits.ts'
import type { CaptchaReply } from '../../services/session/captcha.contract.ts'
import { wholeChromium } from '../harness/chromium.ts'
import { solvePuzzle } from '../harness/solve-captcha.ts'
import { axeFindings } from './axe.ts'
import { expect, served as test, type Portal } from './portal.ts'

// A mail is in an iframe that blocks all scripts, even those of Playwright, which causes console errors.

test("mails on the demo's outbox page can be read at every width, and have working links", async ({
  browser,
  portal,
  request,
}) => {
  const whole = await chromium.launch(wholeChromium)
  const page = await whole.newPage({ locale: 'en-GB' })
  // This test locks the account, so no other test of these journeys uses it.
  const email = 'ben.osei@demo.example'
  for (let guess = 1; guess <= signInLimits.failures; guess += 1) {
    const recaptcha = guess > captchaTokenLimits.failures ? await proofOfHuman(request, portal) : undefined
    await request.post(portal.address('/api/login'), { data: { email, password: `wrong ${guess}`, recaptcha } })
  }

  const listed = page.getByRole('link', { name: 'Login to your account is paused' })
  await expect(async () => {
    await page.goto(portal.address('/demo/outbox'))
    await expect(listed).toHaveCount(1, { timeout: 500 })
  }).toPass()
  await expect(listed).toContainText(`to Ben Osei <${email}>`)
  const checkAt = async (width: number) => {
    await page.setViewportSize({ width, height: 900 })
    expect(await page.evaluate('document.documentElement.scrollWidth'), `scrolls sideways at ${width}`).toBe(width)
    // Axe cannot run in the iframe, which blocks scripts. The mail itself is checked below.
    if (width === 360) expect(await axeFindings(page, { without: 'iframe' })).toEqual([])
  }
  for (const width of [360, 768, 1280]) await checkAt(width)
  await listed.click()
  await expect(page.getByRole('heading', { name: 'Login to your account is paused' })).toBeVisible()
  for (const width of [360, 768, 1280]) await checkAt(width)

  const framed = page.frameLocator('iframe')
  await expect(framed.getByRole('heading', { name: 'Login to your account is paused' })).toBeVisible()
  await expect(framed.getByText('Dear Ben,')).toBeVisible()
  const button = framed.getByRole('link', { name: 'Choose a new password' })
  expect((await button.boundingBox())?.height).toBeGreaterThanOrEqual(44)

  for (const link of [button, page.getByLabel('The mail as text').getByRole('link')]) {
    const opened = page.waitForEvent('popup')
    await link.click()
    const tab = await opened
    await expect(tab).toHaveURL(portal.address('/forgotten-password/'))
    await tab.close()
  }

  const html = await (await request.get(`${page.url()}/page`)).text()
  for (const colorScheme of ['light', 'dark'] as const) {
    const context = await browser.newContext({ colorScheme, viewport: { width: 360, height: 900 } })
    const reader = await context.newPage()
    await reader.setContent(html)
    expect(await reader.evaluate('document.documentElement.scrollWidth')).toBe(360)
    expect(await axeFindings(reader, { only: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'] })).toEqual([])
    await context.close()
  }
  await whole.close()
})

async function proofOfHuman(request: APIRequestContext, portal: Portal): Promise<string> {
  const check: CaptchaReply = await (await request.get(portal.address('/api/login/robot-check'))).json()
  if (check.provider !== 'proof-of-work') throw new Error(`The check is made by ${check.provider}`)
  return solvePuzzle(check.puzzle)
}

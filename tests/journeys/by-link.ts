import type { Browser, Page } from '@playwright/test'
import { expect, tabTo, type Portal } from './portal.ts'

// Steps of people who arrive through a link in a mail.

export const freshPassword = 'Kiln&72Ember-Moss'

/** The link in the newest mail with this subject to this address, found in the demo's outbox. */
export async function linkOf(browser: Browser, portal: Portal, mail: { subject: string; to: string }): Promise<string> {
  const context = await browser.newContext()
  const reader = await context.newPage()
  const listed = reader.getByRole('link', { name: mail.subject }).filter({ hasText: `<${mail.to}>` })
  await expect(async () => {
    await reader.goto(portal.address('/demo/outbox'))
    await expect(listed.first()).toBeVisible({ timeout: 500 })
  }).toPass()
  await listed.first().click()
  const link = await reader.getByLabel('The mail as text').getByRole('link').first().getAttribute('href')
  await context.close()
  return link ?? ''
}

/** Invites a person with the operator's command and returns the link in their mail. */
export async function invitationOf(
  browser: Browser,
  portal: Portal,
  { to, brand }: { to: string; brand: string },
): Promise<string> {
  const invited = await portal.command('invite', to)
  expect(invited.stdout).toContain('is in the mail')
  return linkOf(browser, portal, { subject: `Activate your account of ${brand}`, to })
}

/** Records every address that the page requests, and every referrer, as sent. */
export async function toldBy(page: Page): Promise<string[]> {
  const told: string[] = []
  const session = await page.context().newCDPSession(page)
  session.on('Network.requestWillBeSent', ({ request }) => told.push(request.url))
  session.on('Network.requestWillBeSentExtraInfo', ({ headers }) => {
    const [, referrer] = Object.entries(headers).find(([name]) => name.toLowerCase() === 'referer') ?? []
    if (referrer !== undefined) told.push(`from ${referrer}`)
  })
  await session.send('Network.enable')
  return told
}

/** Types a date by keyboard alone. */
export async function typeDate(page: Page, date: string): Promise<void> {
  await tabTo(page, page.getByLabel('Day'))
  await page.keyboard.type(date)
  await page.keyboard.press('Enter')
}

/** Types a new password by keyboard alone. */
export async function typePassword(page: Page): Promise<void> {
  await expect(page.getByLabel('New password', { exact: true })).toBeFocused()
  await page.keyboard.type(freshPassword)
  await expect(page.getByRole('status').filter({ hasText: 'All requirements met' })).toBeAttached()
  await tabTo(page, page.getByLabel('Confirm new password'))
  await page.keyboard.type(freshPassword)
  await page.keyboard.press('Enter')
}

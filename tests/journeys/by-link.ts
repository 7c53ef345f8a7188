import type { Browser } from '@playwright/test'
import { expect, type Portal } from './portal.ts'

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

import type { Page } from '@playwright/test'
import { withConnection } from '../../database/bootstrap.ts'
import { codeAt } from '../../platform/one-time-codes.ts'
import { expect, type Portal } from './portal.ts'

/**
 * Returns the code that an app shows for a key by the portal's clock, or will show `steps` later. Never an earlier step: by the
 * time it is sent, its code may be too old.
 */
export async function codeOf(portal: Portal, seed: string, { steps = 0 } = {}): Promise<string> {
  const { rows } = await withConnection(portal.database, (client) =>
    client.query<{ now: Date }>('select app.now() as now'),
  )
  const [{ now } = { now: new Date() }] = rows
  return codeAt(seed, new Date(now.getTime() + steps * 30_000))
}

/** Six digits that no app shows for that key around now. */
export async function wrongCodeOf(portal: Portal, seed: string): Promise<string> {
  const near = await Promise.all([-2, -1, 0, 1, 2, 3].map((steps) => codeOf(portal, seed, { steps })))
  return (
    ['000000', '111111', '222222', '333333', '444444', '555555', '666666'].find((code) => !near.includes(code)) ?? ''
  )
}

/** Reads the key on the screen, for people who cannot scan the QR code. */
export async function keyOn(page: Page): Promise<string> {
  const shown = page.locator('code')
  await expect(shown).toHaveText(/^([A-Z2-7]{4} ){7}[A-Z2-7]{4}$/)
  return (await shown.innerText()).replaceAll(' ', '')
}

export async function enterCode(page: Page, code: string): Promise<void> {
  await page.getByLabel('Digit 1 of 6').click()
  await page.keyboard.type(code)
  await page.keyboard.press('Enter')
}

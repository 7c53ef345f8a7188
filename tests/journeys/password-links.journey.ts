import type { Page } from '@playwright/test'
import { expectAccessible } from './axe.ts'
import { freshPassword, linkOf } from './by-link.ts'
import { expect, tabTo, test } from './portal.ts'

// Only this journey logs in as henry: the others use the password that the start prints.
test('a forgotten password can be replaced by keyboard only [FORGOT-01] [FORGOT-11] [RESET-01] [RESET-20]', async ({
  page,
  portal,
  browser,
}) => {
  const email = 'henry.cole@demo.example'
  await page.goto(portal.address('/'))
  await tabTo(page, page.getByRole('button', { name: 'Accept cookies' }))
  await page.keyboard.press('Enter')
  await tabTo(page, page.getByRole('link', { name: 'Forgotten?' }))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Reset your password' })).toBeVisible()
  await tabTo(page, page.getByLabel('Email'))
  await page.keyboard.type(email)
  await page.keyboard.press('Enter')
  const box = page.getByRole('checkbox', { name: 'I am not a robot' })
  await expect(box).toBeFocused()
  await page.keyboard.press('Space')
  await expect(page.getByText('Confirmed')).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: "It's on the way..." })).toBeFocused()
  await expectAccessible(page)

  const link = await linkOf(browser, portal, { subject: 'Choose a new password for Northgate Rewards', to: email })
  const [, token = ''] = link.split('token=')
  await page.goto(link)
  await expect(page).toHaveURL(portal.address('/reset-password'))
  expect(token).toMatch(/^[A-Za-z0-9_-]{22}$/)
  await expect(page.getByLabel('Day')).toBeVisible()
  await typeDate(page, '05121983')
  await expect(page.getByText('This date does not match our records')).toBeVisible()
  await expectAccessible(page)
  await expect(page.getByLabel('Day')).toBeFocused()
  await tabTo(page, page.getByLabel('Year'))
  await page.keyboard.type('1982')
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('New password', { exact: true })).toBeFocused()
  await typePassword(page)

  await expect(page.getByRole('status').getByText('Password successfully changed')).toBeVisible()
  await expect(page).toHaveURL(portal.address('/'))
  await expectAccessible(page)
  await tabTo(page, page.getByLabel('Email'))
  await page.keyboard.type(email)
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('Password', { exact: true })).toBeFocused()
  await page.keyboard.type(freshPassword)
  await page.keyboard.press('Enter')
  await page.waitForURL('**/app/home/')
  await linkOf(browser, portal, { subject: 'Your password for Northgate Rewards has been changed', to: email })
})

/** Types a date by keyboard alone. */
async function typeDate(page: Page, date: string): Promise<void> {
  await tabTo(page, page.getByLabel('Day'))
  await page.keyboard.type(date)
  await page.keyboard.press('Enter')
}

/** Types a new password by keyboard alone. */
async function typePassword(page: Page): Promise<void> {
  await expect(page.getByLabel('New password', { exact: true })).toBeFocused()
  await page.keyboard.type(freshPassword)
  await expect(page.getByRole('status').filter({ hasText: 'All requirements met' })).toBeAttached()
  await tabTo(page, page.getByLabel('Confirm new password'))
  await page.keyboard.type(freshPassword)
  await page.keyboard.press('Enter')
}

import type { Page } from '@playwright/test'
import { axeFindings } from './axe.ts'
import { freshPassword, invitationOf, linkOf, toldBy, typeDate, typePassword } from './by-link.ts'
import { expect, tabTo, test } from './portal.ts'

async function sound(page: Page): Promise<void> {
  expect(await axeFindings(page)).toEqual([])
}

test('farah activates her account, from the mail to Home [ACTIV-01] [ACTIV-14] [S-12]', async ({
  page,
  portal,
  browser,
}) => {
  const link = await invitationOf(browser, portal, { to: 'farah.ali@demo.example', brand: 'Northgate Rewards' })
  const id = link.split('/activation/')[1] ?? ''
  expect(id).toMatch(/^[A-Za-z0-9_-]{22}$/)

  await page.goto(link)
  await expect(page.getByRole('heading', { level: 1, name: 'Welcome Farah, activate your account' })).toBeVisible()
  await expect(page).toHaveURL(portal.address('/activation/'))
  await page.getByRole('button', { name: 'Accept cookies' }).click()
  await sound(page)
  // Recording starts after the fonts that axe fetches with its own referrer policy.
  await page.waitForLoadState('networkidle')
  const told = await toldBy(page)
  await typeDate(page, '29021996')
  await typePassword(page)

  await expect(page.getByRole('heading', { level: 1, name: 'There are new terms and conditions' })).toBeVisible()
  await page.getByRole('checkbox', { name: 'I have read the terms and conditions' }).check()
  await page.getByRole('button', { name: 'Next' }).click()
  await expect(page.getByRole('heading', { level: 1, name: /^Welcome/ })).toBeVisible()
  await expect(page).toHaveURL(/\/app\/home\/$/)
  // After the page was opened, no address and no referrer contains the link or the date.
  expect(told.length).toBeGreaterThan(5)
  expect(told.filter((each) => each.includes(id) || each.includes('1996'))).toEqual([])

  // The link is used up.
  await page.context().clearCookies()
  await page.goto('about:blank')
  const later = await browser.newContext()
  const again = await later.newPage()
  await again.goto(link)
  await expect(again.getByRole('heading', { name: 'There was an error requesting your activation' })).toBeVisible()
  await later.close()
})

// Only this journey logs in as henry: the others use the password that the start prints.
test('henry forgot his password, logs in with a new one by keyboard only, and gets a mail [FORGOT-01] [FORGOT-11] [RESET-01] [RESET-20]', async ({
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
  await sound(page)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: "It's on the way..." })).toBeFocused()
  await sound(page)

  const link = await linkOf(browser, portal, { subject: 'Choose a new password for Northgate Rewards', to: email })
  const [, token = ''] = link.split('token=')
  await page.goto(link)
  await expect(page).toHaveURL(portal.address('/reset-password'))
  expect(token).toMatch(/^[A-Za-z0-9_-]{22}$/)
  await expect(page.getByLabel('Day')).toBeVisible()
  await expect(page.getByRole('main')).toMatchAriaSnapshot(`
    - main:
      - /children: equal
      - navigation "Progress":
        - list:
          - /children: equal
          - listitem: /^1?\\s*Verify$/
          - listitem: /^2?\\s*Password$/
      - heading "Reset your password" [level=1]
      - paragraph: First, please confirm your date of birth, so that we know it is you.
      - group "Date of birth":
        - /children: equal
        - text: Date of birth
        - paragraph: For example, 17 5 1990
        - text: Day
        - textbox "Day"
        - text: Month
        - textbox "Month"
        - text: Year
        - textbox "Year"
        - status
      - button "Next"
      - button "Cancel"
  `)
  await typeDate(page, '05121983')
  await expect(page.getByText('This date does not match our records')).toBeVisible()
  await sound(page)
  await expect(page.getByLabel('Day')).toBeFocused()
  await expect(page.getByRole('group', { name: 'Date of birth' })).toMatchAriaSnapshot(`
    - group "Date of birth":
      - /children: equal
      - text: Date of birth
      - paragraph: For example, 17 5 1990
      - text: Day
      - textbox "Day" [invalid]: "05"
      - text: Month
      - textbox "Month" [invalid]: "12"
      - text: Year
      - textbox "Year" [invalid]: "1983"
      - status
      - paragraph: This date does not match our records
  `)
  await tabTo(page, page.getByLabel('Year'))
  await page.keyboard.type('1982')
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('New password', { exact: true })).toBeFocused()
  await expect(page.getByRole('main')).toMatchAriaSnapshot(`
    - main:
      - /children: equal
      - navigation "Progress":
        - list:
          - /children: equal
          - listitem: Verify (done)
          - listitem: /^2?\\s*Password$/
      - heading "Reset your password" [level=1]
      - paragraph: Now choose a new password. You will be logged out wherever you are logged in.
      - text: New password
      - textbox "New password"
      - button "Show password"
      - paragraph: Your new password needs
      - list "Your new password needs":
        - /children: equal
        - listitem: "not met: at least 12 characters"
        - listitem: "not met: no repeating patterns (e.g. 1111, ababa)"
        - listitem: "not met: no predictable sequences (e.g. 1234, zyxw)"
        - listitem: "not met: no commonly used words"
        - listitem: "not met: at least 1 upper case letter"
        - listitem: "not met: at least 1 number"
        - listitem: "not met: at least 1 special character"
        - listitem: "not met: none of personal details"
        - listitem: "not met: not a previous password"
      - status: 0 of 9 requirements met
      - text: Confirm new password
      - textbox "Confirm new password"
      - button "Show password"
      - button "Reset password"
  `)
  await typePassword(page)

  await expect(page.getByRole('status').getByText('Password successfully changed')).toBeVisible()
  await expect(page).toHaveURL(portal.address('/'))
  await sound(page)
  await tabTo(page, page.getByLabel('Email'))
  await page.keyboard.type(email)
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('Password', { exact: true })).toBeFocused()
  await page.keyboard.type(freshPassword)
  await page.keyboard.press('Enter')
  await page.waitForURL('**/app/home/')
  await linkOf(browser, portal, { subject: 'Your password for Northgate Rewards has been changed', to: email })
})

import type { Locator, Page } from '@playwright/test'
import { axeFindings } from './axe.ts'
import { freshPassword, invitationOf, toldBy, typeDate, typePassword } from './by-link.ts'
import { codeOf, keyOn, sixBoxes, wrongCodeOf } from './codes.ts'
import { applyHarbour, people, slides } from './harbour.ts'
import { expect, tabTo, test } from './portal.ts'

// Activation where a second factor is required: Verify, Password, 2FA, Terms, then Home.

const brand = 'Harbour Choices'
const notValid = 'The code is not valid, please try again'

test.beforeAll(({ portal }) => applyHarbour(portal))

/** Checks that axe finds nothing and that nothing is wider than the window. */
async function isGood(page: Page): Promise<void> {
  expect(await axeFindings(page)).toEqual([])
  const wider = await page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth')
  expect(wider).toBe(0)
}

/** Checks that the third of the four steps is current. */
async function isAtSecondFactor(page: Page): Promise<void> {
  await expect(page.getByRole('navigation', { name: 'Activation steps' })).toMatchAriaSnapshot(`
    - list:
      - /children: equal
      - listitem: Verify (done)
      - listitem: Password (done)
      - listitem: /2FA$/
      - listitem: /Terms$/
  `)
  await expect(page.locator('[aria-current="step"]')).toHaveText(/2FA$/)
}

test.describe('on a phone', () => {
  test.use({ viewport: { width: 360, height: 780 }, hasTouch: true, isMobile: true })

  test('owen activates his account from the mail to Home, with wrong codes and a second visit to the mail [ACTIV-01] [ACTIV-05] [ACTIV-06] [ACTIV-08] [ACTIV-10] [ACTIV-14] [TWOFA-10] [TWOFA-11] [TWOFA-26] [HOME-08] [S-12] [S-20]', async ({
    page,
    portal,
    browser,
  }) => {
    const button = (name: string) => page.getByRole('button', { name, exact: true })
    const alert = page.getByRole('alert')
    const heading = page.getByRole('heading', { level: 1 })
    const sendCode = async (code: string) => {
      await page.getByLabel('Digit 1 of 6').tap()
      await page.keyboard.type(code)
      await page.getByRole('button', { name: /^(Next|Verify)$/ }).tap()
    }
    const link = await invitationOf(browser, portal, { to: people.owen, brand })
    const id = link.split('/activation/')[1] ?? ''

    await page.goto(link)
    await button('Accept cookies').tap()
    const told = await toldBy(page)
    await expect(heading).toHaveText('Welcome Owen, activate your account')
    await expect(page.getByRole('navigation', { name: 'Progress' })).toMatchAriaSnapshot(`
      - list:
        - /children: equal
        - listitem: /Verify$/
        - listitem: /Password$/
    `)
    await page.getByLabel('Day').tap()
    await page.keyboard.type('17021993')
    await button('Next').tap()
    await page.getByLabel('New password', { exact: true }).fill(freshPassword)
    await page.getByLabel('Confirm new password').fill(freshPassword)
    await button('Activate account').tap()

    await page.waitForURL('**/two-fa-qr-setup')
    await isAtSecondFactor(page)
    await expect(page.getByRole('main')).toMatchAriaSnapshot(`
      - main:
        - /children: equal
        - navigation "Activation steps"
        - heading "Enable two factor authentication" [level=1]
        - paragraph: Scan this QR code with an authenticator app on your phone.
        - img "QR code for your authenticator app"
        - 'link "On this phone: open my authenticator app"'
        - paragraph: "If you cannot scan it, enter this key in your app:"
        - code: /^([A-Z2-7]{4} ){7}[A-Z2-7]{4}$/
        - button "Enter the code"
        - button "Close"
    `)
    const seed = await keyOn(page)
    // On the phone that has the app, a link replaces scanning.
    const toApp = page.getByRole('link', { name: 'On this phone: open my authenticator app' })
    await expect(toApp).toHaveAttribute('href', new RegExp(`^otpauth://totp/.*secret=${seed}`))
    expect(await portal.secrets.keptBy(page.context())).toEqual([])
    await isGood(page)

    // The link is used up, although its owner is not signed in yet.
    const later = await browser.newContext()
    const again = await later.newPage()
    await again.goto(link)
    await expect(again.getByRole('heading', { level: 1 })).toHaveText('There was an error requesting your activation')
    await again.getByRole('link', { name: 'Return to home' }).click()
    await expect(again.getByLabel('Email')).toBeVisible()
    await later.close()

    await button('Enter the code').tap()
    await isAtSecondFactor(page)
    await sendCode(await wrongCodeOf(portal, seed))
    await expect(alert).toHaveText(notValid)
    await isGood(page)
    const first = await codeOf(portal, seed)
    await sendCode(first)
    await expect(button('Verify')).toBeVisible()
    await page.reload()
    await isAtSecondFactor(page)
    await expect(page.getByRole('main')).toMatchAriaSnapshot(`
      - main:
        - /children: equal
        - navigation "Activation steps"
        - heading "Enable two factor authentication" [level=1]
        - status: "Almost done: wait until your app shows the next code, then enter that one."
        ${sixBoxes('        ')}
        - button "Verify" [disabled]
        - button "Back"
    `)
    // Repeating the same code is not enough.
    await sendCode(first)
    await expect(alert).toHaveText(notValid)
    await sendCode(await codeOf(portal, seed, { steps: 1 }))

    await expect(heading).toHaveText('There are new terms and conditions')
    await isGood(page)
    await page.getByRole('checkbox', { name: 'I have read the terms and conditions' }).tap()
    await button('Next').tap()
    await page.waitForURL('**/app/home/')
    await expect(page.getByText('Two factor authentication has been enabled')).toBeVisible()
    const welcome = page.getByRole('dialog', { name: 'Welcome' })
    await expect(welcome.getByRole('heading', { name: slides[0] })).toBeVisible()
    await isGood(page)
    await welcome.getByRole('button', { name: 'Next' }).tap()
    await expect(welcome.getByRole('heading', { name: slides[1] })).toBeVisible()
    await welcome.getByRole('button', { name: 'Get started' }).tap()
    await expect(heading).toHaveText('Welcome, Owen')

    const secrets = [id, seed, '1993', freshPassword]
    expect(told.length).toBeGreaterThan(5)
    expect(told.filter((each) => secrets.some((secret) => each.includes(secret)))).toEqual([])
  })
})

test('petra does it by keyboard only [ACTIV-10] [WELCOME-01]', async ({ page, portal, browser }) => {
  const press = async (target: Locator, key = 'Enter') => {
    await tabTo(page, target)
    await page.keyboard.press(key)
  }
  const button = (name: string) => page.getByRole('button', { name, exact: true })
  const heading = page.getByRole('heading', { level: 1 })
  const firstBox = page.getByLabel('Digit 1 of 6')
  const link = await invitationOf(browser, portal, { to: people.petra, brand })
  await page.goto(link)
  await press(button('Accept cookies'))
  await typeDate(page, '30111978')
  await typePassword(page)

  await page.waitForURL('**/two-fa-qr-setup')
  await isAtSecondFactor(page)
  await expect(heading).toBeFocused()
  const seed = await keyOn(page)
  await press(button('Enter the code'))
  await expect(firstBox).toBeFocused()
  await page.keyboard.type(await wrongCodeOf(portal, seed))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alert')).toHaveText(notValid)
  await expect(firstBox).toBeFocused()
  await page.keyboard.type(await codeOf(portal, seed))
  await page.keyboard.press('Enter')
  await expect(button('Verify')).toBeVisible()
  await expect(firstBox).toBeFocused()
  await page.keyboard.type(await codeOf(portal, seed, { steps: 1 }))
  await press(button('Verify'))

  const terms = page.getByRole('checkbox', { name: 'I have read the terms and conditions' })
  await expect(terms).toBeVisible()
  await press(terms, 'Space')
  await expect(terms).toBeChecked()
  await press(button('Next'))
  await page.waitForURL('**/app/home/')
  const welcome = page.getByRole('dialog', { name: 'Welcome' })
  await expect(welcome.getByRole('heading', { name: slides[0] })).toBeFocused()
  await page.keyboard.press('ArrowRight')
  await press(welcome.getByRole('button', { name: 'Get started' }))
  await expect(welcome).toBeHidden()
  await expect(heading).toHaveText('Welcome, Petra')
  await expect(heading).toBeFocused()
})

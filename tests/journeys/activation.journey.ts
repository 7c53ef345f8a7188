import type { Page } from '@playwright/test'
import { expectAccessible } from './axe.ts'
import { freshPassword, linkOf } from './by-link.ts'
import { codeOf, keyOn, wrongCodeOf } from './codes.ts'
import { applyPlainAs } from './changed-example.ts'
import { expect, test } from './portal.ts'

// Activation where a second factor is required: Verify, Password, 2FA, Terms, then Home.

const brand = 'Harbour Choices'
const notValid = 'The code is not valid, please try again'

const email = 'owen.reed@harbour.example'
/** Slides shown at the first login. */
const slides = ['Welcome to Harbour Choices', 'Choose what fits your life'] as const

// The plain client, with a second factor for all.
test.beforeAll(({ portal }) =>
  applyPlainAs(portal, 'harbour', {
    'client.yaml': () =>
      `name: Harbour Trust\nbrand: ${brand}\naddresses: [harbour]\nswitches:\n  twoFactor: { employers: true, employees: true }\n`,
    'content/carousel.md': () => slides.map((title) => `## ${title}\n\nIn a few words.\n`).join('\n'),
    'people-accounts.yaml': () => `named:\n  ${email}: { state: invited, firstLogin: true, terms: none }\n`,
  }),
)

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

  test('an invited person activates the account on a phone, with a link that works once [ACTIV-01] [ACTIV-05] [ACTIV-06] [ACTIV-08] [ACTIV-10] [ACTIV-14] [TWOFA-10] [TWOFA-11] [TWOFA-26] [HOME-08] [S-12] [S-20]', async ({
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
    expect((await portal.command('invite', email)).stdout).toContain('is in the mail')
    const link = await linkOf(browser, portal, { subject: `Activate your account of ${brand}`, to: email })
    const id = link.split('/activation/')[1] ?? ''

    await page.goto(link)
    await button('Accept cookies').tap()
    const told = await toldBy(page)
    await expect(heading).toHaveText('Welcome Owen, activate your account')
    await page.getByLabel('Day').tap()
    await page.keyboard.type('17021993')
    await button('Next').tap()
    await page.getByLabel('New password', { exact: true }).fill(freshPassword)
    await page.getByLabel('Confirm new password').fill(freshPassword)
    await button('Activate account').tap()

    await page.waitForURL('**/two-fa-qr-setup')
    await isAtSecondFactor(page)
    const seed = await keyOn(page)
    // On the phone that has the app, a link replaces scanning.
    const toApp = page.getByRole('link', { name: 'Open an authenticator app on this device' })
    await expect(toApp).toHaveAttribute('href', new RegExp(`^otpauth://totp/.*secret=${seed}`))
    expect(await portal.secrets.keptBy(page.context())).toEqual([])
    await expectAccessible(page)

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
    await expectAccessible(page)
    const first = await codeOf(portal, seed)
    await sendCode(first)
    await expect(button('Verify')).toBeVisible()
    await page.reload()
    await isAtSecondFactor(page)
    // Repeating the same code is not enough.
    await sendCode(first)
    await expect(alert).toHaveText(notValid)
    await sendCode(await codeOf(portal, seed, { steps: 1 }))

    await expect(heading).toHaveText('Please accept the terms and conditions')
    await expectAccessible(page)
    await page.getByRole('checkbox', { name: 'I have read the terms and conditions' }).tap()
    await button('Next').tap()
    await page.waitForURL('**/app/home/')
    await expect(page.getByText('Two factor authentication has been enabled')).toBeVisible()
    const welcome = page.getByRole('dialog', { name: 'Welcome' })
    await expect(welcome.getByRole('heading', { name: slides[0] })).toBeVisible()
    await expectAccessible(page)
    await welcome.getByRole('button', { name: 'Next' }).tap()
    await expect(welcome.getByRole('heading', { name: slides[1] })).toBeVisible()
    await welcome.getByRole('button', { name: 'Get started' }).tap()
    await expect(heading).toHaveText('Welcome, Owen')

    const secrets = [id, seed, '1993', freshPassword]
    expect(told.length).toBeGreaterThan(5)
    expect(told.filter((each) => secrets.some((secret) => each.includes(secret)))).toEqual([])
  })
})

/** Records every address that the page requests, and every referrer, as sent. */
async function toldBy(page: Page): Promise<string[]> {
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

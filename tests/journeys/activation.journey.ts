import type { Browser, Page } from '@playwright/test'
import { withConnection } from '../../database/bootstrap.ts'
import { codeAt } from '../../platform/one-time-codes.ts'
import { expectAccessible } from './axe.ts'
import { applyPlainExample } from './changed-example.ts'
import { expect, test, type Portal } from './portal.ts'

const brand = 'Harbour Choices'
const notValid = 'The code is not valid, please try again'

const email = 'owen.reed@harbour.example'
const newPassword = 'Kiln&72Ember-Moss'
const slides = ['Welcome to Harbour Choices', 'Choose what fits your life'] as const

test.beforeAll(({ portal }) =>
  applyPlainExample(portal, 'harbour', {
    'client.yaml': () =>
      `name: Harbour Trust\nbrand: ${brand}\naddresses: [harbour]\nswitches:\n  twoFactor: { employers: true, employees: true }\n`,
    'content/carousel.md': () => slides.map((title) => `## ${title}\n\nIn a few words.\n`).join('\n'),
    'people-accounts.yaml': () => `named:\n  ${email}: { state: invited, firstLogin: true, terms: none }\n`,
  }),
)

async function expectSecondFactorStep(page: Page): Promise<void> {
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

test.describe('activation on a phone', () => {
  test.use({ viewport: { width: 360, height: 780 }, hasTouch: true, isMobile: true })

  test('an invited person activates their account with a link that works once [ACTIV-01] [ACTIV-05] [ACTIV-06] [ACTIV-08] [ACTIV-10] [ACTIV-14] [TWOFA-10] [TWOFA-11] [TWOFA-26] [HOME-08] [S-12] [S-20]', async ({
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
    const link = await activationLinkInOutbox(browser, portal)
    const id = link.split('/activation/')[1] ?? ''

    await page.goto(link)
    await button('Accept cookies').tap()
    const sent = await sentAddressesOf(page)
    await expect(heading).toHaveText('Welcome Owen, activate your account')
    await page.getByLabel('Day').tap()
    await page.keyboard.type('17021993')
    await button('Next').tap()
    await page.getByLabel('New password', { exact: true }).fill(newPassword)
    await page.getByLabel('Confirm new password').fill(newPassword)
    await button('Activate account').tap()

    await page.waitForURL('**/two-fa-qr-setup')
    await expectSecondFactorStep(page)
    const seed = await keyOn(page)
    // On the phone with the authenticator app, a link replaces scanning.
    const toApp = page.getByRole('link', { name: 'Open an authenticator app on this device' })
    await expect(toApp).toHaveAttribute('href', new RegExp(`^otpauth://totp/.*secret=${seed}`))
    expect(await portal.secrets.storedBy(page.context())).toEqual([])
    await expectAccessible(page)

    const later = await browser.newContext()
    const again = await later.newPage()
    await again.goto(link)
    await expect(again.getByRole('heading', { level: 1 })).toHaveText('There was an error requesting your activation')
    await again.getByRole('link', { name: 'Return to home' }).click()
    await expect(again.getByLabel('Email')).toBeVisible()
    await later.close()

    await button('Enter the code').tap()
    await expectSecondFactorStep(page)
    await sendCode(await wrongCodeOf(portal, seed))
    await expect(alert).toHaveText(notValid)
    await expectAccessible(page)
    const first = await codeOf(portal, seed)
    await sendCode(first)
    await expect(button('Verify')).toBeVisible()
    await page.reload()
    await expectSecondFactorStep(page)
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

    const secrets = [id, seed, '1993', newPassword]
    expect(sent.length).toBeGreaterThan(5)
    expect(sent.filter((each) => secrets.some((secret) => each.includes(secret)))).toEqual([])
  })
})

async function sentAddressesOf(page: Page): Promise<string[]> {
  const sent: string[] = []
  const session = await page.context().newCDPSession(page)
  session.on('Network.requestWillBeSent', ({ request }) => sent.push(request.url))
  session.on('Network.requestWillBeSentExtraInfo', ({ headers }) => {
    const [, referrer] = Object.entries(headers).find(([name]) => name.toLowerCase() === 'referer') ?? []
    if (referrer !== undefined) sent.push(`from ${referrer}`)
  })
  await session.send('Network.enable')
  return sent
}

async function activationLinkInOutbox(browser: Browser, portal: Portal): Promise<string> {
  const context = await browser.newContext()
  const outbox = await context.newPage()
  const mail = outbox.getByRole('link', { name: `Activate your account of ${brand}` }).filter({ hasText: `<${email}>` })
  await expect(async () => {
    await outbox.goto(portal.address('/demo/outbox'))
    await expect(mail.first()).toBeVisible({ timeout: 500 })
  }).toPass()
  await mail.first().click()
  const link = await outbox.getByLabel('The mail as text').getByRole('link').first().getAttribute('href')
  await context.close()
  return link ?? ''
}

async function keyOn(page: Page): Promise<string> {
  const key = page.locator('code')
  await expect(key).toHaveText(/^([A-Z2-7]{4} ){7}[A-Z2-7]{4}$/)
  return (await key.innerText()).replaceAll(' ', '')
}

/** Returns the code that an app shows by the portal's clock, or will show `steps` later. */
async function codeOf(portal: Portal, seed: string, { steps = 0 } = {}): Promise<string> {
  const { rows } = await withConnection(portal.database, (client) =>
    client.query<{ now: Date }>('select app.now() as now'),
  )
  const [{ now } = { now: new Date() }] = rows
  return codeAt(seed, new Date(now.getTime() + steps * 30_000))
}

async function wrongCodeOf(portal: Portal, seed: string): Promise<string> {
  const near = await Promise.all([-2, -1, 0, 1, 2, 3].map((steps) => codeOf(portal, seed, { steps })))
  const digits = ['0', '1', '2', '3', '4', '5', '6'].map((digit) => digit.repeat(6))
  return digits.find((code) => !near.includes(code)) ?? ''
}

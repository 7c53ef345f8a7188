import { ScreenReader, type Name } from './screen-reader.ts'
import { expect, password, test, type Portal } from './portal.ts'
import { signInByCall } from './sign-in-by-call.ts'
import type { Page } from '@playwright/test'

// Elements are found by part of their name, so that new wording seldom breaks these tests.

const amelia = 'amelia.hart@demo.example'
const grace = 'grace.lin@demo.example'

async function atHome(page: Page, portal: Portal, email: string, file: string): Promise<ScreenReader> {
  await signInByCall(page, portal, email)
  const ear = await ScreenReader.start(page, file)
  await ear.open(portal.address('/app/home/'))
  await ear.finds('heading', /Amelia|Grace/)
  return ear
}

async function atLogin(page: Page, portal: Portal, email: string, file: string): Promise<ScreenReader> {
  const ear = await ScreenReader.start(page, file)
  await ear.open(portal.address('/'))
  await ear.press('button', 'Accept cookies')
  await ear.type('textbox', 'Email', email)
  await ear.press('button', /^Next/)
  return ear
}

async function openBenefit(ear: ScreenReader, link: RegExp): Promise<void> {
  await ear.press('link', 'My benefits')
  await ear.press('link', link)
}

test('a screen reader user logs in after entering a wrong password', async ({ page, portal }) => {
  const ear = await atLogin(page, portal, amelia, 'login')
  await ear.type('textbox', 'Password', 'not hers', { secret: true })
  await ear.press('button', 'Login')
  await ear.hears("We can't find a match!")
  await ear.type('textbox', 'Password', password, { secret: true })
  await ear.press('button', 'Login')
  await ear.finds('heading', /Amelia/)
  await ear.press('button', 'Hi, Amelia')
  await ear.press('menuitem', 'Logout')
  await ear.hears('logged out successfully')
  await ear.end('Login, with a wrong password first')
})

test('a screen reader user activates an account', async ({ page, portal, browser }) => {
  const email = 'farah.ali@demo.example'
  await portal.command('invite', email)
  const outbox = await browser.newPage()
  const mail = outbox.getByRole('link', { name: /^Activate your account/ }).filter({ hasText: `<${email}>` })
  await expect(async () => {
    await outbox.goto(portal.address('/demo/outbox'))
    await expect(mail.first()).toBeVisible({ timeout: 500 })
  }).toPass()
  await mail.first().click()
  const link = await outbox.getByLabel('The mail as text').getByRole('link').first().getAttribute('href')
  const ear = await ScreenReader.start(page, 'activation')
  await ear.open(link ?? '')
  await ear.press('button', 'Accept cookies')
  await ear.press('button', /^Next/)
  await ear.hears(/required|enter/i)
  await ear.type('textbox', /^Day/, '29')
  await ear.type('textbox', /^Month/, '02')
  await ear.type('textbox', /^Year/, '1996')
  await ear.press('button', /^Next/)
  await ear.type('textbox', /^New password/, 'Kiln&72Ember-Moss', { secret: true })
  await ear.type('textbox', /^Confirm new password/, 'Kiln&72Ember-Moss', { secret: true })
  await ear.press('button', 'Activate account')
  await ear.choose('checkbox', 'I have read the terms and conditions')
  await ear.press('button', /^Next/)
  await ear.finds('heading', /Farah|Welcome/)
  await ear.end('Activation of an invited employee')
})

test('a screen reader user logs in with two-factor authentication', async ({ page, portal }) => {
  const email = 'carys.evans@demo.example'
  const ear = await atLogin(page, portal, email, 'two-factor-login')
  await ear.type('textbox', 'Password', password, { secret: true })
  await ear.press('button', 'Login')
  await ear.finds('heading', 'Authentication code')
  const code = (await portal.command('code', email)).stdout.trim()
  await ear.type('textbox', /^Digit 1 of 6/, code === '000000' ? '000001' : '000000', { secret: true })
  await ear.press('button', 'Login')
  await ear.hears('The code is not valid')
  await ear.type('textbox', /^Digit 1 of 6/, code, { secret: true })
  await ear.press('button', 'Login')
  await ear.finds('heading', /Carys/)
  await ear.end('Login with a code of an authenticator app')
})

test('a screen reader user chooses a benefit', async ({ page, portal }) => {
  const ear = await atHome(page, portal, amelia, 'choose-a-benefit')
  await openBenefit(ear, /^Choose.*Dental insurance/)
  await ear.choose('radio', /Level 2/)
  await ear.hears(/You pay £/)
  await ear.press('button', /^Next/)
  await ear.choose('checkbox', /Tom Hart/)
  await ear.hears('Cover for you and your partner')
  await ear.choose('radio', 'No')
  await ear.hears(/You pay £/)
  await ear.press('button', /^Next/)
  await confirm(ear, /^Confirm/)
  await ear.hears('You are all set')
  await ear.end('An employee chooses dental insurance')
})

test('a screen reader user changes a benefit', async ({ page, portal }) => {
  const ear = await atHome(page, portal, amelia, 'change-a-benefit')
  await openBenefit(ear, /^Manage .*pension/)
  await ear.press('link', /^Change/)
  await ear.type('textbox', 'Your contribution', '7')
  await ear.hears(/You pay £/)
  await ear.press('button', /^Next/)
  await confirm(ear, /^Confirm/)
  await ear.hears('You are all set')
  await ear.end('An employee changes the pension contribution')
})

test('a screen reader user opts out', async ({ page, portal }) => {
  const ear = await atHome(page, portal, amelia, 'opt-out')
  await openBenefit(ear, /^Manage .*Payroll giving/)
  await ear.press('link', /^Opt out/)
  await ear.press('button', 'Opt out')
  await ear.hears('You have opted out')
  await ear.end('An employee opts out of a benefit')
})

test('a screen reader user reports a life event', async ({ page, portal }) => {
  const ear = await atHome(page, portal, amelia, 'life-event')
  await openProfile(ear)
  await ear.press('button', 'Add a life event')
  await ear.press('button', 'Save')
  await ear.hears(/What has happened/)
  await ear.choose('radio', 'Return from family leave')
  // This date is the same whether the day or the month comes first.
  await ear.type('Date', 'Date of the event', '11112026')
  await ear.press('button', 'Save')
  await ear.hears('Life event added')
  await ear.end('An employee adds a life event')
})

test('a screen reader user adds a family member', async ({ page, portal }) => {
  const ear = await atHome(page, portal, amelia, 'family-member')
  await openProfile(ear)
  await ear.press('button', 'Add a family member')
  await ear.press('button', 'Save')
  await ear.hears('First name is required')
  await ear.select('Title', 'Miss')
  await ear.type('textbox', 'First name', 'Nora')
  await ear.type('textbox', 'Surname', 'Hart')
  await ear.type('textbox', 'Day', '20')
  await ear.type('textbox', 'Month', '05')
  await ear.type('textbox', 'Year', '2020')
  await ear.choose('radio', 'Female')
  await ear.choose('radio', 'Dependant')
  await ear.choose('radio', 'Yes')
  await ear.press('button', 'Save')
  await ear.hears('Family member saved')
  await ear.end('An employee adds a child to the family')
})

test('a screen reader user reads Total benefits and downloads the statement', async ({ page, portal }) => {
  const ear = await atHome(page, portal, amelia, 'total-benefits')
  await ear.press('link', /total benefits/i)
  await ear.press('button', /^Download statement/)
  await ear.hears('The file has been downloaded')
  await ear.end('An employee reads the total benefits and downloads the statement')
})

test('a screen reader user finds an employee in the employer’s list', async ({ page, portal }) => {
  const ear = await atHome(page, portal, grace, 'people')
  await ear.press('link', 'Dashboard')
  await ear.press('link', 'People')
  await ear.type('searchbox', /^Find/, 'Amelia')
  await ear.hears(/\b1\b/)
  await ear.press('button', /Amelia Hart/)
  await ear.press('button', 'Close')
  await ear.hears(/focus: .*Amelia Hart/)
  await ear.end('An employer finds an employee')
})

test('a screen reader user requests holiday as an employee, and approves it as the employer', async ({
  page,
  portal,
}) => {
  const ear = await atHome(page, portal, amelia, 'approvals')
  await openBenefit(ear, /^Choose.*Holiday trading/)
  await ear.type('textbox', 'Days to buy', '2')
  await ear.press('button', /^Next/)
  await confirm(ear, 'Confirm and send for approval')
  await ear.hears('Sent to your employer')
  await signInByCall(page, portal, grace)
  await ear.open(portal.address('/app/home/'))
  await ear.press('link', 'Dashboard')
  await ear.press('link', 'Approvals')
  await ear.press('button', /^Holiday trading/)
  await ear.press('button', 'Review Holiday trading in a table')
  await ear.choose('checkbox', /Amelia Hart/)
  await ear.press('button', 'Approve')
  await ear.press('button', 'Approve')
  await ear.hears(/approved/i)
  await ear.end('An employee asks for two days of holiday, and an employer approves them')
})

test('a screen reader user downloads a payroll report', async ({ page, portal }) => {
  const ear = await atHome(page, portal, grace, 'payroll-report')
  await ear.press('link', 'Dashboard')
  await ear.press('link', 'Payroll and reports')
  await ear.press('button', /^Lock this run: Monthly salaries/)
  await ear.press('button', 'Lock')
  await ear.hears(/locked/i)
  await ear.press('button', 'Open payroll reports')
  await ear.press('button', /^Download .*December 2026/)
  await ear.hears('The file has been downloaded')
  await ear.key('Escape')
  await ear.end('An employer locks a payroll run and downloads its report')
})

async function openProfile(ear: ScreenReader): Promise<void> {
  await ear.press('button', 'Hi, Amelia')
  await ear.press('menuitem', /profile/i)
}

async function confirm(ear: ScreenReader, button: Name): Promise<void> {
  await ear.choose('checkbox', 'I have read the terms and conditions')
  await ear.press('button', /^Next/)
  await ear.hears('Check your choice')
  await ear.press('button', button)
}

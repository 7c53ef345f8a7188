import type { Page } from '@playwright/test'
import { expectAccessible } from './axe.ts'
import { applyPlainAs, lifeCover } from './changed-example.ts'
import { alreadyIn } from './already-in.ts'
import { expect, settles, test, type Portal } from './portal.ts'

// Life cover above the evidence-free limit, on a phone. One story in steps, each continuing from the one before.
test.describe.configure({ mode: 'serial' })
test.use({ viewport: { width: 360, height: 780 } })

const petra = 'petra.novak@tidewater.example'
const nora = 'nora.plain@tidewater.example'

/** The plain client with life cover: five times £61,000 is more than £250,000. */
const applyTidewater = (portal: Portal) => applyPlainAs(portal, 'tidewater', lifeCover)

const panel = (page: Page) => page.getByRole('dialog', { name: 'Medical questions' })
const question = (page: Page, name: RegExp) => panel(page).getByRole('group', { name })
const card = (page: Page) =>
  page.getByRole('article').filter({ has: page.getByRole('heading', { name: 'Life assurance' }) })

test('cover above the limit asks medical questions and shows the price now and later [BENEFIT-45]', async ({
  page,
  portal,
}) => {
  await applyTidewater(portal)
  await alreadyIn(page, portal, petra)
  await page.goto(portal.address('/app/my-benefits/', 'tidewater'))
  await page.getByRole('link', { name: /^Choose.*Life assurance$/ }).click()
  await page.getByLabel('Cover', { exact: true }).fill('5')
  await page.getByRole('button', { name: 'Next' }).click()

  await expect(page.getByRole('heading', { name: 'A few questions about your health' })).toBeVisible()
  await settles(page)
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Answer the questions' }).click()
  await question(page, /^Have you been off work/)
    .getByRole('radio', { name: 'No' })
    .check()
  await panel(page).getByRole('button', { name: 'Save' }).click()
  await expect(question(page, /^Are you having treatment/).getByText('This field is required')).toBeVisible()
  await expectAccessible(page)
  await question(page, /^Are you having treatment/)
    .getByRole('radio', { name: 'Yes' })
    .check()
  await panel(page).getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('You have answered the medical questions')).toBeVisible()
  await expect(panel(page)).toHaveCount(0)
  await page.getByRole('button', { name: 'Next' }).click()

  await page.getByRole('checkbox', { name: 'I have read the terms and conditions' }).check()
  await page.getByRole('button', { name: 'Next' }).click()
  await expect(page.getByRole('heading', { name: 'Check your choice' })).toBeVisible()
  // Core cover is £244,000, so £6,000 more needs no evidence: 6 × £1.92 a year. In full it is 61 × £1.92.
  const review = page.getByRole('region', { name: 'Your price' })
  await expect(review).toContainText('£0.96')
  await expect(review).toContainText('Cover is limited to £250,000.00.')
  await expect(review).toContainText('From then on you pay £9.76 a month.')
  await settles(page)
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Confirm' }).click()
  await expect(page.getByRole('heading', { name: 'Nearly there' })).toBeVisible()
  await expect(page.getByText('The provider is looking at your answers.')).toBeVisible()
})

test('the employee sees that cover awaits the provider, and the employer sees no answers [BENEFIT-32] [S-53]', async ({
  page,
  portal,
  browser,
}) => {
  await alreadyIn(page, portal, petra)
  await page.goto(portal.address('/app/my-benefits/', 'tidewater'))
  await expect(card(page)).toContainText('Awaiting medical evidence')
  await expect(card(page)).toContainText('The rest of your cover waits for the provider.')
  await card(page).getByRole('link', { name: 'Life assurance', exact: true }).click()
  await expect(page.getByText('The provider is looking at your answers')).toBeVisible()
  await expect(page.getByText('Cover is limited to £250,000.00').first()).toBeVisible()
  await settles(page)
  await expectAccessible(page)
  // Her answers can be seen and changed until the decision.
  await page.getByRole('button', { name: 'See or change your answers' }).click()
  await expect(question(page, /^Are you having treatment/).getByRole('radio', { name: 'Yes' })).toBeChecked()

  const office = await browser.newPage()
  await alreadyIn(office, portal, nora)
  await office.goto(portal.address('/app/employee-data/', 'tidewater'))
  await office
    .getByRole('button', { name: /Petra Novak/ })
    .first()
    .click()
  const employee = office.getByRole('dialog', { name: 'Petra Novak' })
  await expect(employee).toContainText('Awaiting medical evidence')
  await expect(employee).not.toContainText(/treatment|off work/)
  await office.close()
})

test('accepted cover is in force at the announced price [BENEFIT-32]', async ({ page, portal }) => {
  const read = await portal.command('medical', petra, '--as', 'jane.doe')
  expect(read.stdout).toContain('Are you having treatment or waiting for the result of a test? Yes')
  const [selectionId = ''] = /^[0-9a-f-]{36}/.exec(read.stdout) ?? []
  const decision = ['--accept', selectionId, '--reference', 'HM-2041']
  const decided = await portal.command('medical', petra, '--as', 'jane.doe', ...decision)
  expect(decided.stdout).toContain('All the cover runs from 01/12/2026')

  await alreadyIn(page, portal, petra)
  await page.goto(portal.address('/app/my-benefits/', 'tidewater'))
  await expect(card(page)).toContainText('Active from 01/12/2026')
  await expect(card(page)).toContainText('£9.76')
  await card(page)
    .getByRole('link', { name: /^Manage/ })
    .click()
  await expect(page.getByText('The provider accepted your medical evidence')).toBeVisible()
  await expect(page.getByText('£305,000.00').first()).toBeVisible()
  await expect(page.getByText(/Cover is limited/)).toHaveCount(0)
  await expect(page.getByText('This change reaches your pay in December 2026').first()).toBeVisible()
  await settles(page)
  await expectAccessible(page)
})

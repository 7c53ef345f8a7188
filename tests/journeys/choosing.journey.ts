import type { Page } from '@playwright/test'
import { withConnection } from '../../database/bootstrap.ts'
import { axeFindings } from './axe.ts'
import { applyPlainAs } from './changed-example.ts'
import { alreadyIn } from './already-in.ts'
import { expect, settles, signIn, test, type Portal } from './portal.ts'

// Choosing benefits on a phone while other devices, tabs and the employer also make changes, and responses get lost. One story in
// steps, each continuing from the one before.
test.describe.configure({ mode: 'serial' })
test.use({ viewport: { width: 360, height: 780 } })

const max = 'max.plain@ferry.example'
const site = 'ferry'

/** The plain client, where the employer approves the gym. */
const applyFerry = (portal: Portal) =>
  applyPlainAs(portal, 'ferry', {
    'benefits/gym.yaml': (text) => text.replace('approval: automatic', 'approval: required'),
  })

const open = (page: Page, portal: Portal, path: string) => page.goto(portal.address(path, site))
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
const card = (page: Page, name: string) =>
  page.getByRole('article').filter({ has: page.getByRole('heading', { name, exact: true }) })
const reviews = (page: Page) => expect(page.getByRole('heading', { name: 'Check your choice' })).toBeVisible()

async function readTerms(page: Page): Promise<void> {
  await page.getByRole('checkbox', { name: 'I have read the terms and conditions' }).check()
  await press(page, 'Next')
  await reviews(page)
}

/** Opens a benefit's setup from My benefits, whatever the card's link says. */
async function setUp(page: Page, portal: Portal, benefit: string): Promise<void> {
  await open(page, portal, '/app/my-benefits/')
  await page.getByRole('link', { name: new RegExp(`^(Choose|Apply|Set up|Continue).*${benefit}$`) }).click()
  await expect(page.getByRole('heading', { level: 1, name: new RegExp(benefit) })).toBeVisible()
}

/** Loses the response of the next call to a path, after the server has done its work. */
function loseNextAnswer(page: Page, path: string): Promise<void> {
  return page.evaluate((lost) => {
    const ask = window.fetch
    window.fetch = async (...asked) => {
      const answer = await ask(...asked)
      if (!new URL(answer.url).pathname.endsWith(lost)) return answer
      window.fetch = ask
      throw new TypeError('Failed to fetch')
    }
  }, path)
}

/** Number of confirmed versions of each selection, by benefit code. */
function timesConfirmed(portal: Portal): Promise<Record<string, number>> {
  return withConnection(portal.database, async (client) => {
    const { rows } = await client.query<{ code: string; times: number }>(
      `select b.code, count(*)::integer as times
       from selection_version v
       join selection s on s.client_id = v.client_id and s.id = v.selection_id
       join benefit b on b.client_id = s.client_id and b.id = s.benefit_id
       join account a on a.client_id = s.client_id and a.person_id = s.person_id
       where a.email = $1 and v.action like 'submit%'
       group by 1`,
      [max],
    )
    return Object.fromEntries(rows.map(({ code, times }) => [code, times]))
  })
}

test('a choice begun on a phone can be finished on another device', async ({ browser, page, portal }) => {
  await applyFerry(portal)
  await alreadyIn(page, portal, max)
  const phone = await page.context().newPage()
  await setUp(phone, portal, 'Dental insurance')
  await phone.getByRole('radio', { name: /Level 3/ }).check()
  await press(phone, 'Next')
  await expect(phone.getByText('Draft saved')).toBeVisible()
  // The step is saved, too; a page closed before the response would lose what follows.
  const saved = phone.waitForResponse((answer) => answer.request().method() === 'PATCH')
  await press(phone, 'Back')
  await saved
  await phone.getByRole('radio', { name: /Level 2/ }).check()
  await phone.close()

  const elsewhere = await (await browser.newContext({ viewport: { width: 1280, height: 800 } })).newPage()
  await signIn(elsewhere, portal, max)
  await expect(
    elsewhere.getByRole('heading', { name: 'You have not finished choosing Dental insurance' }),
  ).toBeVisible()
  await elsewhere.getByRole('link', { name: /^Continue/ }).click()
  await expect(card(elsewhere, 'Dental insurance')).toContainText('Please confirm that you have read the terms')
  await settles(elsewhere)
  expect(await axeFindings(elsewhere)).toEqual([])
  await elsewhere.getByRole('link', { name: /^Finish it/ }).click()
  await expect(elsewhere.getByRole('radio', { name: /Level 2/ })).toBeChecked()
  await press(elsewhere, 'Next')
  await press(elsewhere, 'Next')
  await readTerms(elsewhere)
  await press(elsewhere, 'Confirm')
  await expect(elsewhere.getByRole('heading', { name: 'You are all set' })).toBeVisible()
  await elsewhere.context().close()

  await open(page, portal, '/app/my-benefits/')
  await expect(card(page, 'Dental insurance')).toContainText('Active from 01/12/2026')
})

test('a choice changed in another tab is shown, and the input is kept [S-72]', async ({ context, page, portal }) => {
  await alreadyIn(page, portal, max)
  await setUp(page, portal, 'Gym membership')
  await page.getByRole('radio', { name: /My partner and me/ }).check()
  await press(page, 'Next')
  await readTerms(page)

  const newer = await context.newPage()
  await setUp(newer, portal, 'Gym membership')
  // It resumes where the first tab is.
  await newer.goto(newer.url().replace(/setup.*/, 'setup/options'))
  await newer.getByRole('radio', { name: /Just me/ }).check()
  await press(newer, 'Next')
  await reviews(newer)
  await press(newer, 'Confirm and send for approval')
  await expect(newer.getByRole('heading', { name: 'Sent to your employer' })).toBeVisible()

  await press(page, 'Confirm and send for approval')
  const told = page.getByRole('alert').filter({ hasText: 'This has changed since you opened it' })
  await expect(told).toContainText('Current choice: Awaiting approval: Just me')
  await expect(page.getByRole('definition').filter({ hasText: 'My partner and me' })).toBeVisible()
  await press(page, 'Confirm and send for approval')
  await expect(page.getByRole('heading', { name: 'Sent to your employer' })).toBeVisible()
})

test('a confirmation whose reply is lost is not done twice [BENEFIT-37] [S-73]', async ({ page, portal }) => {
  await alreadyIn(page, portal, max)
  await open(page, portal, '/app/my-benefits/')
  await card(page, 'Dental insurance')
    .getByRole('link', { name: /^Manage/ })
    .click()
  await page.getByRole('link', { name: 'Opt out' }).click()
  await expect(page.getByText('It will not start, and you pay nothing for it.')).toBeVisible()
  await page.getByRole('dialog').getByRole('button', { name: 'Opt out' }).click()
  await expect(page.getByText('You have opted out')).toBeVisible()

  await setUp(page, portal, 'Dental insurance')
  await page.getByRole('radio', { name: /Level 1/ }).check()
  await press(page, 'Next')
  await press(page, 'Next')
  await reviews(page)
  await expect(page.getByText('Draft saved')).toBeVisible()
  await loseNextAnswer(page, '/selection')
  await press(page, 'Confirm')
  await expect(page.getByRole('heading', { name: 'You are all set' })).toBeVisible()
  expect(await timesConfirmed(portal)).toMatchObject({ dental: 2 })
})

test('two changes can be kept, compared with the pay and confirmed together [S-73]', async ({ page, portal }) => {
  await alreadyIn(page, portal, max)
  const before = await timesConfirmed(portal)
  await setUp(page, portal, 'Workplace pension')
  await page.getByLabel('Your contribution', { exact: true }).fill('6')
  await press(page, 'Next')
  await readTerms(page)
  await press(page, 'Keep it for later')
  await open(page, portal, '/app/my-benefits/')
  await card(page, 'Dental insurance')
    .getByRole('link', { name: /^Manage/ })
    .click()
  await page.getByRole('link', { name: 'Change', exact: true }).click()
  await page.getByRole('radio', { name: /Level 2/ }).check()
  await press(page, 'Next')
  await press(page, 'Next')
  await reviews(page)
  await press(page, 'Keep it for later')

  await expect(page.getByRole('heading', { level: 1, name: 'Your changes' })).toBeVisible()
  // 6% of £32,000.00 for the pension, and level 2 instead of level 1 of dental insurance.
  await expect(card(page, 'Workplace pension')).toContainText('£160.00')
  await expect(card(page, 'Dental insurance')).toContainText('instead of £8.50 a month from 01/12/2026')
  const together = page.getByRole('table', { name: /^All your changes together/ })
  await expect(together.getByRole('row', { name: /^Income tax/ })).toContainText('£384.00 less')
  await settles(page)
  expect(await axeFindings(page)).toEqual([])

  await loseNextAnswer(page, '/user/basket/confirm')
  await press(page, 'Confirm all 2 changes')
  await expect(page.getByText('Nothing is lost. Please try again.')).toBeVisible()
  await press(page, 'Confirm all 2 changes')
  await expect(page.getByRole('heading', { level: 1, name: 'Your changes are confirmed' })).toBeVisible()
  await expect(card(page, 'Workplace pension')).toContainText('This change reaches your pay in December 2026')
  expect(await axeFindings(page)).toEqual([])
  expect(await timesConfirmed(portal)).toEqual({ ...before, pension: 1, dental: (before['dental'] ?? 0) + 1 })
  await open(page, portal, '/app/my-benefits/')
  await expect(page.getByText('not confirmed')).toHaveCount(0)
})

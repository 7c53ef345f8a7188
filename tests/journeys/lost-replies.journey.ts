import type { Page } from '@playwright/test'
import { withConnection } from '../../database/bootstrap.ts'
import { axeFindings } from './axe.ts'
import { applyPlainExample } from './changed-example.ts'
import { signInByCall } from './sign-in-by-call.ts'
import { expect, waitUntilLoaded, test, type Portal } from './portal.ts'

// A person confirms benefits on a phone whose connection loses replies. The second test continues from the first.
test.describe.configure({ mode: 'serial' })
test.use({ viewport: { width: 360, height: 780 } })

const max = 'max.plain@ferry.example'
const site = 'ferry'

const open = (page: Page, portal: Portal, path: string) => page.goto(portal.address(path, site))
const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true }).click()
const card = (page: Page, name: string) =>
  page.getByRole('article').filter({ has: page.getByRole('heading', { name, exact: true }) })
const reviews = (page: Page) => expect(page.getByRole('heading', { name: 'Check your choice' })).toBeVisible()

async function acceptTerms(page: Page): Promise<void> {
  await page.getByRole('checkbox', { name: 'I have read the terms and conditions' }).check()
  await press(page, /^Next/)
  await reviews(page)
}

function loseNextReply(page: Page, path: string): Promise<void> {
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

function countConfirmations(portal: Portal): Promise<Record<string, number>> {
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

test('a confirmation whose reply is lost takes effect once [S-73]', async ({ page, portal }) => {
  await applyPlainExample(portal, site)
  await signInByCall(page, portal, max)
  await open(page, portal, '/app/my-benefits/')
  await page.getByRole('link', { name: /^Choose.*Dental insurance$/ }).click()
  await page.getByRole('radio', { name: /Level 1/ }).check()
  await press(page, /^Next/)
  await press(page, /^Next/)
  await acceptTerms(page)
  // Drafts are saved with the same path, so the page must have saved its draft first.
  await waitUntilLoaded(page)
  await loseNextReply(page, '/selection')
  await press(page, 'Confirm')
  await expect(page.getByRole('heading', { name: 'You are all set' })).toBeVisible()
  expect(await countConfirmations(portal)).toEqual({ dental: 1 })
})

test('two changes in the basket are compared with current pay and confirmed together, only once even after a lost reply [S-73]', async ({
  page,
  portal,
}) => {
  await signInByCall(page, portal, max)
  const before = await countConfirmations(portal)
  await open(page, portal, '/app/my-benefits/')
  await page.getByRole('link', { name: /^(Choose|Set up|Apply).*Workplace pension$/ }).click()
  await page.getByLabel('Your contribution', { exact: true }).fill('6')
  await press(page, /^Next/)
  await acceptTerms(page)
  await press(page, 'Keep it for later')
  await open(page, portal, '/app/my-benefits/')
  await card(page, 'Dental insurance')
    .getByRole('link', { name: /^Manage/ })
    .click()
  await page.getByRole('link', { name: 'Change', exact: true }).click()
  await page.getByRole('radio', { name: /Level 2/ }).check()
  await press(page, /^Next/)
  await press(page, /^Next/)
  await reviews(page)
  await press(page, 'Keep it for later')

  await expect(page.getByRole('heading', { level: 1, name: 'Your changes' })).toBeVisible()
  // 6% of £32,000.00 for the pension, and level 2 instead of level 1 of dental insurance.
  await expect(card(page, 'Workplace pension')).toContainText('£160.00')
  await expect(card(page, 'Dental insurance')).toContainText('instead of £8.50 a month from 1 December 2026')
  const together = page.getByRole('table', { name: /^All your changes together/ })
  await expect(together.getByRole('row', { name: /^Income tax/ })).toContainText('£384.00 less')
  await waitUntilLoaded(page)
  expect(await axeFindings(page)).toEqual([])

  await loseNextReply(page, '/user/basket/confirm')
  await press(page, 'Confirm all 2 changes')
  await expect(page.getByRole('heading', { level: 1, name: 'Your changes are confirmed' })).toBeVisible()
  await expect(card(page, 'Workplace pension')).toContainText('This change reaches your pay in December 2026')
  expect(await axeFindings(page)).toEqual([])
  expect(await countConfirmations(portal)).toEqual({ ...before, pension: 1, dental: (before['dental'] ?? 0) + 1 })
  await open(page, portal, '/app/my-benefits/')
  await expect(page.getByText('not confirmed')).toHaveCount(0)
})

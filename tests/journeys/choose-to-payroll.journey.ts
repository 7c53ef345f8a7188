import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parse } from 'csv-parse/sync'
import type { Page } from '@playwright/test'
import { openHome } from './sign-in-by-call.ts'
import { expect, signIn, test, type Portal } from './portal.ts'

// From choosing benefits to the payroll file. Each test continues from the one before.
test.describe.configure({ mode: 'serial' })

test('an employee chooses dental cover, two days of holiday and a bicycle, and sees how each price is calculated [PROD-04] [BENEFIT-40]', async ({
  page,
  portal,
}) => {
  await signIn(page, portal, 'amelia.hart@demo.example')
  await choose(page, 'Dental insurance')
  await page.getByRole('radio', { name: /Level 2/ }).check()
  await next(page)
  await page.getByRole('checkbox', { name: /Tom Hart/ }).check()
  await page.getByRole('checkbox', { name: /Maisie Hart/ }).check()
  await page
    .getByRole('group', { name: /^Does your partner have this kind of cover elsewhere/ })
    .getByRole('radio', { name: 'No', exact: true })
    .check()

  await seesPrice(page, { amount: '£39.88', year: '£478.56' })
  await seesWhy(page, [
    'Price of Level 2 for your family',
    '£39.88',
    '£478.56',
    'Brightwell Dental, premiums a month with insurance premium tax',
  ])
  await next(page)
  await readTerms(page)
  await seesPrice(page, { amount: '£39.88', year: '£478.56' })
  await expect(page.getByRole('main')).toContainText('This change reaches your pay in December 2026')
  await page.getByRole('button', { name: 'Confirm' }).click()
  await expect(page.getByRole('heading', { name: 'You are all set' })).toBeVisible()

  await seesState(page, portal, { benefit: 'Dental insurance', state: 'Active', amount: '£39.88' })

  await choose(page, 'Holiday trading')
  await page.getByRole('radio', { name: /Buy days/ }).check()
  await page.getByLabel('Days to buy', { exact: true }).fill('2')
  await seesPrice(page, { amount: '£86.54', year: '£346.15' })
  await seesWhy(page, ['£45,000.00', '260', '£346.15'])
  await next(page)
  await readTerms(page)
  await page.getByRole('button', { name: 'Confirm and send for approval' }).click()
  await expect(page.getByRole('heading', { name: 'Sent to your employer' })).toBeVisible()
  await seesState(page, portal, { benefit: 'Holiday trading', state: 'Awaiting approval', amount: '£86.54' })

  await choose(page, 'Cycle to work')
  await page.getByLabel('Value of bicycle and equipment', { exact: true }).fill('1000')
  await seesPrice(page, { amount: '£83.34', year: '£1,000.00' })
  await seesWhy(page, ['£1,000.00', '12'])
  await next(page)
  await readTerms(page)
  await page.getByRole('button', { name: 'Confirm and send for approval' }).click()
  await expect(page.getByRole('heading', { name: 'Sent to your employer' })).toBeVisible()
  await seesState(page, portal, { benefit: 'Cycle to work', state: 'Awaiting approval', amount: '£83.34' })
})

test('an employer approves the holiday and rejects the bicycle [APPROVE-01] [APPROVE-13] [APPROVE-20]', async ({
  page,
  portal,
}) => {
  await openHome(page, portal, 'grace.lin@demo.example')
  await decide(page, portal, { benefit: 'Holiday trading', verb: 'Approve' })
  await decide(page, portal, { benefit: 'Cycle to work', verb: 'Reject' })
})

test('the employee sees that the holiday is active and that the bicycle was not approved', async ({ page, portal }) => {
  await openHome(page, portal, 'amelia.hart@demo.example')
  await seesState(page, portal, { benefit: 'Holiday trading', state: 'Active', amount: '£86.54' })
  await seesState(page, portal, { benefit: 'Cycle to work', state: 'Not approved' })
})

test('the file of a locked pay run has the expected amounts, to the penny [REPORT-01]', async ({ page, portal }) => {
  await openHome(page, portal, 'grace.lin@demo.example')
  await lockRun(page, portal, 'Monthly salaries, December 2026')

  await page.goto(portal.address('/app/reporting'))
  await page.getByRole('button', { name: 'Open payroll reports' }).click()
  const panel = page.getByRole('dialog')
  const file = async (): Promise<Buffer> => {
    const downloading = page.waitForEvent('download')
    await panel.getByRole('button', { name: /Download .*December 2026/ }).click()
    return readFile(await (await downloading).path())
  }
  const bytes = await file()
  expect(await file()).toEqual(bytes)

  const lines = parse<Record<string, string>>(bytes, { bom: true, columns: true })
  for (const line of lines) expect(line['Selection ID']).toMatch(/^[0-9a-f-]{36}$/)
  expect(lines.map(withoutId)).toEqual(await expectedLines())
})

/** Returns the expected lines of the file, which were calculated by hand as noted in the fixture. */
async function expectedLines(): Promise<Record<string, string>[]> {
  const text = await readFile(join(import.meta.dirname, 'fixtures/payroll-december-2026.csv'), 'utf8')
  return parse<Record<string, string>>(text, { columns: true, comment: '#' })
}

function withoutId(line: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(line).filter(([column]) => column !== 'Selection ID'))
}

async function choose(page: Page, benefit: string): Promise<void> {
  await page.getByRole('link', { name: 'My benefits' }).first().click()
  await page.getByRole('link', { name: new RegExp(`^Choose.*${benefit}$`) }).click()
  await expect(page.getByRole('heading', { name: `Set up ${benefit}` })).toBeVisible()
}

async function next(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Next' }).click()
}

async function readTerms(page: Page): Promise<void> {
  await page.getByRole('checkbox', { name: 'I have read the terms and conditions' }).check()
  await next(page)
  await expect(page.getByRole('heading', { name: 'Check your choice' })).toBeVisible()
}

async function seesPrice(page: Page, { amount, year }: { amount: string; year: string }): Promise<void> {
  const cost = page.getByRole('complementary', { name: 'What it costs' })
  await expect(cost).toContainText(`You pay ${amount}`)
  await expect(cost).toContainText(year)
}

async function seesWhy(page: Page, parts: string[]): Promise<void> {
  const cost = page.getByRole('complementary', { name: 'What it costs' })
  await cost.getByText('Why this price?').click()
  for (const part of parts) await expect(cost.getByRole('list')).toContainText(part)
}

type Seen = { benefit: string; state: string; amount?: string }

async function seesState(page: Page, portal: Portal, { benefit, state, amount }: Seen): Promise<void> {
  await page.goto(portal.address('/app/my-benefits/'))
  const card = page.getByRole('article').filter({ has: page.getByRole('heading', { name: benefit }) })
  await expect(card).toContainText(state)
  if (amount) await expect(card).toContainText(amount)
}

async function decide(page: Page, portal: Portal, { benefit, verb }: { benefit: string; verb: string }): Promise<void> {
  await page.goto(portal.address('/app/dashboard/approve-selections'))
  await page.getByRole('button', { name: new RegExp(`^${benefit} \\d+$`) }).click()
  await page.getByRole('button', { name: `Review ${benefit} in a table` }).click()
  const panel = page.getByRole('dialog')
  await panel.getByRole('checkbox', { name: /Amelia Hart/ }).check()
  await panel.getByRole('button', { name: verb, exact: true }).click()
  const asked = page.getByRole('alertdialog', {
    name: `Are you sure you would like to ${verb.toLowerCase()} these selections?`,
  })
  await asked.getByRole('button', { name: verb, exact: true }).click()
  await page.waitForURL('**/app/dashboard/')
}

async function lockRun(page: Page, portal: Portal, name: string): Promise<void> {
  await page.goto(portal.address('/app/reporting'))
  await page.getByRole('button', { name: `Lock this run: ${name}` }).click()
  await page
    .getByRole('alertdialog', { name: `Lock ${name}?` })
    .getByRole('button', { name: 'Lock', exact: true })
    .click()
  await expect(page.getByRole('table', { name: /locked/i })).toContainText(name.split(', ')[1] ?? '')
}

import type { Page } from '@playwright/test'
import { axeFindings } from './axe.ts'
import { applyPlainAs, lifeCover } from './changed-example.ts'
import { alreadyIn } from './already-in.ts'
import { expect, settles, test, type Portal } from './portal.ts'
import { journeyMoment } from './prepared.ts'

// A family and its life events, on a phone. One story in steps, each continuing from the one before.
test.describe.configure({ mode: 'serial' })
test.use({ viewport: { width: 360, height: 780 } })

const owen = 'owen.reed@quarry.example'
const today = journeyMoment.slice(0, 10)
const born = daysLater(today, -4)

function daysLater(date: string, days: number): string {
  return new Date(Date.parse(`${date}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10)
}
const shown = (date: string) => date.split('-').toReversed().join('/')

/** The plain client with life cover and a closed annual window. */
const applyQuarry = (portal: Portal) =>
  applyPlainAs(portal, 'quarry', {
    ...lifeCover,
    'benefits/dental.yaml': (text) => text.replace('dependantsUnder: 21', '$&\n    inEducationUnder: 24'),
    'scheme-current.yaml': (text) =>
      lifeCover['scheme-current.yaml'](text).replace('today-10d', 'today-40d').replace('today+20d', 'today-10d'),
  })

const panel = (page: Page) => page.getByRole('dialog')

async function fillInMember(page: Page, { firstName, date }: { firstName: string; date: string }): Promise<void> {
  const [year = '', month = '', day = ''] = date.split('-')
  await panel(page).getByLabel('Title').selectOption('Miss')
  await panel(page).getByLabel('First name').fill(firstName)
  await panel(page).getByLabel('Surname').fill('Reed')
  await panel(page).getByRole('textbox', { name: 'Day' }).fill(day)
  await panel(page).getByRole('textbox', { name: 'Month' }).fill(month)
  await panel(page).getByRole('textbox', { name: 'Year' }).fill(year)
  await panel(page).getByRole('radio', { name: 'Female' }).check()
}

test('a birth opens life cover for a limited time [LIFE-01] [LIFE-05] [LIFE-06] [LIFE-08]', async ({
  page,
  portal,
}) => {
  await applyQuarry(portal)
  await alreadyIn(page, portal, owen)
  await page.goto(portal.address('/app/my-benefits/', 'quarry'))
  const card = page.getByRole('article').filter({ has: page.getByRole('heading', { name: 'Life assurance' }) })
  await expect(card).toContainText('You can choose this when the next window opens, or after a life event')

  await page.getByRole('button', { name: 'Add a life event' }).click()
  await panel(page)
    .getByRole('radio', { name: /^Birth of a child/ })
    .check()
  await fillInMember(page, { firstName: 'Ada', date: born })
  // The form has no question about full-time education for a newborn child.
  await expect(panel(page).getByRole('radio', { name: 'No', exact: true })).toHaveCount(0)
  expect(await axeFindings(page)).toEqual([])
  await panel(page).getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Life event added')).toBeVisible()
  await expect(
    page.getByText(`Benefits are open to you after your life event, until ${shown(daysLater(born, 60))}`),
  ).toBeVisible()
  await expect(page.getByText(/^You can choose or change: .*Life assurance/)).toBeVisible()
  await expect(panel(page)).toHaveCount(0)
  await settles(page)
  expect(await axeFindings(page)).toEqual([])
})

test('a family member can be added during set-up without losing the choice [FAMILY-01] [FAMILY-15]', async ({
  page,
  portal,
}) => {
  await alreadyIn(page, portal, owen)
  await page.goto(portal.address('/app/my-benefits/', 'quarry'))
  await page.getByRole('link', { name: /^Choose.*Dental insurance$/ }).click()
  await page.getByRole('radio', { name: /Level 2/ }).check()
  await page.getByRole('button', { name: 'Next' }).click()
  await page.getByRole('checkbox', { name: /Ada Reed/ }).check()
  await page.getByRole('button', { name: 'Add a family member' }).click()
  await fillInMember(page, { firstName: 'Noor', date: '1991-03-09' })
  await panel(page).getByRole('radio', { name: 'Partner' }).check()
  await panel(page).getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Family member saved')).toBeVisible()
  await page.getByRole('checkbox', { name: /Noor Reed/ }).check()
  await expect(page.getByRole('checkbox', { name: /Ada Reed/ })).toBeChecked()
  await expect(page.getByText('Cover for you, your partner and your children')).toBeVisible()
  await expect(page.getByRole('group', { name: /^Does your partner have this kind of cover/ })).toBeVisible()
  await page.getByRole('button', { name: 'Back' }).click()
  await expect(page.getByRole('radio', { name: /Level 2/ })).toBeChecked()
})

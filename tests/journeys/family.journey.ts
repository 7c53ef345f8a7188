import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { axeFindings } from './axe.ts'
import { applyChanged } from './changed-example.ts'
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

/** The plain client under another name, with the first example's life cover and a closed annual window. */
function applyQuarry(portal: Portal): Promise<void> {
  const demo = (file: string) => readFileSync(join(import.meta.dirname, '../../examples/demo', file), 'utf8')
  return applyChanged(portal, 'plain', {
    'client.yaml': () => 'name: Quarry Works\naddresses: [quarry]\nswitches:\n  twoFactor: { employers: false }\n',
    'people.csv': (text) => text.replaceAll('@plain.example', '@quarry.example'),
    'people-accounts.yaml': (text) => text.replaceAll('@plain.example', '@quarry.example'),
    'benefits/life-assurance.yaml': () =>
      demo('benefits/life-assurance.yaml').replace('[critical-illness, income-protection]', '[pension]'),
    'rates/life-flex.csv': () => demo('rates/life-flex.csv'),
    'benefits/dental.yaml': (text) => text.replace('dependantsUnder: 21', '$&\n    inEducationUnder: 24'),
    'scheme-current.yaml': (text) =>
      `${text.replace('today-10d', 'today-40d').replace('today+20d', 'today-10d').trimEnd()}\n` +
      `  - { code: life-flex, file: rates/life-flex.csv, effectiveFrom: startOfTaxYear, source: Harbour Mutual }\n`,
  })
}

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

test('life cover is closed, and a birth opens it to owen until a day shown [LIFE-01] [LIFE-05] [LIFE-06] [LIFE-08]', async ({
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
  await panel(page).getByRole('radio', { name: 'No', exact: true }).check()
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

test('owen raises his life cover after the birth, from next month, and sees the first pay', async ({
  page,
  portal,
}) => {
  await alreadyIn(page, portal, owen)
  await page.goto(portal.address('/app/my-benefits/', 'quarry'))
  await page.getByRole('link', { name: /^Choose.*Life assurance$/ }).click()
  await page.getByLabel('Cover', { exact: true }).fill('5')
  await page.getByRole('button', { name: 'Next' }).click()
  await page.getByRole('checkbox', { name: 'I have read the terms and conditions' }).check()
  await page.getByRole('button', { name: 'Next' }).click()
  await expect(page.getByRole('heading', { name: 'Check your choice' })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Start date' })).toContainText(
    'From 1 December 2026, the first day of next month',
  )
  await expect(page.getByRole('main')).toContainText('This change reaches your pay in December 2026')
  await page.getByRole('button', { name: 'Confirm' }).click()
  await expect(page.getByRole('heading', { name: 'You are all set' })).toBeVisible()
  await expect(page.getByText('Your choice is active from 01/12/2026.')).toBeVisible()
})

test('owen adds his partner during the set-up of dental, without losing his choice, and covers both [FAMILY-01] [FAMILY-15]', async ({
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

test('Profile Settings lists family and life events, and a change is saved from there [PROFILE-02] [FAMILY-07] [LIFE-08]', async ({
  page,
  portal,
}) => {
  await alreadyIn(page, portal, owen)
  await page.goto(portal.address('/app/home/my-profile/', 'quarry'))
  const family = page.getByRole('region', { name: 'Family members' })
  await expect(family).toContainText('Noor Reed')
  await expect(page.getByRole('region', { name: 'Life events' })).toContainText(
    `You can change your benefits until ${shown(daysLater(born, 60))}`,
  )
  await family.getByRole('button', { name: 'Change Noor Reed' }).click()
  await panel(page).getByLabel('Surname').fill('Reed-Haddad')
  expect(await axeFindings(page)).toEqual([])
  await panel(page).getByRole('button', { name: 'Save' }).click()
  await expect(family).toContainText('Noor Reed-Haddad')
  await settles(page)
  expect(await axeFindings(page)).toEqual([])
})

test('a daughter who has finished her education loses dental cover: the price falls, with a mail', async ({
  page,
  portal,
}) => {
  await alreadyIn(page, portal, owen)
  await page.goto(portal.address('/app/home/my-profile/?panel=add-family-member', 'quarry'))
  await fillInMember(page, { firstName: 'Lea', date: '2004-07-01' })
  await panel(page).getByRole('radio', { name: 'Dependant' }).check()
  await panel(page).getByRole('radio', { name: 'Yes', exact: true }).check()
  await panel(page).getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Family member saved')).toBeVisible()
  // Closing the panel changes the address. Navigating before that would be interrupted.
  await expect(panel(page)).toBeHidden()

  await page.goto(portal.address('/app/my-benefits/', 'quarry'))
  await page.getByRole('link', { name: /^Continue.*Dental insurance$/ }).click()
  await page.getByRole('radio', { name: /Level 1/ }).check()
  await page.getByRole('button', { name: 'Next' }).click()
  for (const name of [/Ada Reed/, /Noor Reed/]) await page.getByRole('checkbox', { name }).uncheck()
  await page.getByRole('checkbox', { name: /Lea Reed/ }).check()
  await page.getByRole('button', { name: 'Next' }).click()
  await page.getByRole('checkbox', { name: 'I have read the terms and conditions' }).check()
  await page.getByRole('button', { name: 'Next' }).click()
  await page.getByRole('button', { name: 'Confirm' }).click()
  await expect(page.getByRole('heading', { name: 'You are all set' })).toBeVisible()

  const dental = page.getByRole('article').filter({ has: page.getByRole('heading', { name: 'Dental insurance' }) })
  await page.goto(portal.address('/app/my-benefits/', 'quarry'))
  await expect(dental).toContainText('You pay £14.45 a month')

  await page.goto(portal.address('/app/home/my-profile/', 'quarry'))
  await page.getByRole('button', { name: 'Change Lea Reed' }).click()
  await panel(page).getByRole('radio', { name: 'No', exact: true }).check()
  await panel(page).getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Family member saved')).toBeVisible()
  await expect(panel(page)).toBeHidden()
  await page.goto(portal.address('/app/my-benefits/', 'quarry'))
  await expect(dental).toContainText('You pay £8.50 a month')
  await dental.getByRole('link', { name: 'Dental insurance', exact: true }).click()
  const cover = page.getByRole('region', { name: 'My cover' })
  await expect(cover).toContainText('Level 1')
  await expect(cover).not.toContainText('Lea')

  const told = page.getByRole('link', { name: 'Change to the people covered by your benefits' })
  await expect(async () => {
    await page.goto(portal.address('/demo/outbox'))
    await expect(told).toHaveCount(1, { timeout: 500 })
  }).toPass()
  await expect(told).toContainText(owen)
})

import { dump } from '../harness/dump.ts'
import { alreadyIn } from './already-in.ts'
import { expect, settles, test, type Portal } from './portal.ts'

// A what-if calculation for a move and another contribution, by the tax rules of both countries. Nothing is saved.

test('a what-if calculation for another country and pension saves nothing', async ({ page, portal }) => {
  await page.setViewportSize({ width: 360, height: 780 })
  await alreadyIn(page, portal, 'isla.reid@demo.example')
  await page.goto(portal.address('/app/my-benefits/'))
  await page.getByRole('link', { name: 'What if something changed?' }).click()
  await expect(page).toHaveURL(/\/app\/my-benefits\/what-if\//)
  await expect(page.getByLabel('Your salary a year')).toHaveValue('110000')
  await expect(page.getByRole('radio', { name: /^Scotland/ })).toBeChecked()
  await settles(page)
  const before = await whatIsKept(portal)

  // Taxable pay is £99,000.00 after the pension, plus £656.64 of insurance: £30,307.54 tax in Scotland, £27,054.66 elsewhere.
  const answer = page.getByRole('region', { name: 'What would change' })
  await page.getByRole('radio', { name: /^England/ }).check()
  await expect(answer.getByText('£271.07 a month more in hand, £3,252.88 in a year').last()).toBeVisible()
  await expect(answer.getByRole('row', { name: /^Income tax/ })).toHaveText('Income tax-£30,307.54-£27,054.66')

  // Back in Scotland with 3%: an income of £106,756.64 has a personal allowance of £9,192.
  await page.getByRole('radio', { name: /^Scotland/ }).check()
  await page.getByLabel('Workplace pension: your contribution', { exact: true }).fill('3')
  await expect(answer.getByRole('row', { name: /^Income tax/ })).toHaveText('Income tax-£30,307.54-£35,292.64')
  await expect(answer.getByRole('row', { name: /^You pay £916.67 £275.00/ })).toBeVisible()

  await page.getByRole('complementary').getByRole('button', { name: 'See what changes' }).click()
  await expect(page.getByRole('heading', { name: 'What would change' })).toBeFocused()
  await page.getByLabel('Your age').fill('12')
  await expect(page.getByText('Please enter an age from 16 to 80').first()).toBeVisible()
  await page.getByLabel('Your age').fill('70')
  await expect(answer.getByRole('region', { name: 'Benefits that you could no longer choose' })).toContainText(
    'Critical illness cover',
  )
  await page.getByRole('checkbox', { name: 'A new baby in your family' }).check()
  await expect(answer.getByText('With your new child covered too')).toBeVisible()

  expect(await whatIsKept(portal)).toEqual(before)
  await page.getByRole('button', { name: 'Start again from today' }).click()
  await expect(page.getByLabel('Workplace pension: your contribution', { exact: true })).toHaveValue('10')
})

/** Every row about people, their selections and their pay. Other people's mail and sessions may change meanwhile. */
async function whatIsKept({ database }: Portal): Promise<Record<string, unknown>> {
  const all = await dump(database)
  const kept = ['account', 'employment_fact', 'family_member', 'person_details', 'selection', 'selection_version']
  const more = ['deduction', 'enrolment_window', 'life_event']
  const found = Object.entries(all).filter(([name]) => [...kept, ...more].some((one) => name.endsWith(`.${one}`)))
  expect(found).toHaveLength(kept.length + more.length)
  return Object.fromEntries(found)
}

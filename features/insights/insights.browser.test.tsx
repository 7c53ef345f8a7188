import { beforeEach, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import type { ReplyOf } from '../../contract/endpoint.ts'
import { Answers, expectAccessible, showScreen } from '../../tests/harness/screen.tsx'
import { signedIn } from '../session/session.samples.ts'
import { useSession } from '../session/use-session.ts'
import { insightsOff, readBenefitInsights, readInsightsOfBenefit } from '../take-up/take-up.contract.ts'
import { sampleOfBenefit, sampleTakeUp } from '../take-up/take-up.samples.ts'
import { InsightsPage } from './InsightsPage.tsx'
import { readEmployeeInsights } from './insights.contract.ts'

const insights = (isInsightsEnabled: boolean) =>
  useSession.setState(
    signedIn({ userType: 'employer', isInsightsEnabled }, { id: '0a5bdc6e-6a83-4b8e-9c53-000000000099' }),
  )
beforeEach(async () => {
  await page.viewport(1280, 900)
  insights(true)
})

const people: ReplyOf<typeof readEmployeeInsights> = {
  asOf: '2026-11-27T14:32:00Z',
  employees: 240,
  smallestGroup: 5,
  groups: {
    age: [
      { band: 'under-25', employees: null },
      { band: '25-34', employees: 150 },
      { band: '35-44', employees: 80 },
      { band: '45-54', employees: null },
    ],
    sex: [
      { band: 'female', employees: 130 },
      { band: 'male', employees: 110 },
    ],
    service: [{ band: 'under-1', employees: 240 }],
  },
}
const answers = () => new Answers().to(readEmployeeInsights, people).to(readBenefitInsights, sampleTakeUp)
const show = (given: Answers, at = '/app/dashboard/employee-insights/') =>
  showScreen({ at, screen: <InsightsPage />, answers: given, retry: false })
const rowsOf = async (name: string) => {
  const figure = page.getByRole('figure', { name, exact: true })
  await figure.getByText('Show the figures as a table').click()
  await expect.element(figure.getByRole('table')).toBeVisible()
  return figure
    .getByRole('row')
    .elements()
    .map((row) => [...row.children].map((cell) => cell.textContent))
}

it('shows employees by age, sex and length of service, and which groups are omitted [EMP-37] [EMP-39]', async () => {
  await show(answers())
  await expect.element(page.getByText('240 employees as of 14:32 on 27 November 2026')).toBeVisible()
  await expect.element(page.getByText(/^Groups of fewer than 5 people are not shown/)).toBeVisible()
  await expect.element(page.getByText('The largest group shown: 25 to 34, 62.5% of all employees.')).toBeVisible()
  expect(await rowsOf('Employees by age')).toEqual([
    ['Age', 'Employees'],
    ['Under 25', 'Not shown'],
    ['25 to 34', '150'],
    ['35 to 44', '80'],
    ['45 to 54', 'Not shown'],
  ])
  expect(await rowsOf('Employees by sex')).toContainEqual(['Female', '130'])
  expect(await rowsOf('Employees by length of service')).toContainEqual(['Less than 1 year', '240'])
  await expectAccessible()
})

it('shows take-up of every benefit, and take-up by group for the benefit named in the address [EMP-39]', async () => {
  const given = answers().to(readInsightsOfBenefit, sampleOfBenefit)
  const { address } = await show(given)
  expect(await rowsOf('Take-up by benefit')).toContainEqual(['Workplace pension: 93.5%', '187', '13', '200'])
  await page.getByRole('link', { name: 'Dental insurance' }).click()
  expect(address()).toBe(`/app/dashboard/employee-insights/?benefit=${sampleOfBenefit.benefit.benefitId}`)
  await expect
    .element(page.getByText(/^38 of 190 who are eligible have it: 20.0%, as of 14:32 on 27 November 2026\./))
    .toBeVisible()
  await expect.element(page.getByRole('link', { name: 'Dental insurance' })).toHaveAttribute('aria-current', 'true')
  await expect.element(page.getByText('Highest take-up of the groups shown: 35 to 44, 40.0%.')).toBeVisible()
  await expect.element(page.getByText('No group is large enough to be shown.')).toBeVisible()
  expect(await rowsOf('Take-up by age')).toEqual([
    ['Age', 'Selected', 'Eligible but not selected', 'Total'],
    ['Under 25', 'Not shown', 'Not shown', 'Not shown'],
    ['25 to 34: 10.0%', '6', '54', '60'],
    ['35 to 44: 40.0%', '20', '30', '50'],
    ['45 to 54: 15.0%', '6', '34', '40'],
    ['55 to 64: 16.7%', '5', '25', '30'],
    ['65 and over', 'Not shown', 'Not shown', 'Not shown'],
  ])
  await expect
    .element(page.getByRole('link', { name: 'See who has it' }))
    .toHaveAttribute('href', `/app/dashboard/benefit-takeup/${sampleOfBenefit.benefit.benefitId}`)
  await expectAccessible()
})

it('limits take-up by benefit to a department, and keeps it in links [EMP-39] [S-53]', async () => {
  const ofFinance = {
    ...sampleTakeUp,
    group: { by: 'department' as const, value: 'FIN', name: 'FIN' },
    data: sampleTakeUp.data.map((row) => ({ ...row, eligible: 20, selected: 7, takeUp: 35 })),
  }
  const given = answers()
    .to(readBenefitInsights, ({ address: asked }) => (asked.includes('FIN') ? ofFinance : sampleTakeUp))
    .to(readInsightsOfBenefit, sampleOfBenefit)
  const { address } = await show(given)
  await page.getByRole('combobox', { name: 'Department' }).selectOptions('FIN')
  expect(await rowsOf('Take-up by benefit in FIN')).toContainEqual(['Workplace pension: 35.0%', '7', '13', '20'])
  await page.getByRole('link', { name: 'Dental insurance' }).click()
  expect(address()).toContain(`?benefit=${sampleOfBenefit.benefit.benefitId}&department=FIN`)
  await expect
    .element(page.getByText('The figures by age, sex and length of service are of all employees.'))
    .toBeVisible()
  await expectAccessible()
})

it('says that insights are switched off, and then sends no requests [EMP-39]', async () => {
  insights(false)
  const none = new Answers()
  const off = await show(none)
  await expect.element(page.getByText('No insights available')).toBeVisible()
  await expect
    .element(page.getByRole('link', { name: 'See benefit take-up' }))
    .toHaveAttribute('href', '/app/dashboard/benefit-takeup')
  expect(none.sent).toEqual([])
  await expectAccessible()
  await off.unmount()

  insights(true)
  await show(new Answers().refuse(readEmployeeInsights, insightsOff))
  await expect.element(page.getByText('No insights available')).toBeVisible()
})

it('shows a client without employees, and a failure to load', async () => {
  const nobody = await show(new Answers().to(readEmployeeInsights, { ...people, employees: 0 }))
  await expect.element(page.getByText('No insights available')).toBeVisible()
  await nobody.unmount()
  const given = answers().drop(readEmployeeInsights)
  await show(given)
  await expect
    .element(page.getByRole('alert').getByText('It looks like something has gone wrong, please try again later'))
    .toBeVisible()
  given.to(readEmployeeInsights, people)
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect.element(page.getByText('240 employees as of 14:32 on 27 November 2026')).toBeVisible()
})

import { beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { CallFailed } from '../../contract/call-failed.ts'
import { addDays, isoDate } from '../../contract/dates.ts'
import type { BenefitId } from '../../contract/ids.ts'
import { Answers, expectAccessible, showScreen } from '../../tests/harness/screen.tsx'
import { readApprovalOverview } from '../approvals/approvals.contract.ts'
import { listUploads } from '../data-uploads/data-uploads.contract.ts'
import { sampleSummary } from '../upload-panel/upload.samples.ts'
import { listEmployees } from '../employees/employees.contract.ts'
import { sampleEmployees } from '../employees/employees.samples.ts'
import { readLogins } from '../insights/engagement.contract.ts'
import { readPayrollOverview } from '../payroll/payroll.contract.ts'
import { sampleOpenRun } from '../payroll/payroll.samples.ts'
import { signedIn } from '../session/session.samples.ts'
import { useSession } from '../session/use-session.ts'
import { insightsOff, readBenefitInsights, readTakeUp } from '../take-up/take-up.contract.ts'
import { sampleTakeUp } from '../take-up/take-up.samples.ts'
import { readVoucherManagement } from '../vouchers/vouchers.contract.ts'
import { EmployerDashboardPage } from './EmployerDashboardPage.tsx'

beforeEach(async () => {
  await page.viewport(1280, 900)
  useSession.setState(signedIn({ userType: 'employer' }, { id: '0a5bdc6e-6a83-4b8e-9c53-000000000099' }))
})

const holidayId = '0a5bdc6e-6a83-4b8e-9c53-000000000001' as BenefitId

const logins = Array.from({ length: 40 }, (_, day) => ({ date: addDays(isoDate.parse('2026-10-15'), day), count: 50 }))

const uploads = {
  data: [{ ...sampleSummary, status: 'confirmed' as const }],
  last_page: 1,
  per_page: 1,
  total: 1,
}

const vouchers = { hasVouchers: true, nextVoucherDate: isoDate.parse('2026-11-28'), placedOrders: 1, savedOrders: 3 }
const noRuns = { open: [], lockedCount: 0, latestLocked: null }
const noVouchers = {
  hasVouchers: false,
  nextVoucherDate: null,
  placedOrders: 0,
  savedOrders: 0,
  url: null,
  token: null,
}

/** Responses to every call of the page, with nothing to do. */
const quiet = () =>
  new Answers()
    .to(listUploads, uploads)
    .to(listEmployees, sampleEmployees)
    .to(readLogins, logins)
    .to(readTakeUp, sampleTakeUp)
    .to(readApprovalOverview, { count: 0, summary: [] })
    .to(readPayrollOverview, noRuns)
    .to(readVoucherManagement, noVouchers)
const show = (answers: Answers) => showScreen({ at: '/app/dashboard/', screen: <EmployerDashboardPage />, answers })

test('has a card for each area with pending work, and every figure links to its list [EMP-01] [EMP-06] [EMP-09] [DATA-25]', async () => {
  useSession.setState(
    signedIn({ userType: 'employer', isInsightsEnabled: true }, { id: '0a5bdc6e-6a83-4b8e-9c53-000000000099' }),
  )
  const summary = [{ benefitId: holidayId, benefitName: 'Holiday trading', count: 3 }]
  const { address } = await show(
    quiet()
      .to(readBenefitInsights, sampleTakeUp)
      .to(readApprovalOverview, { count: 3, summary })
      .to(readPayrollOverview, { ...noRuns, open: [sampleOpenRun, { ...sampleOpenRun, cutOffPassed: true }] })
      .to(readVoucherManagement, { ...vouchers, url: null, token: null }),
  )
  await expect.element(page.getByText('3 selections wait for your decision.')).toBeVisible()
  await expect.element(page.getByText('Includes changes made up to 18/12/2026.')).toBeVisible()
  await expect.element(page.getByText('Its cut-off was 18/12/2026: it can be locked.')).toBeVisible()
  await expect.element(page.getByText('40.4%')).toBeVisible()
  await expect.element(page.getByText('28.11.26')).toBeVisible()
  await expect.element(page.getByText('1 placed order, 3 saved orders')).toBeVisible()
  await expect.element(page.getByText('97 of 240 people on record have registered, leavers included.')).toBeVisible()
  const leadsTo = (name: string) => page.getByRole('link', { name }).element().getAttribute('href')
  expect(leadsTo('Holiday trading: 3')).toBe(`/app/dashboard/approve-selections/${holidayId}`)
  expect(leadsTo('See payroll runs')).toBe('/app/reporting')
  expect(leadsTo('Manage vouchers')).toBe('/app/ccv/manage')
  expect(leadsTo('See employees')).toBe('/app/employee-data/')
  expect(leadsTo('See reports')).toBe('/app/reporting')
  await expect.element(page.getByText('1,500', { exact: true })).toBeVisible()
  expect(leadsTo('See engagement')).toBe('/app/dashboard/employee-engagement/')
  await expect.element(page.getByText('81.0%')).toBeVisible()
  await expect
    .element(
      page.getByText(
        '1,000 of 1,234 people employed today have at least one benefit or will get one, as of 14:32 on 27/11/2026.',
      ),
    )
    .toBeVisible()
  expect(leadsTo('See take-up')).toBe('/app/dashboard/benefit-takeup')
  expect(leadsTo('See insights')).toBe('/app/dashboard/employee-insights/')
  expect(leadsTo('See settings')).toBe('/app/dashboard/platform-settings/')
  const cards = page
    .getByRole('heading', { level: 2 })
    .elements()
    .map(({ textContent }) => textContent)
  expect(cards.toSorted((a, b) => a.localeCompare(b))).toEqual([
    'Benefit take-up',
    'Childcare vouchers',
    'Employee data',
    'Employees',
    'Engagement',
    'Insights',
    'Open payroll runs',
    'Platform settings',
    'Reports',
    'Selections awaiting approval',
  ])
  await expect.element(page.getByText('Latest: people-november.xlsx, 23/11/2026')).toBeVisible()
  await expectAccessible()
  await page.getByRole('link', { name: 'Review selections' }).click()
  expect(address()).toBe('/app/dashboard/approve-selections')
})

test('shows a skeleton of the cards until all figures have loaded, and then all at once', async () => {
  const last = Promise.withResolvers<typeof noVouchers>()
  const answers = quiet().to(readVoucherManagement, () => last.promise)
  await show(answers)
  await expect.element(page.getByText('Loading the dashboard')).toBeInTheDocument()
  const shapes = [...document.querySelectorAll('[aria-busy="true"] [aria-hidden="true"]')]
  expect(shapes).toHaveLength(9)
  for (const shape of shapes) expect(shape.getBoundingClientRect().width).toBeGreaterThan(50)
  expect(page.getByRole('heading', { level: 2 }).elements()).toEqual([])
  last.resolve(noVouchers)
  await expect.element(page.getByRole('heading', { name: 'Employees' })).toBeVisible()
  await expect.element(page.getByText('97 of 240 people on record have registered, leavers included.')).toBeVisible()
  await expect.element(page.getByText('Latest: people-november.xlsx, 23/11/2026')).toBeVisible()
  // The page requested the uploads. The card shows them without another request.
  expect(answers.sent.filter(({ endpoint }) => endpoint === listUploads)).toHaveLength(1)
})

test('does not wait for a slow figure, and adds it to its card later', async () => {
  await show(quiet().hang(readTakeUp))
  await expect.element(page.getByText('97 of 240 people on record have registered, leavers included.')).toBeVisible()
  const takeUp = page.getByRole('region', { name: 'Benefit take-up' })
  await expect.element(takeUp.getByText('Loading the dashboard')).toBeInTheDocument()
})

test('shows that nothing is pending, and keeps other figures if one fails [EMP-10]', async () => {
  const { unmount } = await show(
    quiet()
      .to(readLogins, [])
      .to(readTakeUp, { ...sampleTakeUp, employees: 0, holders: 0, data: [] })
      .to(listEmployees, {
        ...sampleEmployees,
        totalEmployeesValues: { totalEmployees: 0, totalRegisteredEmployees: 0 },
      })
      .to(readVoucherManagement, { ...vouchers, nextVoucherDate: null, url: null, token: null }),
  )
  await expect.element(page.getByText('Nothing waits for your decision.')).toBeVisible()
  await expect.element(page.getByText('0.0%').first()).toBeVisible()
  // This user may not see insights.
  expect(page.getByRole('link', { name: 'See insights' }).elements()).toEqual([])
  await expect.element(page.getByText('No payroll run is open.')).toBeVisible()
  await expect.element(page.getByText('No payroll run has been locked yet.')).toBeVisible()
  // Provider reports do not need a locked payroll run.
  await expect.element(page.getByText('Files for payroll, and monthly reports for providers.')).toBeVisible()
  await expect.element(page.getByText('No vouchers are due.')).toBeVisible()
  await unmount()

  const failing = quiet()
    .to(readPayrollOverview, { ...noRuns, open: [sampleOpenRun] })
    .to(listEmployees, () => {
      throw new CallFailed(403)
    })
    .to(readApprovalOverview, () => {
      throw new CallFailed(500)
    })
  await show(failing)
  // A refusal is not an error and offers no retry.
  await expect.element(page.getByRole('alert').getByText('Access Denied')).toBeVisible()
  await expect
    .element(page.getByRole('alert').getByText('It looks like something has gone wrong, please try again later'), {
      timeout: 15_000,
    })
    .toBeVisible()
  expect(page.getByRole('button', { name: 'Retry' }).elements()).toHaveLength(1)
  await expect.element(page.getByText('Monthly salaries, December 2026')).toBeVisible()
  // A client without the voucher product has no vouchers card.
  expect(page.getByRole('heading', { name: 'Childcare vouchers' }).elements()).toEqual([])
  await expectAccessible()
})

test('shows take-up if insights were switched off since the login', async () => {
  useSession.setState(
    signedIn({ userType: 'employer', isInsightsEnabled: true }, { id: '0a5bdc6e-6a83-4b8e-9c53-000000000099' }),
  )
  await show(quiet().refuse(readBenefitInsights, insightsOff))
  await expect
    .element(
      page.getByText(
        '1,000 of 1,234 people employed today have at least one benefit or will get one, as of 14:32 on 27/11/2026.',
      ),
    )
    .toBeVisible()
})

test('shows that an upload needs action, and opens its panel by name', async () => {
  const { address } = await show(quiet().to(listUploads, { ...uploads, data: [sampleSummary] }))
  await expect.element(page.getByText('people-november.xlsx has been checked and waits for you.')).toBeVisible()
  await page.getByRole('button', { name: 'Look at the upload' }).click()
  expect(address()).toBe('/app/dashboard/?panel=upload-data')
})

import { beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { CallFailed } from '../../contract/call-failed.ts'
import { addDays, isoDate } from '../../contract/dates.ts'
import type { BenefitId } from '../../contract/ids.ts'
import { Answers, expectAccessible, showScreen } from '../../tests/harness/screen.tsx'
import { readApprovalOverview } from '../approvals/approvals.contract.ts'
import { enrolmentIsClosed, readReminders, remindPeople } from './reminders.contract.ts'
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
import { readDashboardOverview, type DashboardOverview } from './overview.contract.ts'
import { Notices } from '../../ui/Notices.tsx'
import { EmployerDashboardPage } from './EmployerDashboardPage.tsx'

beforeEach(async () => {
  await page.viewport(1280, 900)
  useSession.setState(signedIn({ userType: 'employer' }, { id: '0a5bdc6e-6a83-4b8e-9c53-000000000099' }))
})

const holidayId = '0a5bdc6e-6a83-4b8e-9c53-000000000001' as BenefitId

const logins = Array.from({ length: 40 }, (_, day) => ({
  date: addDays(isoDate.parse('2026-10-15'), day),
  count: 50,
  windowOpen: false,
}))

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

const payrollId = '0a5bdc6e-6a83-4b8e-9c53-000000000021'
const overview: DashboardOverview = {
  today: isoDate.parse('2026-12-16'),
  waitingSince: isoDate.parse('2026-12-12'),
  payrolls: [
    {
      payrollId,
      name: 'Monthly salaries',
      periods: [
        {
          label: 'December 2026',
          cutOffOn: isoDate.parse('2026-12-18'),
          payOn: isoDate.parse('2026-12-28'),
          locked: false,
        },
      ],
    },
    { payrollId: '0a5bdc6e-6a83-4b8e-9c53-000000000022', name: 'Train crew', periods: [] },
  ],
  enrolment: {
    opensOn: isoDate.parse('2026-12-07'),
    closesOn: isoDate.parse('2027-01-05'),
    finished: 138,
    started: 31,
    notStarted: 65,
    before: { finished: 101, people: 220 },
  },
  spend: [
    spent('2026-11-01', { category: 'Pension', amount: 40_000.4 }),
    spent('2026-12-01', { category: 'Pension', amount: 40_872.1 }),
    spent('2026-12-01', { category: 'Health', amount: 9_443.65 }),
    {
      ...spent('2026-12-01', { category: 'Health', amount: 100 }),
      payrollId: '0a5bdc6e-6a83-4b8e-9c53-000000000022',
    },
  ],
  spendParts: {
    months: ['2025-12-01', '2026-11-01', '2026-12-01'].map((month) => isoDate.parse(month)),
    parts: [
      { by: 'benefit', name: 'Pension', amounts: [39_000, 40_000.4, 40_872.1] },
      { by: 'benefit', name: 'Health cash plan', amounts: [0, 0, 9_543.65] },
      { by: 'payer', name: 'employer', amounts: [39_000, 40_000.4, 50_415.75] },
      { by: 'payer', name: 'before-tax', amounts: [20_000, 20_000, 19_000] },
      { by: 'department', name: 'OPS', amounts: [null, 30_000, 40_000] },
      { by: 'department', name: 'FIN', amounts: [null, 10_000.4, null] },
      { by: 'department', name: null, amounts: [null, 0, 10_415.75] },
      { by: 'location', name: '', amounts: [39_000, 40_000.4, 50_415.75] },
    ],
  },
}

function spent(month: string, { category, amount }: { category: string; amount: number }) {
  return {
    month: isoDate.parse(month),
    payrollId,
    category: category.toLowerCase(),
    categoryLabel: category,
    amount,
  }
}

const quiet = () =>
  new Answers()
    .to(listUploads, uploads)
    .to(listEmployees, sampleEmployees)
    .to(readLogins, logins)
    .to(readTakeUp, sampleTakeUp)
    .to(readApprovalOverview, { count: 0, summary: [] })
    .to(readPayrollOverview, noRuns)
    .to(readVoucherManagement, noVouchers)
    .to(readDashboardOverview, overview)
const screen = (
  <>
    <EmployerDashboardPage />
    <Notices dismissLabel="Dismiss" />
  </>
)
const show = (answers: Answers) => showScreen({ at: '/app/dashboard/', screen, answers })

test("lists the employer's tasks with their deadlines before the figures [EMP-01] [EMP-06]", async () => {
  const summary = [{ benefitId: holidayId, benefitName: 'Holiday trading', count: 3 }]
  const past = { ...sampleOpenRun, runId: payrollId, label: 'November 2026', cutOffPassed: true }
  const later = { ...sampleOpenRun, runId: holidayId, cutOffOn: isoDate.parse('2026-12-24') }
  const { address } = await show(
    quiet()
      .to(readApprovalOverview, { count: 3, summary })
      .to(readPayrollOverview, {
        ...noRuns,
        open: [sampleOpenRun, { ...past, cutOffOn: isoDate.parse('2026-11-20') }, later],
      })
      .to(listUploads, { ...uploads, data: [sampleSummary] }),
  )
  await expect.element(page.getByRole('heading', { level: 1, name: 'You have four things to do' })).toBeVisible()
  expect(document.title).toContain('Employer dashboard')
  await expect.element(page.getByText('The oldest has waited 4 days.')).toBeVisible()
  const rows = page
    .getByRole('listitem')
    .elements()
    .map(({ textContent }) => textContent ?? '')
  const row = (words: string) => rows.find((text) => text.includes(words))
  expect(row('Approve or reject 3 selections')).toContain('In 2 days18 December 2026')
  expect(row('Includes changes made up to 18 December 2026.')).toContain('In 2 days18 December 2026')
  expect(row('The cut-off was 20 November 2026, so you can lock the run.')).toContain('Date passed')
  expect(row('people-november.xlsx has been checked and is waiting for your decision.')).toContain('No deadline')
  // This run is not listed, because its cut-off is more than a week away.
  expect(row('24 December 2026')).toBeUndefined()
  expect(linkTo('Holiday trading: 3')).toBe(`/app/dashboard/approve-selections/${holidayId}`)
  expect(linkTo('See payroll runs')).toBe('/app/reporting')
  await expectAccessible()
  await page.getByRole('link', { name: 'Review selections' }).click()
  expect(address()).toBe('/app/dashboard/approve-selections')
})

const linkTo = (name: string) => page.getByRole('link', { name }).first().element().getAttribute('href')

test('every figure has a comparison, and links to the list behind it [EMP-06] [EMP-09] [DATA-25]', async () => {
  useSession.setState(
    signedIn({ userType: 'employer', isInsightsEnabled: true }, { id: '0a5bdc6e-6a83-4b8e-9c53-000000000099' }),
  )
  await show(
    quiet()
      .to(readBenefitInsights, sampleTakeUp)
      .to(readVoucherManagement, { ...vouchers, url: null, token: null }),
  )
  const figure = (name: string) => page.getByRole('region', { name, exact: true })
  const spend = figure('Your spending in December 2026')
  await expect.element(spend.getByText('£50,416', { exact: true })).toBeVisible()
  await expect.element(spend.getByText('£10,416 more than in November 2026')).toBeVisible()
  const registered = figure('Registered')
  await expect.element(registered.getByText('40.4%')).toBeVisible()
  await expect.element(registered.getByText('97 of 240 people on record, leavers included')).toBeVisible()
  const held = sampleTakeUp.data.reduce((sum, { selected }) => sum + selected, 0)
  const benefits = figure('Benefits per person')
  await expect.element(benefits.getByText((held / 1_234).toFixed(1), { exact: true })).toBeVisible()
  await expect
    .element(
      benefits.getByText(
        '1,000 of 1,234 people employed today have a benefit or will get one, as of 14:32 on 27 November 2026',
      ),
    )
    .toBeVisible()
  await expect.element(figure('Logins, last 30 days').getByText('1,500', { exact: true })).toBeVisible()
  await expect.element(page.getByText('Next voucher date: 28.11.26. 1 placed order, 3 saved orders')).toBeVisible()
  await expect.element(page.getByText('Latest: people-november.xlsx, 23 November 2026')).toBeVisible()
  expect(linkTo('Manage vouchers')).toBe('/app/ccv/manage')
  expect(linkTo('See employees')).toBe('/app/employee-data/')
  expect(linkTo('See reports')).toBe('/app/reporting')
  expect(linkTo('See engagement')).toBe('/app/dashboard/employee-engagement/')
  expect(linkTo('See take-up')).toBe('/app/dashboard/benefit-takeup')
  expect(linkTo('See insights')).toBe('/app/dashboard/employee-insights/')
  expect(linkTo('See settings')).toBe('/app/dashboard/platform-settings/')
  await expectAccessible()
})

test('compares the number of logins with that of the 30 days before', async () => {
  const days = Array.from({ length: 70 }, (_, day) => ({
    date: addDays(isoDate.parse('2026-09-15'), day),
    count: day < 40 ? 3 : 5,
    windowOpen: false,
  }))
  await show(quiet().to(readLogins, days))
  await expect.element(page.getByText('60 more than in the 30 days before')).toBeVisible()
})

test('shows the spending by month, for all or for one payroll or department, and stores this choice in the address', async () => {
  const pensioners = { payrollId: '0a5bdc6e-6a83-4b8e-9c53-000000000023', name: 'Pensioners', periods: [] }
  const payrolls = [...overview.payrolls, pensioners]
  const { address } = await show(quiet().to(readDashboardOverview, { ...overview, payrolls }))
  await expect
    .element(page.getByText('£50,416 in December 2026. A month is added once its payroll runs are locked.'))
    .toBeVisible()
  await page.getByText('Show the figures as a table').first().click()
  const table = page.getByRole('table', { name: 'Your spending by month' })
  const cells = () =>
    table
      .getByRole('row')
      .elements()
      .map((row) => [...row.children].map(({ textContent }) => textContent))
  expect(cells()).toEqual([
    ['Month', 'Pension', 'Health', 'Total'],
    ['November 2026', '£40,000', '£0', '£40,000'],
    ['December 2026', '£40,872', '£9,544', '£50,416'],
  ])
  const filters = page.getByRole('group', { name: 'Filters' })
  // There is no third filter, because no location is recorded.
  expect(filters.getByRole('combobox').elements()).toHaveLength(2)
  await filters.getByRole('combobox', { name: 'Payroll' }).selectOptions('Train crew')
  await expect.element(page.getByText('£100 in December 2026.', { exact: false })).toBeVisible()
  await filters.getByRole('combobox', { name: 'Department' }).selectOptions('OPS')
  expect(address()).toBe('/app/dashboard/?department=OPS')
  await expect.element(filters.getByRole('combobox', { name: 'Payroll' })).toHaveValue('')
  expect(cells()).toEqual([
    ['Month', 'OPS'],
    ['November 2026', '£30,000'],
    ['December 2026', '£40,000'],
  ])
  await filters.getByRole('combobox', { name: 'Department' }).selectOptions('FIN')
  await expect.element(page.getByText('Too few people in December 2026 for the amount to be shown.')).toBeVisible()
  expect(cells().at(-1)).toEqual(['December 2026', 'Not shown'])
  await filters.getByRole('combobox', { name: 'Payroll' }).selectOptions('Pensioners')
  await expect.element(page.getByText('£0 in December 2026.', { exact: false })).toBeVisible()
  expect(cells().at(-1)).toEqual(['December 2026', '£0'])
  await expectAccessible()
})

test('shows the parts of the spending and how they changed, and saves them as a file [S-53]', async () => {
  const { address } = await show(quiet())
  const rowsOf = (name: string) =>
    page
      .getByRole('figure', { name })
      .getByRole('row')
      .elements()
      .map((row) => [...row.children].map(({ textContent }) => textContent))
  await expect
    .element(
      page.getByText(
        '£50,416 in the locked payroll runs. £10,416 more than in November 2026. £11,416 more than in December 2025. The small figures are the change since November 2026.',
      ),
    )
    .toBeVisible()
  await page.getByText('Show the figures as a table').nth(1).click()
  expect(rowsOf('Your spending in December 2026 by benefit')).toEqual([
    ['Benefit', 'December 2026', 'Change since November 2026', 'Change since December 2025'],
    ['Pension', '£40,872', '+£872', '+£1,872'],
    ['Health cash plan', '£9,544', 'New', 'New'],
  ])
  const choices = page.getByRole('group', { name: 'Show the spending by' })
  expect(choices.getByRole('button').elements()).toHaveLength(3)
  await choices.getByRole('button', { name: 'Payer' }).click()
  expect(rowsOf('Who paid for the benefits in December 2026').slice(1)).toEqual([
    ['You', '£50,416', '+£10,416', '+£11,416'],
    ['Employees, before tax', '£19,000', '−£1,000', '−£1,000'],
  ])
  await choices.getByRole('button', { name: 'Department' }).click()
  expect(address()).toBe('/app/dashboard/?spend-by=department')
  expect(rowsOf('Your spending in December 2026 by department').slice(1)).toEqual([
    ['OPS', '£40,000', '+£10,000', ''],
    ['FIN', 'Not shown', '', ''],
    ['Smaller groups together', '£10,416', '', ''],
  ])
  // For December 2025, the total is known but not the groups.
  await expect.element(page.getByText('£11,416 more than in December 2025.', { exact: false })).toBeVisible()
  await expectAccessible()
  const saved = vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:none')
  await page.getByRole('button', { name: 'Download these figures' }).click()
  const [file] = saved.mock.lastCall ?? []
  saved.mockRestore()
  expect(file instanceof Blob && (await file.text())).toBe(
    [
      'Department,December 2025,November 2026,December 2026',
      'OPS,,30000.00,40000.00',
      'FIN,,10000.40,',
      'Smaller groups together,,0.00,10415.75',
      '',
    ].join('\r\n'),
  )
})

test('shows employers around on request', async () => {
  await show(quiet())
  await page.getByRole('button', { name: 'Show me around' }).click()
  for (const title of ['Start here', 'Your figures at a glance', 'Spending and dates', 'Where the money goes']) {
    await expect.element(page.getByRole('heading', { name: title })).toHaveFocus()
    await page
      .getByRole('button', { name: /Next|End the tour/ })
      .last()
      .click()
  }
  await expect.element(page.getByRole('button', { name: 'Show me around' })).toHaveFocus()
})

test('shows the next cut-offs and pay days of each payroll', async () => {
  await show(quiet())
  const calendar = page.getByRole('region', { name: 'Payroll calendar' })
  await expect.element(calendar.getByText('Cut-off December 202618 December 2026')).toBeVisible()
  await expect.element(calendar.getByText('Pay day December 202628 December 2026')).toBeVisible()
  await expect.element(calendar.getByText('No cut-off dates or pay days.')).toBeVisible()
})

test('shows how many people have chosen, and sends the others a reminder after a preview', async () => {
  const reminders = { closesOn: isoDate.parse('2027-01-05'), waiting: 91, reminded: 1, switchedOff: true }
  const answers = quiet().to(readReminders, reminders).to(remindPeople, { sent: 91 })
  await show(answers)
  const card = page.getByRole('region', { name: 'Annual enrolment' })
  await expect.element(card.getByText('Day 10 of 30, until 5 January 2027')).toBeVisible()
  await expect.element(card.getByText('59.0% have finished')).toBeVisible()
  await expect.element(card.getByText('At this point of the previous enrolment: 45.9%')).toBeVisible()
  await expect.element(card.getByText('Have begun31')).toBeVisible()
  await expectAccessible()

  await card.getByRole('button', { name: 'Remind people' }).click()
  const dialog = page.getByRole('alertdialog', { name: 'Remind 91 people to choose?' })
  await expect
    .element(
      dialog.getByText('1 person has already had this reminder. People who have switched reminders off get none.'),
    )
    .toBeVisible()
  await expect
    .element(
      dialog.getByRole('group', { name: 'The email' }).getByText('until the end of 5 January 2027', { exact: false }),
    )
    .toBeVisible()
  await expectAccessible()
  expect(answers.sent.some(({ endpoint }) => endpoint === remindPeople)).toBe(false)
  await dialog.getByRole('button', { name: 'Send reminders' }).click()
  await expect.element(page.getByText('Reminders are being sent to up to 91 people')).toBeVisible()
  await expect.element(card.getByRole('button', { name: 'Remind people' })).toHaveFocus()
})

test('counts a small group of people who have only begun as people who have not finished [S-53]', async () => {
  const enrolment = overview.enrolment && { ...overview.enrolment, started: null, notStarted: 96, before: null }
  await show(quiet().to(readDashboardOverview, { ...overview, enrolment }))
  const card = page.getByRole('region', { name: 'Annual enrolment' })
  await expect.element(card.getByText('Have not confirmed a choice96')).toBeVisible()
  await expect.element(card.getByText('59.0% have finished')).toBeVisible()
  expect(card.getByText('previous enrolment').query()).toBeNull()
})

test.each([
  ['there is nobody to remind', 0, 'There is nobody to remind'],
  ['the window has closed meanwhile', 5, 'The enrolment window has closed. Nobody was reminded.'],
])('says after Remind people that %s', async (_, waiting, said) => {
  const reminders = { closesOn: isoDate.parse('2027-01-05'), waiting, reminded: 0, switchedOff: false }
  await show(quiet().to(readReminders, reminders).refuse(remindPeople, enrolmentIsClosed))
  await page.getByRole('button', { name: 'Remind people' }).click()
  if (waiting > 0) await page.getByRole('button', { name: 'Send reminders' }).click()
  await expect.element(page.getByText(said)).toBeVisible()
})

test('shows a placeholder until all figures have loaded, and then shows all figures at once', async () => {
  const last = Promise.withResolvers<typeof noVouchers>()
  const answers = quiet().to(readVoucherManagement, () => last.promise)
  await show(answers)
  await expect.element(page.getByText('Loading the dashboard')).toBeInTheDocument()
  const shapes = [...document.querySelectorAll('[aria-busy="true"] [aria-hidden="true"]')]
  expect(shapes).toHaveLength(4)
  for (const shape of shapes) expect(shape.getBoundingClientRect().width).toBeGreaterThan(50)
  expect(page.getByRole('heading', { level: 2 }).elements()).toEqual([])
  last.resolve(noVouchers)
  await expect.element(page.getByRole('heading', { name: 'Registered' })).toBeVisible()
  await expect.element(page.getByText('97 of 240 people on record, leavers included')).toBeVisible()
  await expect.element(page.getByText('Latest: people-november.xlsx, 23 November 2026')).toBeVisible()
  expect(answers.sent.filter(({ endpoint }) => endpoint === listUploads)).toHaveLength(1)
})

test('does not wait for a slow figure, and shows it later', async () => {
  await show(quiet().hang(readTakeUp))
  await expect.element(page.getByText('97 of 240 people on record, leavers included')).toBeVisible()
  const takeUp = page.getByRole('region', { name: 'Benefits per person' })
  await expect.element(takeUp.getByText('Loading the dashboard')).toBeInTheDocument()
})

test('says that no selection is pending, and keeps the other figures if one of them fails to load [EMP-10]', async () => {
  const { unmount } = await show(
    quiet()
      .to(readLogins, [])
      .to(readTakeUp, { ...sampleTakeUp, employees: 0, holders: 0, data: [] })
      .to(readDashboardOverview, {
        ...overview,
        waitingSince: null,
        spend: [],
        spendParts: { months: [], parts: [] },
      })
      .to(listEmployees, {
        ...sampleEmployees,
        totalEmployeesValues: { totalEmployees: 0, totalRegisteredEmployees: 0 },
      })
      .to(readVoucherManagement, { ...vouchers, nextVoucherDate: null, url: null, token: null }),
  )
  await expect.element(page.getByRole('heading', { level: 1, name: 'You have nothing to do today' })).toBeVisible()
  await expect.element(page.getByText('Nothing is waiting for your decision.')).toBeVisible()
  await expect.element(page.getByText('0.0%').first()).toBeVisible()
  expect(page.getByRole('link', { name: 'See insights' }).elements()).toEqual([])
  await expect.element(page.getByText('No payroll run has been locked yet.', { exact: true })).toBeVisible()
  await expect
    .element(
      page.getByText('Files for payroll, and monthly reports for providers. No payroll run has been locked yet.'),
    )
    .toBeVisible()
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
  await expect.element(page.getByRole('alert').getByText('Access Denied')).toBeVisible()
  await expect
    .element(page.getByRole('alert').getByText('It looks like something has gone wrong, please try again later'), {
      timeout: 15_000,
    })
    .toBeVisible()
  expect(page.getByRole('button', { name: 'Retry' }).elements()).toHaveLength(1)
  await expect.element(page.getByRole('heading', { level: 1, name: 'Employer dashboard' })).toBeVisible()
  await expect.element(page.getByRole('heading', { name: 'Lock the run for December 2026' })).toBeVisible()
  expect(page.getByRole('heading', { name: 'Childcare vouchers' }).elements()).toEqual([])
  await expectAccessible()
})

test('shows take-up without insights if insights were switched off after the login', async () => {
  useSession.setState(
    signedIn({ userType: 'employer', isInsightsEnabled: true }, { id: '0a5bdc6e-6a83-4b8e-9c53-000000000099' }),
  )
  await show(quiet().refuse(readBenefitInsights, insightsOff))
  await expect
    .element(
      page.getByText(
        '1,000 of 1,234 people employed today have a benefit or will get one, as of 14:32 on 27 November 2026',
      ),
    )
    .toBeVisible()
})

test('shows that an upload needs a decision, and opens the panel of this upload', async () => {
  const { address } = await show(quiet().to(listUploads, { ...uploads, data: [sampleSummary] }))
  await expect
    .element(page.getByText('people-november.xlsx has been checked and is waiting for your decision.'))
    .toBeVisible()
  await page.getByRole('button', { name: 'Look at the upload' }).click()
  expect(address()).toBe('/app/dashboard/?panel=upload-data')
})

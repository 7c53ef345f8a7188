import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { CallFailed } from '../../contract/call-failed.ts'
import { Answers, expectAccessible, showScreen } from '../../tests/harness/screen.tsx'
import { Notices } from '../../ui/Notices.tsx'
import {
  alreadyLocked,
  listPayrollRuns,
  lockPayrollRun,
  readPayrollRun,
  type PayrollRunView,
} from '../payroll/payroll.contract.ts'
import { sampleOpenRun } from '../payroll/payroll.samples.ts'
import { signedIn } from '../session/session.samples.ts'
import { useSession } from '../session/use-session.ts'
import { PayrollReportPanel } from './PayrollReportPanel.tsx'
import { downloadReport, listReports, type ReportView } from './reports.contract.ts'
import { ReportsPage } from './ReportsPage.tsx'

const clientId = '0a5bdc6e-6a83-4b8e-9c53-000000000099'

afterEach(() => vi.restoreAllMocks())

beforeEach(async () => {
  await page.viewport(1280, 900)
  useSession.setState(signedIn({ userType: 'employer' }, { id: clientId }))
})

const lockedRun: PayrollRunView = {
  ...sampleOpenRun,
  runId: '0a5bdc6e-6a83-4b8e-9c53-000000000010',
  label: 'November 2026',
  month: 11,
  state: 'locked',
  lockedAt: '2026-11-20T09:00:00Z',
  reportId: '0a5bdc6e-6a83-4b8e-9c53-000000000020',
}
const report: ReportView = {
  id: '0a5bdc6e-6a83-4b8e-9c53-000000000020',
  type: 'payroll',
  year: 2026,
  month: 11,
  label: 'Monthly salaries, November 2026',
  providerName: null,
  timestamp: '2026-11-20T09:00:00Z',
}
const line = {
  employeeNumber: 'NR1001',
  employeeName: 'Amelia Hart',
  benefitName: 'Holiday trading',
  payCode: 'HOLBUY',
  changeType: 'New',
  employeeAmount: 28.85,
  employerAmount: 0,
}

function showReports(answers: Answers) {
  const screen = (
    <>
      <ReportsPage />
      <Notices dismissLabel="Dismiss" />
    </>
  )
  return showScreen({ at: '/app/reporting', screen, answers })
}

const dialog = () => page.getByRole('alertdialog')

test('says beside the lines of an open run what no run takes', async () => {
  const { employeeNumber, employeeName, benefitName } = line
  const owed = { employeeNumber, employeeName, benefitName, employeeAmount: 700, employerAmount: 0 }
  const back = { ...owed, employeeAmount: -50, employerAmount: -0.5 }
  const answers = new Answers()
    .to(listPayrollRuns, [sampleOpenRun])
    .to(readPayrollRun, { ...sampleOpenRun, lines: [line], unplanned: [owed, { ...owed, employerAmount: 12.5 }, back] })
  await showReports(answers)
  await page.getByRole('button', { name: 'Show the lines' }).click()
  const alert = page.getByRole('alert')
  await expect.element(alert.getByText(/no pay day that is planned takes it/)).toBeVisible()
  // What interrupts is short: whom it is about is read in one's own time.
  await expect.element(alert).not.toHaveTextContent('Amelia Hart')
  const items = page.getByRole('list', { name: 'Not in any run' }).getByRole('listitem')
  await expect.element(items.nth(0)).toHaveTextContent('Amelia Hart (NR1001), Holiday trading: £700.00 from pay')
  await expect
    .element(items.nth(1))
    .toHaveTextContent('Amelia Hart (NR1001), Holiday trading: £700.00 from pay, £12.50 from the employer')
  await expect
    .element(items.nth(2))
    .toHaveTextContent(
      'Amelia Hart (NR1001), Holiday trading: £50.00 to be paid back with pay, £0.50 to be paid back to the employer',
    )
  await expectAccessible()
})

test('shows the open run with its totals and lines, and the locked ones with their files', async () => {
  const answers = new Answers()
    .to(listPayrollRuns, [sampleOpenRun, lockedRun])
    .to(readPayrollRun, { ...sampleOpenRun, lines: [line, line], unplanned: [] })
  await showReports(answers)
  const run = page.getByRole('article', { name: 'Monthly salaries, December 2026' })
  await expect.element(run.getByText('£1,234.56')).toBeVisible()
  await run.getByRole('button', { name: 'Show the lines' }).click()
  await expect.element(run.getByRole('rowheader', { name: 'Amelia Hart' }).first()).toBeVisible()
  await expect.element(page.getByRole('rowheader', { name: 'Monthly salaries, November 2026' })).toBeVisible()
  await expect.element(page.getByRole('cell', { name: '20/11/2026' })).toBeVisible()
  await expectAccessible()
})

test('shows all of a run and of its lines on a tablet, down to its file, with long names and large sums', async () => {
  await page.viewport(768, 1024)
  const payrollName = 'Weekly wages of train crew and station staff'
  const sums = { payrollName, lineCount: 12_345, employeeTotal: 1_234_567.89 }
  const answers = new Answers()
    .to(listPayrollRuns, [
      { ...sampleOpenRun, ...sums },
      { ...lockedRun, ...sums },
    ])
    .to(readPayrollRun, {
      ...sampleOpenRun,
      lines: [
        {
          ...line,
          employeeName: 'Maximiliana-Alexandrina Featherstonehaugh-Cholmondeley',
          benefitName: 'Group income protection and rehabilitation insurance for train crew',
          payCode: 'GIP-CREW-2026',
          employeeAmount: 12_345.67,
        },
      ],
      unplanned: [],
    })
  await showReports(answers)
  await expect.element(page.getByRole('button', { name: /^Download / })).toBeVisible()
  await page.getByRole('button', { name: 'Show the lines' }).click()
  await expect.element(page.getByRole('cell', { name: 'GIP-CREW-2026' })).toBeVisible()
  const frames = Array.from(document.querySelectorAll('table'), ({ parentElement: frame }) => frame)
  expect(frames.map((frame) => frame && frame.scrollWidth - frame.clientWidth)).toEqual([0, 0])
})

test('asks before it locks, locks once, says that it is done, and shows the run as locked', async () => {
  let finish: () => void = () => undefined
  const answers = new Answers()
    .to(listPayrollRuns, [sampleOpenRun])
    .to(lockPayrollRun, () => new Promise((resolve) => (finish = () => resolve(lockedRun))))
  await showReports(answers)
  await page.getByRole('button', { name: 'Lock this run: Monthly salaries, December 2026' }).click()
  await expect.element(dialog().getByText(/Changes can still reach this run until 18\/12\/2026/)).toBeVisible()
  await expectAccessible()
  const lock = dialog().getByRole('button', { name: 'Lock', exact: true }).element() as HTMLButtonElement
  lock.click()
  lock.click()
  await expect.element(dialog().getByRole('button', { name: 'Locking...' })).toBeVisible()
  answers.to(listPayrollRuns, [{ ...lockedRun, label: 'December 2026' }])
  finish()
  await expect.element(dialog()).not.toBeInTheDocument()
  await expect
    .element(page.getByText('Monthly salaries, December 2026 is locked. Its file is ready to download'))
    .toBeVisible()
  await expect.element(page.getByRole('cell', { name: '20/11/2026' })).toBeVisible()
  expect(answers.bodiesTo(lockPayrollRun)).toHaveLength(1)
})

test('dates a lock by the clock in London, also on a summer night', async () => {
  await showReports(new Answers().to(listPayrollRuns, [{ ...lockedRun, lockedAt: '2026-07-19T23:30:00Z' }]))
  await expect.element(page.getByRole('cell', { name: '20/07/2026' })).toBeVisible()
})

test('keeps the dialog open and says why when somebody was faster', async () => {
  await showReports(new Answers().to(listPayrollRuns, [sampleOpenRun]).refuse(lockPayrollRun, alreadyLocked))
  await page.getByRole('button', { name: /^Lock this run/ }).click()
  await dialog().getByRole('button', { name: 'Lock', exact: true }).click()
  await expect.element(dialog().getByText(alreadyLocked.message)).toBeVisible()
  await dialog().getByRole('button', { name: 'Cancel' }).click()
  await expect.element(dialog()).not.toBeInTheDocument()
})

test('says that the network failed where it would say what the server said [API-21]', async () => {
  await showReports(new Answers().to(listPayrollRuns, [sampleOpenRun]).drop(lockPayrollRun))
  await page.getByRole('button', { name: /^Lock this run/ }).click()
  await dialog().getByRole('button', { name: 'Lock', exact: true }).click()
  await expect.element(dialog().getByText('Failed to fetch')).toBeVisible()
})

test('lists payroll reports by year and month, and downloads one as the file the server gave [REPORT-03]', async () => {
  const answers = new Answers().to(listReports, ({ address }) =>
    address.includes('month=1&') || address.endsWith('month=1') ? [] : [report],
  )
  await showScreen({
    at: '/app/reporting',
    screen: <PayrollReportPanel params={{}} onClose={() => undefined} />,
    answers,
  })
  await expect.element(page.getByRole('rowheader', { name: report.label })).toBeVisible()
  await expectAccessible()

  const saved = downloads()
  answers.to(downloadReport, () => ({
    fileName: 'monthly-2026-11.csv',
    mediaType: 'text/csv',
    bytes: new TextEncoder().encode('a,b\r\n'),
  }))
  await page.getByRole('button', { name: `Download ${report.label}` }).click()
  await expect.poll(() => saved.map(({ fileName }) => fileName)).toEqual(['monthly-2026-11.csv'])
  expect(await saved[0]?.text()).toBe('a,b\r\n')

  answers.to(downloadReport, () => {
    throw new CallFailed(500)
  })
  await page.getByRole('button', { name: `Download ${report.label}` }).click()
  await expect
    .element(page.getByText('There was an error requesting the payroll report, please try again later'))
    .toBeVisible()

  await page.getByRole('combobox', { name: 'Month' }).selectOptions('January')
  await expect.element(page.getByText('No reports available')).toBeVisible()
})

test('says so when there are no reports, and when they cannot be had [REPORT-12, REPORT-13]', async () => {
  const empty = await showScreen({
    at: '/app/reporting',
    screen: <PayrollReportPanel params={{}} onClose={() => undefined} />,
    answers: new Answers().to(listReports, []),
  })
  await expect.element(page.getByText('No reports available')).toBeVisible()
  await expectAccessible()
  await empty.unmount()
  await showScreen({
    at: '/app/reporting',
    screen: <PayrollReportPanel params={{}} onClose={() => undefined} />,
    answers: new Answers().drop(listReports),
    retry: false,
  })
  await expect
    .element(page.getByText('There was an error requesting the payroll report, please try again later'), {
      timeout: 15_000,
    })
    .toBeVisible()
})

/** What links hand to the browser as files, instead of the browser's own download. */
function downloads(): { fileName: string; text: () => Promise<string> }[] {
  const saved: { fileName: string; text: () => Promise<string> }[] = []
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    const bytes = fetch(this.href).then((answer) => answer.text())
    saved.push({ fileName: this.download, text: () => bytes })
  })
  return saved
}

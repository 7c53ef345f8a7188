import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { CallFailed } from '../../contract/call-failed.ts'
import type { Endpoint } from '../../contract/endpoint.ts'
import { isoDate } from '../../contract/dates.ts'
import { personId } from '../../contract/ids.ts'
import { notFound } from '../../contract/not-found.ts'
import type { PanelName } from '../../contract/panels.ts'
import { refusal } from '../../contract/refusals.ts'
import { Answers, expectAccessible, showScreen } from '../../tests/harness/screen.tsx'
import { Notices } from '../../ui/Notices.tsx'
import type { PanelProps } from '../../ui/SidePanel.tsx'
import { usePanel } from '../../ui/use-panel.ts'
import { addSchedule, listSchedules } from '../report-schedules/report-schedules.contract.ts'
import { listEmployeesLifeEvents } from '../life-events/life-events.contract.ts'
import {
  alreadyLocked,
  listPayrollRuns,
  lockPayrollRun,
  readPayrollRun,
  type PayrollRunView,
} from '../payroll/payroll.contract.ts'
import { sampleOpenRun } from '../payroll/payroll.samples.ts'
import { signedIn, viewedByEmployer } from '../session/session.samples.ts'
import { useSession } from '../session/use-session.ts'
import { LifeEventReportPanel } from './LifeEventReportPanel.tsx'
import { PayrollReportPanel } from './PayrollReportPanel.tsx'
import { ProviderReportPanel } from './ProviderReportPanel.tsx'
import {
  downloadReport,
  downloadReports,
  listReports,
  previewReport,
  type ReportView,
} from '../../services/reports/reports.contract.ts'
import { ReportsPage } from './ReportsPage.tsx'

const clientId = '0a5bdc6e-6a83-4b8e-9c53-000000000099'

const denied = refusal('denied', 403, 'Access Denied')

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
  adjustmentReason: '',
  employeeAmount: 28.85,
  employerAmount: 0,
}

const runId = (index: number) => sampleOpenRun.runId.replace(/.$/, String(index))

function showReports(answers: Answers, retry?: false) {
  const screen = (
    <>
      <ReportsPage />
      <Notices dismissLabel="Dismiss" />
    </>
  )
  return showScreen({ at: '/app/reporting', screen, answers, ...(retry === false && { retry }) })
}

const dialog = () => page.getByRole('alertdialog')

test('next to the lines of an open run, shows the amounts that no run deducts', async () => {
  const { employeeNumber, employeeName, benefitName } = line
  const owed = { employeeNumber, employeeName, benefitName, employeeAmount: 700, employerAmount: 0 }
  const back = { ...owed, employeeAmount: -50, employerAmount: -0.5 }
  const answers = new Answers()
    .to(listPayrollRuns, [sampleOpenRun])
    .to(readPayrollRun, { ...sampleOpenRun, lines: [line], unplanned: [owed, { ...owed, employerAmount: 12.5 }, back] })
  await showReports(answers)
  await page.getByRole('button', { name: 'Show the lines' }).click()
  const alert = page.getByRole('alert')
  await expect.element(alert.getByText(/no planned pay day includes them/)).toBeVisible()
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

test('shows the open run with its totals and lines, and the locked runs with their files', async () => {
  const answers = new Answers()
    .to(listPayrollRuns, [sampleOpenRun, lockedRun])
    .to(readPayrollRun, { ...sampleOpenRun, lines: [line, line], unplanned: [] })
  await showReports(answers)
  const run = page.getByRole('article', { name: 'Monthly salaries, December 2026' })
  await expect.element(run.getByText('£1,234.56')).toBeVisible()
  await run.getByRole('button', { name: 'Show the lines' }).click()
  await expect.element(run.getByRole('rowheader', { name: 'Amelia Hart' }).first()).toBeVisible()
  await expect.element(page.getByRole('rowheader', { name: 'Monthly salaries, November 2026' })).toBeVisible()
  await expect.element(page.getByRole('cell', { name: '20 November 2026' })).toBeVisible()
  await expectAccessible()
})

test('shows the latest six locked runs, and all locked runs on request', async () => {
  const runs = Array.from({ length: 8 }, (_, index) => ({ ...lockedRun, runId: runId(index), label: `Run ${index}` }))
  await showReports(new Answers().to(listPayrollRuns, runs))
  const shown = () => page.getByRole('rowheader').elements().length
  await expect.poll(shown).toBe(6)
  const all = page.getByRole('button', { name: 'Show all 8 locked runs' })
  await expect.element(all).toHaveAttribute('aria-expanded', 'false')
  await all.click()
  await expect.poll(shown).toBe(8)
  const latest = page.getByRole('button', { name: 'Show the latest 6 only' })
  await expect.element(latest).toHaveFocus()
  await latest.click()
  await expect.poll(shown).toBe(6)
})

test('shows a whole run, its lines and its file on a tablet, with long names and large totals', async () => {
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

test('asks before it locks a run, locks it once, and then shows it as locked', async () => {
  let finish: () => void = () => undefined
  const answers = new Answers()
    .to(listPayrollRuns, [sampleOpenRun])
    .to(lockPayrollRun, () => new Promise((resolve) => (finish = () => resolve(lockedRun))))
  await showReports(answers)
  await page.getByRole('button', { name: 'Lock this run: Monthly salaries, December 2026' }).click()
  await expect.element(dialog().getByText(/Changes can still reach this run until 18 December 2026/)).toBeVisible()
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
  await expect.element(page.getByRole('cell', { name: '20 November 2026' })).toBeVisible()
  expect(answers.bodiesTo(lockPayrollRun)).toHaveLength(1)
})

test('shows the London date of a lock, even on a summer night', async () => {
  await showReports(new Answers().to(listPayrollRuns, [{ ...lockedRun, lockedAt: '2026-07-19T23:30:00Z' }]))
  await expect.element(page.getByRole('cell', { name: '20 July 2026' })).toBeVisible()
})

test('keeps the dialog open, says that another person locked the run, and locks no other run', async () => {
  const january = { ...sampleOpenRun, runId: '0a5bdc6e-6a83-4b8e-9c53-000000000012', label: 'January 2027' }
  const answers = new Answers().to(listPayrollRuns, [sampleOpenRun]).to(lockPayrollRun, () => {
    answers.to(listPayrollRuns, [january, { ...lockedRun, runId: sampleOpenRun.runId, label: 'December 2026' }])
    throw new CallFailed(alreadyLocked.status, { code: alreadyLocked.code, message: alreadyLocked.message })
  })
  await showReports(answers)
  await page.getByRole('button', { name: /^Lock this run/ }).click()
  await dialog().getByRole('button', { name: 'Lock', exact: true }).click()
  await expect
    .element(page.getByRole('alertdialog', { name: 'Monthly salaries, December 2026 is already locked' }))
    .toBeVisible()
  await expect
    .element(dialog().getByText('It was locked on 20 November 2026. Its file is ready to download.', { exact: true }))
    .toBeVisible()
  await expectAccessible()
  await expect.element(page.getByRole('heading', { name: 'Monthly salaries, January 2027' })).toBeInTheDocument()
  const ways = dialog().getByRole('button').elements()
  expect(ways.map(({ textContent }) => textContent)).toEqual(['Close'])
  expect(document.activeElement).toBe(ways[0])
  await dialog().getByRole('button', { name: 'Close' }).click()
  await expect.element(dialog()).not.toBeInTheDocument()
  expect(answers.sent.filter(({ endpoint }) => endpoint === lockPayrollRun)).toHaveLength(1)
})

test('shows that a run is already locked, even if the list cannot be loaded again', async () => {
  const answers = new Answers().to(listPayrollRuns, [sampleOpenRun]).to(lockPayrollRun, () => {
    answers.refuse(listPayrollRuns, notFound)
    throw new CallFailed(alreadyLocked.status, { code: alreadyLocked.code, message: alreadyLocked.message })
  })
  await showReports(answers)
  await page.getByRole('button', { name: /^Lock this run/ }).click()
  await dialog().getByRole('button', { name: 'Lock', exact: true }).click()
  await expect.element(dialog().getByText(alreadyLocked.message)).toBeVisible()
  await dialog().getByRole('button', { name: 'Close' }).click()
  await expect.element(dialog()).not.toBeInTheDocument()
})

test('keeps the dialog open if the reloaded list no longer contains the run', async () => {
  const answers = new Answers().to(listPayrollRuns, [sampleOpenRun]).hang(lockPayrollRun)
  const { client } = await showReports(answers)
  await page.getByRole('button', { name: /^Lock this run/ }).click()
  await expect.element(dialog()).toBeVisible()
  answers.to(listPayrollRuns, [lockedRun])
  await client.invalidateQueries()
  await expect.element(page.getByRole('rowheader', { name: 'Monthly salaries, November 2026' })).toBeInTheDocument()
  await expect.element(dialog()).toBeVisible()
})

test('says that the network failed, instead of showing a message of the server [API-21]', async () => {
  await showReports(new Answers().to(listPayrollRuns, [sampleOpenRun]).drop(lockPayrollRun))
  await page.getByRole('button', { name: /^Lock this run/ }).click()
  await dialog().getByRole('button', { name: 'Lock', exact: true }).click()
  await expect.element(dialog().getByText(/^Failed to fetch/)).toBeVisible()
})

test('finds out whether the run is locked although the reply was lost', async () => {
  const answers = new Answers().to(listPayrollRuns, [sampleOpenRun]).drop(lockPayrollRun)
  await showReports(answers)
  await page.getByRole('button', { name: /^Lock this run/ }).click()
  await dialog().getByRole('button', { name: 'Lock', exact: true }).click()
  await expect.element(dialog().getByText(/We do not know whether this run is locked/)).toBeVisible()
  const check = dialog().getByRole('button', { name: 'Check what was saved' })
  answers.to(readPayrollRun, { ...sampleOpenRun, lines: [], unplanned: [] })
  await check.click()
  await expect.element(dialog().getByText(/^This run is not locked/)).toBeVisible()
  await dialog().getByRole('button', { name: 'Lock', exact: true }).click()
  answers.to(readPayrollRun, { ...lockedRun, lines: [], unplanned: [] })
  await check.click()
  await expect.element(dialog()).not.toBeInTheDocument()
  expect(answers.bodiesTo(lockPayrollRun)).toHaveLength(2)
})

test('keeps the dialog open, with the reason, if the lock and the list both fail', async () => {
  const answers = new Answers().to(listPayrollRuns, [sampleOpenRun])
  await showReports(answers, false)
  await page.getByRole('button', { name: /^Lock this run/ }).click()
  answers.drop(lockPayrollRun).drop(listPayrollRuns)
  await dialog().getByRole('button', { name: 'Lock', exact: true }).click()
  await expect.element(page.getByText('There was an error requesting the payroll runs')).toBeInTheDocument()
  await expect.element(dialog().getByText(/^Failed to fetch/)).toBeVisible()
})

const bosMarriage = {
  employeeId: personId.parse(report.id),
  employeeName: 'Bo Li',
  employeeNumber: '007',
  event: 'Marriage',
  eventDate: isoDate.parse('2026-03-01'),
  closed: null,
}
const second = { ...report, id: '0a5bdc6e-6a83-4b8e-9c53-000000000021', label: 'Train crew, November 2026' }
const ofProvider: ReportView = {
  ...report,
  id: '0a5bdc6e-6a83-4b8e-9c53-000000000022',
  type: 'provider',
  label: 'October 2026',
  month: 10,
  providerName: 'Harbour Mutual',
}
const csv = { fileName: 'monthly-2026-11.csv', mediaType: 'text/csv', bytes: new TextEncoder().encode('a,b\r\n') }
const payrollFailed = 'There was an error requesting the payroll report, please try again later'
const providerFailed = 'There was an error requesting the provider report, please try again later'
const wentWrong = 'It looks like something has gone wrong, please try again later'

test('shows a failed download on a separate line on a narrow screen, and keeps the button', async () => {
  await page.viewport(360, 780)
  await showReports(new Answers().to(listPayrollRuns, [lockedRun]).drop(downloadReport))
  const button = page.getByRole('button', { name: /^Download / })
  await expect.element(button).toBeVisible()
  const before = button.element().getBoundingClientRect()
  await button.click()
  const sentence = page.getByText(payrollFailed)
  await expect.element(sentence).toBeVisible()
  const [after, said] = [button, sentence].map((one) => one.element().getBoundingClientRect())
  expect([after?.left, after?.width, after?.height]).toEqual([before.left, before.width, before.height])
  expect(said?.top).toBeGreaterThanOrEqual(after?.bottom ?? Infinity)
  expect(said?.right).toBeLessThanOrEqual(360)
})

test('lists payroll reports by year and month, stores both in the address, and downloads a report in either format [REPORT-03] [PANEL-05]', async () => {
  const answers = new Answers().to(listReports, ({ address }) => (/month=1(&|$)/.test(address) ? [] : [report]))
  const { address } = await showPanel('payroll-report', answers)
  await expect.element(page.getByRole('rowheader', { name: report.label })).toBeVisible()
  await expectAccessible()

  const saved = downloads()
  answers.to(downloadReport, () => csv)
  await page.getByRole('button', { name: `Download ${report.label}` }).click()
  await expect.poll(() => saved.map(({ fileName }) => fileName)).toEqual(['monthly-2026-11.csv'])
  expect(await saved[0]?.text()).toBe('a,b\r\n')
  expect(lastAddress(answers, downloadReport)).toContain('format=csv')
  await page.getByRole('combobox', { name: 'File type' }).selectOptions('Excel (XLSX)')
  await page.getByRole('button', { name: `Download ${report.label}` }).click()
  await expect.poll(() => lastAddress(answers, downloadReport)).toContain('format=xlsx')

  answers.to(downloadReport, () => {
    throw new CallFailed(500)
  })
  await page.getByRole('button', { name: `Download ${report.label}` }).click()
  await expect.element(page.getByText(payrollFailed)).toBeVisible()

  await page.getByRole('combobox', { name: 'Month' }).selectOptions('January')
  await expect.element(page.getByText('No reports available')).toBeVisible()
  await page.getByRole('combobox', { name: 'Year' }).selectOptions('2026')
  expect(address()).toBe('/app/reporting?panel=payroll-report&month=1&year=2026')
  await expect.poll(() => lastAddress(answers, listReports)).toMatch(/type=payroll&year=2026&month=1$/)
  await page.getByRole('combobox', { name: 'Month' }).selectOptions('All months')
  await expect.element(page.getByRole('rowheader', { name: report.label })).toBeVisible()
})

test('downloads the selected reports as one zip, and shows if the download fails [REPORT-05, REPORT-06] [PANEL-05]', async () => {
  const answers = new Answers().to(listReports, [report, second])
  await showPanel('payroll-report', answers)
  const selected = page.getByRole('button', { name: 'Download selected' })
  await expect.element(selected).toHaveAttribute('aria-disabled', 'true')
  await page.getByRole('checkbox', { name: `Select ${second.label}` }).click()
  await expect.element(page.getByText('1 report selected')).toBeVisible()
  await page.getByRole('checkbox', { name: 'Select all reports' }).click()
  await expect.element(page.getByText('2 reports selected')).toBeVisible()

  const saved = downloads()
  answers.to(downloadReports, () => ({ ...csv, fileName: 'reports-2026-11-23.zip', mediaType: 'application/zip' }))
  await selected.click()
  await expect.poll(() => saved.map(({ fileName }) => fileName)).toEqual(['reports-2026-11-23.zip'])
  expect(lastAddress(answers, downloadReports)).toContain(`ids=${report.id}%2C${second.id}&format=csv`)
  answers.drop(downloadReports)
  await selected.click()
  await expect.element(page.getByText(payrollFailed)).toBeVisible()
})

test('allows at most fifty reports together', async () => {
  const many = Array.from({ length: 51 }, (_, number) => ({
    ...report,
    id: `0a5bdc6e-6a83-4b8e-9c53-0000000001${String(number).padStart(2, '0')}`,
    label: `Run ${number}`,
  }))
  await showPanel('payroll-report', new Answers().to(listReports, many))
  await page.getByRole('checkbox', { name: 'Select all reports' }).click()
  await expect.element(page.getByText('Choose at most 50 reports to download together')).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Download selected' })).toHaveAttribute('aria-disabled', 'true')
})

test('shows the first lines and the totals of a report, or that loading failed', async () => {
  const answers = new Answers().to(listReports, [report]).to(previewReport, {
    id: report.id,
    label: report.label,
    fileName: 'monthly-2026-11.csv',
    lines: 1_234,
    columns: [
      { heading: 'Name', kind: 'text' },
      { heading: 'Employee amount', kind: 'amount' },
    ],
    rows: [['Amelia Hart', '28.85']],
    totals: [{ heading: 'Employee amount', amount: 12_345.67 }],
  })
  await showPanel('payroll-report', answers)
  const preview = page.getByRole('button', { name: `Preview ${report.label}` })
  await preview.click()
  const shown = page.getByRole('region', { name: `Preview of ${report.label}` })
  await expect.element(shown.getByText('£12,345.67')).toBeVisible()
  await expect.element(shown.getByText(/^The first 1 of 1,234 lines\./)).toBeVisible()
  await expect.element(shown.getByRole('cell', { name: '28.85' })).toBeVisible()
  await expectAccessible()
  await shown.getByRole('button', { name: 'Close the preview' }).click()
  await expect.element(shown).not.toBeInTheDocument()
})

test('lists provider reports by provider, year and month [REPORT-04] [PANEL-05]', async () => {
  const answers = new Answers().to(listReports, [ofProvider])
  const { address } = await showPanel('provider-report', answers)
  await expect.element(page.getByRole('rowheader', { name: 'Harbour Mutual' })).toBeVisible()
  await expectAccessible()
  await page.getByRole('combobox', { name: 'Provider' }).selectOptions('Harbour Mutual')
  expect(address()).toBe('/app/reporting?panel=provider-report&provider=Harbour+Mutual')
  await expect.poll(() => lastAddress(answers, listReports)).toMatch(/type=provider&provider=Harbour\+Mutual$/)
  answers.drop(downloadReport)
  await page.getByRole('button', { name: 'Download Harbour Mutual, October 2026' }).click()
  await expect.element(page.getByText(providerFailed)).toBeVisible()
})

test('lists life events by the year in which their windows closed, and creates the CSV in the browser [REPORT-07, REPORT-08] [PANEL-05]', async () => {
  const event = {
    employeeId: personId.parse(report.id),
    employeeName: '=Ann "Lee"',
    employeeNumber: '007',
    event: 'Marriage',
  }
  const events = [
    { ...event, eventDate: isoDate.parse('2026-03-01'), closed: isoDate.parse('2026-04-30') },
    { ...event, employeeName: 'Bo Li', eventDate: isoDate.parse('2025-12-01'), closed: isoDate.parse('2025-12-31') },
    { ...event, employeeName: 'Cy Ray', eventDate: isoDate.parse('2026-11-20'), closed: null },
  ]
  const { address } = await showPanel('lifeevent-report', new Answers().to(listEmployeesLifeEvents, events))
  await expect.element(page.getByRole('cell', { name: 'Still open' })).toBeVisible()
  await expectAccessible()
  const year = page.getByRole('combobox', { name: 'Closed in' })
  expect([...(year.element() as HTMLSelectElement).options].map(({ text }) => text)).toEqual([
    'All years, including events still open',
    '2026',
    '2025',
  ])
  await year.selectOptions('2026')
  expect(address()).toBe('/app/reporting?panel=lifeevent-report&year=2026')
  await expect.element(page.getByRole('rowheader', { name: 'Bo Li' })).not.toBeInTheDocument()
  const saved = downloads()
  await page.getByRole('button', { name: 'Download', exact: true }).click()
  await expect.poll(() => saved.map(({ fileName }) => fileName)).toEqual(['life-events-2026.csv'])
  expect((await saved[0]?.text())?.replace('\uFEFF', '')).toBe(
    `Employee number,Employee,Life event,Date of the event,Closed\r\n007,"'=Ann ""Lee""",Marriage,01/03/2026,30/04/2026\r\n`,
  )
})

test.each([
  ['payroll-report', listReports, payrollFailed],
  ['provider-report', listReports, providerFailed],
  ['lifeevent-report', listEmployeesLifeEvents, wentWrong],
] as const)(
  '%s says that there are no reports, that loading failed, or that access is refused [REPORT-02, REPORT-09, REPORT-10, REPORT-11, REPORT-12, REPORT-13] [PANEL-05]',
  async (panel, listed, sentence) => {
    const empty = await showPanel(panel, new Answers().to(listed, []))
    await expect.element(page.getByText('No reports available')).toBeVisible()
    await expect.element(page.getByRole('button', { name: /^Download/ })).not.toBeInTheDocument()
    await expectAccessible()
    await empty.unmount()
    const failed = await showPanel(panel, new Answers().drop(listed))
    await expect.element(page.getByText(sentence)).toBeVisible()
    await expect.element(page.getByRole('button', { name: 'Retry' })).toBeVisible()
    await failed.unmount()
    await showPanel(panel, new Answers().refuse(listed, denied))
    await expect.element(page.getByRole('alert').getByText('Access Denied')).toBeVisible()
    expect(page.getByRole('button', { name: 'Retry' }).query()).toBeNull()
  },
)

test('shows the forbidden state for payroll runs and their lines if the server refuses', async () => {
  const refused = await showReports(new Answers().refuse(listPayrollRuns, denied))
  await expect.element(page.getByRole('alert').getByText('Access Denied')).toBeVisible()
  expect(page.getByRole('button', { name: 'Retry' }).query()).toBeNull()
  await refused.unmount()

  await showReports(new Answers().to(listPayrollRuns, [sampleOpenRun]).refuse(readPayrollRun, denied))
  await page.getByRole('button', { name: 'Show the lines' }).click()
  await expect.element(page.getByRole('alert').getByText('Access Denied')).toBeVisible()
})

test.each([
  ['payroll-report&year=2025', 'Show all reports', report.label],
  ['lifeevent-report&year=2025', 'Show all life events', 'Bo Li'],
] as const)('%s offers to clear a filter that has no results', async (narrowed, label, name) => {
  const answers = new Answers()
    .to(listReports, ({ address }) => (address.includes('year=2025') ? [] : [report]))
    .to(listEmployeesLifeEvents, [bosMarriage])
  await showPanel(narrowed, answers)
  await expect.element(page.getByText('No reports available')).toBeVisible()
  await page.getByRole('button', { name: label }).click()
  await expect.element(page.getByRole('rowheader', { name })).toBeVisible()
})

test.each([
  ['payroll-report&year=2025&month=3', 'format=csv'],
  ['provider-report&provider=Bupa&year=2025&month=3&format=xlsx', 'provider=Bupa&format=xlsx'],
  ['lifeevent-report&year=2025', ''],
] as const)('%s is scheduled without its month and year, which soon are old', async (narrowed, query) => {
  const answers = new Answers()
    .to(listReports, [report])
    .to(listEmployeesLifeEvents, [bosMarriage])
    .to(listSchedules, [])
    .drop(addSchedule)
  await showPanel(narrowed, answers)
  await page.getByRole('button', { name: 'Schedule' }).click()
  const schedules = page.getByRole('dialog', { name: 'Scheduled reports' })
  await schedules.getByRole('button', { name: 'Schedule' }).click()
  await expect.poll(() => answers.bodiesTo(addSchedule)).toMatchObject([{ query }])
})

test('people who view as this person see no button that schedules reports', async () => {
  useSession.setState(viewedByEmployer({ userType: 'employer' }))
  await showPanel('payroll-report', new Answers().to(listReports, [report]))
  await expect.element(page.getByRole('rowheader').first()).toBeVisible()
  expect(page.getByRole('button', { name: 'Schedule' }).query()).toBeNull()
})

function showPanel(panel: PanelName | `${PanelName}&${string}`, answers: Answers) {
  return showScreen({ at: `/app/reporting?panel=${panel}`, screen: <OpenPanel />, answers, retry: false })
}

function OpenPanel() {
  const open = usePanel()
  const props: PanelProps = { params: open?.params ?? {}, onClose: () => undefined }
  switch (open?.name) {
    case 'payroll-report':
      return <PayrollReportPanel {...props} />
    case 'provider-report':
      return <ProviderReportPanel {...props} />
    case 'lifeevent-report':
      return <LifeEventReportPanel {...props} />
    default:
      return null
  }
}

function lastAddress(answers: Answers, endpoint: Endpoint): string | undefined {
  return answers.sent.findLast((one) => one.endpoint === endpoint)?.address
}

function downloads(): { fileName: string; text: () => Promise<string> }[] {
  const saved: { fileName: string; text: () => Promise<string> }[] = []
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    const bytes = fetch(this.href).then((answer) => answer.text())
    saved.push({ fileName: this.download, text: () => bytes })
  })
  return saved
}

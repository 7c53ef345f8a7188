import { expect, type Page } from '@playwright/test'
import { isoDate } from '../../contract/dates.ts'
import { maxReportsPerZip, type ReportView } from '../../services/reports/reports.contract.ts'
import { longName } from './long-words.ts'
import { refused, said, waits, type State } from './state.ts'

/** States of the report panels with the longest names, and with large and zero figures: opened, selected and downloaded. */

const idOf = (number: number) => `0a5bdc6e-6a83-4b8e-9c53-${String(number).padStart(12, '0')}`
const longProvider = 'Featherstonehaugh Mutual Protection and Rehabilitation Society of Railway People'

const report = (number: number, more: Partial<ReportView> = {}): ReportView => ({
  id: idOf(number),
  type: 'payroll',
  year: 2026,
  month: 11,
  label: 'Weekly wages of train crew and station staff, week 34 from 23/11/2026 to 29/11/2026',
  providerName: null,
  timestamp: '2026-11-20T09:00:00Z',
  ...more,
})
const ofPayroll = [report(1), report(2, { label: 'Monthly salaries, November 2026' })]
const ofProviders = [
  report(3, { type: 'provider', providerName: longProvider, label: 'October 2026' }),
  report(4, { type: 'provider', providerName: 'Arc', label: 'October 2026' }),
]
const many = Array.from({ length: maxReportsPerZip + 1 }, (_, each) => report(100 + each, { label: `Run ${each + 1}` }))

const columns = [
  ...['Payroll', 'Period', 'Employee number', 'National Insurance number', 'Name', 'Benefit', 'Pay code', 'Change'].map(
    (heading) => ({ heading, kind: 'text' }),
  ),
  { heading: 'Employee amount', kind: 'amount' },
  { heading: 'Employer amount', kind: 'amount' },
  { heading: 'From', kind: 'date' },
]
const cells = (name: string, amount: string) => [
  'Weekly wages',
  'Week 34',
  '000123',
  'QQ123456C',
  name,
  'Dental insurance',
  'GIP-CREW-2026',
  'New',
  amount,
  '0.00',
  '2026-12-01',
]
const preview = {
  id: idOf(1),
  label: 'Weekly wages',
  fileName: 'weekly-2026-11.csv',
  lines: 12_345,
  columns,
  rows: [cells(longName, '12345.67'), cells('Bo Li', '-0.01')],
  totals: [
    { heading: 'Employee amount', amount: 1_234_567.89 },
    { heading: 'Employer amount', amount: 0 },
  ],
}
const event = (number: number, employeeName: string, closed: string | null) => ({
  employeeId: idOf(200 + number),
  employeeName,
  employeeNumber: number === 1 ? null : '000123',
  event: 'Return from shared parental, adoption or bereavement leave of more than thirteen weeks',
  eventDate: isoDate.parse('2026-03-01'),
  closed: closed && isoDate.parse(closed),
})

const reports = '/api/client/{id}/reports'
const previews = `${reports}/{id}/preview`
const payroll = '/app/reporting?panel=payroll-report'
const provider = '/app/reporting?panel=provider-report'
const panel = (page: Page) => page.getByRole('dialog')
const unexpected = refused(500, 'unexpected', 'Something failed')

async function look(page: Page): Promise<void> {
  await panel(page)
    .getByRole('button', { name: /^Preview Monthly/ })
    .click()
}

export const ofReports: readonly State[] = [
  {
    name: 'panel-payroll-report-long',
    path: payroll,
    says: { [reports]: said(ofPayroll) },
    go: (page) => expect(panel(page).getByRole('rowheader', { name: /^Weekly wages/ })).toBeVisible(),
  },
  {
    name: 'panel-payroll-report-preview',
    path: payroll,
    says: { [reports]: said(ofPayroll), [previews]: said(preview) },
    go: async (page) => {
      await look(page)
      await expect(panel(page).getByText('£1,234,567.89')).toBeVisible()
    },
  },
  {
    name: 'panel-payroll-report-preview-loading',
    staysBusy: true,
    path: payroll,
    says: { [reports]: said(ofPayroll) },
    go: async (page) => {
      waits(page, /\/preview$/)
      await look(page)
      await expect(panel(page).getByText('Loading the preview')).toBeAttached()
    },
  },
  {
    name: 'panel-payroll-report-preview-failed',
    path: payroll,
    says: { [reports]: said(ofPayroll), [previews]: unexpected },
    go: async (page) => {
      await look(page)
      await expect(panel(page).getByRole('alert')).toBeVisible()
    },
  },
  {
    name: 'panel-payroll-report-preview-no-lines',
    path: payroll,
    says: {
      [reports]: said(ofPayroll),
      [previews]: said({
        ...preview,
        lines: 0,
        rows: [],
        totals: preview.totals.map((one) => ({ ...one, amount: 0 })),
      }),
    },
    go: async (page) => {
      await look(page)
      await expect(panel(page).getByText('This report has no lines')).toBeVisible()
    },
  },
  {
    name: 'panel-payroll-report-too-many',
    path: payroll,
    says: { [reports]: said(many) },
    go: async (page) => {
      await panel(page).getByRole('checkbox', { name: 'Select all reports' }).check()
      await expect(panel(page).getByText(/^Choose at most 50 reports/)).toBeVisible()
    },
  },
  {
    name: 'panel-payroll-report-not-downloaded',
    path: payroll,
    says: {
      [reports]: said(ofPayroll),
      [`${reports}/{id}/download`]: unexpected,
      [`${reports}/download-multiple`]: unexpected,
    },
    go: async (page) => {
      await panel(page)
        .getByRole('button', { name: /^Download Monthly/ })
        .click()
      await panel(page).getByRole('checkbox', { name: 'Select all reports' }).check()
      await panel(page).getByRole('button', { name: 'Download selected' }).click()
      await expect(panel(page).getByText(/^There was an error requesting the payroll report/)).toHaveCount(2)
    },
  },
  {
    name: 'panel-provider-report-long',
    path: provider,
    says: { [reports]: said(ofProviders) },
    go: (page) => expect(panel(page).getByRole('rowheader', { name: longProvider })).toBeVisible(),
  },
  {
    name: 'panel-provider-report-none-fits',
    path: `${provider}&year=2025&month=1&provider=Arc`,
    says: { [reports]: [{ status: 200, json: [] }] },
    go: (page) => expect(panel(page).getByText('No reports available')).toBeVisible(),
  },
  {
    name: 'panel-lifeevent-report-long',
    path: '/app/reporting?panel=lifeevent-report',
    says: {
      '/api/client/{id}/employees/life-events': said([event(1, longName, null), event(2, 'Bo Li', '2026-04-30')]),
    },
    go: (page) => expect(panel(page).getByRole('cell', { name: 'Still open' })).toBeVisible(),
  },
]

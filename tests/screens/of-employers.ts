import { expect, type Page } from '@playwright/test'
import { addDays, isoDate } from '../../contract/dates.ts'
import { personId, selectionId } from '../../contract/ids.ts'
import { type PendingSelection } from '../../features/approvals/approvals.contract.ts'
import { belowMinimumWageRefusal, noLongerPending } from '../../features/approvals/decision.contract.ts'
import { holidayId } from '../../features/benefits/benefits.samples.ts'
import type { EmployeeDetail, EmployeeRow } from '../../features/employees/employees.contract.ts'
import { tooManyWelcomes } from '../../features/employees/welcome.contract.ts'
import {
  cannotBeViewed,
  employerCodeNeeded,
  employerPasswordWrong,
} from '../../features/masquerade/masquerade.contract.ts'
import { earlierRunOpen, type PayrollLineView, type UnplannedView } from '../../features/payroll/payroll.contract.ts'
import { sampleOpenRun } from '../../features/payroll/payroll.samples.ts'
import { codeInvalid } from '../../features/two-factor/two-factor.contract.ts'
import { longBenefit, longName } from './long-words.ts'
import { ofReports } from './of-reports.ts'
import { ofSettings } from './of-settings.ts'
import { ofTakeUpAndInsights } from './of-take-up.ts'
import { ofUploads } from './of-uploads.ts'
import { refused, said, waits, type State } from './state.ts'

/** States of employers' panels, dialogs and screens with the longest names, and with large and zero figures. */

const idOf = (number: number) => `0a5bdc6e-6a83-4b8e-9c53-${String(number).padStart(12, '0')}`
const names = [longName, 'Bo Li', 'Henry Cole', 'Isla Reid', 'Mia Stone', 'Noah Price', 'Olive Grant', 'Paul Quinn']

const pending: PendingSelection[] = names.map((employeeName, each) => ({
  selectionId: selectionId.parse(idOf(100 + each)),
  version: 1,
  employeeName,
  own: each === 3,
  orderValue: 0,
  fields: {
    Request: each === 1 ? 'Change' : 'New',
    'People covered': each === 0 ? `Employee, ${longName}, Bo Li` : 'Employee only',
    'Employee pays a month': each === 0 ? '£12,345.67' : '£0.00',
    'Employer pays a month': '£12,345.67',
    From: '01/12/2026',
  },
}))
const overview = said({
  count: pending.length,
  summary: [{ benefitId: holidayId, benefitName: longBenefit, count: pending.length }],
})
const decided = '/api/v2/scheme/selections/status'
const waiting = {
  '/api/v2/scheme/selections/pending': overview,
  [`/api/v2/scheme/selections/${holidayId}/pending`]: said(pending),
}
const approvals = `/app/dashboard/approve-selections/${holidayId}`
const ofOthers = pending.filter(({ own }) => !own)

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const question = (page: Page) => page.getByRole('alertdialog')
const panel = (page: Page) => page.getByRole('dialog')

async function ask(page: Page, decision: 'Approve' | 'Reject'): Promise<void> {
  await page.getByRole('checkbox', { name: 'Select all' }).check()
  await button(page, decision).click()
  await expect(question(page).getByLabel('Reason')).toBeVisible()
}

async function decide(page: Page, decision: 'Approve' | 'Reject'): Promise<void> {
  await ask(page, decision)
  await question(page).getByRole('button', { name: decision }).click()
}

const ofApprovals: readonly State[] = [
  {
    name: 'approvals-long',
    path: approvals,
    says: waiting,
    go: (page) => expect(page.getByRole('checkbox', { name: `Select ${longName}` })).toBeVisible(),
  },
  {
    name: 'approvals-nobody-found',
    path: approvals,
    says: waiting,
    go: async (page) => {
      await page.getByLabel('Find an employee').fill('Zebedee')
      await expect(page.getByText('No employee of this list has that name')).toBeVisible()
    },
  },
  {
    name: 'panel-decide-nothing',
    path: approvals,
    says: waiting,
    go: async (page) => {
      await button(page, 'Approve').click()
      await expect(question(page)).toBeVisible()
    },
  },
  { name: 'panel-decide-approve', path: approvals, says: waiting, go: (page) => ask(page, 'Approve') },
  {
    name: 'panel-decide-over-a-panel',
    path: `/app/dashboard/approve-selections?panel=view-approvals-data&benefitId=${holidayId}`,
    says: waiting,
    go: (page) => ask(page, 'Reject'),
  },
  {
    name: 'panel-decide-busy',
    staysBusy: true,
    path: approvals,
    says: waiting,
    go: async (page) => {
      waits(page, /selections\/status$/)
      await decide(page, 'Approve')
      await expect(question(page).getByText('Processing...')).toBeVisible()
    },
  },
  {
    name: 'panel-decide-meanwhile',
    path: approvals,
    says: {
      ...waiting,
      [decided]: refused(409, noLongerPending.code, noLongerPending.message, {
        changed: ofOthers.slice(0, 6).map((one) => one.selectionId),
      }),
    },
    go: async (page) => {
      await decide(page, 'Reject')
      await expect(question(page).getByRole('alert')).toContainText('Changed:')
    },
  },
  {
    name: 'panel-decide-below-wage',
    path: approvals,
    says: {
      ...waiting,
      [decided]: refused(409, belowMinimumWageRefusal.code, belowMinimumWageRefusal.message, {
        changed: ofOthers.slice(0, 2).map((one) => one.selectionId),
        figures: ofOthers.slice(0, 2).map((one, index) => ({
          selectionId: one.selectionId,
          payAfter: 12_345.67,
          floor: 23_400,
          // The second change takes effect on a later day.
          ...(index === 1 && { from: '2027-04-01' }),
        })),
      }),
    },
    go: async (page) => {
      await decide(page, 'Approve')
      await expect(question(page).getByRole('alert')).toContainText('£12,345.67 a year would be left')
    },
  },
  {
    name: 'panel-decided',
    path: approvals,
    says: { ...waiting, [decided]: said({ status: 'ok', decided: ofOthers.length }) },
    go: async (page) => {
      await decide(page, 'Approve')
      await expect(page.getByText(/^7 selections approved/)).toBeVisible()
    },
  },
]

const run = {
  ...sampleOpenRun,
  payrollName: 'Weekly wages of train crew and station staff',
  lineCount: 12_345,
  employeeTotal: 1_234_567.89,
  cutOffPassed: true,
}
const early = { ...sampleOpenRun, runId: idOf(12), employeeTotal: -12_345.67, employerTotal: 0, lineCount: 0 }
const locked = {
  ...run,
  runId: idOf(13),
  label: 'November 2026',
  month: 11,
  state: 'locked' as const,
  lockedAt: '2026-11-19T10:00:00.000Z',
  reportId: idOf(14),
}
const runs = '/api/v2/client/{id}/payroll-runs'
const line: PayrollLineView = {
  employeeNumber: '000123',
  employeeName: longName,
  benefitName: longBenefit,
  payCode: 'GIP-CREW-2026',
  changeType: 'New',
  adjustmentReason: '',
  employeeAmount: 12_345.67,
  employerAmount: 0,
}
const lines = [line, ...Array.from({ length: 50 }, () => ({ ...line, employeeName: 'Bo Li', employeeAmount: -0.01 }))]
const owed: UnplannedView = {
  employeeNumber: '000123',
  employeeName: longName,
  benefitName: longBenefit,
  employeeAmount: 12_345.67,
  employerAmount: 0,
}
const lock = (page: Page, name: string) => page.getByRole('button', { name: `Lock this run: ${name}` })
const [nameOfRun, nameOfEarly] = [run, early].map(({ payrollName, label }) => `${payrollName}, ${label}`)

const ofPayroll: readonly State[] = [
  {
    name: 'reporting-long',
    path: '/app/reporting',
    says: { [runs]: said([run, early, locked]) },
    go: (page) => expect(page.getByText('£1,234,567.89').first()).toBeVisible(),
  },
  {
    name: 'reporting-lines',
    path: '/app/reporting',
    says: { [runs]: said([run]), [`${runs}/{id}`]: said({ ...run, lines, unplanned: [owed] }) },
    go: async (page) => {
      await button(page, 'Show the lines').click()
      await expect(page.getByText('The first 50 of 51 lines. The file has all of them.')).toBeVisible()
    },
  },
  {
    name: 'reporting-no-lines',
    path: '/app/reporting',
    says: { [runs]: said([early]), [`${runs}/{id}`]: said({ ...early, lines: [], unplanned: [] }) },
    go: async (page) => {
      await button(page, 'Show the lines').click()
      await expect(page.getByText('Nobody has a deduction in this period')).toBeVisible()
    },
  },
  {
    name: 'panel-lock-run',
    path: '/app/reporting',
    says: { [runs]: said([run, early]) },
    go: async (page) => {
      await lock(page, nameOfRun ?? '').click()
      await expect(question(page)).toBeVisible()
    },
  },
  {
    name: 'panel-lock-run-busy',
    staysBusy: true,
    path: '/app/reporting',
    says: { [runs]: said([run, early]) },
    go: async (page) => {
      waits(page, /\/lock$/)
      await lock(page, nameOfRun ?? '').click()
      await question(page).getByRole('button', { name: 'Lock' }).click()
      await expect(question(page).getByText('Locking...')).toBeVisible()
    },
  },
  {
    name: 'panel-lock-run-refused',
    path: '/app/reporting',
    says: {
      [runs]: said([run, early]),
      [`${runs}/{id}/lock`]: refused(409, earlierRunOpen.code, earlierRunOpen.message),
    },
    go: async (page) => {
      await lock(page, nameOfEarly ?? '').click()
      await expect(question(page).getByText(/^Changes can still reach this run/)).toBeVisible()
      await question(page).getByRole('button', { name: 'Lock' }).click()
      await expect(question(page).getByRole('alert')).toBeVisible()
    },
  },
]

const row: EmployeeRow = {
  employeeId: personId.parse(idOf(20)),
  name: longName,
  firstName: 'Maximiliana-Alexandrina',
  surname: 'Featherstonehaugh-Cholmondeley',
  email: 'maximiliana.featherstonehaugh-cholmondeley@northgate-rail.example',
  employeeNumber: null,
  registered: true,
  lastLogin: null,
}
const selections = ['Awaiting approval', 'Active', 'Not finished'].map((statusLabel, each) => ({
  selectionId: selectionId.parse(idOf(30 + each)),
  benefitId: holidayId,
  benefitName: each === 0 ? longBenefit : 'Dental',
  status: ['pending', 'active', 'draft'][each] ?? 'draft',
  statusLabel,
  effectiveFrom: each === 2 ? null : isoDate.parse('2026-12-01'),
}))
const employee: EmployeeDetail = {
  ...row,
  dateOfBirth: isoDate.parse('1996-02-29'),
  employmentStatus: 'active',
  startDate: null,
  leaving: null,
  selections,
}
const list = {
  data: [
    row,
    ...[21, 22, 23].map((each) => ({ ...row, employeeId: idOf(each), name: 'Bo Li', email: 'bo.li@demo.example' })),
  ],
  totalEmployeesValues: { totalEmployees: 12_345, totalRegisteredEmployees: 12_344 },
  last_page: 100,
  per_page: 10,
  total: 1000,
  more: true,
  next: idOf(23),
  previous: null,
  filters: { person_activated: null },
}
const everybody = '/api/v2/client/{id}/employees'
const one = `/api/client/{id}/employees/{id}`
const view = '/api/masquerade/employer/{id}/{id}'
const onePanel = `/app/employee-data?panel=view-employee-data&employeeId=${row.employeeId}`
const shown = { [everybody]: said(list), [one]: said(employee) }

async function askToView(page: Page): Promise<void> {
  await panel(page).getByRole('button', { name: 'View as employee' }).click()
  await expect(panel(page).getByLabel('Your password')).toBeFocused()
}

async function tryToView(page: Page): Promise<void> {
  await askToView(page)
  await panel(page).getByLabel('Your password').fill('Quartz&94Wren')
  await button(page, 'Open view').click()
}

async function endOfPanel(page: Page): Promise<void> {
  await panel(page)
    .getByRole('heading', { name: `View the portal as ${longName}` })
    .scrollIntoViewIfNeeded()
}

const ofEmployees: readonly State[] = [
  {
    name: 'employee-data-long',
    path: '/app/employee-data',
    says: shown,
    go: (page) => expect(page.getByText(/^More than 1,000 employees match/)).toBeVisible(),
  },
  {
    name: 'employee-data-nobody',
    path: '/app/employee-data',
    says: {
      [everybody]: [
        { status: 200, json: list },
        { status: 200, json: { ...list, data: [], total: 0, more: false } },
      ],
    },
    go: async (page) => {
      await page.getByLabel('Find by name, email or employee number').fill('Zebedee')
      await expect(button(page, 'Show all employees')).toBeVisible()
    },
  },
  {
    name: 'employee-data-two-factor',
    path: '/app/employee-data',
    says: {
      ...shown,
      [`${everybody}/two-factor-authentication`]: said({
        ...list,
        data: list.data.map((each, number) => ({ ...each, twoFactorEnabled: number === 0 })),
        isEnforcementTwoFAEnabled: true,
      }),
    },
    go: async (page) => {
      await page.getByRole('tab', { name: 'Two-factor authentication' }).click()
      await expect(page.getByText('All employees must set up two-factor authentication.')).toBeVisible()
    },
  },
  {
    name: 'panel-employee-nothing-chosen',
    path: onePanel,
    says: { ...shown, [one]: said({ ...employee, registered: false, selections: [] }) },
    go: (page) => expect(panel(page).getByText('Nothing has been chosen yet')).toBeVisible(),
  },
  {
    name: 'panel-employee-gone',
    path: onePanel,
    says: { ...shown, [one]: refused(404, 'not-found', 'Not found') },
    go: (page) => expect(panel(page).getByText('This employee is no longer there')).toBeVisible(),
  },
  { name: 'panel-view-as', path: onePanel, says: shown, go: askToView },
  {
    name: 'panel-view-as-other-password',
    path: onePanel,
    says: { ...shown, [view]: refused(422, employerPasswordWrong.code, employerPasswordWrong.message) },
    go: async (page) => {
      await tryToView(page)
      await expect(panel(page).getByRole('alert')).toBeVisible()
      await endOfPanel(page)
    },
  },
  {
    name: 'panel-view-as-code',
    path: onePanel,
    says: {
      ...shown,
      [view]: [
        refused(422, employerCodeNeeded.code, employerCodeNeeded.message),
        refused(422, codeInvalid.code, codeInvalid.message),
      ],
    },
    go: async (page) => {
      await tryToView(page)
      await panel(page).getByLabel('Your authentication code').fill('482913')
      await button(page, 'Open view').click()
      await expect(panel(page).getByRole('alert')).toContainText(codeInvalid.message)
      await endOfPanel(page)
    },
  },
  {
    name: 'panel-view-as-refused',
    path: onePanel,
    says: { ...shown, [view]: refused(403, cannotBeViewed.code, cannotBeViewed.message) },
    go: async (page) => {
      await tryToView(page)
      await expect(panel(page).getByText(cannotBeViewed.message)).toBeVisible()
    },
  },
  {
    name: 'panel-view-as-opened',
    path: onePanel,
    says: { ...shown, [view]: said({ url: null, error: null }) },
    go: async (page) => {
      await tryToView(page)
      await expect(panel(page).getByText('The view is open in a new tab.')).toBeFocused()
    },
  },
  {
    name: 'panel-view-as-blocked',
    path: onePanel,
    says: { ...shown, [view]: said({ url: '/sso-login/pictured/2026', error: null }) },
    go: async (page) => {
      await page.evaluate('window.open = () => null')
      await tryToView(page)
      await expect(panel(page).getByRole('link', { name: `View as ${longName} in a new tab` })).toBeVisible()
    },
  },
  {
    name: 'home-viewed',
    path: '/app/home/',
    user: { name: longName, firstName: 'Maximiliana-Alexandrina' },
    isView: true,
    go: (page) => expect(button(page, 'End view')).toBeVisible(),
  },
]

const counted = Array.from({ length: 365 }, (_, day) => ({
  date: addDays(isoDate.parse('2025-11-24'), day),
  count: Math.round(600 + 500 * Math.sin(day / 9) + (day % 7) * 40),
}))
const givenUp = names.slice(0, 3).map((name, each) => ({
  employeeId: idOf(300 + each),
  name,
  email: `${name.toLowerCase().replaceAll(/[^a-z]+/g, '.')}@northgate-rail.example`,
  givenUpAt: '2026-11-20T09:00:00.000Z',
}))
const logins = '/api/v2/client/{id}/employee-insights/logins'
const welcomes = '/api/companies/{id}/welcome-email-resends'
const waitingWelcomes = { waiting: 12_345, lately: 1, underWay: 200, givenUp, givenUpTotal: 60, isPossible: true }
const engaged = { [everybody]: said(list), [logins]: said(counted), [welcomes]: said(waitingWelcomes) }
const unregistered = { ...employee, registered: false, lastLogin: null, employmentStatus: 'active' }
const again = '/api/employees/{id}/welcome-email-resends'
const resend = async (page: Page) => panel(page).getByRole('button', { name: 'Resend welcome email' }).click()

const ofPeople: readonly State[] = [
  {
    name: 'engagement-long',
    path: '/app/dashboard/employee-engagement',
    says: engaged,
    go: (page) => expect(page.getByText('The newest 3 of 60.')).toBeVisible(),
  },
  {
    name: 'engagement-ask',
    path: '/app/dashboard/employee-engagement',
    says: engaged,
    go: async (page) => {
      await button(page, 'Months').click()
      await button(page, 'Resend welcome emails').click()
      await expect(question(page).getByRole('button', { name: 'Send', exact: true })).toBeVisible()
    },
  },
  {
    name: 'engagement-nobody-waits',
    path: '/app/dashboard/employee-engagement',
    says: {
      ...engaged,
      [welcomes]: said({ waiting: 0, lately: 0, underWay: 0, givenUp: [], givenUpTotal: 0, isPossible: true }),
    },
    go: async (page) => {
      await button(page, 'Resend welcome emails').click()
      await expect(question(page).getByRole('button', { name: 'Close' })).toBeVisible()
    },
  },
  {
    name: 'engagement-comes-in-otherwise',
    path: '/app/dashboard/employee-engagement',
    says: {
      ...engaged,
      [logins]: said([]),
      [welcomes]: said({ waiting: 0, lately: 0, underWay: 0, givenUp: [], givenUpTotal: 0, isPossible: false }),
    },
    go: (page) => expect(page.getByText(/^Your people come in through your organisation/)).toBeVisible(),
  },
  {
    name: 'engagement-not-sent',
    path: '/app/dashboard/employee-engagement',
    says: { ...engaged, [welcomes]: [{ status: 200, json: waitingWelcomes }, refused(500, 'unexpected', 'x')] },
    go: async (page) => {
      await button(page, 'Resend welcome emails').click()
      await question(page).getByRole('button', { name: 'Send', exact: true }).click()
      await expect(question(page).getByRole('alert')).toBeVisible()
    },
  },
  {
    name: 'panel-welcome-sent',
    path: onePanel,
    says: { ...shown, [one]: said(unregistered), [again]: said({ sent: 1 }) },
    go: async (page) => {
      await resend(page)
      await expect(panel(page).getByText('Welcome email sent')).toBeFocused()
    },
  },
  {
    name: 'panel-welcome-refused',
    path: onePanel,
    says: {
      ...shown,
      [one]: said(unregistered),
      [again]: refused(429, tooManyWelcomes.code, tooManyWelcomes.message),
    },
    go: async (page) => {
      await resend(page)
      await expect(panel(page).getByRole('alert')).toBeVisible()
    },
  },
]

const runsOverview = '/api/v2/client/{id}/payroll-overview'
const runsThere = said({ open: [run, early], lockedCount: 1, latestLocked: locked })
const failedOnce = refused(500, 'unexpected', 'Something failed')

const ofDashboard: readonly State[] = [
  {
    name: 'dashboard-long',
    path: '/app/dashboard',
    says: { ...waiting, ...shown, [runsOverview]: runsThere },
    go: (page) => expect(page.getByRole('link', { name: new RegExp(longBenefit) })).toBeVisible(),
  },
  {
    name: 'dashboard-one-failed',
    path: '/app/dashboard',
    says: { ...waiting, ...shown, [runsOverview]: failedOnce },
    go: (page) => expect(page.getByRole('button', { name: 'Retry' }).first()).toBeVisible(),
  },
]

export const ofEmployers: readonly State[] = [
  ...ofApprovals,
  ...ofPayroll,
  ...ofReports,
  ...ofEmployees,
  ...ofPeople,
  ...ofTakeUpAndInsights,
  ...ofSettings,
  ...ofDashboard,
  ...ofUploads,
]

import { createElement } from 'react'
import { beforeEach, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { CallFailed } from '../contract/call-failed.ts'
import { isoDate, londonDate } from '../contract/dates.ts'
import type { Endpoint } from '../contract/endpoint.ts'
import type { BenefitId, PersonId, SelectionId } from '../contract/ids.ts'
import { notFound } from '../contract/not-found.ts'
import { panels, type PanelName } from '../contract/panels.ts'
import { refusal } from '../contract/refusals.ts'
import { listPendingSelections, readApprovalOverview } from '../features/approvals/approvals.contract.ts'
import { decidePendingSelections } from '../features/approvals/decision.contract.ts'
import {
  acceptBenefitTerms,
  optOut,
  readBenefitTerms,
  readBenefitWithSelection,
} from '../domain/selections/benefits.contract.ts'
import { day, dentalId, sampleBenefitInForce, sampleSelection } from '../features/benefits/benefits.samples.ts'
import { answerMedicalQuestions, readMedicalQuestions } from '../features/medical/medical.contract.ts'
import { savePartnerSelection } from '../domain/selections/partners.contract.ts'
import { whatIf } from '../domain/tax/what-if.contract.ts'
import { readCookiePolicy, readPrivacyPolicy, readTerms } from '../features/content/content.contract.ts'
import {
  changeUpload,
  downloadTemplate,
  listUploadChanges,
  listUploads,
  readDifference,
  readLastUpload,
  readUpload,
  uploadData,
  type UploadView,
} from '../features/data-uploads/data-uploads.contract.ts'
import {
  refusedUpload,
  sampleChanges,
  sampleDifference,
  sampleUpload,
} from '../features/upload-panel/upload.samples.ts'
import { readEmployee, type EmployeeDetail } from '../features/employees/employees.contract.ts'
import { welcomeEmployee } from '../features/employees/welcome.contract.ts'
import { addFamilyMember, listFamily } from '../features/family/family.contract.ts'
import {
  addLifeEvent,
  listEmployeesLifeEvents,
  listLifeEventKinds,
} from '../features/life-events/life-events.contract.ts'
import { employerPasswordWrong, viewAsEmployee } from '../features/masquerade/masquerade.contract.ts'
import { changePassword, checkPassword, currentPasswordWrong } from '../features/password/password.contract.ts'
import { passwordRules } from '../services/session/password.rules.ts'
import { downloadReport, listReports, type ReportView } from '../services/reports/reports.contract.ts'
import { signedIn } from '../features/session/session.samples.ts'
import { useSession } from '../features/session/use-session.ts'
import { readBenefitTakeUp } from '../features/take-up/take-up.contract.ts'
import { sampleOfBenefit } from '../features/take-up/take-up.samples.ts'
import { listContributions } from '../features/total-benefits/total-benefits.contract.ts'
import { codeInvalid } from '../features/two-factor/two-factor.contract.ts'
import { beginSetUp, disable, setUpOwn } from '../features/two-factor/own-two-factor.contract.ts'
import { useOwnSteps } from '../features/two-factor/use-own-two-factor.ts'
import { Answers, showScreen } from '../tests/harness/screen.tsx'
import { Notices } from '../ui/Notices.tsx'
import { forgetNotices } from '../ui/use-notices.ts'
import { panelLink, usePanel, usePanels } from '../ui/use-panel.ts'
import { panelComponents } from './panels.tsx'

const generic = 'It looks like something has gone wrong, please try again later'
const required = 'This field is required'
const review = 'Please review the form'
const password = 'Kiln&72Ember-Moss'
const personId = '0a5bdc6e-6a83-4b8e-9c53-000000000001' as PersonId
const benefitId = '0a5bdc6e-6a83-4b8e-9c53-000000000002' as BenefitId

const dialog = page.getByRole('dialog')
const button = (name: string) => dialog.getByRole('button', { name, exact: true })
const broken = () => {
  throw new CallFailed(500)
}

beforeEach(async () => {
  await page.viewport(1280, 900)
  forgetNotices()
  useOwnSteps.setState({ setUp: null, reason: null })
  useSession.setState(signedIn({ userType: 'employer' }))
})

function Opened() {
  const panel = usePanel()
  const { close } = usePanels()
  return (
    <>
      {panel && createElement(panelComponents[panel.name], { params: panel.params, onClose: close })}
      <Notices dismissLabel="Dismiss" />
    </>
  )
}

async function open(name: PanelName, answers: Answers, params: Record<string, string> = {}) {
  const shown = await showScreen({
    at: `/app/home/${panelLink(name, params)}`,
    screen: <Opened />,
    answers,
    retry: false,
  })
  await expect.element(button('Close').first()).toBeVisible()
  return shown
}

/** Expects texts anywhere in the panel. */
async function says(...words: readonly string[]) {
  for (const text of words) await expect.poll(() => (dialog.element() as HTMLElement).innerText).toContain(text)
}

async function hasFields(...labels: readonly string[]) {
  for (const label of labels) {
    const several = dialog.getByRole('group', { name: label })
    await expect.element(dialog.getByLabelText(label, { exact: true }).or(several).first()).toBeVisible()
  }
}

async function hasButtons(...names: readonly string[]) {
  for (const name of names) await expect.element(button(name)).toBeVisible()
}

async function isClosedSaying(words: string) {
  await expect.element(page.getByRole('status').getByText(words)).toBeVisible()
  await expect.element(dialog).not.toBeInTheDocument()
}

/** Expects a list's texts when it is empty and when it could not be loaded. */
async function saysOfLists(
  { name, params = {}, list }: { name: PanelName; params?: Record<string, string>; list: Endpoint },
  { none, failed, given = new Answers() }: { none?: string; failed: string; given?: Answers },
) {
  if (none !== undefined) {
    const empty = await open(name, given, params)
    await says(none)
    await empty.unmount()
  }
  const failing = await open(name, given.to(list, broken), params)
  await says(failed)
  await failing.unmount()
}

async function fillInMember() {
  await dialog.getByLabelText('Title').selectOptions('Miss')
  await dialog.getByLabelText('First name').fill('Ada')
  await dialog.getByLabelText('Surname').fill('Hart')
  await dialog.getByLabelText('Day').fill('03')
  await dialog.getByLabelText('Month').fill('04')
  await dialog.getByLabelText('Year').fill('2020')
  await dialog.getByRole('radio', { name: 'Female' }).click()
}
const ofMember = ['Title', 'First name', 'Surname', 'Date of birth', 'Sex'].map((field) => `${field} is required`)

const report: ReportView = {
  id: '0a5bdc6e-6a83-4b8e-9c53-000000000020',
  type: 'payroll',
  year: 2026,
  month: 11,
  label: 'November 2026',
  providerName: 'Harbour Mutual',
  timestamp: '2026-11-20T09:00:00Z',
}

async function showsReports(name: 'payroll-report' | 'provider-report', failed: string) {
  const { unmount } = await open(name, new Answers().to(listReports, [report]).to(downloadReport, broken))
  await hasFields('Year', 'Month', ...(name === 'provider-report' ? ['Provider'] : []))
  await says('November 2026', '20/11/2026', ...(name === 'provider-report' ? ['Harbour Mutual'] : []))
  const one = name === 'provider-report' ? 'Harbour Mutual, November 2026' : 'November 2026'
  await expect.element(dialog.getByRole('checkbox', { name: `Select ${one}` })).toBeVisible()
  await hasButtons('Download selected')
  const download = button(`Download ${one}`)
  await expect.element(download).toHaveTextContent('Download')
  await download.click()
  await says(failed)
  await unmount()
  await saysOfLists(
    { name, list: listReports },
    { none: 'No reports available', failed, given: new Answers().to(listReports, []) },
  )
}

const uploads = (load: UploadView) =>
  new Answers()
    .to(readLastUpload, { date: '2026-10-05T10:00:00.000Z' })
    .to(listUploads, { data: [load], last_page: 1, per_page: 25, total: 1 })
    .to(readUpload, load)
    .to(listUploadChanges, { data: sampleChanges, last_page: 1, per_page: 25, total: 2 })
    .to(readDifference, {
      isKnown: true,
      counts: { gains: 1, loses: 0, repriced: 1, begins: 0, ends: 0 },
      data: sampleDifference,
      last_page: 1,
      per_page: 25,
      total: 2,
    })

const employee: EmployeeDetail = {
  employeeId: personId,
  name: 'Farah Ali',
  firstName: 'Farah',
  surname: 'Ali',
  email: 'farah.ali@demo.example',
  employeeNumber: 'NR7',
  registered: false,
  lastLogin: null,
  lastDay: null,
  hasLeft: false,
  dateOfBirth: isoDate.parse('1988-06-12'),
  employmentStatus: 'active',
  startDate: isoDate.parse('2019-03-04'),
  leaving: null,
  notViewable: null,
  selections: [],
}

const secret = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP'
const handed = { url: `otpauth://totp/Northgate:amelia?secret=${secret}`, secret, needsPassword: true, error: null }

async function typeCode(code: string) {
  await dialog.getByLabelText('Digit 1 of 6').click()
  await userEvent.keyboard(code)
}

/** Annex C: opens each panel by name and checks its fields, buttons and texts for success, empty lists and errors. */
const contents: Record<PanelName, () => Promise<void>> = {
  statement: async () => {
    const row = { month: 1, year: 2026, employeeContribution: 225, employerContribution: 110.5 }
    const { unmount } = await open('statement', new Answers().to(listContributions, [row]), { groupId: 'pension' })
    await says('January 2026', '£225.00', '£110.50')
    await unmount()
    await saysOfLists(
      { name: 'statement', params: { groupId: 'pension' }, list: listContributions },
      {
        none: 'No statements available',
        failed: 'There was an error requesting your statement, please try again later',
        given: new Answers().to(listContributions, []),
      },
    )
  },

  'add-family-member': async () => {
    const answers = new Answers().to(listFamily, []).to(addFamilyMember, broken)
    await open('add-family-member', answers)
    await hasFields('Title', 'First name', 'Surname', 'Date of birth', 'Sex', 'Relationship')
    await hasButtons('Save', 'Cancel')
    await button('Save').click()
    await says(review, ...ofMember, 'Relationship is required')
    await dialog.getByRole('radio', { name: 'Dependant' }).click()
    await hasFields('Full time education')
    await button('Save').click()
    await says('Full time education is required')
    await fillInMember()
    await dialog.getByRole('radio', { name: 'Yes' }).click()
    await button('Save').click()
    await says(generic)
    answers.to(addFamilyMember, { status: 'ok', familyMemberId: personId })
    await button('Save').click()
    await isClosedSaying('Family member saved')
  },

  terms: async () => {
    const answers = new Answers()
      .to(readTerms, { content: '<p>What you agree to.</p>', revision: 2 })
      .to(readPrivacyPolicy, { content: '<p>What we keep about you.</p>', revision: 1 })
      .to(readCookiePolicy, { content: '<p>Which cookies there are.</p>', revision: 1 })
    const { unmount } = await open('terms', answers)
    await says('What you agree to.', 'What we keep about you.')
    await unmount()
    await open('terms', answers.to(readTerms, broken))
    await says('Uh oh!', 'We could not load the terms and conditions. Please try refreshing the page.')
  },

  'benefit-terms': async () => {
    const terms = { dental: { content: '<p>Cover runs for the year.</p>', version: 3, accepted: false } }
    const answers = new Answers().to(readBenefitTerms, { terms }).to(acceptBenefitTerms, broken)
    await open('benefit-terms', answers, { benefitId })
    await says('Cover runs for the year.', 'Version 3')
    await hasButtons('Accept', 'Cancel')
    await button('Accept').click()
    await says('Please confirm that you have read the terms and conditions')
    await dialog.getByRole('checkbox', { name: 'I have read the terms and conditions' }).click()
    await button('Accept').click()
    await says(generic)
    answers.to(acceptBenefitTerms, { status: 'ok', terms: {} })
    await button('Accept').click()
    await expect.element(dialog).not.toBeInTheDocument()
  },

  'make-a-claim': async () => {
    const held = sampleBenefitInForce()
    const claim = { html: '<p>Send a photo.</p>', phone: '0808 157 0140', email: 'claims@brightwell.example' }
    const link = 'https://brightwell.example/claim'
    const answers = new Answers().to(readBenefitWithSelection, { ...held, claim: { ...claim, link } })
    const { unmount } = await open('make-a-claim', answers, { benefitId: dentalId })
    await says('Send a photo.', '0808 157 0140', 'claims@brightwell.example')
    const links = dialog.getByRole('link').elements()
    expect(links.map((one) => one.getAttribute('href'))).toContain(link)
    await unmount()
    await open('make-a-claim', answers.refuse(readBenefitWithSelection, notFound), { benefitId: dentalId })
    await says('There is an issue loading this benefit')
  },

  'change-password': async () => {
    const checks = (status: boolean) => passwordRules.map((name) => ({ name, status }))
    const answers = new Answers().to(checkPassword, { checks: checks(false) })
    await open('change-password', answers)
    await hasFields('Current password', 'New password', 'Confirm new password')
    await hasButtons('Save', 'Cancel')
    expect(dialog.getByRole('list', { name: 'Your new password needs' }).getByRole('listitem').elements()).toHaveLength(
      9,
    )
    await button('Save').click()
    await says(review, required)
    await dialog.getByLabelText('Current password').fill('Quartz&94Wren-Loft')
    await dialog.getByLabelText('New password', { exact: true }).fill(password)
    await dialog.getByLabelText('Confirm new password').fill('another')
    await button('Save').click()
    await says('Please ensure your password meets the listed requirements', 'The passwords do not match')
    answers
      .to(checkPassword, { checks: checks(true) })
      .refuse(changePassword, currentPasswordWrong, { current_password: [currentPasswordWrong.message] })
    await dialog.getByLabelText('New password', { exact: true }).fill(`${password}9`)
    await dialog.getByLabelText('Confirm new password').fill(`${password}9`)
    await button('Save').click()
    await says('Your current password is not correct')
    answers.to(changePassword, { status: 'ok', errors: null, checks: checks(true) })
    await button('Save').click()
    await isClosedSaying('Password successfully changed')
  },

  'add-life-event': async () => {
    const today = londonDate(new Date())
    const birth = {
      id: 'adoption',
      label: 'Adoption of a child',
      type: 'adoption' as const,
      needsFamilyMember: true,
      familyMember: 'dependant' as const,
      needsEvidence: false,
      daysBefore: 0,
      daysAfter: 60,
      earliest: isoDate.parse('2020-01-01'),
      latest: today,
    }
    const answers = new Answers().to(listFamily, []).to(listLifeEventKinds, [birth]).to(addLifeEvent, broken)
    const { unmount } = await open('add-life-event', answers)
    await hasFields('Date of the event')
    await hasButtons('Save', 'Cancel')
    await button('Save').click()
    await says(review, required)
    await dialog.getByRole('radio', { name: /^Adoption of a child/ }).click()
    await hasFields('Title', 'First name', 'Surname', 'Date of birth', 'Sex', 'Full time education')
    await button('Save').click()
    await says(...ofMember, 'Full time education is required')
    await dialog.getByLabelText('Date of the event').fill('2020-04-03')
    await fillInMember()
    await dialog.getByRole('radio', { name: 'No', exact: true }).click()
    await button('Save').click()
    await says('There was an error encountered when trying to add the life event')
    const event = { lifeEventId: 'adoption', label: 'Adoption of a child', eventDate: today, stateLabel: 'Open' }
    answers.to(addLifeEvent, {
      status: 'ok',
      lifeEvent: { ...event, id: personId, state: 'open', closesOn: null },
    })
    await button('Save').click()
    await isClosedSaying('Life event added')
    await unmount()
    await open('add-life-event', answers.to(listLifeEventKinds, []))
    await says('No life events are available')
  },

  'opt-out': async () => {
    const answers = new Answers()
      .to(readBenefitWithSelection, sampleBenefitInForce())
      .to(whatIf, broken)
      .to(optOut, broken)
    const { unmount } = await open('opt-out', answers, { benefitId: dentalId })
    await says('It ends on 30/11/2026.')
    await hasButtons('Opt out', 'Cancel')
    await button('Opt out').click()
    await says(generic)
    const gone = sampleSelection({ status: 'opted-out', version: 2, endDate: day('2026-11-30') })
    answers.to(optOut, gone)
    await button('Opt out').click()
    await isClosedSaying('You have opted out')
    expect(answers.bodiesTo(optOut).at(-1)).toMatchObject({ status: 'opted-out' })
    await unmount()

    const refused = refusal('not-now', 409, 'The partner is closed on Sundays')
    answers
      .to(readBenefitWithSelection, sampleBenefitInForce({ beamSupported: true }))
      .refuse(savePartnerSelection, refused)
    await open('opt-out', answers, { benefitId: dentalId })
    await button('Opt out').click()
    await says(refused.message)
  },

  'upload-data': async () => {
    const refused = await open(
      'upload-data',
      uploads(refusedUpload).to(downloadTemplate, broken).to(uploadData, broken),
    )
    await says('Data was last uploaded on 05/10/2026.', '31/02/1990', 'Please write a date as yyyy-mm-dd')
    await hasButtons('Download template', 'Upload')
    await button('Download template').click()
    await says('There was an error requesting the upload template, please try again later')
    const people = new File(['Email'], 'people.csv', { type: 'text/csv' })
    await dialog.getByRole('button', { name: 'File Choose a file' }).upload(people)
    await button('Upload').click()
    await says(generic)
    await refused.unmount()

    const without = await open('upload-data', uploads({ ...sampleUpload, hasDifference: false }))
    await hasButtons('Confirm')
    await expect.element(dialog.getByText('Effect on benefits')).not.toBeInTheDocument()
    await without.unmount()

    const at = { now: sampleUpload }
    const confirming = uploads(sampleUpload)
      .to(readUpload, () => at.now)
      .to(changeUpload, () => (at.now = { ...sampleUpload, status: 'confirmed', canBeConfirmed: false }))
    await open('upload-data', confirming)
    await says('Effect on benefits', 'Nadia Rahman', 'Life assurance')
    await button('Confirm').click()
    await says('Your file has been uploaded successfully')
  },

  'payroll-report': () =>
    showsReports('payroll-report', 'There was an error requesting the payroll report, please try again later'),
  'provider-report': () =>
    showsReports('provider-report', 'There was an error requesting the provider report, please try again later'),

  'lifeevent-report': async () => {
    const event = { employeeId: personId, employeeName: 'Bo Li', employeeNumber: '7', event: 'Marriage' }
    const dates = { eventDate: isoDate.parse('2025-12-01'), closed: isoDate.parse('2026-01-31') }
    const answers = new Answers().to(listEmployeesLifeEvents, [{ ...event, ...dates }])
    const { unmount } = await open('lifeevent-report', answers)
    await says('Bo Li', 'Marriage')
    await dialog.getByLabelText('Closed in').selectOptions('2026')
    await hasButtons('Download')
    await unmount()
    await saysOfLists(
      { name: 'lifeevent-report', list: listEmployeesLifeEvents },
      { none: 'No reports available', failed: generic, given: new Answers().to(listEmployeesLifeEvents, []) },
    )
  },

  'medical-questions': async () => {
    const questions = [{ id: 'treatment', question: 'Are you having treatment?', answer: null }]
    const answers = new Answers()
      .to(readMedicalQuestions, { version: 'now', questions })
      .to(readBenefitWithSelection, sampleBenefitInForce())
      .to(answerMedicalQuestions, broken)
    await open('medical-questions', answers, { benefitId: dentalId })
    await says('Are you having treatment?')
    await hasButtons('Save', 'Cancel')
    await button('Save').click()
    await says(required)
    await dialog.getByRole('radio', { name: 'Yes' }).click()
    await dialog.getByRole('radio', { name: 'No' }).click()
    await button('Save').click()
    await says(generic)
    answers.to(answerMedicalQuestions, { status: 'ok' })
    await button('Save').click()
    await expect.element(dialog).not.toBeInTheDocument()
  },

  'view-employee-data': async () => {
    const answers = new Answers().to(readEmployee, employee).to(welcomeEmployee, broken)
    const { unmount } = await open('view-employee-data', answers, { employeeId: personId })
    await says('farah.ali@demo.example', 'NR7', '12/06/1988', 'Active', '04/03/2019', 'Selections')
    await button('Resend welcome email').click()
    await says(generic)
    answers.to(welcomeEmployee, { sent: 1 })
    await button('Resend welcome email').click()
    await says('Welcome email sent')
    await unmount()

    answers.to(readEmployee, { ...employee, registered: true }).refuse(viewAsEmployee, employerPasswordWrong)
    await open('view-employee-data', answers, { employeeId: personId })
    await button('View as employee').click()
    await dialog.getByLabelText('Your password').fill('wrong')
    await button('Open view').click()
    await says('Try again or reset your password')
  },

  'view-benefit-takeup-detail': async () => {
    const shown = { ...sampleOfBenefit, insights: null }
    const params = { benefitId, holding: 'selected' }
    const answers = new Answers().to(readBenefitTakeUp, shown)
    const { unmount } = await open('view-benefit-takeup-detail', answers, params)
    await says('Ann Ahmed')
    expect(answers.sent[0]?.address).toContain('filter%5Bholding%5D=selected')
    await unmount()
    await saysOfLists(
      { name: 'view-benefit-takeup-detail', params, list: readBenefitTakeUp },
      {
        none: 'No take-up data found',
        failed: 'There was an error requesting take-up data',
        given: new Answers().to(readBenefitTakeUp, { ...shown, data: [], total: 0, last_page: 1 }),
      },
    )
  },

  'view-approvals-data': async () => {
    const waiting = {
      selectionId: '0a5bdc6e-6a83-4b8e-9c53-000000000100' as SelectionId,
      version: 1,
      employeeName: 'Isla Reid',
      own: false,
      orderValue: 0,
      fields: { 'Days to buy': '2 days', From: '01/12/2026' },
    }
    const overview = { count: 1, summary: [{ benefitId, benefitName: 'Holiday trading', count: 1 }] }
    const answers = () => new Answers().to(readApprovalOverview, overview).to(listPendingSelections, [waiting])
    const given = answers().to(decidePendingSelections, broken)
    const { unmount, address } = await open('view-approvals-data', given, { benefitId })
    const headings = dialog.getByRole('columnheader').elements()
    expect(headings.slice(1).map(({ textContent }) => textContent)).toEqual(['Employee name', 'Days to buy', 'From'])
    await says('Isla Reid', '2 days', '01/12/2026')
    await expect.element(dialog.getByRole('checkbox', { name: 'Select all' })).toBeVisible()
    const asked = page.getByRole('alertdialog')
    const inAsked = (name: string) => asked.getByRole('button', { name, exact: true })
    for (const action of ['Approve', 'Reject']) {
      await button(action).click()
      await expect.element(asked).toHaveAccessibleName('No selections to approve/reject, please review your choice')
      expect(asked.getByRole('button').elements()).toHaveLength(1)
      await inAsked('Close').click()
      await expect.element(asked).not.toBeInTheDocument()
    }
    await dialog.getByRole('checkbox', { name: 'Select Isla Reid' }).click()
    for (const action of ['Reject', 'Approve']) {
      await button(action).click()
      await expect.element(inAsked(action)).toBeVisible()
      await inAsked('Cancel').click()
      await expect.element(asked).not.toBeInTheDocument()
    }
    await button('Approve').click()
    await inAsked('Approve').click()
    await expect.element(asked.getByText(generic)).toBeVisible()
    let finish: () => void = () => undefined
    given.to(
      decidePendingSelections,
      () => new Promise((resolve) => (finish = () => resolve({ status: 'ok', decided: 1 }))),
    )
    await inAsked('Approve').click()
    await expect.element(inAsked('Processing...')).toBeDisabled()
    finish()
    await expect.poll(address).toBe('/app/dashboard/')
    await unmount()
    await saysOfLists(
      { name: 'view-approvals-data', params: { benefitId }, list: listPendingSelections },
      {
        none: 'No approval data found',
        failed: 'There was an error requesting approval data',
        given: answers().to(listPendingSelections, []),
      },
    )
  },

  'two-fa-qr': async () => {
    const answers = new Answers().refuse(beginSetUp, codeInvalid)
    const { unmount } = await open('two-fa-qr', answers)
    await expect.element(dialog.getByRole('alert')).toHaveTextContent(codeInvalid.message)
    await unmount()
    useOwnSteps.setState({ setUp: null, reason: null })
    const { address } = await open('two-fa-qr', answers.to(beginSetUp, handed))
    const code = dialog.getByRole('img', { name: 'QR code for your authenticator app' })
    for (const side of ['width', 'height']) await expect.element(code).toHaveAttribute(side, '256')
    await expect.element(button('Close').last()).toBeVisible()
    await button('Enter the code').click()
    await expect.poll(address).toContain('panel=two-fa-code')
  },

  'two-fa-disable': async () => {
    const answers = new Answers().to(disable, { status: 'ok', error: null })
    const { address } = await open('two-fa-disable', answers)
    await hasButtons('Disable', 'Cancel')
    await button('Disable').click()
    await says('Please enter the reason two factor authentication is being disabled')
    await dialog.getByRole('textbox').fill('New phone')
    await button('Disable').click()
    await expect.poll(address).toContain('panel=two-fa-code')
    await typeCode('123456')
    await button('Verify').click()
    await isClosedSaying('Two factor authentication has been disabled')
    expect(answers.bodiesTo(disable)).toEqual([{ enabled: false, reason: 'New phone', code: '123456' }])
  },

  'two-fa-code': async () => {
    const answers = new Answers().to(beginSetUp, handed).refuse(setUpOwn, codeInvalid)
    await open('two-fa-qr', answers)
    await button('Enter the code').click()
    await expect.element(page.getByRole('dialog', { name: 'Enable two factor authentication' })).toBeVisible()
    expect(dialog.getByRole('textbox').elements()).toHaveLength(6)
    await hasButtons('Next')
    await typeCode('111111')
    await button('Next').click()
    await expect.element(dialog.getByRole('alert')).toHaveTextContent(codeInvalid.message)
    answers.to(setUpOwn, { status: 'temporary', codes: [], error: null })
    await typeCode('222222')
    await button('Next').click()
    await hasButtons('Verify')
    await hasFields('Password')
    await dialog.getByLabelText('Password', { exact: true }).fill(password)
    await typeCode('333333')
    answers.to(setUpOwn, { status: 'complete', codes: ['7D2KQ0-7D2KQM'], error: null })
    await button('Verify').click()
    await expect.element(page.getByRole('status').getByText('Two factor authentication has been enabled')).toBeVisible()
  },
}

// The object's keys are the panel names.
it.each(Object.keys(panels) as PanelName[])('%s has its fields, buttons and text [PANEL-05]', async (name) => {
  expect(contents).toHaveProperty(name)
  await contents[name]()
})

import { beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { isoDate } from '../../contract/dates.ts'
import { Answers, expectAccessible, showScreen } from '../../tests/harness/screen.tsx'
import { type AssessmentRow, listAssessments } from '../pension-enrolment/assessments.contract.ts'
import { signedIn } from '../session/session.samples.ts'
import { useSession } from '../session/use-session.ts'
import { pensionAssessmentsMessages } from './pension-assessments.messages.ts'
import { currentDataReports } from './CurrentDataReports.tsx'

const dana: AssessmentRow = {
  key: 'dana 2026-06-10',
  employeeName: 'Dana Lowe',
  employeeNumber: 'NR9001',
  from: isoDate.parse('2026-06-10'),
  to: isoDate.parse('2026-06-30'),
  age: 36,
  earnings: 1750,
  category: 'Eligible jobholder',
  outcome: 'Enrolled',
  reason:
    'Between 22 and State Pension age, with pay above the trigger (Pensions Act 2008, section 3). Enrolled from the first day of eligibility (Pensions Act 2008, section 3)',
  informedOn: isoDate.parse('2026-06-10'),
}

beforeEach(async () => {
  await page.viewport(1280, 900)
  useSession.setState(signedIn({ userType: 'employer' }, { id: '0a5bdc6e-6a83-4b8e-9c53-000000000099' }))
})

function show(rows: AssessmentRow[]) {
  const screen = (
    <>
      <h1>Reports</h1>
      {currentDataReports.find(({ title }) => title === pensionAssessmentsMessages.title)?.list}
    </>
  )
  return showScreen({ at: '/app/reporting', screen, answers: new Answers().to(listAssessments, rows), retry: false })
}

test('lists assessments with result and reason, and offers both files', async () => {
  await show([dana])
  const row = /^Dana Lowe 10 June 2026 to 30 June 2026 36 £1,750\.00 Eligible jobholder Enrolled Between 22/
  await expect.element(page.getByRole('row', { name: row })).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Download all as CSV' })).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Download all as a workbook' })).toBeVisible()
  await expectAccessible()
})

test('shows an empty list if there are no assessments', async () => {
  await show([])
  await expect.element(page.getByText('Nobody has been assessed')).toBeVisible()
})

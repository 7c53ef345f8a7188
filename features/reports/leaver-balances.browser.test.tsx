import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { isoDate } from '../../contract/dates.ts'
import { selectionId } from '../../contract/ids.ts'
import { Answers, expectAccessible, showScreen } from '../../tests/harness/screen.tsx'
import { Notices } from '../../ui/Notices.tsx'
import {
  downloadOwed,
  listOwed,
  moreThanOwed,
  type LeaverBalanceRow,
  recordTaken,
} from '../leavers/leaver-balances.contract.ts'
import { signedIn } from '../session/session.samples.ts'
import { useSession } from '../session/use-session.ts'
import { LeaverBalances } from './LeaverBalances.tsx'

const amelia: LeaverBalanceRow = {
  selectionId: selectionId.parse('0a5bdc6e-6a83-4b8e-9c53-000000000031'),
  employeeName: 'Amelia Hart',
  employeeNumber: 'NR1001',
  email: 'amelia.hart@demo.example',
  lastDay: isoDate.parse('2026-09-10'),
  benefitName: 'Cycle to work',
  rule: 'net-pay',
  ruleText: 'Deducted from net pay; the rest is owed',
  left: 900,
  most: 211.54,
  taken: null,
  takenOn: null,
  owed: 688.46,
  basis: { pay: 1000, lines: 100, levies: 0, minimumWage: 688.46 },
}
const due: LeaverBalanceRow = {
  ...amelia,
  selectionId: selectionId.parse('0a5bdc6e-6a83-4b8e-9c53-000000000032'),
  employeeName: 'Piers Lowe',
  benefitName: 'Holiday trading',
  rule: 'owed',
  ruleText: 'To be repaid',
  left: -180,
  most: 0,
  owed: -180,
  basis: null,
}

beforeEach(async () => {
  await page.viewport(1280, 900)
  useSession.setState(signedIn({ userType: 'employer' }, { id: '0a5bdc6e-6a83-4b8e-9c53-000000000099' }))
})
afterEach(() => vi.restoreAllMocks())

function showOwed(answers: Answers) {
  const screen = (
    <>
      <h1>Reports</h1>
      <LeaverBalances />
      <Notices dismissLabel="Dismiss" />
    </>
  )
  return showScreen({ at: '/app/reporting', screen, answers, retry: false })
}

const record = () => page.getByRole('button', { name: 'Record what payroll took: Amelia Hart, Cycle to work' })
const dialog = () => page.getByRole('alertdialog')

test("lists each leaver's balance, and whether the leaver or the employer owes it", async () => {
  const paid = {
    ...due,
    selectionId: selectionId.parse('0a5bdc6e-6a83-4b8e-9c53-000000000033'),
    employeeName: 'Zoe Marsh',
    most: -180,
    taken: -180,
    takenOn: isoDate.parse('2026-09-28'),
    owed: 0,
  }
  await showOwed(new Answers().to(listOwed, [amelia, due, paid]))
  const rows = [
    /^Amelia Hart 10 September 2026 Cycle to work .* £900\.00 £211\.54 Not recorded yet £688\.46/,
    /^Piers Lowe .* £180\.00 due to them £0\.00 Not recorded yet £180\.00 due to them/,
    /^Zoe Marsh .* £180\.00 due to them £180\.00 due to them £180\.00 paid to them on 28 September 2026 £0\.00/,
  ]
  for (const name of rows) await expect.element(page.getByRole('row', { name })).toBeVisible()
  await expect
    .element(page.getByRole('button', { name: 'Record what payroll paid: Zoe Marsh, Holiday trading' }))
    .toBeVisible()
  await expectAccessible()
})

test('shows that it is loading, that nobody owes anything, and a failure with a retry', async () => {
  const { unmount } = await showOwed(new Answers().hang(listOwed))
  await expect.element(page.getByText('Loading what leavers owe')).toBeInTheDocument()
  await unmount()
  const empty = await showOwed(new Answers().to(listOwed, []))
  await expect.element(page.getByText('No leaver owes anything')).toBeVisible()
  expect(page.getByRole('button', { name: 'Download' }).query()).toBeNull()
  await empty.unmount()

  const answers = new Answers().drop(listOwed)
  await showOwed(answers)
  await expect.element(page.getByRole('button', { name: 'Retry' })).toBeVisible()
  answers.to(listOwed, [amelia])
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect.element(page.getByRole('row', { name: /Amelia Hart/ })).toBeVisible()
})

test('records the amount that payroll deducted, and shows the rest of the balance', async () => {
  const recorded = { ...amelia, taken: 150, takenOn: isoDate.parse('2026-09-28'), owed: 750 }
  const answers = new Answers().to(listOwed, [amelia]).to(recordTaken, () => {
    answers.to(listOwed, [recorded])
    return recorded
  })
  await showOwed(answers)
  await record().click()
  await expect
    .element(dialog().getByText(/pay for the days employed \(£1,000\.00\), less other deductions \(£100\.00\)/))
    .toBeVisible()
  await expectAccessible()
  await dialog().getByLabelText('Amount').fill('150')
  await dialog().getByRole('button', { name: 'Save' }).click()
  await expect.element(dialog().getByText('Please enter an amount and a date')).toBeVisible()
  await dialog().getByLabelText('Date').fill('2026-09-28')
  await dialog().getByRole('button', { name: 'Save' }).click()
  await expect.element(page.getByText('Recorded for Amelia Hart')).toBeVisible()
  expect(answers.bodiesTo(recordTaken)).toEqual([{ taken: 150, takenOn: '2026-09-28' }])
  await expect.element(page.getByRole('row', { name: /£150\.00 on 28 September 2026 £750\.00/ })).toBeVisible()
})

test('keeps the entered values after a refusal', async () => {
  await showOwed(new Answers().to(listOwed, [amelia]).refuse(recordTaken, moreThanOwed))
  await record().click()
  await dialog().getByLabelText('Amount').fill('900')
  await dialog().getByLabelText('Date').fill('2026-09-28')
  await dialog().getByRole('button', { name: 'Save' }).click()
  await expect.element(dialog().getByText('That is more than is left to pay')).toBeVisible()
  await expect.element(dialog().getByLabelText('Date')).toHaveValue('2026-09-28')
})

test('shows a failure to download the list', async () => {
  await showOwed(new Answers().to(listOwed, [amelia]).drop(downloadOwed))
  await page.getByRole('button', { name: 'Download' }).click()
  await expect.element(page.getByText('The list could not be downloaded')).toBeVisible()
})

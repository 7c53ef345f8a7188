import { beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { CallFailed } from '../../contract/call-failed.ts'
import type { IsoDate } from '../../contract/dates.ts'
import type { BenefitId, PersonId, SelectionId } from '../../contract/ids.ts'
import { refusal } from '../../contract/refusals.ts'
import { Answers, expectAccessible, showScreen } from '../../tests/harness/screen.tsx'
import { Notices } from '../../ui/Notices.tsx'
import { usePanel } from '../../ui/use-panel.ts'
import {
  type DecisionFacts,
  listApprovalQueue,
  type QueuedSelection,
  readDecisionFacts,
} from './approval-queue.contract.ts'
import { listPendingSelections, readApprovalOverview, type PendingSelection } from './approvals.contract.ts'
import {
  decidePendingSelections,
  belowMinimumWageRefusal,
  hasLeftSince,
  noLongerPending,
  ownSelection,
} from './decision.contract.ts'
import { useSession, type Session } from '../session/use-session.ts'
import { listViews } from '../saved-views/saved-views.contract.ts'
import { ApprovalsPage } from './ApprovalsPage.tsx'
import { ApprovalsPanel } from './ApprovalsPanel.tsx'
import { BenefitApprovalsPage } from './BenefitApprovalsPage.tsx'

beforeEach(async () => {
  await page.viewport(1280, 900)
  // Saved views use only the client from the session.
  const client = { id: '0a5bdc6e-6a83-4b8e-9c53-000000000099' }
  useSession.setState({ session: { step: 'in', client } as unknown as Session })
})

const denied = refusal('denied', 403, 'Access Denied')

const holidayId = '0a5bdc6e-6a83-4b8e-9c53-000000000001' as BenefitId
const selectionId = (number: number) => `0a5bdc6e-6a83-4b8e-9c53-00000000010${number}` as SelectionId

const selection = (employeeName: string, number: number): PendingSelection => ({
  selectionId: selectionId(number),
  version: number + 1,
  employeeName,
  own: false,
  orderValue: 0,
  fields: { 'Days to buy': `${number + 1} days`, 'Employee pays per month': '£28.85', From: '1 December 2026' },
})
const pending = ['Amelia Hart', 'Isla Reid', 'Henry Cole'].map(selection)

const goneBenefitId = '0a5bdc6e-6a83-4b8e-9c53-000000000077'
const bicycleId = '0a5bdc6e-6a83-4b8e-9c53-000000000002' as BenefitId
const queued = pending.map((one, number): QueuedSelection => {
  const [firstName = '', surname = ''] = one.employeeName.split(' ')
  return {
    ...one,
    firstName,
    surname,
    orderValue: 400,
    benefitId: number === 2 ? bicycleId : holidayId,
    benefitName: number === 2 ? 'Cycle to work' : 'Holiday trading',
    category: 'time-off',
    groupCode: 'holiday',
    summary: `Buy days, ${number + 1} days`,
    employeePays: 28.85,
    employerPays: 0,
    startsOn: '2026-12-01' as IsoDate,
    sentOn: '2026-11-12' as IsoDate,
    daysWaited: 4,
  }
})
const knownFacts: DecisionFacts = {
  employeeId: '0a5bdc6e-6a83-4b8e-9c53-000000000009' as PersonId,
  jobTitle: 'Train driver',
  costCentre: 'CREW',
  location: 'York',
  weeklyHours: '40',
  salary: 45_000,
  taxMethod: 'Taken before tax and National Insurance',
  inForce: null,
  effect: { takeHomePerMonth: -20.77, employerNationalInsurancePerYear: -51.93 },
  minimumWage: { payAfter: 44_653.8, floor: 26_436.8, payToRise: null },
  firstPay: { payOn: '2026-12-28' as IsoDate, cutOffOn: '2026-12-18' as IsoDate },
  balanceAtLeaving: 'owed',
  terms: [{ version: 2, accepted: true }],
}

function overviewOf(list: readonly QueuedSelection[]) {
  const waiting = (id: BenefitId) => list.filter(({ benefitId }) => benefitId === id).length
  return {
    count: list.length,
    summary: [
      { benefitId: holidayId, benefitName: 'Holiday trading', count: waiting(holidayId) },
      { benefitId: bicycleId, benefitName: 'Cycle to work', count: waiting(bicycleId) },
    ],
  }
}

function queueAnswers(): Answers {
  return answersWith()
    .to(readApprovalOverview, overviewOf(queued))
    .to(listApprovalQueue, queued)
    .to(readDecisionFacts, knownFacts)
}

function showQueue(answers = queueAnswers()) {
  return showScreen({
    at: '/app/dashboard/approve-selections',
    route: '/app/dashboard/approve-selections',
    screen: <ApprovalsPage />,
    answers,
  })
}

const facts = () => page.getByRole('region', { name: /^(Amelia Hart|Isla Reid|Henry Cole)$/ })
const figures = () =>
  [...facts().element().querySelectorAll('dl:first-of-type > div')].map((figure) => figure.textContent)
const rows = () =>
  page
    .getByRole('region', { name: 'Choices awaiting approval' })
    .getByRole('listitem')
    .elements()
    .map((row) => row.querySelector('strong')?.textContent)

function answersWith(list: PendingSelection[] = pending): Answers {
  return new Answers()
    .to(readApprovalOverview, {
      count: list.length,
      summary: [{ benefitId: holidayId, benefitName: 'Holiday trading', count: list.length }],
    })
    .to(listPendingSelections, list)
    .to(decidePendingSelections, ({ body }) => ({
      status: 'ok' as const,
      decided: (body as { selectionIds: string[] }).selectionIds.length,
    }))
}

function showPanel(answers: Answers, query = '') {
  return showScreen({
    at: `/app/dashboard/approve-selections?panel=view-approvals-data${query}`,
    screen: <Screen />,
    answers,
  })
}

function Screen() {
  return (
    <>
      {usePanel() && <ApprovalsPanel params={{ benefitId: holidayId }} onClose={() => undefined} />}
      <Notices dismissLabel="Dismiss" />
    </>
  )
}

const columns = () =>
  page
    .getByRole('columnheader')
    .elements()
    .slice(1)
    .map((heading) => heading.textContent)
const box = (name: string) => page.getByRole('checkbox', { name })
const button = (name: string) => page.getByRole('button', { name, exact: true })
const dialog = () => page.getByRole('alertdialog')
const inDialog = (name: string) => dialog().getByRole('button', { name, exact: true })

test('a saved view of a benefit that is no longer listed opens without it, and says so', async () => {
  const query = `benefit=${goneBenefitId}&order=name`
  const view = { viewId: selectionId(8), screen: 'approvals' as const, name: 'Gym', query }
  const { address } = await showScreen({
    at: '/app/dashboard/approve-selections?benefit=x',
    route: '/app/dashboard/approve-selections',
    screen: (
      <>
        <ApprovalsPage />
        <Notices dismissLabel="Dismiss" />
      </>
    ),
    answers: queueAnswers().to(listViews, [view]),
  })
  await page.getByRole('button', { name: 'Saved views' }).click()
  await page.getByRole('button', { name: 'Open Gym' }).click()
  await expect.poll(address).toBe('/app/dashboard/approve-selections?order=name')
  await expect.element(page.getByText(/^Gym: part of this view no longer exists/)).toBeVisible()
})

test('shows the choices of all benefits, the facts about the open choice, and a filter by benefit [APPROVE-01, APPROVE-10]', async () => {
  const { address } = await showQueue()
  await expect.element(page.getByRole('heading', { level: 1, name: '3 choices are waiting for you' })).toBeVisible()
  expect(document.title).toContain('Approve Selections')
  await expect.element(facts().getByRole('heading', { name: 'Amelia Hart: Buy days, 1 days' })).toBeVisible()
  await expect.element(facts().getByText('Train driver, CREW, York. 40 hours a week, £45,000.00 a year.')).toBeVisible()
  expect(figures()).toEqual([
    'Amelia pays£28.85a month',
    'Take-home pay£20.77 lessa month',
    'You pay now£400.00for the order',
    'You save on NI£51.93a year',
  ])
  await expect.element(facts().getByText('Pay does not fall below the minimum wage')).toBeVisible()
  const pairs = facts().element().querySelectorAll('dl:last-of-type > div')
  expect([...pairs].map((pair) => [...pair.children].map((part) => part.textContent))).toEqual([
    ['Why it needs approval', 'Holiday trading starts only with your approval'],
    ['Days to buy', '1 days'],
    ['Starts on', '1 December 2026'],
    ['First pay day', '28 December 2026, if you decide by 18 December 2026'],
    ['Taxed', 'Taken before tax and National Insurance'],
    ['If Amelia leaves', 'The rest is owed to you'],
    ['Terms and conditions', 'Version 2 accepted'],
  ])
  await expectAccessible()

  expect(page.getByRole('button', { name: /in a table$/ }).query()).toBeNull()
  await page.getByRole('button', { name: 'Cycle to work 1' }).click()
  expect(rows()).toEqual(['Henry Cole'])
  await expect.element(facts().getByRole('heading', { name: /^Henry Cole/ })).toBeVisible()
  await page.getByRole('button', { name: 'Review Cycle to work in a table' }).click()
  expect(address()).toContain(`panel=view-approvals-data&benefitId=${bicycleId}`)
})

test('opens a choice with a click, selects it with its checkbox, and adds up several selected choices', async () => {
  await showQueue()
  await expect.element(box('Select Amelia Hart, Holiday trading')).toBeChecked()
  await page.getByRole('button', { name: /^Isla Reid/ }).click()
  await expect.element(facts().getByRole('heading', { name: /^Isla Reid/ })).toBeVisible()
  await expect.element(box('Select Amelia Hart, Holiday trading')).not.toBeChecked()
  await expect.element(box('Select Isla Reid, Holiday trading')).toBeChecked()

  await box('Select Henry Cole, Cycle to work').click()
  const sum = page.getByRole('region', { name: '2 choices selected' })
  await expect.element(sum).toBeVisible()
  expect(sum.element().textContent).toContain('Employees pay£57.70a month')
  expect(sum.element().textContent).toContain('You pay now£800.00for their orders')
  expect(
    sum
      .getByRole('listitem')
      .elements()
      .map((one) => one.textContent),
  ).toEqual(['Isla Reid Holiday trading, Buy days, 2 days', 'Henry Cole Cycle to work, Buy days, 3 days'])
  await expectAccessible()
  await page.getByRole('button', { name: /^Amelia Hart/ }).click()
  await expect.element(box('Select Amelia Hart, Holiday trading')).not.toBeChecked()
  await expect.element(sum).toBeVisible()
  await box('Select all 3').click()
  await expect.element(page.getByText('3 selected. You will be asked to confirm.')).toBeVisible()
})

test('works with single-key shortcuts, which can be switched off and do not act in input fields [APPROVE-11]', async () => {
  const answers = queueAnswers()
  const { address } = await showQueue(answers)
  await expect.element(facts().getByRole('heading', { name: /^Amelia Hart/ })).toBeVisible()
  await userEvent.keyboard('j')
  await expect.element(page.getByRole('button', { name: /^Isla Reid/ })).toHaveFocus()
  await userEvent.keyboard('x')
  await expect.element(box('Select Isla Reid, Holiday trading')).not.toBeChecked()
  await userEvent.keyboard('a')
  await expect
    .element(page.getByRole('alertdialog', { name: 'No selections to approve/reject, please review your choice' }))
    .toBeVisible()
  await inDialog('Close').click()
  await expect.element(dialog()).not.toBeInTheDocument()
  await userEvent.keyboard('x')
  await userEvent.keyboard('k')
  await expect.element(page.getByRole('button', { name: /^Amelia Hart/ })).toHaveFocus()
  await userEvent.keyboard('x')
  await userEvent.keyboard('r')
  await expect.element(page.getByRole('alertdialog', { name: /reject these selections/ })).toBeVisible()
  await dialog()
    .getByRole('textbox', { name: /Reason/ })
    .fill('')
  await userEvent.keyboard('axj')
  await expect.element(dialog().getByRole('textbox', { name: /Reason/ })).toHaveValue('axj')
  await inDialog('Reject').click()
  await expect.element(dialog()).not.toBeInTheDocument()
  expect(address()).toBe('/app/dashboard/')
  expect(answers.bodiesTo(decidePendingSelections)).toMatchObject([
    { selectionIds: [selectionId(0), selectionId(1)], approval: false, reason: 'axj' },
  ])
})

test('remembers whether keyboard shortcuts are switched on', async () => {
  const { unmount } = await showQueue()
  const shortcuts = () => page.getByRole('switch', { name: 'Keyboard shortcuts' })
  await expect.element(shortcuts()).toBeChecked()
  await shortcuts().click()
  await userEvent.keyboard('xa')
  await expect.element(dialog()).not.toBeInTheDocument()
  await expect.element(box('Select Amelia Hart, Holiday trading')).toBeChecked()
  await unmount()
  await showQueue()
  await expect.element(shortcuts()).not.toBeChecked()
  await userEvent.keyboard('ja')
  await expect.element(dialog()).not.toBeInTheDocument()
  await expect.element(facts().getByRole('heading', { name: /^Amelia Hart/ })).toBeVisible()
  localStorage.clear()
})

test('shows on a phone first the list, and then one choice', async () => {
  await page.viewport(390, 800)
  const answers = queueAnswers()
  const { address, history } = await showQueue(answers)
  await expect.element(page.getByText('None selected')).toBeVisible()
  expect(page.getByRole('heading', { level: 2 }).query()).toBeNull()
  // There are no keyboard shortcuts on a phone, because it has no switch for them.
  await userEvent.keyboard('ja')
  await expect.element(dialog()).not.toBeInTheDocument()
  expect(page.getByRole('heading', { level: 2 }).query()).toBeNull()
  await box('Select Henry Cole, Cycle to work').click()
  await expect.element(page.getByText('1 selected')).toBeVisible()
  await page.getByRole('button', { name: /^Isla Reid/ }).click()
  await expect.element(button('All 3 choices')).toHaveFocus()
  expect(box('Select Henry Cole, Cycle to work').query()).toBeNull()
  await expectAccessible()
  history.back()
  await expect.element(page.getByRole('button', { name: /^Isla Reid/ })).toHaveFocus()
  await expect.element(box('Select Henry Cole, Cycle to work')).toBeChecked()
  await page.getByRole('button', { name: /^Isla Reid/ }).click()
  await button('Approve').click()
  await expect.element(dialog().getByText('Isla Reid (Holiday trading)', { exact: true })).toBeVisible()
  await inDialog('Approve').click()
  await expect.element(dialog()).not.toBeInTheDocument()
  expect(address()).toBe('/app/dashboard/')
  expect(answers.bodiesTo(decidePendingSelections)).toMatchObject([{ selectionIds: [selectionId(1)], approval: true }])
})

test('keeps the confirmation dialog about its choice after a refusal, even if the choice is no longer in the list', async () => {
  const answers = queueAnswers().refuse(decidePendingSelections, noLongerPending)
  const { address } = await showQueue(answers)
  await expect.element(facts().getByRole('heading', { name: /^Amelia Hart/ })).toBeVisible()
  await button('Approve').click()
  const left = queued.slice(1)
  answers.to(listApprovalQueue, left).to(readApprovalOverview, overviewOf(left))
  await inDialog('Approve').click()
  await expect.element(dialog().getByText(noLongerPending.message)).toBeVisible()
  await expect.element(page.getByRole('heading', { level: 1, name: '2 choices are waiting for you' })).toBeVisible()
  await expect.element(dialog().getByText('Amelia Hart (Holiday trading)', { exact: true })).toBeVisible()
  answers
    .to(decidePendingSelections, { status: 'ok', decided: 1 })
    .to(listApprovalQueue, [])
    .to(readApprovalOverview, overviewOf([]))
  await inDialog('Approve').click()
  await expect.element(dialog()).not.toBeInTheDocument()
  expect(address()).toBe('/app/dashboard/')
  expect(answers.bodiesTo(decidePendingSelections)).toMatchObject(
    [1, 2].map(() => ({ selectionIds: [selectionId(0)], approval: true })),
  )
})

test('keeps the question open after a lost reply, even if the list cannot be loaded', async () => {
  const answers = queueAnswers().drop(decidePendingSelections)
  const { address } = await showScreen({
    at: '/app/dashboard/approve-selections',
    screen: <ApprovalsPage />,
    answers,
    retry: false,
  })
  await expect.element(facts().getByRole('heading', { name: /^Amelia Hart/ })).toBeVisible()
  await button('Reject').click()
  answers.drop(listApprovalQueue)
  await inDialog('Reject').click()
  const left = queued.slice(1)
  answers.to(listApprovalQueue, left).to(readApprovalOverview, overviewOf(left))
  await inDialog('Check what was saved').click()
  await expect.element(dialog()).not.toBeInTheDocument()
  expect(address()).toBe('/app/dashboard/')
})

test('says which facts about a choice are unknown, and that nobody decides about their own choice [D-14]', async () => {
  const [amelia] = queued
  if (!amelia) throw new Error('One waits')
  const change = { ...amelia, own: true, fields: { Request: 'Change' }, startsOn: null, orderValue: 0 }
  const answers = queueAnswers()
    .to(listApprovalQueue, [change])
    .to(readDecisionFacts, {
      ...knownFacts,
      salary: null,
      weeklyHours: null,
      effect: null,
      minimumWage: { payAfter: 20_000, floor: 24_784.5, payToRise: null },
      firstPay: null,
      inForce: { planDetails: [{ label: 'Days to buy', value: '5 days' }], employee: 144.25 },
      terms: [{ version: 2, accepted: false }],
    })
  await showQueue(answers)
  await expect.element(box('Select Amelia Hart, Holiday trading')).toBeDisabled()
  await expect.element(page.getByText('Your own selection: another administrator must decide')).toBeVisible()
  await expect.element(facts().getByText('Pay would fall below the minimum wage')).toBeVisible()
  const text = facts().element().textContent
  expect(text).toContain('Changes to Holiday trading need your approval')
  expect(text).toContain('In force until you decideDays to buy: 5 days, £144.25 a month')
  expect(text).toContain('No pay day is planned yet')
  expect(text).toContain('Version 2 not accepted')
  expect(figures()).toEqual(['Amelia pays£28.85a month'])
  await button('Approve').click()
  await expect.element(page.getByRole('alertdialog', { name: /^No selections/ })).toBeVisible()
})

test('says how many of the waiting choices the list shows', async () => {
  const answers = queueAnswers().to(readApprovalOverview, { ...overviewOf(queued), count: 502 })
  await showQueue(answers)
  await expect
    .element(page.getByText('The list shows only the choices that have waited longest: 3 of 502.', { exact: false }))
    .toBeVisible()
})

test('says for one benefit how many waiting choices it shows, even if it shows none of them', async () => {
  const [amelia, isla, henry] = queued
  if (!amelia || !isla || !henry) throw new Error('Three wait')
  const { count, summary } = overviewOf(queued)
  const many = summary.map((one) => ({ ...one, count: 40 }))
  const own = { ...isla, own: true }
  const answers = queueAnswers()
    .to(listApprovalQueue, [amelia, own])
    .to(readApprovalOverview, { count: count - 1, summary: many })
  await showQueue(answers)
  await expect
    .element(page.getByText('The list shows only the choices that have waited longest: 1 of 2.', { exact: false }))
    .toBeVisible()
  await page.getByRole('button', { name: 'Holiday trading 40' }).click()
  await expect.element(page.getByText(/1 of 40 for Holiday trading/)).toBeVisible()
  await page.getByRole('button', { name: 'Cycle to work 40' }).click()
  await expect.element(page.getByText(/0 of 40 for Cycle to work/)).toBeVisible()
  expect(rows()).toEqual([])
  await expectAccessible()
})

test('says if no choice waits for one benefit', async () => {
  const left = queued.slice(0, 2)
  const answers = queueAnswers().to(listApprovalQueue, left).to(readApprovalOverview, overviewOf(left))
  await showScreen({ at: `/?benefit=${bicycleId}`, screen: <ApprovalsPage />, answers })
  await expect.element(page.getByText('No approval data found')).toBeVisible()
})

test('puts orders with the smallest value first when sorted by value, and shows the benefit of each choice', async () => {
  const [amelia, isla, henry] = queued
  if (!amelia || !isla || !henry) throw new Error('Three wait')
  const second = { ...henry, employeeName: 'Amelia Hart', firstName: 'Amelia', surname: 'Hart', orderValue: 300 }
  const answers = queueAnswers().to(listApprovalQueue, [{ ...amelia, orderValue: 0 }, isla, second])
  await showScreen({ at: '/?order=value', screen: <ApprovalsPage />, answers })
  await expect.element(box('Select Amelia Hart, Holiday trading')).toBeVisible()
  expect(rows()).toEqual(['Amelia Hart', 'Isla Reid', 'Amelia Hart'])
  await expect.element(box('Select Amelia Hart, Cycle to work')).toBeChecked()
  await box('Select Amelia Hart, Holiday trading').click()
  await button('Approve').click()
  await expect
    .element(dialog().getByText('Amelia Hart (Cycle to work), Amelia Hart (Holiday trading)', { exact: true }))
    .toBeVisible()
})

test('says from when the minimum wage exceeds the known pay', async () => {
  const payToRise = { on: '2027-01-10' as IsoDate, floor: 24_784.5 }
  const answers = queueAnswers().to(readDecisionFacts, {
    ...knownFacts,
    minimumWage: { payAfter: 24_438.29, floor: 21_157.5, payToRise },
  })
  await showQueue(answers)
  const sentence =
    'From 10 January 2027 the minimum wage is £24,784.50 a year, more than Amelia’s pay on record. You must raise the pay by then'
  await expect.element(facts().getByRole('heading', { name: sentence })).toBeVisible()
  expect(facts().getByText('Pay does not fall below the minimum wage').query()).toBeNull()
})

test('loads the facts of a choice again after a failure', async () => {
  const answers = queueAnswers().drop(readDecisionFacts)
  await showScreen({ at: '/', screen: <ApprovalsPage />, answers, retry: false })
  await expect.element(facts().getByRole('alert')).toBeVisible()
  queueAnswers().install()
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect.element(facts().getByText(/^Train driver/)).toBeVisible()
})

test('shows a message if nothing needs approval, and if loading fails [APPROVE-21, APPROVE-22, APPROVE-23] [PANEL-05]', async () => {
  const answers = queueAnswers().to(readApprovalOverview, { count: 0, summary: [] }).to(listApprovalQueue, [])
  const { unmount } = await showScreen({ at: '/', screen: <ApprovalsPage />, answers })
  await expect.element(page.getByText('No approval data found')).toBeVisible()
  await expect.element(page.getByRole('heading', { level: 1, name: 'No choices are waiting for you' })).toBeVisible()
  await unmount()

  await showPanel(answersWith([]).drop(listPendingSelections).drop(readApprovalOverview))
  await expect.element(page.getByText('There was an error requesting approval data')).toBeVisible()
  answersWith([]).install()
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect.element(page.getByText('No approval data found')).toBeVisible()
})

test("shows the forbidden state if the server refuses the list or a benefit's selections", async () => {
  const refusing = answersWith([])
    .refuse(listPendingSelections, denied)
    .refuse(readApprovalOverview, denied)
    .refuse(listApprovalQueue, denied)
  const { unmount } = await showScreen({ at: '/', screen: <ApprovalsPage />, answers: refusing })
  await expect.element(page.getByRole('alert').getByText('Access Denied')).toBeVisible()
  await unmount()
  await showPanel(refusing)
  await expect.element(page.getByRole('alert').getByText('Access Denied')).toBeVisible()
  expect(page.getByRole('button', { name: 'Retry' }).query()).toBeNull()
})

test('lists the first 500 selections, which is the most for one decision, and says so', async () => {
  const many = Array.from({ length: 502 }, (_, number) => ({
    ...selection(`Employee ${number}`, 0),
    // The rows differ only in their ids.
    selectionId: `0a5bdc6e-6a83-4b8e-9c53-${String(number).padStart(12, '0')}` as SelectionId,
  }))
  const answers = answersWith(many)
  await showPanel(answers)
  // Reads the page's text, because locators would take minutes with so many rows.
  await expect
    .poll(() => document.body.textContent)
    .toContain(
      '0 of 500 selected The list shows 500 of 502 selections. Find the others by name, or decide these first.',
    )
  expect(document.body.textContent).toContain('Rows 1 to 500 of 502')
  const press = (label: string, within = '') =>
    [...document.querySelectorAll<HTMLButtonElement>(`${within} button`)]
      .find((one) => one.textContent === label)
      ?.click()
  document.querySelector<HTMLInputElement>('thead input')?.click()
  await expect.poll(() => document.body.textContent).toContain('500 of 500 selected')
  press('Reject')
  await expect.poll(() => document.querySelector('[role=alertdialog]')).not.toBeNull()
  press('Reject', '[role=alertdialog]')
  await expect.poll(() => answers.bodiesTo(decidePendingSelections)).toHaveLength(1)
  const [sent] = answers.bodiesTo(decidePendingSelections) as { selectionIds: string[] }[]
  expect(sent?.selectionIds).toHaveLength(500)
})

test('hides the decision buttons while a search finds nobody, and shows all selections after it is cleared', async () => {
  await showPanel(answersWith(Array.from({ length: 8 }, (_, number) => selection(`Bo ${number}`, number))))
  await page.getByLabelText('Find an employee').fill('Zebedee')
  await expect.element(page.getByText('No employee in this list has that name')).toBeVisible()
  await expect.element(button('Approve')).not.toBeInTheDocument()
  await page.getByLabelText('Find an employee').fill('')
  await expect.element(button('Approve')).toBeVisible()
  await expect.element(page.getByText('0 of 8 selected')).toBeVisible()
})

test('shows the search box above a short list if the URL has a search, and keeps it when the search is cleared', async () => {
  await showPanel(answersWith(), '&find=isla')
  const find = page.getByLabelText('Find an employee')
  await expect.element(find).toHaveValue('isla')
  await expect.element(page.getByText('0 of 1 selected')).toBeVisible()
  await find.fill('')
  await expect.element(page.getByText('0 of 3 selected')).toBeVisible()
  await expect.element(find).toHaveFocus()
})

test('shows employee and fields in columns, with a checkbox for each row and a checkbox for all rows [APPROVE-06, APPROVE-07, APPROVE-08] [PANEL-05]', async () => {
  await showPanel(answersWith())
  await expect
    .element(page.getByRole('heading', { name: 'Holiday trading - Selections awaiting approval' }))
    .toBeVisible()
  expect(columns()).toEqual(['Employee name', 'Days to buy', 'Employee pays per month', 'From'])
  const aligned = (name: string) =>
    getComputedStyle(page.getByRole('columnheader', { name, exact: true }).element()).textAlign
  expect([aligned('Employee pays per month'), aligned('Days to buy')]).toEqual(['end', 'start'])
  await expectAccessible()

  await box('Select Isla Reid').click()
  await expect.element(box('Select all')).toBePartiallyChecked()
  await box('Select all').click()
  for (const { employeeName } of pending) await expect.element(box(`Select ${employeeName}`)).toBeChecked()
  await expect.element(page.getByText('3 of 3 selected')).toBeVisible()
  await box('Select all').click()
  await expect.element(page.getByText('0 of 3 selected')).toBeVisible()
})

test('has a column for each field that any selection has [APPROVE-07]', async () => {
  const [amelia, isla] = pending
  if (!amelia || !isla) throw new Error('Two wait')
  const others = { ...isla, fields: { From: '1 December 2026', Reason: 'A new job' } }
  await showPanel(answersWith([amelia, others]))
  await expect.element(page.getByRole('rowheader', { name: 'Amelia Hart' })).toBeVisible()
  expect(columns()).toEqual(['Employee name', 'Days to buy', 'Employee pays per month', 'From', 'Reason'])
  const cells = page.getByRole('row').nth(2).getByRole('cell').elements().slice(1)
  expect(cells.map((cell) => cell.lastChild?.textContent)).toEqual(['–', '–', '1 December 2026', 'A new job'])
})

test('updates the figures on other screens after a decision', async () => {
  const { client } = await showPanel(answersWith())
  const others = [
    ['take-up', 'all', false],
    ['insights', 'benefits'],
    ['reports', 'runs'],
    ['employees', 'one', 'x'],
  ]
  for (const queryKey of others) client.setQueryData(queryKey, {})
  await box('Select Isla Reid').click()
  await button('Approve').click()
  await inDialog('Approve').click()
  await expect.element(page.getByText('1 selection approved: Isla Reid')).toBeVisible()
  expect(others.map((queryKey) => client.getQueryState(queryKey)?.isInvalidated)).toEqual(others.map(() => true))
})

test('is also available as a separate page, with title, back link and the same table [APPROVE-02, APPROVE-03, APPROVE-10]', async () => {
  const { address } = await showScreen({
    at: `/app/dashboard/approve-selections/${holidayId}`,
    route: '/app/dashboard/approve-selections/$benefitId',
    screen: <BenefitApprovalsPage />,
    answers: answersWith(),
  })
  await expect
    .element(
      page.getByRole('heading', { level: 1, name: 'Holiday trading - Selections awaiting approval', exact: true }),
    )
    .toBeVisible()
  const crumbs = page.getByRole('navigation').getByRole('link').elements()
  expect(crumbs.map((crumb) => [crumb.textContent, crumb.getAttribute('href')])).toEqual([
    ['Home', '/app/home/'],
    ['Employer dashboard', '/app/dashboard/'],
    ['Approve Selections', '/app/dashboard/approve-selections'],
  ])
  await expect.element(page.getByRole('rowheader', { name: 'Amelia Hart' })).toBeVisible()
  expect(columns()).toEqual(['Employee name', 'Days to buy', 'Employee pays per month', 'From'])
  await expectAccessible()
  await box('Select Amelia Hart').click()
  await button('Approve').click()
  await inDialog('Approve').click()
  await expect.element(dialog()).not.toBeInTheDocument()
  expect(address()).toBe('/app/dashboard/')
})

test('shows a message if no row is checked [APPROVE-12] [PANEL-05]', async () => {
  const answers = answersWith()
  await showPanel(answers)
  for (const action of ['Approve', 'Reject']) {
    await button(action).click()
    await expect
      .element(page.getByRole('alertdialog', { name: 'No selections to approve/reject, please review your choice' }))
      .toBeVisible()
    expect(dialog().getByRole('button').all()).toHaveLength(1)
    await expectAccessible()
    await inDialog('Close').click()
    await expect.element(dialog()).not.toBeInTheDocument()
  }
  expect(answers.bodiesTo(decidePendingSelections)).toEqual([])
})

test('asks for confirmation with the verb of the action; Cancel decides nothing [APPROVE-11, APPROVE-13, APPROVE-14] [PANEL-05]', async () => {
  const answers = answersWith()
  await showPanel(answers)
  await box('Select Amelia Hart').click()
  for (const [action, question] of [
    ['Approve', 'Are you sure you would like to approve these selections?'],
    ['Reject', 'Are you sure you would like to reject these selections?'],
  ] as const) {
    await button(action).click()
    await expect.element(page.getByRole('alertdialog', { name: question })).toBeVisible()
    await expect.element(inDialog(action)).toBeVisible()
    await expect.element(inDialog('Cancel')).toHaveFocus()
    await expectAccessible()
    await inDialog('Cancel').click()
    await expect.element(dialog()).not.toBeInTheDocument()
  }
  expect(answers.bodiesTo(decidePendingSelections)).toEqual([])
})

test('sends the checked rows only once after several clicks, and returns to the dashboard with the result [APPROVE-15, APPROVE-16, APPROVE-17, APPROVE-20] [PANEL-05]', async () => {
  let finish: () => void = () => undefined
  const answers = answersWith().to(
    decidePendingSelections,
    () => new Promise((resolve) => (finish = () => resolve({ status: 'ok', decided: 2 }))),
  )
  const { address } = await showPanel(answers)
  await box('Select Amelia Hart').click()
  await box('Select Henry Cole').click()
  await button('Approve').click()
  await dialog()
    .getByRole('textbox', { name: /Reason/ })
    .fill('Cover is arranged')

  const approve = inDialog('Approve').element() as HTMLButtonElement
  approve.click()
  approve.click()
  const processing = inDialog('Processing...')
  await expect.element(processing).toBeVisible()
  await expect.element(processing).toBeDisabled()
  approve.click()
  await userEvent.keyboard('{Escape}')
  await expect.element(dialog()).toBeVisible()
  finish()
  await expect.element(dialog()).not.toBeInTheDocument()
  expect(address()).toBe('/app/dashboard/')
  await expect.element(page.getByText('2 selections approved: Amelia Hart, Henry Cole')).toBeVisible()
  expect(answers.bodiesTo(decidePendingSelections)).toEqual([
    {
      selectionIds: [selectionId(0), selectionId(2)],
      approval: true,
      versions: { [selectionId(0)]: 1, [selectionId(2)]: 3 },
      reason: 'Cover is arranged',
    },
  ])
})

test('finds out that a decision was saved although its reply was lost', async () => {
  const answers = answersWith().drop(decidePendingSelections)
  await showPanel(answers)
  await box('Select all').click()
  await button('Reject').click()
  await inDialog('Reject').click()
  answers.drop(listPendingSelections)
  await inDialog('Check what was saved').click()
  await expect.element(inDialog('Check what was saved')).toBeVisible()
  answers.to(listPendingSelections, [])
  await inDialog('Check what was saved').click()
  await expect.element(page.getByText(/^Already decided: Amelia Hart/)).toBeVisible()
  expect(answers.bodiesTo(decidePendingSelections)).toHaveLength(1)
})

test('keeps the dialog open after a failure, shows the reason and what changed, and allows a retry [APPROVE-23] [S-71] [API-21] [PANEL-05]', async () => {
  const answers = answersWith()
  const { address } = await showPanel(answers)
  await box('Select all').click()
  await button('Reject').click()

  answers.drop(decidePendingSelections)
  await inDialog('Reject').click()
  await expect.element(dialog().getByText(/^Failed to fetch/)).toBeVisible()
  await expect.element(dialog().getByText(/We do not know whether your decision was saved/)).toBeVisible()
  await expectAccessible()
  await inDialog('Check what was saved').click()
  await expect.element(dialog().getByText(/^Your decision was not saved/)).toHaveFocus()
  answers.to(decidePendingSelections, () => {
    throw new CallFailed(500)
  })
  await inDialog('Reject').click()
  await expect
    .element(dialog().getByText('It looks like something has gone wrong, please try again later'))
    .toBeVisible()
  answers.refuse(decidePendingSelections, ownSelection)
  await inDialog('Reject').click()
  await expect.element(dialog().getByText(ownSelection.message)).toBeVisible()
  answers.to(decidePendingSelections, () => {
    throw new CallFailed(409, { code: noLongerPending.code, changed: [selectionId(1)] })
  })
  await inDialog('Reject').click()
  await expect.element(dialog().getByText(noLongerPending.message)).toBeVisible()
  await expect.element(dialog().getByText('Changed: Isla Reid')).toBeVisible()
  answers.to(decidePendingSelections, () => {
    throw new CallFailed(409, { code: hasLeftSince.code, changed: [selectionId(1)] })
  })
  await inDialog('Reject').click()
  await expect.element(dialog().getByText(hasLeftSince.message)).toBeVisible()
  await expect.element(dialog().getByText('Left: Isla Reid')).toBeVisible()
  await expectAccessible()

  answers.to(decidePendingSelections, { status: 'ok', decided: 3 })
  await inDialog('Reject').click()
  await expect.element(dialog()).not.toBeInTheDocument()
  expect(address()).toBe('/app/dashboard/')
})

test('shows whose pay would fall below the minimum wage and by how much, and keeps the dialog open', async () => {
  const answers = answersWith()
  await showPanel(answers)
  await box('Select all').click()
  await button('Approve').click()
  answers.to(decidePendingSelections, () => {
    const figures = [
      { selectionId: selectionId(1), payAfter: 24_000, floor: 24_784.5, from: null },
      { selectionId: selectionId(2), payAfter: 25_000, floor: 26_436.8, from: '2027-03-01' },
    ]
    throw new CallFailed(409, {
      code: belowMinimumWageRefusal.code,
      changed: [selectionId(1), selectionId(2)],
      figures,
    })
  })
  await inDialog('Approve').click()
  await expect.element(dialog().getByText(belowMinimumWageRefusal.message)).toBeVisible()
  await expect.element(dialog().getByText(/^Isla Reid: £24,000\.00 a year would be left, .*£24,784\.50$/)).toBeVisible()
  const later = /^Henry Cole: £25,000\.00 a year would be left from 1 March 2027, .*£26,436\.80$/
  await expect.element(dialog().getByText(later)).toBeVisible()
  await expect.element(dialog().getByText('Amelia Hart:')).not.toBeInTheDocument()
  const lines = [...dialog().getByRole('alert').element().querySelectorAll('p')].map((p) => p.getBoundingClientRect())
  expect((lines[1]?.top ?? 0) - (lines[0]?.bottom ?? 0)).toBeGreaterThanOrEqual(4)
})

test("does not tick the administrator's own selection with the checkbox for all rows [D-14]", async () => {
  const mine = { ...selection('Grace Lin', 9), own: true }
  const answers = answersWith([mine, ...pending])
  await showPanel(answers)
  await expect.element(box('Select Grace Lin')).toBeDisabled()
  await box('Select all').click()
  await button('Approve').click()
  await inDialog('Approve').click()
  await expect.element(dialog()).not.toBeInTheDocument()
  expect(answers.bodiesTo(decidePendingSelections)).toMatchObject([
    { selectionIds: pending.map((each) => each.selectionId), approval: true },
  ])
})

test('works with the keyboard only', async () => {
  const answers = answersWith()
  const { address } = await showPanel(answers)
  await expect.element(box('Select all')).toBeVisible()
  const all = box('Select all').element() as HTMLElement
  for (let step = 0; step < 10 && document.activeElement !== all; step++) await userEvent.keyboard('{Tab}')
  expect(document.activeElement).toBe(all)
  await userEvent.keyboard(' ')
  const approve = button('Approve').element() as HTMLElement
  for (let step = 0; step < 10 && document.activeElement !== approve; step++) await userEvent.keyboard('{Tab}')
  await userEvent.keyboard('{Enter}')
  await expect.element(inDialog('Cancel')).toHaveFocus()
  await userEvent.keyboard('{Shift>}{Tab}{/Shift}{Enter}')
  await expect.element(dialog()).not.toBeInTheDocument()
  expect(address()).toBe('/app/dashboard/')
  expect(answers.bodiesTo(decidePendingSelections)).toHaveLength(1)
})

import type { ComponentProps } from 'react'
import { beforeEach, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import type { IsoDate } from '../../contract/dates.ts'
import { refusal } from '../../contract/refusals.ts'
import { Answers, expectAccessible, showScreen } from '../../tests/harness/screen.tsx'
import { Notices } from '../../ui/Notices.tsx'
import { useSession, type Session } from '../session/use-session.ts'
import { OpenScheduledReport } from './OpenScheduledReport.tsx'
import {
  addSchedule,
  listSchedules,
  pauseSchedule,
  stopSchedule,
  tooManySchedules,
  type Schedule,
} from './report-schedules.contract.ts'
import { SchedulesPanel } from './SchedulesPanel.tsx'

const clientId = '0a5bdc6e-6a83-4b8e-9c53-000000000099'
const weekly: Schedule = {
  scheduleId: '0a5bdc6e-6a83-4b8e-9c53-000000000001',
  report: 'provider',
  query: 'provider=Bupa&format=xlsx',
  rhythm: 'weekly',
  day: 1,
  paused: false,
  nextOn: '2026-11-23' as IsoDate,
}

beforeEach(async () => {
  await page.viewport(1280, 900)
  // The panel uses only the client from the session.
  useSession.setState({ session: { step: 'in', client: { id: clientId } } as unknown as Session })
})

const show = (answers: Answers, asked: Partial<ComponentProps<typeof SchedulesPanel>> = {}) =>
  showScreen({
    at: '/app/reporting',
    screen: (
      <>
        <SchedulesPanel onClose={() => undefined} {...asked} />
        <Notices dismissLabel="Dismiss" />
      </>
    ),
    answers,
    retry: false,
  })
const button = (name: string) => page.getByRole('button', { name, exact: true })

it('schedules a report with its filter, by week or month', async () => {
  let closed = 0
  const answers = new Answers().to(listSchedules, []).refuse(addSchedule, tooManySchedules)
  await show(answers, {
    report: 'provider',
    filter: { provider: 'Bupa', format: 'xlsx' },
    onClose: () => void (closed += 1),
  })
  await expect.element(page.getByText('No scheduled reports yet')).toBeVisible()
  await button('Schedule').click()
  await expect.element(page.getByText(tooManySchedules.message)).toBeVisible()
  await expectAccessible()
  answers.to(addSchedule, weekly).to(listSchedules, [weekly])
  await page.getByRole('combobox', { name: 'How often' }).selectOptions('Every week')
  await page.getByRole('combobox', { name: 'Weekday' }).selectOptions('Friday')
  await button('Schedule').click()
  await expect.element(page.getByText('Next email on 23 November 2026')).toBeVisible()
  // The form is ready for the next schedule.
  await expect.element(page.getByRole('combobox', { name: 'How often' })).toHaveValue('monthly')
  await expect.element(page.getByRole('heading', { name: 'Scheduled reports' })).toHaveFocus()
  const report = { report: 'provider', query: 'provider=Bupa&format=xlsx' }
  expect(answers.bodiesTo(addSchedule)).toEqual([
    { ...report, rhythm: 'monthly', day: 1 },
    { ...report, rhythm: 'weekly', day: 5 },
  ])
  await button('Close').click()
  await expect.poll(() => closed).toBe(1)
})

it('offers the day after a payroll run only for payroll reports', async () => {
  const answers = new Answers().to(listSchedules, []).drop(addSchedule)
  const provider = await show(answers, { report: 'provider', filter: {} })
  await expect.element(page.getByRole('option', { name: 'Every month' })).toBeInTheDocument()
  expect(page.getByRole('option', { name: 'The day after a payroll run is locked' }).query()).toBeNull()
  await provider.unmount()

  await show(answers, { report: 'payroll', filter: {} })
  await page.getByRole('combobox', { name: 'How often' }).selectOptions('The day after a payroll run is locked')
  await button('Schedule').click()
  await expect
    .poll(() => answers.bodiesTo(addSchedule))
    .toEqual([{ report: 'payroll', query: '', rhythm: 'payroll-lock', day: null }])
})

it('pauses, continues and stops a schedule', async () => {
  let list = [weekly]
  const answers = new Answers()
    .to(listSchedules, () => list)
    .to(pauseSchedule, () => {
      list = list.map((one) => ({ ...one, paused: !one.paused }))
      return { ...weekly, paused: true }
    })
    .to(stopSchedule, () => {
      list = []
      return { status: 'ok' as const }
    })
  await show(answers)
  await button('Pause: Provider reports, Bupa, Excel (XLSX), Every Monday').click()
  await expect.element(page.getByText('Paused')).toBeVisible()
  await button('Resume: Provider reports, Bupa, Excel (XLSX), Every Monday').click()
  await button('Stop this schedule: Provider reports, Bupa, Excel (XLSX), Every Monday').click()
  const question = page.getByRole('alertdialog')
  await expect.element(question.getByText(/Provider reports, Bupa, Excel \(XLSX\), Every Monday$/)).toBeVisible()
  await button('Stop this schedule').click()
  await expect.element(page.getByText('No scheduled reports yet')).toBeVisible()
  await expect.element(page.getByRole('alertdialog')).not.toBeInTheDocument()
  await expect.element(page.getByRole('heading', { name: 'Scheduled reports' })).toHaveFocus()
  expect(answers.bodiesTo(pauseSchedule)).toEqual([{ paused: true }, { paused: false }])
})

it('shows when schedules are loading, cannot be loaded or are refused', async () => {
  const loading = await show(new Answers().hang(listSchedules))
  await expect.element(page.getByText('Loading your schedules')).toBeInTheDocument()
  await loading.unmount()

  const answers = new Answers().drop(listSchedules)
  const failed = await show(answers)
  await expect.element(page.getByText('There was an error requesting your schedules')).toBeVisible()
  answers.to(listSchedules, [weekly])
  await button('Retry').click()
  await expect.element(page.getByText('Next email on 23 November 2026')).toBeVisible()
  await failed.unmount()

  await show(new Answers().refuse(listSchedules, refusal('denied', 403, 'Access Denied')))
  await expect.element(page.getByText('Access Denied')).toBeVisible()
})

it('opens the report of a link in a mail, with its filter', async () => {
  const { address } = await showScreen({
    at: `/app/reporting?scheduled=${weekly.scheduleId}`,
    screen: <OpenScheduledReport scheduleId={weekly.scheduleId} />,
    answers: new Answers().to(listSchedules, [weekly]),
  })
  await expect.poll(address).toBe('/app/reporting?panel=provider-report&provider=Bupa&format=xlsx')
})

it('keeps the link of a mail if the schedules cannot be loaded, so that a reload opens the report', async () => {
  const { address } = await showScreen({
    at: `/app/reporting?scheduled=${weekly.scheduleId}`,
    screen: (
      <>
        <OpenScheduledReport scheduleId={weekly.scheduleId} />
        <Notices dismissLabel="Dismiss" />
      </>
    ),
    answers: new Answers().drop(listSchedules),
    retry: false,
  })
  await expect.element(page.getByText('There was an error requesting your schedules')).toBeVisible()
  expect(address()).toBe(`/app/reporting?scheduled=${weekly.scheduleId}`)
})

it('says that the link of a mail is not of one’s own schedule, or that it has stopped', async () => {
  const { address } = await showScreen({
    at: `/app/reporting?scheduled=${weekly.scheduleId}`,
    screen: (
      <>
        <OpenScheduledReport scheduleId={weekly.scheduleId} />
        <Notices dismissLabel="Dismiss" />
      </>
    ),
    answers: new Answers().to(listSchedules, []),
  })
  await expect.element(page.getByText('This is not one of your schedules, or it has stopped')).toBeVisible()
  expect(address()).toBe('/app/reporting')
})

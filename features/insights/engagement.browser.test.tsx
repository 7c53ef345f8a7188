import { beforeEach, describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { isoDate, londonDate, showShortDate, addDays } from '../../contract/dates.ts'
import { personId } from '../../contract/ids.ts'
import { refusal } from '../../contract/refusals.ts'
import { Answers, expectAccessible, showScreen } from '../../tests/harness/screen.tsx'
import { Notices } from '../../ui/Notices.tsx'
import { listEmployees } from '../employees/employees.contract.ts'
import { sampleEmployees } from '../employees/employees.samples.ts'
import { readWelcomes, welcomeEverybody } from '../employees/welcome-email.contract.ts'
import { signedIn } from '../session/session.samples.ts'
import { useSession } from '../session/use-session.ts'
import { readLogins } from './engagement.contract.ts'
import { EngagementPage } from './EngagementPage.tsx'

const clientId = '0a5bdc6e-6a83-4b8e-9c53-000000000099'
const failure = 'It looks like something has gone wrong, please try again later'
const ann = personId.parse('0a5bdc6e-6a83-4b8e-9c53-000000000001')

beforeEach(async () => {
  await page.viewport(1280, 900)
  useSession.setState(signedIn({ userType: 'employer' }, { id: clientId }))
})

const today = londonDate(new Date())
const days = Array.from({ length: 40 }, (_, index) => ({
  date: addDays(today, index - 39),
  count: index === 37 ? 1234 : 1,
  windowOpen: index >= 36,
}))
const welcomes = {
  waiting: 143,
  lately: 2,
  underWay: 0,
  givenUp: [{ employeeId: ann, name: 'Ann Ahmed', email: 'ann@demo.example', givenUpAt: '2026-11-20T09:00:00.000Z' }],
  givenUpTotal: 1,
  isPossible: true,
}
const answers = () => new Answers().to(listEmployees, sampleEmployees).to(readLogins, days).to(readWelcomes, welcomes)
const show = (given: Answers, retry?: false) =>
  showScreen({
    at: '/app/dashboard/employee-engagement/',
    screen: (
      <>
        <Notices dismissLabel="Dismiss" />
        <EngagementPage />
      </>
    ),
    answers: given,
    ...(retry === false && { retry }),
  })

describe('engagement page', () => {
  it('shows the registered percentage, logins over time with their table, and sends welcome emails [EMP-40] [EMP-41]', async () => {
    await show(answers())
    const heading = page.getByRole('heading', { name: '40.4% of your people have registered', level: 1 })
    await expect.element(heading).toBeVisible()
    expect(document.title).toContain('Employee engagement')
    await expect.element(page.getByText('40.4%', { exact: true })).toBeVisible()
    await expect.element(page.getByText('97 of 240 people on record have registered, leavers included.')).toBeVisible()
    await expect
      .element(page.getByRole('link', { name: 'See employees' }))
      .toHaveAttribute('href', '/app/employee-data/')

    const peak = showShortDate(addDays(today, -2))
    await expect.element(page.getByText(`1,263 logins. Busiest: ${peak}, with 1,234.`)).toBeVisible()
    await page.getByText('Show the figures as a table').click()
    const table = page.getByRole('table', { name: 'Logins per day' })
    await expect.element(table.getByRole('row', { name: `${peak} 1,234 Yes` })).toBeVisible()
    expect(table.getByRole('row').elements()).toHaveLength(31)
    await expect.element(table.getByRole('columnheader', { name: 'The annual window was open' })).toBeVisible()
    expect(document.querySelectorAll('figure rect[height="100%"]')).toHaveLength(4)
    await page.getByRole('button', { name: 'Months' }).click()
    await expect.element(page.getByRole('table', { name: 'Logins per month' })).toBeVisible()
    await expect.element(page.getByRole('button', { name: 'Months' })).toHaveAttribute('aria-pressed', 'true')
    await expect.element(page.getByRole('button', { name: 'Resend welcome emails' })).toBeVisible()
    await expectAccessible()
  })

  it('asks before sending, shows the number of mails, and sends them once after several clicks [EMP-45]', async () => {
    const given = answers().drop(welcomeEverybody)
    await show(given)
    await page.getByRole('button', { name: 'Resend welcome emails' }).click()
    const dialog = page.getByRole('alertdialog', { name: 'Resend the welcome email to 143 employees?' })
    const send = dialog.getByRole('button', { name: 'Send' })
    await send.click()
    await expect.element(dialog.getByRole('alert').getByText(failure)).toBeVisible()
    await expectAccessible()
    let respond = () => {}
    given
      .to(welcomeEverybody, () => new Promise((resolve) => (respond = () => resolve({ sent: 143 }))))
      .to(readWelcomes, { ...welcomes, waiting: 0, underWay: 143 })
    await send.dblClick()
    respond()
    await expect.element(page.getByText('Welcome email sent')).toBeVisible()
    await expect.element(page.getByText('143 welcome emails are being sent.')).toBeVisible()
    expect(page.getByText('There is no one to send a welcome email to.').elements()).toEqual([])
    const again = page.getByRole('button', { name: 'Resend welcome emails' })
    await expect.element(again).toHaveFocus()
    await again.click()
    const nobody = page.getByRole('alertdialog', { name: 'There is no one to send a welcome email to.' })
    await nobody.getByRole('button', { name: 'Close' }).click()
    await expect.element(again).toHaveFocus()
    expect(given.sent.filter(({ endpoint }) => endpoint === welcomeEverybody).map(({ params }) => params)).toEqual([
      { id: clientId },
      { id: clientId },
    ])
  })

  it('keeps the dialog open, with the reason, if sending or loading the numbers fails', async () => {
    const given = answers()
    await show(given, false)
    await page.getByRole('button', { name: 'Resend welcome emails' }).click()
    given.drop(welcomeEverybody).drop(readWelcomes)
    await page.getByRole('alertdialog').getByRole('button', { name: 'Send' }).click()
    await expect
      .element(page.getByRole('region', { name: 'Welcome emails', exact: true }).getByText(failure).first())
      .toBeInTheDocument()
    await expect.element(page.getByRole('alertdialog').getByRole('alert').getByText(failure)).toBeVisible()
    await expect.element(page.getByText(/^143 employees have not registered/)).toBeInTheDocument()
  })

  it('lists welcome emails that could not be delivered, with links to the people [S-79]', async () => {
    const { address } = await show(answers().to(readWelcomes, { ...welcomes, givenUpTotal: 60 }))
    const table = page.getByRole('table', { name: 'Welcome emails that never arrived' })
    await expect.element(table.getByRole('row', { name: 'Ann Ahmed ann@demo.example 20 November 2026' })).toBeVisible()
    await expect.element(page.getByText('The list shows the newest 1 of 60.')).toBeVisible()
    await page.getByRole('button', { name: 'Ann Ahmed' }).click()
    expect(address()).toBe(`/app/dashboard/employee-engagement/?panel=view-employee-data&employeeId=${ann}`)
  })

  it('shows that nobody has logged in yet, and that clients with only single sign-on need no welcome emails', async () => {
    await show(
      answers()
        .to(readLogins, [])
        .to(readWelcomes, { ...welcomes, isPossible: false }),
    )
    await expect.element(page.getByText('Nobody has logged in yet')).toBeVisible()
    await expect.element(page.getByText(/^Your people log in through your organisation/)).toBeVisible()
    expect(page.getByRole('button', { name: 'Resend welcome emails' }).query()).toBeNull()
  })

  it('keeps other sections if one fails or is refused, and offers a retry', async () => {
    const given = answers()
      .drop(readLogins)
      .refuse(readWelcomes, refusal('denied', 403, 'Access Denied'))
    await show(given, false)
    await expect.element(page.getByText('40.4%')).toBeVisible()
    await expect.element(page.getByText(failure)).toBeVisible()
    await expect.element(page.getByText('Access Denied')).toBeVisible()
    await expectAccessible()
    given.to(readLogins, [{ date: isoDate.parse('2026-11-20'), count: 0, windowOpen: false }])
    await page.getByRole('button', { name: 'Retry' }).click()
    await expect.element(page.getByText('Nobody has logged in during this time.')).toBeVisible()
  })
})

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { page } from 'vitest/browser'
import { isoDate } from '../../contract/dates.ts'
import type { PersonId } from '../../contract/ids.ts'
import { Answers, expectAccessible, showScreen } from '../../tests/harness/screen.tsx'
import {
  cannotBeViewed,
  employerCodeNeeded,
  employerPasswordWrong,
  viewAsEmployee,
} from '../masquerade/masquerade.contract.ts'
import { signedIn } from '../session/session.samples.ts'
import { clearSession, useSession } from '../session/use-session.ts'
import { codeInvalid } from '../two-factor/two-factor.contract.ts'
import { EmployeePanel } from './EmployeePanel.tsx'
import { readEmployee, type EmployeeDetail } from './employees.contract.ts'

const employeeId = '0a5bdc6e-6a83-4b8e-9c53-000000000001' as PersonId
const detail: EmployeeDetail = {
  employeeId,
  name: 'Amelia Hart',
  firstName: 'Amelia',
  surname: 'Hart',
  email: 'amelia.hart@demo.example',
  employeeNumber: 'NR1',
  registered: true,
  lastLogin: null,
  lastDay: null,
  hasLeft: false,
  dateOfBirth: isoDate.parse('1988-06-12'),
  jobTitle: null,
  costCentre: null,
  location: null,
  employmentStatus: 'active',
  startDate: null,
  leaving: null,
  notViewable: null,
  selections: [],
  lastChoice: null,
}
const url = '/sso-login/msq-token/2026'
const given = (employee: Partial<EmployeeDetail> = {}) => new Answers().to(readEmployee, { ...detail, ...employee })
const panel = (answers: Answers) =>
  showScreen({
    at: '/app/employee-data/',
    screen: <EmployeePanel params={{ employeeId }} onClose={() => undefined} />,
    answers,
    retry: false,
  })
const button = (name: string) => page.getByRole('button', { name })
const password = page.getByLabelText('Your password')
const opened = vi.spyOn(window, 'open')

beforeEach(() => {
  useSession.setState(signedIn({ userType: 'employer' }))
  // Simulates a new tab whose `opener` can be cleared.
  opened.mockReset().mockReturnValue({ opener: window } as Window)
})
afterEach(() => clearSession(null))

async function confirm(): Promise<void> {
  await button('View as employee').click()
  await password.fill('Quartz&94Wren-Loft')
  await button('Open view').click()
}

describe('magic link in the panel of an employee', () => {
  it("requires the employer's password, and opens the portal as the employee in a new tab [MASQ-09] [MASQ-10] [MASQ-11] [MASQ-12] [PANEL-05]", async () => {
    const answers = given().to(viewAsEmployee, { url, error: null })
    await panel(answers)
    await button('View as employee').click()
    await expect.element(password).toHaveFocus()
    await expect.element(page.getByText(/We record the view and email Amelia Hart/)).toBeVisible()
    await expectAccessible()
    await password.fill('Quartz&94Wren-Loft')
    await button('Open view').click()
    await expect.element(page.getByText('The view is open in a new tab.')).toBeVisible()
    expect(answers.sent.at(-1)?.params).toEqual({ a: 's', b: employeeId })
    expect(answers.bodiesTo(viewAsEmployee)).toEqual([{ password: 'Quartz&94Wren-Loft' }])
    expect(opened.mock.calls).toEqual([[url, '_blank']])
    expect(opened.mock.results[0]?.value).toEqual({ opener: null })
    await expectAccessible()

    await button('Open another view').click()
    await expect.element(password).toHaveValue('')
  })

  it('shows that the password is wrong, and keeps the input [MASQ-12] [PANEL-05]', async () => {
    const answers = given().refuse(viewAsEmployee, employerPasswordWrong)
    await panel(answers)
    await confirm()
    await expect.element(password).toHaveAccessibleDescription('Try again or reset your password')
    await expect.element(password).toHaveValue('Quartz&94Wren-Loft')
    await expectAccessible()
    answers.to(viewAsEmployee, { url, error: null })
    await button('Open view').click()
    await expect.element(page.getByText('The view is open in a new tab.')).toBeVisible()
  })

  it('requires a code if the employer has a second factor [S-45]', async () => {
    const answers = given().refuse(viewAsEmployee, employerCodeNeeded)
    await panel(answers)
    await confirm()
    const code = page.getByLabelText('Your authentication code')
    await expect.element(code).toBeVisible()
    answers.hang(viewAsEmployee)
    await button('Open view').click()
    await expect.element(button('Opening...')).toBeVisible()
    await expect.element(code).toBeVisible()
  })

  it('shows that the code is wrong, and keeps the input [S-45]', async () => {
    const answers = given().refuse(viewAsEmployee, employerCodeNeeded)
    await panel(answers)
    await confirm()
    const code = page.getByLabelText('Your authentication code')
    await code.fill('123456')
    answers.refuse(viewAsEmployee, codeInvalid)
    await button('Open view').click()
    await expect.element(code).toHaveAccessibleDescription('The code is not valid, please try again')
    await expectAccessible()
    expect(answers.bodiesTo(viewAsEmployee).at(-1)).toEqual({ password: 'Quartz&94Wren-Loft', code: '123456' })
  })

  it('shows the link if the browser does not open a tab', async () => {
    opened.mockReturnValue(null)
    await panel(given().to(viewAsEmployee, { url, error: null }))
    await confirm()
    const link = page.getByRole('link', { name: 'View as Amelia Hart in a new tab' })
    await expect.element(link).toHaveAttribute('href', url)
    await expect.element(link).toHaveAttribute('rel', 'noopener noreferrer')
    await expectAccessible()
  })

  it.each([['whom they may not look at', cannotBeViewed.message, cannotBeViewed]])(
    'shows %s',
    async (_, text, refused) => {
      await panel(given().refuse(viewAsEmployee, refused))
      await confirm()
      await expect.element(page.getByText(text)).toBeVisible()
      expect(opened).not.toHaveBeenCalled()
    },
  )

  it.each([
    ['employer', 'Nobody can view the portal as another administrator.'],
    ['disabled', 'This account is disabled, so nobody can view the portal with it.'],
    ['no-access', 'This person can no longer log in, so nobody can view the portal as them.'],
  ] as const)('says why the employee cannot be viewed: %s', async (notViewable, why) => {
    await panel(given({ notViewable }))
    await expect.element(page.getByText(why)).toBeVisible()
    expect(button('View as employee').query()).toBeNull()
    await expectAccessible()
  })

  it('is missing for people who have not registered, and while an operator views the portal', async () => {
    const first = await panel(given({ registered: false }))
    await expect.element(page.getByText('12 June 1988')).toBeVisible()
    await expect.element(button('View as employee')).not.toBeInTheDocument()
    await first.unmount()
    const { session } = signedIn({ userType: 'employer' })
    useSession.setState({ session: { ...session, masquerade: { userId: '1', schemeYear: '2026' } } })
    await panel(given())
    await expect.element(page.getByText('12 June 1988')).toBeVisible()
    await expect.element(button('View as employee')).not.toBeInTheDocument()
  })
})

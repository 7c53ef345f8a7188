import { beforeEach, describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { refusal } from '../../contract/refusals.ts'
import { Answers, expectAccessible, showScreen } from '../../tests/harness/screen.tsx'
import { Notices } from '../../ui/Notices.tsx'
import { changeTwoFactorEnforcement, listTwoFactor, readTwoFactorEnforcement } from '../employees/employees.contract.ts'
import { signedIn } from '../session/session.samples.ts'
import { useSession } from '../session/use-session.ts'
import { readTheme, type ThemeReply } from '../../services/theme/theme.contract.ts'
import { useTheme } from '../theme/use-theme.ts'
import { PlatformSettingsPage } from './PlatformSettingsPage.tsx'

const clientId = '0a5bdc6e-6a83-4b8e-9c53-000000000099'
const failure = 'It looks like something has gone wrong, please try again later'

beforeEach(async () => {
  await page.viewport(1280, 900)
  useSession.setState(signedIn({ userType: 'employer' }, { id: clientId }))
  useTheme.setState({ brand: 'Rail Rewards', supportNumber: '0800 111 222', supportEmail: 'rewards@demo.example' })
})

const theme: ThemeReply = {
  theme: { primaryColour: null, secondaryColour: null },
  logoFileUrl: null,
  brandHeaderLogo: null,
  mobileLogo: null,
  logosDark: { client: null, header: null, mobile: null },
  supportEmail: null,
  contactUsEmail: 'contact@demo.example',
  benefitBrandName: null,
  benefitBrandPhoneNumber: null,
  avatarSet: { avatarsetPlainFileURL: null },
  baseFont: null,
  headerFont: null,
  radius: null,
  darkMode: false,
  sso_access_only: false,
}
const list = {
  data: [],
  last_page: 143,
  per_page: 1,
  total: 143,
  more: false,
  next: null,
  previous: null,
  filters: { person_mfa_secret: null },
  isEnforcementTwoFAEnabled: false,
}
const answers = (isEnforced = false) =>
  new Answers()
    .to(readTwoFactorEnforcement, { isEnforcementTwoFAEnabled: isEnforced })
    .to(readTheme, theme)
    .to(listTwoFactor, ({ address }) => (address.includes('=1&') ? { ...list, total: 1 } : list))
const show = (given: Answers, retry?: false) =>
  showScreen({
    at: '/app/dashboard/platform-settings/',
    screen: (
      <>
        <Notices dismissLabel="Dismiss" />
        <PlatformSettingsPage />
      </>
    ),
    answers: given,
    ...(retry === false && { retry }),
  })
const theSwitch = () => page.getByRole('switch', { name: 'Employees must use two-factor authentication' })

describe('platform settings', () => {
  it('require two-factor authentication after a confirmation that shows how many people are affected, and can stop requiring it [EMP-27] [EMP-42]', async () => {
    const given = answers().to(changeTwoFactorEnforcement, ({ body }) => body as { isEnforcementTwoFAEnabled: boolean })
    await show(given)
    await expect.element(theSwitch()).not.toBeChecked()
    await theSwitch().click()
    const must = page.getByRole('alertdialog', { name: 'Require two-factor authentication?' })
    await expect.element(must.getByText('143 people on your list of employees have not set it up yet.')).toBeVisible()
    await expectAccessible()
    expect(given.bodiesTo(changeTwoFactorEnforcement)).toEqual([])
    await must.getByRole('button', { name: 'Cancel' }).click()
    await expect.element(theSwitch()).toHaveFocus()
    await expect.element(theSwitch()).not.toBeChecked()

    await theSwitch().click()
    await must.getByRole('button', { name: 'Require it' }).dblClick()
    await expect.element(page.getByText('Employees must now use two-factor authentication')).toBeVisible()
    await expect.element(theSwitch()).toBeChecked()
    await expect.element(theSwitch()).toHaveFocus()

    await theSwitch().click()
    const theirs = page.getByRole('alertdialog', { name: 'Make two-factor authentication optional?' })
    await expect.element(theirs.getByText('1 person on your list of employees uses it now.')).toBeVisible()
    await theirs.getByRole('button', { name: 'Make it optional' }).click()
    await expect.element(theSwitch()).not.toBeChecked()
    expect(given.bodiesTo(changeTwoFactorEnforcement)).toEqual([
      { isEnforcementTwoFAEnabled: true },
      { isEnforcementTwoFAEnabled: false },
    ])
  })

  it('show brand, support and contact details as read-only, next to the switch [EMP-43]', async () => {
    await show(answers(true))
    await expect.element(theSwitch()).toBeChecked()
    const facts = page.getByRole('region', { name: 'Brand and contact' })
    await expect.element(facts.getByText('contact@demo.example')).toBeVisible()
    const shown = page
      .getByRole('definition')
      .elements()
      .map(({ textContent }) => textContent)
    expect(shown).toEqual([
      'Northgate Rail',
      'Rail Rewards',
      '0800 111 222',
      'rewards@demo.example',
      'Shown',
      'contact@demo.example',
    ])
    expect(page.getByRole('textbox').query()).toBeNull()
    expect(facts.getByRole('button').query()).toBeNull()
    await expectAccessible()
  })

  it('say which values are missing, for example no phone number or no contact page', async () => {
    useTheme.setState({ supportNumber: null })
    useSession.setState(signedIn({ userType: 'employer' }, { id: clientId, contactUsEnabled: false }))
    await show(answers().to(readTheme, { ...theme, contactUsEmail: null }))
    await expect.element(page.getByText('None', { exact: true })).toBeVisible()
    await expect.element(page.getByText('Not shown')).toBeVisible()
    expect(page.getByText('contact@demo.example').query()).toBeNull()
  })

  it('do not change the switch if saving fails, and show a message', async () => {
    const given = answers().drop(changeTwoFactorEnforcement).drop(listTwoFactor)
    await show(given, false)
    await theSwitch().click()
    const dialog = page.getByRole('alertdialog')
    await expect.element(dialog.getByText('The number of people affected could not be loaded.')).toBeVisible()
    await dialog.getByRole('button', { name: 'Require it' }).click()
    await expect.element(dialog.getByRole('alert').getByText(failure)).toBeVisible()
    await expect.element(theSwitch()).not.toBeChecked()
  })

  it('show for each part if it failed to load or is forbidden', async () => {
    const given = answers()
      .refuse(readTwoFactorEnforcement, refusal('denied', 403, 'Access Denied'))
      .drop(readTheme)
    await show(given, false)
    await expect.element(page.getByText('Access Denied')).toBeVisible()
    await expect.element(page.getByText(failure)).toBeVisible()
    await expectAccessible()
    given.to(readTheme, theme)
    await page.getByRole('button', { name: 'Retry' }).click()
    await expect.element(page.getByText('contact@demo.example')).toBeVisible()
  })
})

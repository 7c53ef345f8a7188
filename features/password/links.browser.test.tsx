import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { cleanup } from 'vitest-browser-react'
import { CallFailed } from '../../contract/call-failed.ts'
import type { ReplyOf } from '../../contract/endpoint.ts'
import { openPortal } from '../../tests/harness/portal-in-browser.tsx'
import { nextNavigation } from '../../tests/harness/page-navigation.ts'
import { Answers, expectAccessible } from '../../tests/harness/screen.tsx'
import { LEAVE_AFTER_MS, stepsDone } from '../../ui/use-choose-password.ts'
import { prepareCaptcha, captchaFailed } from '../../services/session/captcha.contract.ts'
import { samplePuzzle } from '../session/session.samples.ts'
import { clearSession } from '../session/use-session.ts'
import { storeEmailBeforeReload } from '../sign-in-protection/use-email-before-reload.ts'
import { applyTheme, useTheme } from '../theme/use-theme.ts'
import {
  askForLink,
  checkPassword,
  dateOfBirthNeeded,
  dateOfBirthWrong,
  linkExpired,
  passwordRulesUnmet,
  resetPassword,
  validateLink,
  verifyDateOfBirth,
} from './password.contract.ts'
import { passwordRules, type PasswordRule } from '../../services/session/password.rules.ts'

const token = 'pFhbV2a9QmC0s4uYt7wX1g'
const link = `/reset-password?token=${token}`
const fresh = 'Kiln&72Ember-Moss'
const checksBut = (...unmet: PasswordRule[]) => passwordRules.map((name) => ({ name, status: !unmet.includes(name) }))
const done = {
  reset: true as const,
  redirectURL: null,
  redirectOrigins: [],
  errors: null,
  checks: checksBut(),
  message: 'Password successfully changed',
  description: null,
} satisfies ReplyOf<typeof resetPassword>

let answers: Answers
beforeEach(() => {
  localStorage.clear()
  clearSession(null)
  answers = new Answers()
    .to(askForLink, { sent: true, errors: null, error: null })
    .to(prepareCaptcha, { provider: 'proof-of-work', puzzle: samplePuzzle })
    .to(validateLink, { valid: true, message: null, error: null })
    .to(verifyDateOfBirth, { verified: true, error: null, errors: null, passwordRules: 991 })
    .to(checkPassword, { checks: checksBut() })
    .to(resetPassword, done)
})
afterEach(async () => {
  vi.restoreAllMocks()
  await cleanup()
})

const open = (address: string) => openPortal(address, { answers: answers.transport })
const heading = (name: string) => page.getByRole('heading', { level: 1, name, exact: true })
const button = (name: string) => page.getByRole('button', { name, exact: true })
const email = page.getByRole('textbox', { name: 'Email' })
const box = page.getByRole('checkbox', { name: 'I am not a robot' })
const isRobot = page.getByText('Please confirm that you are not a robot!')
const proveHuman = async () => {
  await box.click()
  await expect.element(page.getByText('Confirmed')).toBeVisible()
}
const day = page.getByLabelText('Day')
const password = page.getByLabelText('New password', { exact: true })
const again = page.getByLabelText('Confirm new password')
const fails =
  (status: number | null, body: Record<string, unknown> = {}) =>
  () => {
    throw new CallFailed(status, body)
  }
const painted = () => document.querySelectorAll('[data-painted="true"]').length

async function typeDate(digits = '17051990') {
  await day.click()
  await userEvent.keyboard(digits)
}

async function toPassword() {
  const shown = await open(link)
  await typeDate()
  await button('Next').click()
  await expect.element(password).toHaveFocus()
  return shown
}

describe('forgotten password', () => {
  it('shows that a link is on its way if the address is known [FORGOT-10] [FORGOT-11] [FORGOT-12]', async () => {
    const shown = await open('/forgotten-password')
    await expect.element(heading('Reset your password')).toBeVisible()
    await expectAccessible()
    await email.fill(' amelia.hart@demo.example ')
    await proveHuman()
    await email.click()
    await userEvent.keyboard('{Enter}')
    await expect.element(heading("It's on the way...")).toHaveFocus()
    await expect
      .element(page.getByText('If we know that email address, a link to choose a new password will reach you shortly.'))
      .toBeVisible()
    expect(answers.bodiesTo(askForLink)).toEqual([
      { email: 'amelia.hart@demo.example', recaptcha: expect.stringMatching(/^[\w+/=]+$/), isRecaptchaEnabled: true },
    ])
    await expectAccessible()
    await page.getByRole('link', { name: 'Back to login' }).click()
    await expect.poll(() => shown.address()).toBe('/')
  })

  it('shows the error at the field, and sends nothing [FORGOT-07] [FORGOT-08]', async () => {
    await open('/forgotten-password')
    await button('Send').click()
    await expect.element(page.getByText('This field is required')).toBeVisible()
    await expect.element(email).toHaveFocus()
    await email.fill('amelia@demo')
    await button('Send').click()
    await expect.element(page.getByText('Please enter a valid email address')).toBeVisible()
    await expectAccessible()
    expect(answers.sent).toEqual([])
  })

  it('sends nothing before the box is ticked, and asks again for an invalid captcha [FORGOT-01] [FORGOT-09] [FORM-01]', async () => {
    await open('/forgotten-password')
    await expect.element(box).toBeVisible()
    await email.fill('amelia.hart@demo.example')
    await userEvent.keyboard('{Enter}')
    await expect.element(isRobot).toBeVisible()
    await expect.element(box).toHaveFocus()
    await expectAccessible()
    await button('Send').click()
    await expect.element(box).toHaveFocus()
    expect(answers.sent).toEqual([])
    answers.refuse(askForLink, captchaFailed, { recaptcha: [captchaFailed.message] })
    await userEvent.keyboard(' ')
    await expect.element(page.getByText('Confirmed')).toBeVisible()
    await expect.element(isRobot).not.toBeInTheDocument()
    await button('Send').click()
    await expect.element(isRobot).toBeVisible()
    await expect.element(box).not.toBeChecked()
    await expect.element(email).toHaveValue('amelia.hart@demo.example')
  })

  it('keeps the input if the page was reloaded for the captcha', async () => {
    storeEmailBeforeReload('amelia.hart@demo.example')
    await open('/forgotten-password')
    await expect.element(email).toHaveValue('amelia.hart@demo.example')
    await expect.element(page.getByText('Confirmed')).toBeVisible()
    await button('Send').click()
    await expect.element(heading("It's on the way...")).toBeVisible()
  })

  it('shows that the link of the mail has expired [FORGOT-04] [FORGOT-05] [FORGOT-06]', async () => {
    await open('/forgotten-password?message=token-expired')
    const words = 'Your password renewal request has expired. Please try again'
    await expect.element(page.getByRole('alert').getByText(words)).toBeVisible()
    await expectAccessible()
    await cleanup()
    await open('/forgotten-password?message=anything')
    await expect.element(email).toBeVisible()
    expect(page.getByText(words).elements()).toEqual([])
  })

  it('redirects to the organisation if single sign-on is the only way [FORGOT-02] [FORGOT-03]', async () => {
    const shown = await open('/forgotten-password')
    applyTheme({ ...useTheme.getState(), ssoOnly: true })
    await expect.element(page.getByText('Please log in through your organisation')).toBeVisible()
    expect(email.elements()).toEqual([])
    await expectAccessible()
    await page.getByRole('link', { name: 'Back to login' }).click()
    await expect.poll(() => shown.address()).toBe('/')
  })

  it.each([
    ['what the server says', 429, { error: 'Please wait a moment' }, 'Please wait a moment'],
    ['fields without a word', 422, { errors: { email: [] } }, 'Validation failed'],
    ['no answer', null, {}, 'Network error. Please try again.'],
    [
      'an answer without a word',
      500,
      { requestId: '1' },
      'Oops... there was an issue requesting your password reset link',
    ],
    ['an answer that cannot be read', 502, {}, 'An unexpected error occurred'],
  ])(
    'after %s, with status %i and body %o, shows "%s" and keeps the input [FORGOT-13] [FORGOT-16] [FORGOT-17]',
    async (_, status, body, sentence) => {
      answers.to(askForLink, fails(status, body))
      await open('/forgotten-password')
      await email.fill('amelia.hart@demo.example')
      await proveHuman()
      await button('Send').click()
      await expect.element(page.getByRole('alert')).toHaveTextContent(sentence)
      await expect.element(email).toHaveValue('amelia.hart@demo.example')
      await expectAccessible()
    },
  )

  it('mentions the activation link to people who opened an activation link before [FORGOT-14] [FORGOT-17]', async () => {
    answers.to(askForLink, fails(500, { requestId: '1' }))
    const shown = await open('/forgotten-password')
    shown.router.history.push('/forgotten-password/', { isFromActivation: true })
    await email.fill('farah.ali@demo.example')
    await proveHuman()
    await button('Send').click()
    await expect
      .element(page.getByRole('alert'))
      .toHaveTextContent('Oops... there was an issue requesting your activation link')
  })
})

describe('link of a mail', () => {
  it('leads to the page for requesting another link if the address has no token [RESET-02]', async () => {
    for (const address of ['/reset-password', '/reset-password?dob=17-05-1990', '/reset-password?token=']) {
      const shown = await open(address)
      await expect.poll(() => shown.address()).toBe('/forgotten-password/')
      await cleanup()
    }
    expect(answers.sent).toEqual([])
  })

  it('is removed from the address bar at once, and the page asks for the date of birth [RESET-01] [RESET-03] [RESET-04] [RESET-12] [S-12]', async () => {
    const shown = await open(`${link}&dob=29-02-1996`)
    expect(shown.address()).toBe('/reset-password')
    expect(location.href + JSON.stringify(history.state)).not.toMatch(/pFhbV2a9|1996/)
    await expect.element(day).toHaveValue('29')
    await expect.element(page.getByLabelText('Month')).toHaveValue('02')
    await expect.element(page.getByLabelText('Year')).toHaveValue('1996')
    expect(answers.sent.map(({ address }) => address)).toEqual([`/api/v1/password-reset/${token}`])
    await button('Next').click()
    await expect.element(password).toBeVisible()
    expect(answers.bodiesTo(verifyDateOfBirth)).toEqual([{ token, date_of_birth: '29/02/1996' }])
  })

  it('shows why the link is invalid, and where to request another link [RESET-05] [RESET-06] [RESET-08]', async () => {
    answers.to(validateLink, { valid: false, message: 'A link works once, for 30 minutes.', error: null })
    const shown = await open(link)
    await expect.element(heading('Your password reset link has expired or is invalid.')).toBeVisible()
    await expect.element(page.getByText('A link works once, for 30 minutes.')).toBeVisible()
    await expectAccessible()
    await page.getByRole('link', { name: 'Ask for another link' }).click()
    await expect.poll(() => shown.address()).toBe('/forgotten-password/')
  })

  it('can be checked again after a failure [RESET-07] [RESET-08]', async () => {
    answers.drop(validateLink)
    await open(link)
    await expect.element(heading('Unable to validate reset link. Please try again.')).toBeVisible()
    await expectAccessible()
    answers.to(validateLink, { valid: true, message: null, error: null })
    await button('Retry').click()
    await expect.element(day).toBeVisible()
    await expect.element(heading('Reset your password')).toHaveFocus()
  })

  it('shows progress while it is checked', async () => {
    answers.hang(validateLink)
    await open(link)
    await expect.element(heading('Reset your password')).toBeVisible()
    await expect.element(page.getByText('Checking...')).toBeInTheDocument()
    await expectAccessible()
  })
})

describe('date of birth', () => {
  it('is asked for first, and works with the keyboard only [RESET-09] [RESET-10] [RESET-11] [RESET-26]', async () => {
    await open(link)
    await expect.element(heading('Reset your password')).toBeVisible()
    const steps = page.getByRole('navigation', { name: 'Progress' }).getByRole('listitem')
    expect(steps.elements().map(({ textContent }) => textContent?.replace(/^\d/, ''))).toEqual(['Verify', 'Password'])
    await expect.element(steps.first()).toHaveAttribute('aria-current', 'step')
    expect(painted()).toBe(0)
    await expectAccessible()
    await typeDate()
    await userEvent.keyboard('{Enter}')
    await expect.element(password).toHaveFocus()
    await expect.element(steps.last()).toHaveAttribute('aria-current', 'step')
    expect(painted()).toBe(2)
    expect(answers.bodiesTo(verifyDateOfBirth)).toEqual([{ token, date_of_birth: '17/05/1990' }])
    await expectAccessible()
  })

  it('returns to the login after Cancel [RESET-10]', async () => {
    const shown = await open(link)
    await button('Cancel').click()
    await expect.poll(() => shown.address()).toBe('/')
  })

  it('shows what is missing or wrong, and moves the focus there [RESET-13] [FORM-18] [FORM-19] [FORM-20]', async () => {
    await open(link)
    await button('Next').click()
    await expect.element(page.getByText('Date of birth is required')).toBeVisible()
    await expect.element(day).toHaveFocus()
    await userEvent.keyboard('28021990')
    await page.getByLabelText('Year').fill('1850')
    await button('Next').click()
    await expect.element(page.getByText('This date of birth is not valid')).toBeVisible()
    expect(answers.bodiesTo(verifyDateOfBirth)).toEqual([])
    answers.refuse(verifyDateOfBirth, dateOfBirthWrong, { date_of_birth: [dateOfBirthWrong.message] })
    await page.getByLabelText('Year').fill('1990')
    await button('Next').click()
    await expect.element(page.getByText('This date does not match our records')).toBeVisible()
    await expectAccessible()
    expect(painted()).toBe(0)
  })

  it('keeps the input without a network [FORGOT-16]', async () => {
    answers.drop(verifyDateOfBirth)
    await open(link)
    await typeDate()
    await button('Next').click()
    await expect.element(page.getByRole('alert')).toHaveTextContent('Network error. Please try again.')
    await expect.element(page.getByLabelText('Year')).toHaveValue('1990')
  })

  it('says after too many attempts that the link has expired, and moves on after three seconds [RESET-23] [CONST-12]', async () => {
    expect(LEAVE_AFTER_MS).toBe(3000)
    answers.refuse(verifyDateOfBirth, linkExpired)
    const shown = await open(link)
    await typeDate()
    const timers = vi.spyOn(globalThis, 'setTimeout')
    await button('Next').click()
    await expect.element(page.getByRole('alert').getByText('Token has expired')).toBeVisible()
    expect(shown.address()).toBe('/reset-password')
    const [lead] = timers.mock.calls.findLast(([, ms]) => ms === LEAVE_AFTER_MS) ?? []
    timers.mockRestore()
    if (typeof lead === 'function') lead()
    expect(shown.address()).toBe('/forgotten-password/?message=token-expired')
  })
})

describe('new password', () => {
  it('is checked by the rules that apply to its link while it is typed [RESET-14] [RESET-15] [FORM-22] [FORM-36]', async () => {
    answers.to(checkPassword, { checks: checksBut('sequence', 'upper') })
    await toPassword()
    await password.fill('kiln1234ember-moss')
    await expect.element(page.getByText('not met: no predictable sequences (e.g. 1234, zyxw)')).toBeVisible()
    expect(answers.bodiesTo(checkPassword)).toEqual([{ password: 'kiln1234ember-moss', token }])
    expect(painted()).toBe(1)
    await expectAccessible()
    answers.to(checkPassword, { checks: checksBut() })
    await password.fill(fresh)
    await expect.element(page.getByText('All requirements met')).toBeInTheDocument()
    expect(painted()).toBe(2)
  })

  it('is saved, and the login page says so [RESET-16] [RESET-20] [RESET-26] [PROFILE-08]', async () => {
    const shown = await toPassword()
    await password.fill(fresh)
    await again.fill(fresh)
    await userEvent.keyboard('{Enter}')
    await expect.poll(() => shown.address()).toBe('/')
    await expect.element(page.getByRole('status').getByText('Password successfully changed')).toBeVisible()
    expect(answers.bodiesTo(resetPassword)).toEqual([
      { token, date_of_birth: '17/05/1990', password: fresh, password_confirmation: fresh },
    ])
    await expectAccessible()
    expect(JSON.stringify([Object.entries(localStorage), Object.entries(sessionStorage)])).not.toMatch(
      /Kiln|pFhbV2a9|1990/,
    )
  })

  it('is blocked while a rule is unmet or the second one differs [FORM-21] [FORM-37] [FORM-39] [RESET-19]', async () => {
    await toPassword()
    await button('Reset password').click()
    await expect.element(password).toHaveFocus()
    expect(page.getByText('This field is required').elements()).toHaveLength(2)
    await expectAccessible()
    answers.to(checkPassword, { checks: checksBut('number') })
    await password.fill('Kiln&Ember-Moss')
    await again.fill('Kiln&Ember')
    await button('Reset password').click()
    await expect.element(page.getByText('Please ensure your password meets the listed requirements')).toBeVisible()
    await expect.element(page.getByText('The passwords do not match')).toBeVisible()
    expect(answers.bodiesTo(resetPassword)).toEqual([])
    expect(painted()).toBe(1)
  })

  it.each([
    [
      'rules that the server finds unmet',
      422,
      { errors: { password: ['Not like this'] }, checks: checksBut('previous') },
      'Not like this',
    ],
    ['a description', 500, { description: 'The partner is away', message: 'Other' }, 'The partner is away'],
    ['a message', 500, { message: 'Please ring us' }, 'Please ring us'],
    ['an answer without a word', 500, { requestId: '1' }, 'Password reset failed'],
  ])('shows why it is refused: %s [RESET-24] [RESET-25]', async (_, status, body, sentence) => {
    answers.to(resetPassword, fails(status, body))
    await toPassword()
    await password.fill(fresh)
    await again.fill(fresh)
    await button('Reset password').click()
    await expect.element(page.getByText(sentence)).toBeVisible()
    await expect.element(password).toHaveValue(fresh)
    await expectAccessible()
  })

  it('is marked with the rules that the server found unmet when the form was sent [RESET-25] [FORM-35]', async () => {
    const { code, status, message } = passwordRulesUnmet
    answers.to(resetPassword, fails(status, { code, errors: { password: [message] }, checks: checksBut('previous') }))
    await toPassword()
    await password.fill(fresh)
    await again.fill(fresh)
    await button('Reset password').click()
    await expect.element(page.getByText(message)).toBeVisible()
    await expect.element(page.getByText('not met: not a previous password')).toBeVisible()
    await expect.element(password).toHaveFocus()
  })

  it('asks for the date of birth again after a long time [RESET-19]', async () => {
    answers.refuse(resetPassword, dateOfBirthNeeded)
    await toPassword()
    await password.fill(fresh)
    await again.fill(fresh)
    await button('Reset password').click()
    await expect.element(page.getByRole('alert')).toHaveTextContent('Please confirm your date of birth again')
    await expect.element(page.getByLabelText('Year')).toHaveValue('1990')
    expect(painted()).toBe(0)
    answers.to(resetPassword, done)
    await button('Next').click()
    await expect.element(password).toHaveValue(fresh)
  })

  it('has probably been saved if the reply was lost: a repeated attempt leads to the login page, not to a new link [S-73]', async () => {
    answers.drop(resetPassword)
    const shown = await toPassword()
    await password.fill(fresh)
    await again.fill(fresh)
    await button('Reset password').click()
    await expect.element(page.getByText('Network error. Please try again.')).toBeVisible()
    answers.to(resetPassword, fails(404, { code: 'not-found' }))
    const timers = vi.spyOn(globalThis, 'setTimeout')
    await button('Reset password').click()
    const saved = 'Your new password has probably been saved already. Please log in with it.'
    await expect.element(page.getByRole('alert').getByText(saved)).toBeVisible()
    const [lead] = timers.mock.calls.findLast(([, ms]) => ms === LEAVE_AFTER_MS) ?? []
    timers.mockRestore()
    if (typeof lead === 'function') lead()
    await expect.poll(() => shown.address()).toBe('/')
  })

  it('continues at another application of the identity provider instead of this page, if the reply says so [RESET-20] [RESET-21] [RESET-22]', async () => {
    const redirectURL = 'https://hub.provider.example/start?from=portal'
    answers.to(resetPassword, { ...done, redirectURL, redirectOrigins: ['https://hub.provider.example'] })
    await toPassword()
    await password.fill(fresh)
    await again.fill(fresh)
    const departure = nextNavigation()
    await button('Reset password').click()
    expect(await departure).toEqual({ to: redirectURL, how: 'replace' })
  })

  it('continues within the portal if the reply says so, and never leads to an unregistered address [RESET-20] [RESET-22] [S-63]', async () => {
    const leadsTo = async (redirectURL: string) => {
      answers.to(resetPassword, { ...done, redirectURL, redirectOrigins: ['https://hub.provider.example'] })
      const shown = await toPassword()
      await password.fill(fresh)
      await again.fill(fresh)
      await button('Reset password').click()
      await expect.poll(() => shown.address()).not.toBe('/reset-password')
      const address = shown.address()
      await cleanup()
      return address
    }
    expect(await leadsTo('/cookie-policy/')).toBe('/cookie-policy/')
    expect(await leadsTo('https://evil.test/')).toBe('/')
    expect(await leadsTo('//evil.test/')).toBe('/')
  })
})

it('shows the number of completed steps: none, one or two; an invalid field reduces it by one [RESET-17] [RESET-18] [RESET-19]', () => {
  const at = (step: 'verify' | 'choose', isVerified: boolean, isInvalid = false) =>
    stepsDone({ step, isVerified, isInvalid })
  expect([at('verify', false), at('choose', false), at('choose', true)]).toEqual([0, 1, 2])
  expect([at('choose', true, true), at('choose', false, true), at('verify', false, true)]).toEqual([1, 0, 0])
})

import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { cleanup } from 'vitest-browser-react'
import { CallFailed } from '../../contract/call-failed.ts'
import { notFound } from '../../contract/not-found.ts'
import { listSlides } from '../home/home.contract.ts'
import { openPortal, signedInAs } from '../../tests/harness/portal-in-browser.tsx'
import { Answers, expectAccessible } from '../../tests/harness/screen.tsx'
import { checkPassword, dateOfBirthWrong, resetPassword, verifyDateOfBirth } from '../password/password.contract.ts'
import { passwordRules } from '../../services/session/password.rules.ts'
import { accountProblem, loginSetup, recordActivation, requestToken } from '../../services/session/session.contract.ts'
import { captchaFailed } from '../../services/session/captcha.contract.ts'
import { sampleSetup, sampleTokens } from '../session/session.samples.ts'
import { acceptCookies, useCookieConsent } from '../session/use-cookie-consent.ts'
import { changeUser } from '../profile/profile.contract.ts'
import { clearSession, sessionNow } from '../session/use-session.ts'
import { openActivation } from './activation.contract.ts'
import { loginCredentials } from '../session/use-login-credentials.ts'

const id = 'farah-ali-activation'
const fresh = 'Kiln&72Ember-Moss'
const farah = {
  error: null,
  status: 'ok',
  first_name: 'Farah',
  surname: 'Ali',
  email: 'farah.ali@demo.example',
} as const

let answers: Answers
beforeEach(() => {
  localStorage.clear()
  clearSession(null)
  acceptCookies()
  answers = new Answers()
    .to(openActivation, farah)
    .to(verifyDateOfBirth, { verified: true, error: null, errors: null, passwordRules: 991 })
    .to(checkPassword, { checks: passwordRules.map((name) => ({ name, status: true })) })
    .to(resetPassword, {
      reset: true,
      redirectURL: null,
      redirectOrigins: [],
      errors: null,
      checks: [],
      message: null,
      description: null,
    })
    .to(requestToken, sampleTokens)
    .to(recordActivation, { status: 'ok' })
    .to(loginSetup, { ...sampleSetup, user: { ...sampleSetup.user, firstName: 'Farah' } })
})
afterEach(() => cleanup())

const open = (address = `/activation/${id}`) =>
  openPortal(address, {
    answers: (outgoing) =>
      // Calls of the Home screen after the login are not part of this test.
      /home-page|eligible|user\/selections/.test(outgoing.address)
        ? new Promise(() => undefined)
        : answers.transport(outgoing),
  })
const heading = (name: string) => page.getByRole('heading', { level: 1, name, exact: true })
const button = (name: string) => page.getByRole('button', { name, exact: true })
const day = page.getByLabelText('Day')
const password = page.getByLabelText('New password', { exact: true })

async function toPassword() {
  const shown = await open()
  await day.click()
  await userEvent.keyboard('29021996{Enter}')
  await expect.element(password).toHaveFocus()
  return shown
}

async function activate() {
  await password.fill(fresh)
  await page.getByLabelText('Confirm new password').fill(fresh)
  await userEvent.keyboard('{Enter}')
}

describe('activation link', () => {
  it('is sent to the server once, in the address and without a body, and then removed from the address bar [ACTIV-01] [ACTIV-02] [ACTIV-04] [S-12]', async () => {
    const shown = await open()
    await expect.element(heading('Welcome Farah, activate your account')).toBeVisible()
    expect(shown.address()).toBe('/activation/')
    expect(answers.sent.map(({ address, body }) => [address, body])).toEqual([[`/api/v1/activation/${id}`, undefined]])
    await expectAccessible()
  })

  it('shows progress while it is checked [ACTIV-03]', async () => {
    answers.hang(openActivation)
    await open()
    await expect.element(page.getByRole('status').getByText('Checking...')).toBeInTheDocument()
    await expectAccessible()
  })

  it.each([
    ['a link that does not work', () => answers.refuse(openActivation, notFound)],
    ['an answer that is an error', () => answers.to(openActivation, { ...farah, status: 'error' as 'ok' })],
    ['an error in the answer', () => answers.to(openActivation, { ...farah, error: 'no' as unknown as null })],
  ])('leads to the error page after the failure %s [ACTIV-05] [ACTIV-06] [ACTIV-07] [FORGOT-15]', async (_, answer) => {
    answer()
    const shown = await open()
    await expect.element(heading('There was an error requesting your activation')).toBeVisible()
    await expectAccessible()
    await page.getByRole('link', { name: 'Return to home' }).click()
    await expect.poll(() => shown.address()).toBe('/')
  })

  it('can be checked again after a lost reply, although the address bar no longer contains it', async () => {
    answers.drop(openActivation)
    await open()
    const retry = page.getByRole('button', { name: 'Retry' })
    await expect.element(page.getByText(/^Failed to fetch/)).toBeVisible()
    await retry.click()
    await expect.element(heading('There was an error requesting your activation')).toHaveFocus()
    answers.to(openActivation, farah)
    await retry.click()
    await expect.element(heading('Welcome Farah, activate your account')).toHaveFocus()
  })

  it('is not checked again after a refusal', async () => {
    answers.refuse(openActivation, notFound)
    await open()
    await expect.element(heading('There was an error requesting your activation')).toBeVisible()
    await expect.element(page.getByRole('button', { name: 'Retry' })).not.toBeInTheDocument()
  })

  it('without a token counts as invalid, and the page offers to request another link', async () => {
    const shown = await open('/activation/')
    await expect.element(heading('There was an error requesting your activation')).toBeVisible()
    expect(answers.sent).toEqual([])
    await page.getByRole('link', { name: 'Ask for another link' }).click()
    await expect.poll(() => shown.address()).toBe('/forgotten-password/')
    expect(shown.router.history.location.state).toMatchObject({ isFromActivation: true })
  })

  it('redirects a logged-in person to Home without a request [ACTIV-11]', async () => {
    signedInAs()
    const shown = await open()
    await expect.poll(() => shown.address()).toBe('/app/home/')
    expect(answers.bodiesTo(openActivation)).toEqual([])
  })
})

describe('welcome carousel after an activation', () => {
  const slides = [{ title: 'All in one place', text: '<p>Your benefits.</p>', imageUrl: null }]
  const dialog = page.getByRole('dialog', { name: 'Welcome' })
  const asked = () => answers.sent.filter(({ endpoint }) => endpoint === listSlides).length

  it('is loaded once, before Home is shown with the slides [ACTIV-12]', async () => {
    signedInAs({ firstLogin: true })
    const { promise: coming, resolve: come } = Promise.withResolvers<typeof slides>()
    answers.to(listSlides, () => coming).to(changeUser, { ...sampleSetup.user, firstLogin: false })
    const shown = await open()
    await expect.poll(() => asked()).toBe(1)
    await expect.element(page.getByRole('status').getByText('Checking...')).toBeInTheDocument()
    expect(shown.address()).toBe('/activation/')
    expect(answers.bodiesTo(changeUser)).toEqual([])
    come(slides)
    await expect.poll(() => shown.address()).toBe('/app/home/')
    expect(answers.bodiesTo(changeUser)).toEqual([{ firstLogin: false }])
    await expect.element(dialog.getByRole('heading', { name: 'All in one place' })).toBeVisible()
    expect(asked()).toBe(1)
    const session = sessionNow()
    expect(session.step === 'in' && session.user.firstLogin).toBe(false)
  })

  it('is skipped if the slides cannot be loaded, and shown at a later login [ACTIV-12]', async () => {
    signedInAs({ firstLogin: true })
    answers.drop(listSlides)
    const shown = await open()
    await expect.poll(() => shown.address()).toBe('/app/home/')
    const session = sessionNow()
    expect(session.step === 'in' && session.user.firstLogin).toBe(true)
    expect(answers.bodiesTo(changeUser)).toEqual([])
  })
})

describe('activation', () => {
  it('asks for date of birth and password, can be done with the keyboard only, and logs in with both [ACTIV-08] [ACTIV-09] [ACTIV-13] [ACTIV-14]', async () => {
    const shown = await toPassword()
    const steps = page.getByRole('navigation', { name: 'Progress' }).getByRole('listitem')
    await expect.element(steps.last()).toHaveAttribute('aria-current', 'step')
    await expect.element(button('Activate account')).toBeVisible()
    await expectAccessible()
    expect(document.querySelector<HTMLInputElement>('input[autocomplete="username"]')?.value).toBe(farah.email)
    await activate()
    await expect.poll(() => shown.address()).toBe('/app/home/')
    expect(answers.bodiesTo(verifyDateOfBirth)).toEqual([{ token: id, date_of_birth: '29/02/1996' }])
    expect(answers.bodiesTo(checkPassword)).toContainEqual({ password: fresh, token: id })
    expect(answers.bodiesTo(resetPassword)).toEqual([
      { token: id, date_of_birth: '29/02/1996', password: fresh, password_confirmation: fresh },
    ])
    expect(answers.bodiesTo(requestToken)).toMatchObject([{ email: 'farah.ali@demo.example', password: fresh }])
    expect(JSON.stringify([Object.entries(localStorage), Object.entries(sessionStorage)])).not.toMatch(
      /Kiln|farah-ali|1996/,
    )
  })

  it('shows an error for a wrong date of birth [FORM-20]', async () => {
    answers.refuse(verifyDateOfBirth, dateOfBirthWrong, { date_of_birth: [dateOfBirthWrong.message] })
    await open()
    await day.click()
    await userEvent.keyboard('01021996{Enter}')
    await expect.element(page.getByText('This date does not match our records')).toBeVisible()
    await expectAccessible()
  })

  it('requires cookie consent before the login, and sets no password without it [LOGIN-21]', async () => {
    useCookieConsent.setState({ cookiesAccepted: false })
    const shown = await toPassword()
    await activate()
    await expect.element(page.getByRole('alert')).toMatchTextContent(/^Please accept cookies before logging in/)
    expect(answers.bodiesTo(resetPassword)).toEqual([])
    expect(document.activeElement?.firstElementChild).toBe(page.getByRole('alert').element())
    await page.getByRole('alert').getByRole('button', { name: 'Accept cookies' }).click()
    await expect.element(page.getByRole('alert')).not.toBeInTheDocument()
    await button('Activate account').click()
    await expect.poll(() => shown.address()).toBe('/app/home/')
  })

  it('redirects to the login page with an error if the login after it fails [ACTIV-14]', async () => {
    answers.to(requestToken, () => {
      throw new CallFailed(401, { error: accountProblem.message, error_message: accountProblem.message })
    })
    const shown = await toPassword()
    await activate()
    await expect.poll(() => shown.address()).toBe('/')
    await expect.element(page.getByRole('alert')).toHaveTextContent(accountProblem.message)
  })

  it('redirects to the login page with its usual message if the login cannot be completed [LOGIN-38]', async () => {
    answers.to(loginSetup, () => {
      throw new CallFailed(403, { code: 'refused', error: 'x' })
    })
    const shown = await toPassword()
    await activate()
    await expect.poll(() => shown.address()).toBe('/')
    await expect.element(page.getByRole('alert')).toHaveTextContent("We can't find a match! Try again or contact us")
  })

  it('redirects to the login page with a success message if a captcha is required before the login', async () => {
    answers.to(requestToken, () => {
      throw new CallFailed(401, { code: captchaFailed.code, error: captchaFailed.message, showRecaptcha: true })
    })
    const shown = await toPassword()
    await activate()
    await expect.poll(() => shown.address()).toBe('/')
    await expect
      .element(page.getByText('Your account is activated. Please log in with your new password'))
      .toBeVisible()
    await expect.element(page.getByRole('alert')).not.toBeInTheDocument()
  })

  it('sets up required two-factor authentication first, as part of the activation [ACTIV-14]', async () => {
    const ticket = 'mfa1.ticket'
    answers.to(requestToken, { ...sampleTokens, access_token: null, is_should_setup_2fa: true, ticket })
    const shown = await toPassword()
    await activate()
    await expect.poll(() => shown.address()).toBe('/two-fa-qr-setup')
    expect(shown.router.history.location.state).toMatchObject({ isFromActivation: true })
    expect(loginCredentials()?.ticket).toBe(ticket)
  })

  it('says if the link has expired before it is used, and offers to request another link [RESET-23]', async () => {
    answers.refuse(resetPassword, notFound)
    await toPassword()
    await activate()
    await expect.element(page.getByRole('alert').getByText('Token has expired')).toBeVisible()
    await expectAccessible()
  })
})

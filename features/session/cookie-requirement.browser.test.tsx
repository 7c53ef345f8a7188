import { afterEach, beforeEach, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { cleanup } from 'vitest-browser-react'
import type { OutgoingCall } from '../../contract/call.ts'
import { openPortal } from '../../tests/harness/portal-in-browser.tsx'
import { Answers } from '../../tests/harness/screen.tsx'
import { askForLink, validateLink, verifyDateOfBirth } from '../password/password.contract.ts'
import { prepareCaptcha } from '../../services/session/captcha.contract.ts'
import { samplePuzzle } from './session.samples.ts'
import { useCookieConsent } from './use-cookie-consent.ts'
import { clearSession } from './use-session.ts'

const asked: string[] = []
const silence = ({ endpoint }: OutgoingCall) => {
  asked.push(endpoint.path)
  return new Promise(() => undefined)
}

beforeEach(() => {
  asked.length = 0
  clearSession(null)
  useCookieConsent.setState({ cookiesAccepted: false })
})
afterEach(() => cleanup())

it('single sign-on does not need accepted cookies to start [LOGIN-21]', async () => {
  await openPortal('/sso-login/a-token', { answers: silence })
  await expect.poll(() => asked).toContain('/login/sso')
  await expect.element(page.getByText('Please accept cookies before logging in')).not.toBeInTheDocument()
})

it.each([
  ['/logout-success', 'You have been logged out successfully'],
  ['/sso-error/', 'Unable to log in'],
  ['/cookie-policy/', 'Cookie policy - Northgate Rewards'],
  ['/privacy-statement', 'Privacy statement - Northgate Rewards'],
  ['/terms-and-conditions', 'Terms and conditions - Northgate Rewards'],
  ['/nothing-here', 'Page not found'],
])('the public page %s opens without cookies [LOGIN-21]', async (address, heading) => {
  await openPortal(address, { answers: silence })
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent(heading)
  await expect.element(page.getByText('Please accept cookies before logging in')).not.toBeInTheDocument()
})

it('a forgotten password can be replaced without cookies, from the first page to the last [LOGIN-21]', async () => {
  const answers = new Answers()
    .to(prepareCaptcha, { provider: 'proof-of-work', puzzle: samplePuzzle })
    .to(askForLink, { sent: true, errors: null, error: null })
    .to(validateLink, { valid: true, message: null, error: null })
    .to(verifyDateOfBirth, { verified: true, error: null, errors: null, passwordRules: 991 })
  await openPortal('/forgotten-password', { answers: answers.transport })
  await page.getByRole('textbox', { name: 'Email' }).fill('amelia.hart@demo.example')
  await page.getByRole('checkbox', { name: 'I am not a robot' }).click()
  await expect.element(page.getByText('Confirmed')).toBeVisible()
  await page.getByRole('button', { name: 'Send' }).click()
  await expect.element(page.getByRole('heading', { name: "It's on the way..." })).toBeVisible()
  expect(answers.bodiesTo(askForLink)).toHaveLength(1)

  await cleanup()
  await openPortal('/reset-password?token=a-token', { answers: answers.transport })
  await page.getByLabelText('Day').click()
  await userEvent.keyboard('17051990')
  await page.getByRole('button', { name: 'Next' }).click()
  await expect.element(page.getByLabelText('New password', { exact: true })).toBeVisible()
  expect(answers.bodiesTo(verifyDateOfBirth)).toEqual([{ token: 'a-token', date_of_birth: '17/05/1990' }])
  expect(useCookieConsent.getState().cookiesAccepted).toBe(false)
})

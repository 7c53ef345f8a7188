import { afterEach, beforeEach, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { cleanup } from 'vitest-browser-react'
import type { Outgoing } from '../../../contract/call.ts'
import { openPortal } from '../../../tests/harness/portal-in-browser.tsx'
import { useCookieConsent } from './use-cookie-consent.ts'
import { forgetSession } from '../use-session.ts'

const asked: string[] = []
const silence = ({ endpoint }: Outgoing) => {
  asked.push(endpoint.path)
  return new Promise(() => undefined)
}

beforeEach(() => {
  asked.length = 0
  forgetSession(null)
  useCookieConsent.setState({ cookiesAccepted: false })
})
afterEach(() => cleanup())

it('who comes by single sign-on is asked for no cookies on the way in [LOGIN-21]', async () => {
  await openPortal('/sso-login/a-token', { answers: silence })
  await expect.poll(() => asked).toContain('/login/sso')
  await expect.element(page.getByText('Please accept cookies before logging in')).not.toBeInTheDocument()
})

it.each([
  ['/logout-success', 'You have been logged out successfully'],
  ['/forgotten-password', 'Reset your password'],
  ['/reset-password?token=a-token', 'Reset your password'],
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

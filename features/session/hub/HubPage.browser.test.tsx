import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { cleanup } from 'vitest-browser-react'
import { CallFailed } from '../../../contract/call-failed.ts'
import type { OutgoingCall } from '../../../contract/call.ts'
import { openPortal, signedInAs } from '../../../tests/harness/portal-in-browser.tsx'
import { expectAccessible } from '../../../tests/harness/screen.tsx'
import { clearSession } from '../use-session.ts'

const failure = () => page.getByRole('heading', { name: 'Oops somethings gone wrong.' })
const waiting = () => page.getByText('Please wait while we take you there...')

const hubIs =
  (answer: unknown) =>
  ({ endpoint }: OutgoingCall) =>
    endpoint.path !== '/login/hub-redirect'
      ? new Promise(() => undefined)
      : answer instanceof Error
        ? Promise.reject(answer)
        : Promise.resolve(answer)

beforeEach(() => clearSession(null))
afterEach(() => cleanup())

describe('login on the way to the hub of the benefits provider', () => {
  it('starts with the login form, whatever parameters the address of the hub has [SSO-12]', async () => {
    const { address } = await openPortal('/hub-sso/some/where')
    await expect.element(page.getByRole('textbox', { name: 'Email' })).toBeVisible()
    expect(address()).toBe('/hub-sso/some/where')
    await expectAccessible()
  })

  it('shows progress on the whole screen after the login [SSO-13]', async () => {
    signedInAs()
    const { address } = await openPortal('/hub-sso/')
    await expect.element(waiting()).toBeVisible()
    await expect.element(page.getByRole('status').filter({ hasText: 'Please wait' })).toBeVisible()
    const { width, height } = waiting().element().parentElement?.getBoundingClientRect() ?? {}
    expect([width, height]).toEqual([document.documentElement.clientWidth, innerHeight])
    expect(address()).toBe('/hub-sso/')
    await expectAccessible()
  })

  it.each([
    ['the server has none', { url: null, error: 'Unable to login' }],
    ['its address is not registered', { url: 'https://evil.test/', error: null }],
    ['its address is no address', { url: 'javascript:document.title=1', error: null }],
    ['nobody answers', new CallFailed(null)],
  ])('says that it could not connect if %s [SSO-14] [S-63]', async (_, answer) => {
    signedInAs()
    await openPortal('/hub-sso/', { answers: hubIs(answer) })
    await expect.element(failure()).toBeVisible()
    await expect.element(page.getByText('We are unable to connect you. Please contact us')).toBeVisible()
    await expect
      .element(page.getByRole('link', { name: 'contact us' }))
      .toHaveAttribute('href', expect.stringMatching(/^mailto:/))
    await expect.element(waiting()).not.toBeInTheDocument()
    await expectAccessible()
  })
})

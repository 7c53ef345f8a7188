import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { cleanup } from 'vitest-browser-react'
import { CallFailed } from '../../contract/call-failed.ts'
import type { OutgoingCall } from '../../contract/call.ts'
import { openPortal } from '../../tests/harness/portal-in-browser.tsx'
import { expectAccessible } from '../../tests/harness/screen.tsx'
import { dismissNotice } from '../../ui/use-notices.ts'
import { sampleSetup, sampleTokens } from '../session/session.samples.ts'
import { useCookieConsent } from '../session/use-cookie-consent.ts'
import { clearSecondFactorPending, storeMfaData, useMfaData } from '../session/use-second-factor-pending.ts'
import { removeLoginCredentials, storeLoginCredentials, loginCredentials } from '../session/use-login-credentials.ts'
import { clearSession, useSession } from '../session/use-session.ts'

const given = { email: 'carys.evans@demo.example', ticket: `mfa1.${'t'.repeat(43)}` }
const secret = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP'
const url = `otpauth://totp/Northgate%20Rewards:carys?secret=${secret}`
const nothing = { ...sampleTokens, access_token: null, refresh_token: null, expires_in: null }
const letIn = sampleTokens
const badCode = new CallFailed(422, { code: 'code-invalid', error: 'The code is not valid, please try again' })

function serverWith(answers: Record<string, unknown>) {
  const sent: { path: string; body: unknown }[] = []
  const transport = async ({ endpoint, body }: OutgoingCall): Promise<unknown> => {
    sent.push({ path: endpoint.path, body })
    const queue = answers[endpoint.path]
    const answer: unknown = Array.isArray(queue) ? queue.shift() : queue
    if (answer instanceof CallFailed) throw answer
    if (answer !== undefined) return answer
    if (endpoint.path === '/login/setup') return sampleSetup
    if (endpoint.path === 'user/activate') return { status: 'ok' }
    return new Promise(() => undefined)
  }
  return { transport, bodiesTo: (path: string) => sent.filter((one) => one.path === path).map(({ body }) => body) }
}

const open = (address: string, answers: Record<string, unknown> = {}) => {
  const server = serverWith(answers)
  return openPortal(address, { answers: server.transport }).then((portal) => ({ ...portal, ...server }))
}

const box = (number: number) => page.getByLabelText(`Digit ${number} of 6`)
const button = (name: string) => page.getByRole('button', { name, exact: true })
const type = async (keys: string) => {
  await expect.element(box(1)).toHaveFocus()
  await userEvent.keyboard(keys)
}

beforeEach(async () => {
  await page.viewport(1280, 900)
  localStorage.clear()
  clearSession(null)
  useCookieConsent.setState({ cookiesAccepted: true, nonNecessaryCookiesEnabled: false })
  storeLoginCredentials(given)
})
afterEach(async () => {
  await cleanup()
  clearSecondFactorPending()
  for (let id = 0; id < 20; id += 1) dismissNotice(id)
})

describe('code screen', () => {
  it('accepts six digits, sends them with the ticket, and goes to Home [TWOFA-01] [TWOFA-03] [TWOFA-04] [TWOFA-06] [FORM-40] [FORM-41] [DATA-33]', async () => {
    const portal = await open('/two-fa', { '/login/mfa': letIn })
    await expect.element(box(1)).toHaveFocus()
    await expect.element(button('Login')).toBeDisabled()
    await expectAccessible()
    await type('123456{Enter}')
    await expect.poll(portal.address).toBe('/app/home/')
    expect(portal.bodiesTo('/login/mfa')).toEqual([
      {
        code: '123456',
        email: given.email,
        password: given.ticket,
        deviceToken: expect.stringMatching(/^[0-9a-f]{64}$/),
      },
    ])
    expect(localStorage.getItem('loginCredentials')).toBeNull()
    expect(useSession.getState().session.step).toBe('in')
  })

  it('shows a refusal above the form, and keeps the typed code and the focus [TWOFA-26] [TWOFA-29]', async () => {
    const portal = await open('/two-fa', { '/login/mfa': [badCode, badCode] })
    await type('111111{Enter}')
    const alert = page.getByRole('alert')
    await expect.element(alert).toHaveTextContent('The code is not valid, please try again')
    const form = box(1).element().closest('form')
    expect(form?.firstElementChild).toBe(alert.element())
    await expect.element(box(1)).toHaveFocus()
    await expect.element(box(6)).toHaveValue('1')
    await expectAccessible()
    await type('222222{Enter}')
    await expect.poll(() => portal.bodiesTo('/login/mfa').length).toBe(2)
    await expect.element(button('Login')).toBeVisible()
    await expect.element(box(6)).toHaveValue('2')
    await expect.element(alert).toBeVisible()
  })

  it('has a separate field for a recovery code', async () => {
    const portal = await open('/two-fa', { '/login/mfa': letIn })
    await button('Use a recovery code').click()
    const field = page.getByLabelText('Recovery code')
    await expect.element(field).toHaveFocus()
    await expect.element(box(1)).not.toBeInTheDocument()
    await expect.element(page.getByText('Enter the six-digit code')).not.toBeInTheDocument()
    await expectAccessible()
    await button('Use a code from my app').click()
    await expect.element(box(1)).toHaveFocus()
    await button('Use a recovery code').click()
    await field.fill(' 7D2KQM-7D2KQM-7D2KQM-7D2KQM')
    await userEvent.keyboard('{Enter}')
    await expect.poll(() => portal.bodiesTo('/login/mfa')).toMatchObject([{ code: '7D2KQM-7D2KQM-7D2KQM-7D2KQM' }])
  })

  it('can go back to the login, and then removes the stored data of this step [TWOFA-02] [STATE-07]', async () => {
    const portal = await open('/two-fa')
    await button('Back').click()
    await expect.poll(portal.address).toBe('/')
    expect(loginCredentials()).toBeNull()
    await expect.element(page.getByLabelText('Email')).toBeVisible()
  })

  it.each([
    [
      'the step is over',
      new CallFailed(401, { code: 'challenge-ended', error: 'Please log in again' }),
      'Please log in again',
    ],
    [
      'the account is locked',
      new CallFailed(429, { code: 'account-locked', userAccountLocked: true, error: 'x' }),
      'You have unsuccessfully tried to login too many times - your account has been locked for 15 mins. Please try again later',
    ],
  ])('returns to the login with the reason when %s [LOGIN-43]', async (_, failure, sentence) => {
    const portal = await open('/two-fa', { '/login/mfa': failure })
    await type('111111{Enter}')
    await expect.poll(portal.address).toBe('/')
    await expect.element(page.getByRole('alert')).toHaveTextContent(sentence)
    expect(loginCredentials()).toBeNull()
  })

  it('returns to the login with the reason after five minutes [STATE-07]', async () => {
    const portal = await open('/two-fa')
    await type('12345')
    removeLoginCredentials()
    await userEvent.keyboard('6{Enter}')
    await expect.poll(portal.address).toBe('/')
    await expect
      .element(page.getByRole('alert'))
      .toHaveTextContent('Your login was not finished in time. Please log in again')
    expect(portal.bodiesTo('/login/mfa')).toEqual([])
  })

  it('returns to the login with the usual message if the code was right but a later request fails [LOGIN-38]', async () => {
    const portal = await open('/two-fa', {
      '/login/mfa': letIn,
      '/login/setup': new CallFailed(403, { code: 'x', error: 'x' }),
    })
    await type('123456{Enter}')
    await expect.poll(portal.address).toBe('/')
    await expect.element(page.getByRole('alert')).toHaveTextContent("We can't find a match! Try again or contact us")
    expect([loginCredentials(), useSession.getState().session.step]).toEqual([null, 'out'])
  })

  it('stays open without a network', async () => {
    const portal = await open('/two-fa', { '/login/mfa': new CallFailed(null) })
    await type('111111{Enter}')
    await expect.element(page.getByRole('alert')).toMatchTextContent(/^Failed to fetch/)
    expect([portal.address(), loginCredentials()?.email]).toEqual(['/two-fa', given.email])
  })

  it.each(['/two-fa', '/two-fa-qr-setup', '/two-fa-code-setup'])(
    'at %s redirects to the login page if the password was not sent before [LOGIN-27]',
    async (address) => {
      clearSecondFactorPending()
      const portal = await open(address)
      await expect.poll(portal.address).toBe('/')
    },
  )

  it('fits the narrowest screens', async () => {
    await page.viewport(320, 640)
    await open('/two-fa')
    await expect.element(box(6)).toBeVisible()
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(320)
  })
})

describe('setting up two-factor authentication at login', () => {
  const passes = 'employee/mfa/validate/enforced'

  it('shows the QR code and the key, asks for two successive codes, and says on Home that two-factor authentication is enabled [TWOFA-07] [TWOFA-08] [TWOFA-09] [TWOFA-10] [TWOFA-11] [TWOFA-12] [TWOFA-14] [TWOFA-17] [TWOFA-25] [HOME-08] [DATA-34]', async () => {
    storeMfaData({ secret, url })
    const portal = await open('/two-fa-qr-setup', { [passes]: [{ ...nothing, is_should_setup_2fa: true }, letIn] })
    const qr = page.getByRole('img', { name: 'QR code for your authenticator app' })
    await expect.element(qr).toHaveAttribute('width', '256')
    await expect.element(page.getByText('JBSW Y3DP EHPK 3PXP JBSW Y3DP EHPK 3PXP')).toBeVisible()
    await expect.element(page.getByRole('navigation', { name: 'Activation steps' })).not.toBeInTheDocument()
    await expectAccessible()

    await button('Enter the code').click()
    await expect.poll(portal.address).toBe('/two-fa-code-setup')
    expect(portal.router.state.location.state).toMatchObject({ isFirst: true, isFromActivation: false })
    await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent('Enable two factor authentication')
    await expect.element(box(1)).toHaveFocus()
    await expect.element(button('Next')).toBeDisabled()
    await expectAccessible()
    await type('111111{Enter}')

    await expect.element(button('Verify')).toBeVisible()
    expect(portal.router.state.location.state).toMatchObject({ isFirst: false })
    await expect.element(box(1)).toHaveFocus()
    await expect.element(box(1)).toHaveValue('')
    await type('222222{Enter}')
    await expect.poll(portal.address).toBe('/app/home/')
    await expect.element(page.getByText('Two factor authentication has been enabled')).toBeVisible()
    const deviceToken = expect.stringMatching(/^[0-9a-f]{64}$/)
    expect(portal.bodiesTo(passes)).toEqual([
      { code: '111111', type: 'temporary', secret, deviceToken },
      { code: '222222', type: 'complete', secret, deviceToken, email: given.email, password: given.ticket },
    ])
    expect(useMfaData.getState().mfaData).toBeNull()
  })

  it('shows the progress of an activation [ACTIV-10]', async () => {
    storeMfaData({ secret, url })
    const portal = await open('/')
    portal.router.history.push('/two-fa-qr-setup', { isFromActivation: true })
    const steps = page.getByRole('navigation', { name: 'Activation steps' }).getByRole('listitem')
    await expect.poll(() => steps.elements().length).toBe(4)
    for (const [place, step] of ['Verify', 'Password', '2FA', 'Terms'].entries())
      await expect.element(steps.nth(place)).toMatchTextContent(new RegExp(`${step}( \\(done\\))?$`))
    await expect.element(steps.nth(2)).toHaveAttribute('aria-current', 'step')
    await expectAccessible()
    await button('Enter the code').click()
    await expect.element(steps.nth(2)).toHaveAttribute('aria-current', 'step')
  })

  it('loads its secret again after a reload, with the ticket but without the password [LOGIN-27] [STATE-07]', async () => {
    const portal = await open('/two-fa-qr-setup', { '/login': { ...nothing, is_should_setup_2fa: true, secret, url } })
    await expect.element(page.getByText('JBSW Y3DP EHPK 3PXP JBSW Y3DP EHPK 3PXP')).toBeVisible()
    expect(portal.bodiesTo('/login')).toMatchObject([{ email: given.email, password: given.ticket }])
  })

  it('says that its secret cannot be loaded, and loads it on retry', async () => {
    const again = { ...nothing, is_should_setup_2fa: true, secret, url }
    const portal = await open('/two-fa-qr-setup', { '/login': [new CallFailed(null), again] })
    await expect.element(page.getByRole('alert')).toMatchTextContent(/^Failed to fetch/)
    await expect.element(page.getByText('Loading the QR code')).not.toBeInTheDocument()
    await expectAccessible()
    await button('Retry').click()
    await expect.element(page.getByText('JBSW Y3DP EHPK 3PXP JBSW Y3DP EHPK 3PXP')).toBeVisible()
    expect(portal.bodiesTo('/login')).toHaveLength(2)
  })

  it('loads its secret before the code is sent, if loading failed earlier', async () => {
    const again = { ...nothing, is_should_setup_2fa: true, secret, url }
    const portal = await open('/two-fa-code-setup', { '/login': [new CallFailed(null), again], [passes]: [nothing] })
    await expect.element(page.getByRole('alert')).toMatchTextContent(/^Failed to fetch/)
    await type('111111{Enter}')
    await expect.element(button('Verify')).toBeVisible()
    expect(portal.bodiesTo(passes)).toMatchObject([{ code: '111111', type: 'temporary', secret }])
  })

  it('asks for the code if it has been set up in the meantime', async () => {
    const portal = await open('/two-fa-qr-setup', { '/login': { ...nothing, is_should_validate_2fa: true } })
    await expect.poll(portal.address).toBe('/two-fa')
    await expect.element(button('Login')).toBeVisible()
  })

  it('returns to the login page if no login is in progress', async () => {
    const portal = await open('/two-fa-code-setup', {
      '/login': new CallFailed(401, { code: 'sign-in-failed', error: 'x' }),
    })
    await expect.poll(portal.address).toBe('/')
    await expect
      .element(page.getByRole('alert'))
      .toHaveTextContent('Your login was not finished in time. Please log in again')
  })

  it('removes all its data when it is closed [TWOFA-18] [STATE-07]', async () => {
    storeMfaData({ secret, url })
    const portal = await open('/two-fa-qr-setup')
    await button('Close').click()
    await expect.poll(portal.address).toBe('/')
    expect([loginCredentials(), useMfaData.getState().mfaData]).toEqual([null, null])
  })

  it('shows a refusal above the form, in both steps [TWOFA-26]', async () => {
    storeMfaData({ secret, url })
    const portal = await open('/two-fa-code-setup', { [passes]: [badCode, nothing, badCode] })
    await type('111111{Enter}')
    await expect.element(page.getByRole('alert')).toHaveTextContent('The code is not valid, please try again')
    await type('222222{Enter}')
    await expect.element(button('Verify')).toBeVisible()
    await expect.element(page.getByRole('alert')).not.toBeInTheDocument()
    await type('333333{Enter}')
    await expect.element(page.getByRole('alert')).toHaveTextContent('The code is not valid, please try again')
    expect(portal.bodiesTo(passes)).toHaveLength(3)
  })

  it("keeps neither the secret nor a code in the browser's storage or history", async () => {
    storeMfaData({ secret, url })
    await open('/two-fa-code-setup')
    await type('135790{Enter}')
    await expect.element(button('Checking...')).toBeVisible()
    const stored = JSON.stringify([Object.entries(localStorage), Object.entries(sessionStorage), history.state])
    expect(stored).toContain(given.ticket)
    for (const kept of [secret, '135790']) expect(stored).not.toContain(kept)
  })
})

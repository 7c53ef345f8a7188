import { expect, type Page } from '@playwright/test'
import { accountLocked, accountProblem, signInFailed } from '../../services/session/session.contract.ts'
import { cookieSettings, ofTheShell } from './of-the-shell.ts'
import { codeInvalid } from '../../features/two-factor/two-factor.contract.ts'
import { sampleTokens } from '../../features/session/session.samples.ts'
import { answerCalls, type Call, type Reply } from './calls.ts'
import { figuresAndNames } from './figures-and-names.ts'
import { ofEmployers } from './of-employers.ts'
import { refused, said, type State } from './state.ts'
import { passwordRules } from '../../services/session/password.rules.ts'

const qrCode = 'QR code for your authenticator app'
const secret = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP'
const url = `otpauth://totp/Northgate%20Rewards:amelia.hart@demo.example?secret=${secret}&issuer=Northgate%20Rewards`
const codes = Array.from({ length: 10 }, (_, each) => `7D2KQ${each}-M4PX9T-Q8RW3N-H5JZ7V`)
const address = 'amelia.hart@demo.example'

const failedBody = { ...sampleTokens, access_token: null, refresh_token: null, expires_in: null }
const notKnown = refused(401, signInFailed.code, signInFailed.message, failedBody)
const perhapsRobot = refused(401, signInFailed.code, signInFailed.message, { ...failedBody, showRecaptcha: true })
const locked = refused(429, accountLocked.code, accountLocked.message, { ...failedBody, userAccountLocked: true })
const problem = refused(401, accountProblem.code, accountProblem.message, {
  ...failedBody,
  error_message: accountProblem.message,
})
const invalidCode = refused(422, codeInvalid.code, codeInvalid.message)

const byPassword = { '/api/login/url': said({ hasSSO: false, url: null, error: null }) }
const setUp = { '/api/login': said({ ...failedBody, is_should_setup_2fa: true, secret, url, ticket: 'mfa1.t' }) }
const checks = (...unmet: string[]) =>
  said({ checks: passwordRules.map((name) => ({ name, status: !unmet.includes(name) })) })
const goodLink = {
  '/api/v1/activation/pictured': said({
    error: null,
    status: 'ok',
    first_name: 'Maximiliana',
    surname: 'Hart',
    email: address,
  }),
  '/api/v1/password-reset/pictured': said({ valid: true, message: null, error: null }),
  '/api/v1/password-reset/dob': said({ verified: true, error: null, errors: null, passwordRules: 991 }),
  '/api/v1/password-reset/check': checks('length', 'symbol'),
}

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const box = (page: Page) => page.getByRole('checkbox', { name: 'I am not a robot' })
/** Takes no action and waits for a text. */
const comes = (text: string | RegExp) => (page: Page) => expect(page.getByText(text).first()).toBeVisible()

async function toPassword(page: Page): Promise<void> {
  await page.getByLabel('Email').fill(address)
  await button(page, 'Next').click()
  await expect(page.getByLabel('Password', { exact: true })).toBeFocused()
}

async function tryPassword(page: Page): Promise<void> {
  await toPassword(page)
  await page.getByLabel('Password', { exact: true }).fill('Quartz&94Wren')
  await button(page, 'Login').click()
  await expect(page.getByRole('alert')).toBeVisible()
}

async function typeDate(page: Page): Promise<void> {
  await page.getByLabel('Day').click()
  await page.keyboard.type('29021996')
  await button(page, 'Next').click()
}

async function choosePassword(page: Page): Promise<void> {
  await typeDate(page)
  await page.getByLabel('New password', { exact: true }).fill('kestrel9')
  await page.getByLabel('Confirm new password').fill('kestrel')
}

async function enterCode(page: Page, scope: Page | ReturnType<Page['getByRole']> = page): Promise<void> {
  await scope.getByLabel('Digit 1 of 6').click()
  await page.keyboard.type('482913')
  await page.keyboard.press('Enter')
}

/** States before signing in. */
const ofNobody: readonly State[] = [
  {
    name: 'login-required',
    path: '/',
    go: async (page) => {
      // The static page has no such button yet.
      await expect(page.locator('#email-before-start')).toHaveCount(0)
      await button(page, 'Next').click()
      await expect(page.getByLabel('Email')).toHaveAccessibleDescription('This field is required')
    },
  },
  { name: 'login-password', path: '/', says: byPassword, go: toPassword },
  { name: 'login-refused', path: '/', says: { ...byPassword, '/api/login': notKnown }, go: tryPassword },
  {
    name: 'login-robot',
    path: '/',
    says: { ...byPassword, '/api/login': perhapsRobot },
    go: async (page) => {
      await tryPassword(page)
      await expect(box(page)).toBeVisible()
      await button(page, 'Login').click()
      await expect(box(page)).toBeFocused()
    },
  },
  { name: 'login-locked', path: '/', says: { ...byPassword, '/api/login': locked }, go: tryPassword },
  { name: 'login-problem', path: '/', says: { ...byPassword, '/api/login': problem }, go: tryPassword },
  {
    name: 'forgotten-expired',
    path: '/forgotten-password?message=token-expired',
    go: comes('Your password renewal request has expired. Please try again'),
  },
  {
    name: 'forgotten-required',
    path: '/forgotten-password',
    go: async (page) => {
      await button(page, 'Send').click()
      await page.getByLabel('Email').fill(address)
      await button(page, 'Send').click()
      await expect(box(page)).toBeFocused()
    },
  },
  {
    name: 'forgotten-sent',
    path: '/forgotten-password',
    says: { '/api/v1/forgot-password': said({ sent: true, errors: null, error: null }) },
    go: async (page) => {
      await page.getByLabel('Email').fill(address)
      await box(page).check()
      await expect(page.getByText('Confirmed')).toBeVisible()
      await button(page, 'Send').click()
      await expect(page.getByRole('heading', { name: "It's on the way..." })).toBeVisible()
    },
  },
  { name: 'reset-verify', path: '/reset-password?token=pictured', says: goodLink, go: comes('Date of birth') },
  {
    name: 'reset-other-date',
    path: '/reset-password?token=pictured',
    says: {
      ...goodLink,
      '/api/v1/password-reset/dob': refused(422, 'date-of-birth-wrong', 'x', {
        errors: { date_of_birth: ['This date does not match our records'] },
      }),
    },
    go: async (page) => {
      await typeDate(page)
      await expect(page.getByText('This date does not match our records')).toBeVisible()
    },
  },
  { name: 'reset-choose', path: '/reset-password?token=pictured', says: goodLink, go: choosePassword },
  {
    name: 'reset-not-alike',
    path: '/reset-password?token=pictured',
    says: goodLink,
    go: async (page) => {
      await choosePassword(page)
      await button(page, 'Reset password').click()
      await expect(page.getByText('The passwords do not match')).toBeVisible()
    },
  },
  {
    name: 'reset-spent',
    path: '/reset-password?token=pictured',
    says: { ...goodLink, '/api/v1/password-reset/dob': refused(410, 'link-expired', 'Token has expired') },
    go: async (page) => {
      await typeDate(page)
      await expect(page.getByRole('alert')).toContainText('Token has expired')
    },
  },
  {
    name: 'reset-invalid',
    path: '/reset-password?token=pictured',
    says: { '/api/v1/password-reset/pictured': said({ valid: false, message: 'Token has expired', error: null }) },
    go: comes('Your password reset link has expired or is invalid.'),
  },
  {
    name: 'reset-failed',
    path: '/reset-password?token=pictured',
    says: { '/api/v1/password-reset/pictured': refused(500, 'unexpected', 'Something failed') },
    go: comes('Unable to validate reset link. Please try again.'),
  },
  { name: 'activation-verify', path: '/activation/pictured', says: goodLink, go: comes('Date of birth') },
  { name: 'activation-choose', path: '/activation/pictured', says: goodLink, go: choosePassword },
  {
    name: 'activation-failed',
    path: '/activation/pictured',
    says: { '/api/v1/activation/pictured': refused(404, 'not-found', 'Not found') },
    go: comes('There was an error requesting your activation'),
  },
  {
    name: 'code',
    path: '/two-fa',
    isHalfWay: true,
    go: (page) => expect(page.getByLabel('Digit 1 of 6')).toBeFocused(),
  },
  {
    name: 'code-refused',
    path: '/two-fa',
    isHalfWay: true,
    says: { '/api/login/mfa': invalidCode },
    go: async (page) => {
      await enterCode(page)
      await expect(page.getByRole('alert')).toBeVisible()
    },
  },
  {
    name: 'code-recovery',
    path: '/two-fa',
    isHalfWay: true,
    go: async (page) => {
      await button(page, 'Use a recovery code').click()
      await expect(page.getByLabel('Recovery code')).toBeFocused()
    },
  },
  {
    name: 'set-up',
    path: '/two-fa-qr-setup',
    isHalfWay: true,
    says: setUp,
    go: (page) => expect(page.getByRole('img', { name: qrCode })).toBeVisible(),
  },
  {
    name: 'set-up-first-code',
    path: '/two-fa-qr-setup',
    isHalfWay: true,
    says: setUp,
    go: async (page) => {
      await button(page, 'Enter the code').click()
      await expect(page.getByLabel('Digit 1 of 6')).toBeFocused()
    },
  },
  {
    name: 'set-up-second-code',
    path: '/two-fa-qr-setup',
    isHalfWay: true,
    says: { ...setUp, '/api/v1/employee/mfa/validate/enforced': [{ status: 200, json: failedBody }, invalidCode] },
    go: async (page) => {
      await button(page, 'Enter the code').click()
      await enterCode(page)
      await expect(button(page, 'Verify')).toBeVisible()
      await enterCode(page)
      await expect(page.getByRole('alert')).toBeVisible()
    },
  },
  {
    name: 'login-sso-only',
    path: '/',
    site: 'copperleaf',
    go: async (page) => {
      await expect(page.locator('#email-before-start')).toHaveCount(0)
      await expect(page.getByLabel('Email')).toBeVisible()
      await expect(page.getByRole('link', { name: 'Forgotten?' })).toHaveCount(0)
    },
  },
  cookieSettings,
  {
    name: 'sso-login-failed',
    path: '/sso-login/pictured',
    says: { '/api/login/sso': refused(401, 'x', 'SSO login error') },
    go: (page) => expect(page.getByRole('heading', { level: 1 })).toHaveText('Oops somethings gone wrong.'),
  },
]

const elsewhere = { cameBy: 'password', startedAt: '2026-11-24T08:41:00Z', lastUsedAt: '2026-11-24T08:58:00Z' }
const sessions = said([
  { id: '00000000-0000-4000-8000-000000000001', isCurrent: true, device: 'Chrome on Linux', ...elsewhere },
  { id: '00000000-0000-4000-8000-000000000002', isCurrent: false, device: 'Safari on iPhone', ...elsewhere },
])
const dialog = (page: Page) => page.getByRole('dialog')
const handed = { url, secret, needsPassword: true, error: null }
const mine = '/api/v2/user/{id}/mfa'
const profile = '/app/home/my-profile/'

async function goIdle(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { level: 1, name: /^Welcome/ })).toBeVisible()
  // A pending call would be repeated later and count as activity.
  await page.waitForLoadState('networkidle')
  await page.clock.fastForward('14:01')
  await expect(page.getByRole('button', { name: 'Stay logged in' })).toBeVisible()
}

/** States of signed-in people who manage their own account. */
/** A kind of life event that asks for everything possible. */
const lifeEvent = {
  id: 'adoption',
  label: 'Adoption of a child',
  type: 'adoption',
  needsFamilyMember: true,
  familyMember: 'dependant',
  needsEvidence: true,
  daysBefore: 7,
  daysAfter: 60,
  earliest: '2026-01-01',
  latest: '2026-12-31',
}

const ofEmployee: readonly State[] = [
  {
    name: 'panel-enable',
    path: `${profile}?panel=two-fa-qr`,
    says: { [mine]: said(handed) },
    go: (page) => expect(dialog(page).getByRole('img', { name: qrCode })).toBeVisible(),
  },
  {
    name: 'panel-enable-asks-code',
    path: `${profile}?panel=two-fa-qr`,
    says: { [mine]: refused(422, 'current-code-needed', 'x') },
    go: (page) => expect(dialog(page).getByLabel('Digit 1 of 6')).toBeVisible(),
  },
  {
    name: 'panel-enable-second-code',
    path: `${profile}?panel=two-fa-qr`,
    says: {
      [mine]: said(handed),
      [`${mine}/validate`]: [{ status: 200, json: { status: 'temporary', codes: [], error: null } }, invalidCode],
    },
    go: async (page) => {
      await dialog(page).getByRole('button', { name: 'Enter the code' }).click()
      await enterCode(page, dialog(page))
      await dialog(page).getByLabel('Password', { exact: true }).fill('Quartz&94Wren-Loft')
      await enterCode(page, dialog(page))
      await expect(dialog(page).getByRole('alert')).toBeVisible()
    },
  },
  {
    name: 'panel-recovery-codes',
    path: `${profile}?panel=two-fa-code&purpose=recovery-codes`,
    says: { [`${mine}/recovery-codes`]: said({ codes }) },
    go: async (page) => {
      await enterCode(page, dialog(page))
      await expect(dialog(page).getByRole('listitem')).toHaveCount(codes.length)
    },
  },
  {
    name: 'panel-disable-required',
    path: `${profile}?panel=two-fa-disable`,
    go: async (page) => {
      await dialog(page).getByRole('button', { name: 'Disable' }).click()
      await expect(dialog(page).getByRole('alert')).toBeVisible()
    },
  },
  {
    name: 'panel-disable-code',
    path: `${profile}?panel=two-fa-disable`,
    says: { [mine]: invalidCode },
    go: async (page) => {
      await dialog(page).getByRole('textbox').fill('I have a new phone')
      await dialog(page).getByRole('button', { name: 'Disable' }).click()
      await enterCode(page, dialog(page))
      await expect(dialog(page).getByRole('alert')).toBeVisible()
    },
  },
  {
    name: 'panel-family-member-missing',
    path: `${profile}?panel=add-family-member`,
    go: async (page) => {
      await dialog(page).getByRole('radio', { name: 'Dependant' }).check()
      await dialog(page).getByRole('button', { name: 'Save' }).click()
      await expect(dialog(page).getByRole('alert')).toBeVisible()
    },
  },
  {
    name: 'panel-life-event-birth',
    path: '/app/my-benefits?panel=add-life-event',
    says: { '/api/v1/client/life-events/available': said([lifeEvent]) },
    go: async (page) => {
      await dialog(page).getByRole('radio', { name: lifeEvent.label }).check()
      await expect(dialog(page).getByText('Choose a file')).toBeVisible()
    },
  },
  {
    name: 'home-welcome',
    // No other example client has slides.
    site: 'demo',
    path: '/app/home/',
    user: { firstLogin: true },
    go: (page) => expect(page.getByRole('dialog', { name: 'Welcome' })).toBeVisible(),
  },
  {
    name: 'home-new-terms',
    path: '/app/home/',
    user: { siteTermsUpdated: true },
    says: { '/api/v1/user/policies': said({ termsRevision: 1, currentRevision: 2 }) },
    go: async (page) => {
      await button(page, 'Next').click()
      await expect(page.getByRole('link', { name: /^Please confirm that you have read/ })).toBeVisible()
    },
  },
  { name: 'home-idle', path: '/app/home/', movesClock: true, go: goIdle },
  ...ofTheShell,
  {
    name: 'home-my-profile-contact',
    path: profile,
    says: { '/api/v1/user/sessions': sessions },
    go: async (page) => {
      await button(page, 'Change contact details').click()
      await page.getByLabel('Personal email').fill('amelia at home')
      await page.keyboard.press('Enter')
      await expect(page.getByRole('alert')).toBeVisible()
    },
  },
  {
    name: 'panel-end-session',
    path: profile,
    says: { '/api/v1/user/sessions': sessions },
    go: async (page) => {
      await page.getByRole('button', { name: /^End this session/ }).click()
      await expect(page.getByRole('alertdialog')).toBeVisible()
    },
  },
]

export const statesOf = {
  nobody: ofNobody,
  employee: [...ofEmployee, ...figuresAndNames],
  employer: ofEmployers,
} as const

/** Puts a page into a state. Calls not listed go to the server. The returned function must be called before the next state. */
export async function reach(page: Page, state: State, at: (path: string) => string): Promise<() => Promise<void>> {
  const { path, says = {}, user, isView, movesClock, isHalfWay, go } = state
  if (movesClock) await page.clock.install()
  const told = new Map<string, number>()
  const answer = ({ path: called }: Call): Reply => {
    const key = called in says ? called : called.replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, '{id}')
    if ((user || isView) && key === '/api/login/setup') return { ofServers: asSeen }
    const said = says[key]
    if (!said) return 'what the server says'
    const list = [said].flat()
    const turn = told.get(key) ?? 0
    told.set(key, turn + 1)
    return list[Math.min(turn, list.length - 1)] ?? { status: 500, json: {} }
  }
  const asSeen = (json: unknown): object => {
    // The response about the user, as declared in the contract.
    const setup = json as { user: { id: string } }
    return { ...setup, user: { ...setup.user, ...user }, ...(isView && { masqueradeUserId: setup.user.id }) }
  }
  const leave = await answerCalls(page, answer, isView ? { withoutHeaders: 'x-masquerade' } : {})
  // Storage can only be written on a page of that client.
  if (!page.url().startsWith(at('/'))) await page.goto(at('/cookie-policy/'))
  await page.evaluate(
    keep,
    isHalfWay ? { email: address, ticket: `mfa1.${'t'.repeat(43)}`, exp: Date.now() + 290_000 } : null,
  )
  await page.goto(at(path))
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await go(page)
  return leave
}

function keep(credentials: object | null): void {
  const consent = { state: { cookiesAccepted: true, nonNecessaryCookiesEnabled: false }, version: 2 }
  localStorage.setItem('cookies', JSON.stringify(consent))
  if (credentials) localStorage.setItem('loginCredentials', JSON.stringify(credentials))
  else localStorage.removeItem('loginCredentials')
}

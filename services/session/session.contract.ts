import { z } from 'zod'
import { endpoint } from '../../contract/endpoint.ts'
import { refusalMessages } from '../../contract/messages.ts'
import { passwordInput } from '../../contract/password.ts'
import { refusal } from '../../contract/refusals.ts'
import { captchaUnavailable, captchaToken, loginCaptchaFailed } from './captcha.contract.ts'
import { accountMessages, loginMessages } from './session.messages.ts'

/** DATA-08: reply of every kind of login. Keys that do not apply are null or false. */
export const tokenReply = z.object({
  access_token: z.string().nullable(),
  /** One part of the refresh token. The other is an http-only cookie (DATA-09). */
  refresh_token: z.string().nullable(),
  expires_in: z.number().int().nullable(),
  ssoLogoutUrl: z.string().nullable(),
  showRecaptcha: z.boolean(),
  userAccountLocked: z.boolean(),
  error_message: z.string().nullable(),
  is_should_setup_2fa: z.boolean(),
  is_should_validate_2fa: z.boolean(),
  secret: z.string().nullable(),
  url: z.string().nullable(),
  scheme: z.string().nullable(),
  masqueradeUserId: z.string().nullable(),
  /** Replaces the password in calls with a code, together with an http-only cookie (D-03). */
  ticket: z.string().nullable(),
  error: z.string().nullable(),
})
export type TokenReply = z.output<typeof tokenReply>

/** DATA-01: the logged-in person. */
export const userReply = z.object({
  id: z.string(),
  name: z.string(),
  firstName: z.string(),
  surname: z.string(),
  email: z.string(),
  avatar: z.string().nullable(),
  userType: z.enum(['employee', 'employer']),
  employmentStatus: z.enum(['active', 'inactive', 'left']),
  firstLogin: z.boolean(),
  isInsightsEnabled: z.boolean(),
  termsRevision: z.number().int().nullable(),
  siteTermsUpdated: z.boolean(),
  isDataLoadEligibilityImpactEnabled: z.boolean(),
  isOneHubIntegrationActive: z.boolean(),
  oneHubLogoutUrl: z.string().nullable(),
})
export type UserReply = z.output<typeof userReply>

/** DATA-05: the client of the logged-in person. */
const clientReply = z.object({
  id: z.string(),
  clientName: z.string(),
  contactUsEnabled: z.boolean(),
  passwordRules: z.int().optional(),
  redirectOrigins: z.array(z.string()),
  clientExceptions: z.array(z.object({ code: z.string(), status: z.string() })),
  scheme: z.object({
    id: z.string(),
    schemeYear: z.number().int(),
    baseFont: z.string().nullable(),
    headerFont: z.string().nullable(),
    // Null for colours that the client does not set. The screens then use the defaults (THEME-08, THEME-09).
    theme: z.object({
      core: z.object({ primaryColour: z.string().nullable(), secondaryColour: z.string().nullable() }),
    }),
    avatarSet: z.object({ avatarsetPlainFileURL: z.string().nullable() }),
  }),
})
export type ClientReply = z.output<typeof clientReply>

const cmsData = z.object({
  faqs: z.array(z.object({ reference: z.string(), live: z.boolean() })),
  sso_access_only: z.boolean(),
})

const setupReply = z.object({
  user: userReply,
  client: clientReply,
  cmsData,
  /** The operator or employer user who opened this view as another person; null outside a view. Employer users may only look. */
  viewGrantedBy: z.enum(['operator', 'employer']).nullable(),
})
export type SetupReply = z.output<typeof setupReply>

/** The same refusal for unknown addresses, wrong passwords and all other failed logins (S-02). */
export const signInFailed = refusal('sign-in-failed', 401, loginMessages.noMatch)
export const accountLocked = refusal('account-locked', 429, loginMessages.locked)
export const accountProblem = refusal('account-problem', 401, accountMessages.problem)
export const loginUrlFailed = refusal('login-url-failed', 422, loginMessages.urlFailed)
export const tooManySignIns = refusal('too-many-sign-ins', 503, refusalMessages.manySignIns)
export const notRenewed = refusal('not-renewed', 401, refusalMessages.sessionEnded)
/** Refusal of a change that a page of another site sent (S-40). */
export const notFromPortal = refusal('not-from-portal', 403, refusalMessages.notFromPortal)

const email = z.string().trim().max(254)

/** Returns the address of single sign-on, if the client uses it for the domain of this email address. */
export const checkLoginUrl = endpoint('POST', 'login/url', {
  base: 'api',
  access: 'public',
  body: z.strictObject({ email }),
  reply: z.object({ url: z.string().nullable(), hasSSO: z.boolean(), error: z.string().nullable() }),
  refuses: [loginUrlFailed],
})

/** Logs in with email address and password. If a code is needed, the reply contains a `ticket` for the next call. */
export const requestToken = endpoint('POST', '/login', {
  base: 'api',
  access: 'public',
  body: z.strictObject({
    email,
    password: passwordInput,
    deviceToken: z.string().max(128).nullish(),
    recaptcha: captchaToken,
    /** Accepted but ignored: the server decides whether a captcha is needed (D-11). */
    isRecaptchaEnabled: z.boolean().nullish(),
  }),
  reply: tokenReply,
  refuses: [signInFailed, accountLocked, accountProblem, loginCaptchaFailed, captchaUnavailable, tooManySignIns],
  audit: 'session.started',
  ownTransactions: true,
})

/** Header of all calls by the portal's pages, which other sites cannot send (S-40). */
export const portalHeader = { name: 'X-Requested-With', value: 'portal' } as const

/** Cookie with the part of the refresh token that scripts read. A renewal sends it in the body. */
export const readableHalfCookie = '__Host-rth'

/** Returns a new access token and refresh token. Needs both parts of the current refresh token, in body and cookie. */
export const refreshToken = endpoint('POST', '/login/refresh', {
  base: 'api',
  access: 'public',
  body: z.strictObject({ refresh_token: z.string().max(128) }),
  reply: tokenReply,
  refuses: [notRenewed],
  byCookie: true,
  ownTransactions: true,
})

/** Returns what the pages need after a login: the person, the client and its FAQs. */
export const loginSetup = endpoint('GET', '/login/setup', {
  base: 'api',
  access: 'user',
  reply: setupReply,
  beforeTerms: true,
})

/** Records that the logged-in person has activated their account. */
export const recordActivation = endpoint('PATCH', 'user/activate', {
  base: 'v1',
  access: 'user',
  body: z.strictObject({ sso: z.boolean() }),
  reply: z.object({ status: z.literal('ok') }),
  beforeTerms: true,
  audit: 'account.activated',
})

const logoutReply = z.object({ ssoLogoutUrl: z.string().nullable() })
const leaving = {
  access: 'user',
  reply: logoutReply,
  beforeTerms: true,
  beforeTwoFactor: true,
  afterExpiry: true,
  audit: 'session.ended',
} as const
/** Ends the session. Also works with an expired access token. */
export const logout = endpoint('GET', '/logout', { base: 'api', ...leaving })
/** Ends the session. Also works with an expired access token. */
export const logoutByPost = endpoint('POST', '/logout', { base: 'api', ...leaving, inView: 'allowed' })
/** Ends the session. Also works with an expired access token. */
export const userLogout = endpoint('GET', 'user/logout', { base: 'v1', ...leaving })
/** Ends the session. Also works with an expired access token. */
export const userLogoutByPost = endpoint('POST', 'user/logout', { base: 'v1', ...leaving, inView: 'allowed' })

/** Returns the logged-in person. */
export const readUser = endpoint('GET', '/user', { base: 'v1', access: 'user', reply: userReply, beforeTerms: true })

/** Keeps the session from expiring. Does nothing else. */
export const ping = endpoint('GET', 'ping', {
  base: 'v1',
  access: 'user',
  reply: z.object({ status: z.literal('ok') }),
  beforeTerms: true,
})

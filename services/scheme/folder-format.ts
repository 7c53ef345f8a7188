import { emailPattern, storedEmail } from '../../contract/email.ts'
import { z } from 'zod'
import { payFrequencyNames } from '../../contract/pay-frequency.ts'
import { registeredAddress } from '../../contract/redirects.ts'
import { payCode, windowCause } from '../../domain/definition/definition.ts'
import { code, schemeAmount } from '../../domain/definition/options.ts'
import { allowanceRules } from '../../domain/definition/flex-allowance.rules.ts'
import { payrollFieldNames } from '../payroll/payroll-line.rules.ts'
import { lifeEventTypes } from '../people/life-event-types.rules.ts'
import { memberOfType } from '../people/life-events.rules.ts'
import { allPasswordRules, isValidRuleMask } from '../session/password.rules.ts'
import { providerFormat } from '../reports/provider.rules.ts'
import { csvFileName, csvFormat } from '../reports/report-layout.rules.ts'
import { voucherApplication } from '../my-benefits/voucher-application.rules.ts'
import { openIdProvider, samlBasics, samlPlace } from '../session/provider.rules.ts'
import { day } from '../../domain/definition/day.rules.ts'
import { largestRadius } from '../theme/theme.rules.ts'
import { bankHolidays } from './periods.rules.ts'

/** Fonts that the portal serves and a theme may use (THEME-14). */
const themeFonts = ['Inter', 'Lora', 'Nunito Sans', 'Source Sans 3'] as const

const colour = z
  .string()
  .regex(/^#[0-9a-f]{6}$/i, 'Please give a colour as # and six hexadecimal digits')
  .toLowerCase()
const image = z
  .string()
  .regex(
    /^images\/[a-z0-9][a-z0-9-]*\.(svg|png|jpg|webp)$/,
    'Please give a picture of the folder, for example images/logo.svg',
  )
const addressName = z
  .string()
  .regex(/^[a-z0-9][a-z0-9-]{0,62}$/, 'Please give a sub-domain name: lower-case letters, digits and hyphens')
const email = z
  .string()
  .transform(storedEmail)
  .pipe(z.email({ pattern: emailPattern, error: 'Please give an email address' }))
const line = z.string().trim().min(1, 'Please give a text').max(200, 'Please give at most 200 characters')

export const metadataFile = 'identity-provider.xml'

const httpsOrigin = z
  .string()
  .refine((text) => URL.canParse(text) && new URL(text).origin === text && text.startsWith('https://'), {
    error: 'Please give an origin, for example https://login.client.example',
  })
const httpsAddress = z.url({ protocol: /^https$/, error: 'Please give an address that begins with https://' })

/** A SAML provider's addresses and keys, given here or in its metadata file in the folder. */
const samlOfFolder = z.strictObject({
  ...samlBasics,
  metadata: z.literal(metadataFile, `The provider's metadata is the file ${metadataFile}`).optional(),
  entryPoint: samlPlace.entryPoint.optional(),
  certificates: samlPlace.certificates.optional(),
  logoutService: samlPlace.logoutService,
  logoutResponses: samlPlace.logoutResponses,
})

const clientSettings = z.strictObject({
  name: line,
  addresses: z.array(addressName).min(1, 'Please give at least one sub-domain name'),
  brand: line.optional(),
  theme: z
    .strictObject({
      primaryColour: colour.optional(),
      secondaryColour: colour.optional(),
      baseFont: z.enum(themeFonts).optional(),
      headerFont: z.enum(themeFonts).optional(),
      radius: z.int().min(0).max(largestRadius).optional(),
      darkMode: z.enum(['allowed', 'off']).optional(),
      logos: z
        .strictObject({
          client: image.optional(),
          header: image.optional(),
          mobile: image.optional(),
          clientDark: image.optional(),
          headerDark: image.optional(),
          mobileDark: image.optional(),
        })
        .default({}),
      avatarSet: z
        .strictObject({
          plain: image,
          choices: z
            .array(z.strictObject({ label: line, picture: image }))
            .max(24)
            .default([]),
        })
        .optional(),
    })
    .default({ logos: {} }),
  support: z
    .strictObject({
      /** 'TBC' is treated as missing (THEME-19). */
      phone: line.optional(),
      email: email.optional(),
      contactUsEmail: email.optional(),
      senderEmail: email.optional(),
    })
    .default({}),
  switches: z
    .strictObject({
      contactUsEnabled: z.boolean().default(false),
      /** True if uploads show who gains or loses a benefit or gets a new price (UPLOAD-02). */
      eligibilityImpact: z.boolean().default(false),
      twoFactor: z
        .strictObject({ employers: z.boolean().default(true), employees: z.boolean().default(false) })
        .prefault({}),
      ssoAccessOnly: z.boolean().default(false),
      /** Sum of the bits of the rules for new passwords (FORM-34). */
      passwordRules: z
        .int()
        .refine(
          isValidRuleMask,
          'Please give the sum of the password rules; the one for the length (1) is always among them',
        )
        .default(allPasswordRules),
      onePartner: z.boolean().default(false),
      daysAfterLeaving: z.int().min(0).max(3650).default(90),
      /** Insights hide groups of fewer people (S-53). */
      smallestGroup: z.int().min(2).max(100).default(5),
      /** Codes of features that only some clients have. 'MTB_ENHANCED' shows total benefits with a chart (TOTAL-07). */
      clientExceptions: z.array(z.strictObject({ code: line, status: z.enum(['active', 'inactive']) })).optional(),
      /** Outside origins that the portal may redirect to, matched exactly (S-63). */
      redirectOrigins: z.array(httpsOrigin).default([]),
      /** Page after a password reset by link. The portal's login by default (RESET-20). */
      afterPasswordReset: httpsAddress.optional(),
      /** The benefits provider's hub. A logout continues there. People who come from it get the login form (SSO-12). */
      oneHub: z
        .strictObject({
          active: z.boolean().default(true),
          logoutUrl: httpsAddress,
          loginUrl: httpsAddress.optional(),
        })
        .optional(),
    })
    .prefault({}),
  identityProvider: z
    .discriminatedUnion('kind', [openIdProvider, samlOfFolder], { error: 'Please give the kind openid or saml' })
    .optional(),
  /** Page where employers manage childcare vouchers, shown in a frame of the portal (BENEFIT-64). */
  voucherApplication: voucherApplication.optional(),
})

export const clientFile = clientSettings.superRefine(
  ({ switches, identityProvider, voucherApplication: vouchers }, context) => {
    const leadsTo = (address: string | undefined, path: string[]) => {
      if (address === undefined || registeredAddress(address, switches.redirectOrigins)) return
      context.addIssue({ code: 'custom', path, message: 'Please list its origin in switches.redirectOrigins' })
    }
    leadsTo(identityProvider?.logoutUrl, ['identityProvider', 'logoutUrl'])
    for (const { path, message } of identityProvider ? providerFaults(identityProvider) : [])
      context.addIssue({ code: 'custom', path: ['identityProvider', ...path], message })
    leadsTo(switches.oneHub?.logoutUrl, ['switches', 'oneHub', 'logoutUrl'])
    leadsTo(switches.oneHub?.loginUrl, ['switches', 'oneHub', 'loginUrl'])
    leadsTo(switches.afterPasswordReset, ['switches', 'afterPasswordReset'])
    leadsTo(vouchers?.url, ['voucherApplication', 'url'])
  },
)
function providerFaults(provider: NonNullable<z.output<typeof clientSettings>['identityProvider']>) {
  const faults: { path: string[]; message: string }[] = []
  const wants = (path: string, message: string) => faults.push({ path: [path], message })
  if (provider.secondFactorCounts && provider.acr.length === 0)
    wants('secondFactorCounts', 'Please list in acr what the provider says when it has asked for a second factor')
  if (provider.acrRequired && provider.acr.length === 0)
    wants('acrRequired', 'Please list in acr what the provider must say of everybody')
  if (provider.kind === 'openid') return faults
  const { metadata, entryPoint, certificates } = provider
  const typeGiven = [entryPoint, certificates].filter((part) => part !== undefined).length
  if (metadata === undefined ? typeGiven < 2 : typeGiven > 0)
    wants(metadata === undefined ? 'kind' : 'metadata', 'Please give either metadata, or entryPoint and certificates')
  return faults
}
export type ClientFile = z.output<typeof clientFile>

const takesEffect = z.enum(['same-day', 'next-month', 'event-date', 'scheme-year-start'])
const someBenefits = z.union([z.literal('all'), z.array(code).min(1)]).default('all')

const window = z.strictObject({
  code,
  name: line,
  cause: windowCause,
  opens: day.optional(),
  closes: day.optional(),
  days: z.int().min(1).max(366).optional(),
  remindDays: z.int().min(0).max(60).optional(),
  takesEffect: takesEffect.default('next-month'),
  for: z.int().optional(),
  benefits: someBenefits,
})

const lifeEventKind = z
  .strictObject({
    code,
    name: line,
    daysBefore: z.int().min(0).max(366).default(0),
    daysAfter: z.int().min(0).max(366).default(30),
    takesEffect: takesEffect.default('event-date'),
    needsEvidence: z.boolean().default(false),
    type: z.enum(lifeEventTypes).optional(),
    needsFamilyMember: z.enum(['no', 'partner', 'dependant', 'either']).optional(),
    benefits: someBenefits,
  })
  .superRefine(({ type, needsEvidence, needsFamilyMember }, context) => {
    if (type === 'disability' && !needsEvidence)
      context.addIssue({
        code: 'custom',
        path: ['needsEvidence'],
        message: 'A life event of the type "disability" needs needsEvidence: true',
      })
    if (type === undefined || type === 'other' || needsFamilyMember === undefined) return
    if (needsFamilyMember !== memberOfType[type])
      context.addIssue({ code: 'custom', path: ['needsFamilyMember'], message: `The type "${type}" says who it is` })
  })
  .transform(({ type: typeGiven, needsFamilyMember = 'no', ...kind }) => {
    const type = typeGiven ?? (needsFamilyMember === 'partner' ? 'wedding' : 'other')
    return { ...kind, type, needsFamilyMember: type === 'other' ? needsFamilyMember : memberOfType[type] }
  })

const payrollFormat = z.strictObject({
  code,
  ...csvFormat,
  fileName: csvFileName,
  columns: z.array(z.strictObject({ heading: line, field: z.enum(payrollFieldNames) })).min(1),
})

const payroll = z.strictObject({
  code,
  name: line,
  frequency: z.enum(payFrequencyNames),
  payDay: z.union([z.int().min(1).max(31), z.literal('last-working-day')]).optional(),
  bankHolidays: z.enum(bankHolidays).default('england-and-wales'),
  firstPayDay: day.optional(),
  cutOffDays: z.int().min(0).max(27),
  finalPay: z.literal('next-period').optional(),
  format: code,
})
export type PayrollEntry = z.output<typeof payroll>

const rates = z.strictObject({
  code,
  file: z
    .string()
    .regex(/^rates\/[a-z0-9][a-z0-9-]*\.csv$/, 'Please give a file of the folder, for example rates/dental.csv'),
  effectiveFrom: day,
  source: line,
})

const allowance = allowanceRules
  .extend({
    code,
    name: line,
    summary: line.optional(),
    openInProbation: z.boolean().default(false),
    ages: z.strictObject({ from: z.int().optional(), to: z.int().optional() }).optional(),
    payCode: payCode.optional(),
  })
  .refine(({ excess, payCode: given }) => (excess === 'cash') === (given !== undefined), {
    error: 'A pot whose excess is cash needs a payCode, and no other has one',
    path: ['excess'],
  })
export type AllowanceEntry = z.output<typeof allowance>

export const schemeYearFile = z.strictObject({
  from: day,
  to: day,
  windows: z.array(window).default([]),
  lifeEvents: z.array(lifeEventKind).default([]),
  payrolls: z.array(payroll).min(1, 'Please give at least one payroll'),
  payrollFormats: z.array(payrollFormat).min(1, 'Please give at least one payroll format'),
  providerReports: z.array(providerFormat).default([]),
  rates: z.array(rates).default([]),
  pots: z.array(allowance).default([]),
})
export type SchemeYearFile = z.output<typeof schemeYearFile>

const person = z.strictObject({
  title: line.optional(),
  firstName: line,
  surname: line,
  dateOfBirth: day,
  sex: z.enum(['female', 'male']),
})

const account = z.strictObject({
  userType: z.enum(['employee', 'employer']).default('employee'),
  state: z.enum(['invited', 'active', 'disabled']).default('active'),
  insights: z.boolean().default(false),
  firstLogin: z.boolean().default(false),
  terms: z.enum(['accepted', 'previous', 'none']).default('accepted'),
  twoFactorSecret: z
    .string()
    .regex(/^[A-Z2-7]{16,64}$/, 'Please give the secret in base 32')
    .optional(),
  activationId: z
    .string()
    .regex(/^[A-Za-z0-9_-]{8,100}$/, 'Please give 8 to 100 letters, digits, hyphens')
    .optional(),
  vouchers: z.strictObject({ balance: schemeAmount, lastPayment: day }).optional(),
  family: z
    .array(person.extend({ relationship: z.enum(['partner', 'dependant']), educationEnds: day.optional() }))
    .default([]),
})

/** `people-accounts.yaml`, for example clients only: what people of `people.csv` have already done in the portal. */
export const accountsFile = z.strictObject({
  /** One password for everyone, hashed with a salt per person. Without it, people can only use single sign-on. */
  password: z
    .string()
    .min(12, 'Please give at least 12 characters')
    .max(256, 'Please give at most 256 characters')
    .optional(),
  named: z.record(email, account),
  othersRegistered: z.int().min(0).max(100).default(0),
})
export type AccountsFile = z.output<typeof accountsFile>
export type AccountEntry = z.output<typeof account>

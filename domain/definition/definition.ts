import { z } from 'zod'
import { autoEnrolment } from './auto-enrolment.ts'
import { longestProviderName } from './provider-name.rules.ts'
import { day } from './day.rules.ts'
import { positiveDecimal } from './decimal.ts'
import { benefitOption, code, coreChoice, schemeAmount } from './options.ts'
import { allowanceRules } from './flex-allowance.rules.ts'
import { priceComponent } from './price-methods.ts'

export const taxMethod = z.enum([
  'taxable-pay',
  'sacrifice',
  'sacrifice-opra',
  'net-pay',
  'relief-at-source',
  'net-deduction',
  'benefit-in-kind',
  'employer-only',
])
export type TaxMethod = z.infer<typeof taxMethod>

export const payCode = z.string().regex(/^[A-Z0-9_-]{1,20}$/, 'Please use capitals and digits, at most 20')

const payTreatment = z.strictObject({ taxMethod, payCode })

export const windowCause = z.enum(['annual', 'joiner', 'anniversary', 'life-event', 'granted', 'any-month', 'any-time'])
export type WindowCause = z.infer<typeof windowCause>

export const benefitCategory = z.enum([
  'pension',
  'protection',
  'health',
  'time-off',
  'travel',
  'lifestyle',
  'money',
  'family',
  'giving',
])

const conditionName = z.enum(['age', 'status', 'location', 'payroll', 'hours', 'probation'])
export type ConditionName = z.infer<typeof conditionName>
const conditionOutcome = z.enum(['keep', 'close', 'end'])
export type ConditionOutcome = z.infer<typeof conditionOutcome>

export const partPeriods = ['calendar-days', 'working-days', '260ths', 'whole-period', 'from-next-period'] as const
export type PartPeriod = (typeof partPeriods)[number]

export const balanceRules = ['net-pay', 'owed', 'transfer', 'settle', 'drop'] as const
export type BalanceRule = (typeof balanceRules)[number]

const webAddress = z.url({ protocol: /^https?$/ })

export const definitionFields = z.strictObject({
  code,
  name: z.string().min(1).max(80),
  summary: z.string().min(1).max(200),
  /** HTML or plain text; sanitised by the server before it is shown. */
  description: z.string().min(1),
  category: benefitCategory,
  /** Statements and contributions are stored under this code. `ccv` means childcare vouchers (BENEFIT-59). */
  groupCode: code,
  position: z.int().min(0).default(100),
  image: z.string().optional(),

  provider: z.strictObject({
    name: z.string().min(1).max(longestProviderName),
    schemeNumber: z.string().optional(),
    category: z.string().min(1).max(80).optional(),
    claim: z
      .strictObject({
        html: z.string().optional(),
        phone: z.string().optional(),
        email: z.email().optional(),
        link: webAddress.optional(),
      })
      .optional(),
  }),
  terms: z
    .strictObject({
      id: code,
      version: z.int().min(1),
      content: z.string().min(1),
      needsConsent: z.boolean().optional(),
    })
    .optional(),
  links: z.array(z.strictObject({ label: z.string().min(1), href: webAddress })).default([]),
  faqs: z.array(z.strictObject({ question: z.string().min(1), answer: z.string().min(1) })).default([]),
  related: z.array(code).default([]),

  options: z.array(benefitOption),
  /** Rules of a flex allowance. Generated from `pots` of the scheme year, never written in a benefit's file. */
  pot: allowanceRules.optional(),
  price: z.array(priceComponent).min(1),
  pay: z.strictObject({
    employee: payTreatment.optional(),
    employer: payTreatment.optional(),
    sold: payTreatment.optional(),
  }),

  coreChoice: coreChoice.optional(),
  /** Enrols jobholders into this pension by law, with `coreChoice`, instead of giving it to all employees. */
  autoEnrolment: autoEnrolment.optional(),
  optOut: z.boolean().default(true),
  removalBackdated: z.boolean().optional(),
  leaving: z
    .strictObject({
      coverTo: z.enum(['last-day', 'end-of-month']).optional(),
      lastPeriod: z.enum(['whole', 'by-days']).optional(),
      owed: z.enum(balanceRules).optional(),
      payCode: payCode.optional(),
      minimumWage: z.enum(['counts', 'exempt']).optional(),
      restoreWithin: z.int().min(1).max(366).optional(),
    })
    .optional(),
  /** How pay is charged for cover that begins or ends within a pay period; `partPeriodRule` has the default. */
  partPeriod: z.enum(partPeriods).optional(),
  paysOnDeath: z.boolean().optional(),
  approval: z.union([
    z.enum(['required', 'automatic']),
    z.strictObject({ when: z.strictObject({ option: code, above: positiveDecimal }) }),
  ]),
  /** Cover above the limit waits for medical evidence; cover up to the limit is in force and charged (BENEFIT-32). */
  medical: z
    .strictObject({
      freeCoverLimit: schemeAmount.optional(),
      questions: z.array(z.strictObject({ code, question: z.string().min(1) })).default([]),
    })
    .optional(),

  openInProbation: z.boolean(),
  requires: z.array(z.enum(['existing-holding', 'minimum-wage'])).default([]),
  notWith: z.array(code).default([]),
  ages: z.strictObject({ from: z.int().optional(), to: z.int().optional() }).optional(),
  offeredTo: z
    .strictObject({
      locations: z.array(z.string().min(1)).min(1).optional(),
      payrolls: z.array(code).min(1).optional(),
      /** Hours a week. */
      hoursFrom: positiveDecimal.optional(),
    })
    .optional(),
  /** Effect on a member's cover when a condition no longer holds. `eligibilityLossOutcome` adds the defaults. */
  whenNoLongerMet: z.partialRecord(conditionName, conditionOutcome).optional(),
  changeIn: z.array(windowCause).min(1),
  takesEffect: z.enum(['same-day', 'next-month']).default('next-month'),

  /** Effect of a new scheme year on current selections. `renewalOf` adds the default. */
  renewal: z.enum(['continue', 'map', 'end']).optional(),
  renewsAs: z
    .record(code, z.union([z.literal('removed'), z.record(z.string().max(60), z.string().max(60))]))
    .optional(),
  ends: day.optional(),
})

export type BenefitDefinition = z.infer<typeof definitionFields>
export type BenefitDefinitionInput = z.input<typeof definitionFields>

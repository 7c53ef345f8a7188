import { z } from 'zod'
import { pounds } from '../../contract/money.ts'
import { decimal, positiveDecimal } from './decimal.ts'

export const code = z
  .string()
  .max(60)
  .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'Please use lower-case letters, digits and hyphens')

export const coverTier = z.enum(['single', 'couple', 'single-parent', 'family'])
export type CoverTier = z.infer<typeof coverTier>

const onlyWhen = z.strictObject({ option: code, is: z.string() })

const optionFields = { code, label: z.string().min(1), help: z.string().optional(), onlyWhen: onlyWhen.optional() }

const levels = z.strictObject({
  kind: z.literal('levels'),
  ...optionFields,
  levels: z
    .array(
      z.strictObject({ code, label: z.string().min(1), description: z.string().optional(), value: decimal.optional() }),
    )
    .min(1),
  default: code.optional(),
})

/** A day of every year, such as '04-01'. '02-29' means 1 March outside leap years. */
const dayOfYear = z
  .string()
  .refine((text) => z.iso.date().safeParse(`2024-${text}`).success, 'Please give a day of the year as 04-01')

const yearlyIncrease = z.strictObject({
  by: positiveDecimal,
  on: dayOfYear,
  upTo: positiveDecimal.optional(),
  onlyWhen: onlyWhen.optional(),
})
export type YearlyIncrease = z.infer<typeof yearlyIncrease>

const range = z.strictObject({
  kind: z.literal('range'),
  ...optionFields,
  unit: z.enum(['pounds', 'percent', 'multiple', 'days']),
  min: positiveDecimal,
  max: positiveDecimal,
  step: positiveDecimal,
  default: positiveDecimal.optional(),
  maxRise: positiveDecimal.optional(),
  maxByTaxBand: z
    .strictObject({ basic: positiveDecimal, higher: positiveDecimal, additional: positiveDecimal })
    .optional(),
  rise: yearlyIncrease.optional(),
})

/** Default limits for the value of a business partner's product, in pounds (CONST-26). */
const partnerValueLimits = { min: '0', max: '999999.9', step: '0.1' } as const

const partnerValue = z
  .strictObject({
    kind: z.literal('partner-value'),
    ...optionFields,
    min: positiveDecimal.default(partnerValueLimits.min),
    max: positiveDecimal.default(partnerValueLimits.max),
    step: positiveDecimal.default(partnerValueLimits.step),
    default: positiveDecimal.optional(),
  })
  // The keys have the same order as in a range, so that reading and writing a definition does not change it.
  .transform(({ kind: _partner, min, max, step, default: chosen, ...rest }): RangeOption => ({
    kind: 'range',
    ...rest,
    unit: 'pounds',
    min,
    max,
    step,
    ...(chosen !== undefined && { default: chosen }),
  }))

const people = z.strictObject({
  kind: z.literal('people'),
  ...optionFields,
  tiers: z.array(coverTier).min(1),
  dependantsUnder: z.int().min(1).max(99).optional(),
  /** A dependant in full-time education is covered until the day before this birthday. */
  inEducationUnder: z.int().min(1).max(99).optional(),
  disabledDependantsStay: z.literal(true).optional(),
})

export const benefitOption = z.discriminatedUnion('kind', [levels, range, partnerValue, people])
export type BenefitOption = z.infer<typeof benefitOption>
export type RangeOption = z.infer<typeof range>
export type LevelsOption = z.infer<typeof levels>
export type PeopleOption = z.infer<typeof people>

export const partnerAnswers = ['yes', 'no', 'not-known'] as const
export type PartnerAnswer = (typeof partnerAnswers)[number]

/** A value for each option (code of a level or digits of a number) and the ids of the family members covered. */
export const coreChoice = z.strictObject({
  values: z.record(
    code,
    z.preprocess((value) => (typeof value === 'number' ? String(value) : value), z.string().max(60)),
  ),
  people: z.array(z.string().max(60)).max(30).default([]),
})

/** The choice stored with a version. The answer about a spouse's other cover affects neither cover nor price. */
export const choice = coreChoice.extend({ partnerElsewhere: z.enum(partnerAnswers).exactOptional() })
export type Choice = z.infer<typeof choice>

export const schemeAmount = pounds.refine((amount) => amount >= 0, 'Please enter an amount of 0 or more')

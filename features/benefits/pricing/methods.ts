import { z } from 'zod'
import { positiveDecimal } from '../definition/decimal.ts'
import { code, coverTier, schemeAmount } from '../definition/options.ts'

/** The three salaries of employment facts: what is paid, what cover is a multiple of, what pension is a percentage of. */
const salaryKind = z.enum(['basic', 'benefit', 'pensionable'])

/** Whether an amount or a rate is for a month or for a year; a month counts twelve times. */
const every = z.enum(['month', 'year'])

/** A number fixed by the scheme, or the value of an option; `above` counts only what goes beyond it (flex above core). */
const quantity = z.union([
  positiveDecimal,
  z.strictObject({ option: code, above: positiveDecimal.optional(), upTo: positiveDecimal.optional() }),
])

/** The sum insured a rate is applied to. */
const cover = z.discriminatedUnion('of', [
  /** times × salary: life assurance, critical illness. */
  z.strictObject({
    of: z.literal('salary-multiple'),
    salary: salaryKind,
    times: quantity,
    max: schemeAmount.optional(),
  }),
  /** percent of salary a year: income protection. */
  z.strictObject({
    of: z.literal('salary-percent'),
    salary: salaryKind,
    percent: quantity,
    max: schemeAmount.optional(),
  }),
  /** The amount of a range option in pounds. */
  z.strictObject({ of: z.literal('chosen'), option: code }),
])

/** A rate is for this much cover; 1,000 unless the provider quotes otherwise. */
const per = z.int().min(1).default(1000)

/** Which life the premium depends on. A component of the partner counts only when a partner is covered. */
const life = z.enum(['employee', 'partner']).default('employee')

/** An amount: fixed, chosen by the person, or found in a rate table by the options named in `by` (columns of the same name). */
const amount = z.union([
  z.strictObject({ fixed: schemeAmount }),
  z.strictObject({ option: code }),
  z.strictObject({ rates: code, by: z.array(code).min(1), column: z.string().default('amount') }),
])

/** A partner's tariff: the rate for each `per` pounds of value, by age if banded. Above a limit the partner refuses. */
const tariff = z.strictObject({
  every,
  rates: code,
  column: z.string().default('rate'),
  per,
  limits: z
    .array(z.strictObject({ ageFrom: z.int().optional(), most: positiveDecimal, says: z.string().min(1).max(300) }))
    .default([]),
})

/** How a component is priced. One file beside this one answers each method. */
export const priceMethod = z.discriminatedUnion('method', [
  z.strictObject({ method: z.literal('flat'), every, amount }),
  /** Amount by who is covered: the rate table has a `tier` column, and one column for each option in `by`. */
  z.strictObject({
    method: z.literal('tier'),
    every,
    rates: code,
    by: z.array(code).default([]),
    column: z.string().default('amount'),
    /** What the rates already include, told in the derivation: 'insurance premium tax at 12 %'. */
    includes: z.string().optional(),
  }),
  /** cover / per × one rate of the table. */
  z.strictObject({
    method: z.literal('unit-rate'),
    every,
    rates: code,
    column: z.string().default('rate'),
    cover,
    per,
  }),
  /** cover / per × the rate at the person's age; the table has `age_from` and `age_to`, both inclusive, in whole years. */
  z.strictObject({
    method: z.literal('age-banded'),
    every,
    rates: code,
    column: z.string().default('rate'),
    /** The column for people who answered 'yes' to this option of levels (yes, no). */
    smoker: z.strictObject({ option: code, column: z.string() }).optional(),
    /** The date of the age: `effective-date` of the price, each `birthday`, or the last employment `anniversary`. */
    ageOn: z.enum(['scheme-year-start', 'effective-date', 'birthday', 'anniversary']),
    cover,
    per,
    life,
  }),
  /** A percentage of salary. With `match`, what the employer adds for what the employee gives. */
  z.strictObject({
    method: z.literal('percentage'),
    salary: salaryKind,
    percent: quantity.optional(),
    /** Steps upward: from this employee percentage on, the employer pays that. */
    match: z
      .strictObject({
        option: code,
        steps: z.array(z.strictObject({ from: positiveDecimal, employer: positiveDecimal })).min(1),
      })
      .optional(),
  }),
  /** Days bought or sold: salary / workingDays × days, the value fixed for the year. `trade` is an option of levels buy, sell. */
  z.strictObject({
    method: z.literal('days'),
    salary: salaryKind,
    workingDays: z.int().min(1).max(366).default(260),
    trade: code,
    buyDays: code.optional(),
    sellDays: code.optional(),
    /** Yearly holiday of a full-time person including bank holidays; the statutory part of it cannot be sold. */
    entitlementDays: positiveDecimal,
    statutoryDays: positiveDecimal,
  }),
  /** A thing bought: the value over so many months of hire, or the chosen amount each month until changed. */
  z.strictObject({
    method: z.literal('order'),
    option: code,
    spread: z.union([z.strictObject({ instalments: z.int().min(1).max(60) }), z.literal('each-month')]),
  }),
  /** What of a flex pot is left, paid out where its excess is cash; only of a pot itself. */
  z.strictObject({ method: z.literal('pot') }),
  /** Priced by a partner's cost engine, for the value of one option. */
  z.strictObject({
    method: z.literal('quoted'),
    partner: code,
    option: code,
    /** What the partner is told of the person; nothing else ever is. */
    facts: z.array(z.enum(['age', 'tax-country'])).default([]),
    tariff: tariff.optional(),
  }),
])
export type PriceMethod = z.infer<typeof priceMethod>
export type PriceMethodOf<Name extends PriceMethod['method']> = Extract<PriceMethod, { method: Name }>
export type CoverRule = z.infer<typeof cover>
export type Quantity = z.infer<typeof quantity>

/** Who pays a component. */
export const paidBy = z.union([
  z.literal('employee'),
  z.literal('employer'),
  /** The employer pays what this cover would cost, the employee the rest: 'employer pays single'. */
  z.strictObject({
    employerUpTo: z.strictObject({ tier: coverTier.optional(), values: z.record(code, z.string()).default({}) }),
  }),
  /** The employer pays a fixed amount a year, a percentage, or a percentage up to a cap a year; the employee the rest. */
  z.strictObject({ employerAmount: schemeAmount }),
  z.strictObject({ employerPercent: positiveDecimal, capPerYear: schemeAmount.optional() }),
])

/** What people are taxed on for having something, whatever is paid for it: so much of its value, by the tax year. */
export const taxedAs = z.enum(['zero-emission-car'])
export type TaxedAs = z.infer<typeof taxedAs>

/** One part of a price: 'Core cover', 'Flex cover', 'Employer matching'. A price is the sum of its components. */
export const priceComponent = z.strictObject({
  code,
  label: z.string().min(1),
  paidBy,
  price: priceMethod,
  /** A car: its list price is the value of `option`, and its percentage stands among the tax figures. */
  taxableValue: z.strictObject({ as: taxedAs, option: code }).optional(),
})
export type PriceComponent = z.infer<typeof priceComponent>

import { z } from 'zod'
import { positiveDecimal } from './decimal.ts'
import { code, coverTier, schemeAmount } from './options.ts'

/** `basic` is the salary paid. Cover is based on `benefit`, pension contributions on `pensionable`. */
const salaryKind = z.enum(['basic', 'benefit', 'pensionable'])

/** Period of an amount or rate. Monthly amounts are multiplied by 12. */
const every = z.enum(['month', 'year'])

/** A number fixed by the scheme, or the part of an option's value between `above` (the core cover) and `upTo`. */
const quantity = z.union([
  positiveDecimal,
  z.strictObject({ option: code, above: positiveDecimal.optional(), upTo: positiveDecimal.optional() }),
])

const cover = z.discriminatedUnion('of', [
  z.strictObject({
    of: z.literal('salary-multiple'),
    salary: salaryKind,
    times: quantity,
    max: schemeAmount.optional(),
  }),
  z.strictObject({
    of: z.literal('salary-percent'),
    salary: salaryKind,
    percent: quantity,
    max: schemeAmount.optional(),
  }),
  z.strictObject({ of: z.literal('chosen'), option: code }),
])

/** The rate is for this number of pounds of cover. Insurers usually quote rates for 1,000. */
const per = z.int().min(1).default(1000)

/** The person insured. Components for 'partner' (a spouse) are priced only if the spouse is covered. */
const life = z.enum(['employee', 'partner']).default('employee')

/** An amount that is fixed, chosen, or read from a rate table. The table has a column for each option in `by`. */
const amount = z.union([
  z.strictObject({ fixed: schemeAmount }),
  z.strictObject({ option: code }),
  z.strictObject({ rates: code, by: z.array(code).min(1), column: z.string().default('amount') }),
])

/** A business partner's tariff: a rate for each `per` pounds of value, by age if banded. Values above a limit are refused. */
const tariff = z.strictObject({
  every,
  rates: code,
  column: z.string().default('rate'),
  per,
  limits: z
    .array(z.strictObject({ ageFrom: z.int().optional(), most: positiveDecimal, says: z.string().min(1).max(300) }))
    .default([]),
})

export const priceMethod = z.discriminatedUnion('method', [
  z.strictObject({ method: z.literal('flat'), every, amount }),
  /** An amount by cover tier. The rate table has a `tier` column and one column for each option in `by`. */
  z.strictObject({
    method: z.literal('tier'),
    every,
    rates: code,
    by: z.array(code).default([]),
    column: z.string().default('amount'),
    includes: z.string().optional(),
  }),
  /** Price: cover / per × one rate of the table. */
  z.strictObject({
    method: z.literal('unit-rate'),
    every,
    rates: code,
    column: z.string().default('rate'),
    cover,
    per,
  }),
  /** Price: cover / per × the rate at the person's age. The table has `age_from` and `age_to`, both inclusive, in whole years. */
  z.strictObject({
    method: z.literal('age-banded'),
    every,
    rates: code,
    column: z.string().default('rate'),
    /** Rate column for employees who chose 'yes' for this option (levels yes and no). */
    smoker: z.strictObject({ option: code, column: z.string() }).optional(),
    /** Day on which the age is taken. `birthday` reprices on each birthday, `anniversary` on each anniversary of employment. */
    ageOn: z.enum(['scheme-year-start', 'effective-date', 'birthday', 'anniversary']),
    cover,
    per,
    life,
  }),
  z.strictObject({
    method: z.literal('percentage'),
    salary: salaryKind,
    percent: quantity.optional(),
    match: z
      .strictObject({
        option: code,
        steps: z.array(z.strictObject({ from: positiveDecimal, employer: positiveDecimal })).min(1),
      })
      .optional(),
  }),
  /** Days bought or sold: salary / workingDays × days, fixed for the year. Option `trade` has the levels buy and sell. */
  z.strictObject({
    method: z.literal('days'),
    salary: salaryKind,
    workingDays: z.int().min(1).max(366).default(260),
    trade: code,
    buyDays: code.optional(),
    sellDays: code.optional(),
    /** Full-time holiday a year including bank holidays. The statutory part cannot be sold. */
    entitlementDays: positiveDecimal,
    statutoryDays: positiveDecimal,
  }),
  /** An order. Its value is spread over the months of hire, or the chosen amount is deducted each month until it is changed. */
  z.strictObject({
    method: z.literal('order'),
    option: code,
    spread: z.union([z.strictObject({ instalments: z.int().min(1).max(60) }), z.literal('each-month')]),
  }),
  /** The remaining flex allowance, if paid out as cash. Only for the benefit that is the allowance itself. */
  z.strictObject({ method: z.literal('pot') }),
  z.strictObject({
    method: z.literal('quoted'),
    partner: code,
    option: code,
    /** The only personal facts sent to the business partner. */
    facts: z.array(z.enum(['age', 'tax-country'])).default([]),
    tariff: tariff.optional(),
  }),
])
export type PriceMethod = z.infer<typeof priceMethod>
export type PriceMethodOf<Name extends PriceMethod['method']> = Extract<PriceMethod, { method: Name }>
export type CoverRule = z.infer<typeof cover>
export type Quantity = z.infer<typeof quantity>

/** Options of a price: `levels` select a rate, `numbers` are used to calculate, `priced` show a price at each level. */
export function optionsOf(price: PriceMethod): { levels: string[]; numbers: string[]; priced: string[] } {
  switch (price.method) {
    case 'flat': {
      if ('option' in price.amount) return { levels: [], numbers: [price.amount.option], priced: [] }
      const levels = 'by' in price.amount ? price.amount.by : []
      return { levels, numbers: [], priced: levels }
    }
    case 'tier':
      return { levels: price.by, numbers: [], priced: price.by }
    case 'unit-rate': {
      const numbers = coverOptions(price.cover)
      return { levels: [], numbers, priced: numbers }
    }
    case 'age-banded': {
      const numbers = coverOptions(price.cover)
      return { levels: price.smoker ? [price.smoker.option] : [], numbers, priced: numbers }
    }
    case 'percentage': {
      const priced = quantityOptions(price.percent)
      return { levels: [], numbers: [...priced, ...(price.match ? [price.match.option] : [])], priced }
    }
    case 'days': {
      const numbers = [price.buyDays, price.sellDays].filter((name) => name !== undefined)
      return { levels: [price.trade], numbers, priced: [] }
    }
    case 'order':
    case 'quoted':
      return { levels: [], numbers: [price.option], priced: [] }
    case 'pot':
      return { levels: [], numbers: [], priced: [] }
  }
}

function coverOptions(of: CoverRule): string[] {
  if (of.of === 'chosen') return [of.option]
  return quantityOptions(of.of === 'salary-multiple' ? of.times : of.percent)
}

function quantityOptions(given: Quantity | undefined): string[] {
  return typeof given === 'object' ? [given.option] : []
}

const paidBy = z.union([
  z.literal('employee'),
  z.literal('employer'),
  /** The employer pays up to the price of this cover, for example single cover; the employee pays the rest. */
  z.strictObject({
    employerUpTo: z.strictObject({ tier: coverTier.optional(), values: z.record(code, z.string()).default({}) }),
  }),
  /** The employer pays a fixed yearly amount, or a percentage with an optional yearly cap; the employee pays the rest. */
  z.strictObject({ employerAmount: schemeAmount }),
  z.strictObject({ employerPercent: positiveDecimal, capPerYear: schemeAmount.optional() }),
])

/** Benefits in kind taxed on a percentage of their value. The percentage is set for each tax year. */
export const taxedAs = z.enum(['zero-emission-car'])
export type TaxedAs = z.infer<typeof taxedAs>

export const priceComponent = z.strictObject({
  code,
  label: z.string().min(1),
  paidBy,
  price: priceMethod,
  taxableValue: z.strictObject({ as: taxedAs, option: code }).optional(),
})
export type PriceComponent = z.infer<typeof priceComponent>

import { z } from 'zod'
import { positiveDecimal } from './decimal.ts'
import { code, schemeAmount } from './options.ts'

const allowance = z
  .strictObject({
    hoursFrom: positiveDecimal.optional(),
    basicSalaryUpTo: schemeAmount.optional(),
    amount: schemeAmount.optional(),
    percent: positiveDecimal.optional(),
    salary: z.enum(['basic', 'benefit', 'pensionable']).default('basic'),
    cap: schemeAmount.optional(),
  })
  .refine(({ amount, percent }) => (amount === undefined) !== (percent === undefined), {
    error: 'Please give either amount or percent',
  })
  .refine(({ percent, cap }) => cap === undefined || percent !== undefined, {
    error: 'A cap belongs to a percentage',
    path: ['cap'],
  })

export const allowanceRules = z.strictObject({
  allowances: z.array(allowance).min(1, 'Please give at least one allowance'),
  benefits: z.array(code).min(1, 'Please give at least one benefit'),
  excess: z.enum(['forfeit', 'cash', 'roll-over']),
})
export type AllowanceRules = z.infer<typeof allowanceRules>

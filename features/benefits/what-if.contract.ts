import { z } from 'zod'
import { endpoint } from '../../contract/endpoint.ts'
import { benefitId } from '../../contract/ids.ts'
import { notFound } from '../../contract/not-found.ts'
import { pounds } from '../../contract/money.ts'
import { studentLoan, takeHomeView, taxCountry } from '../take-home/take-home.contract.ts'
import { notSelectable, priceView, setupValues } from './benefits.contract.ts'

const yearlySalary = pounds.min(0, 'Please enter an amount of 0 or more').max(10_000_000, 'Please enter less')

/** What is supposed to be otherwise; whatever is left out is as it is. */
const changedFacts = z.strictObject({
  /** Basic salary; the other two follow it unless they are given. */
  salary: yearlySalary.optional(),
  benefitSalary: yearlySalary.optional(),
  pensionableSalary: yearlySalary.optional(),
  weeklyHours: z
    .number()
    .positive()
    .max(80)
    .refine((hours) => /^\d{1,2}(\.\d{1,4})?$/.test(String(hours)), 'Please enter hours a week')
    .optional(),
  taxCountry: taxCountry.optional(),
  niCategory: z
    .string()
    .regex(/^[A-Z]$/, 'Please enter one capital letter')
    .optional(),
  studentLoans: z.array(studentLoan).max(5).optional(),
})
export type ChangedFacts = z.output<typeof changedFacts>

const asked = z.object({ benefitId, name: z.string() })

/**
 * What prices and take-home pay would be with other facts and several choices at once; saves nothing. It asks neither for an
 * open window nor for terms, as nothing is chosen by it.
 */
export const whatIf = endpoint('POST', 'user/what-if', {
  inView: 'allowed',
  base: 'v1',
  access: 'user',
  body: z.strictObject({
    facts: changedFacts.default({}),
    /** In the place of what runs of the same benefits. */
    benefits: z
      .array(z.strictObject({ benefitId, values: setupValues }))
      .max(20)
      .refine(
        (benefits) => new Set(benefits.map((one) => one.benefitId)).size === benefits.length,
        'Please ask for each benefit once',
      )
      .default([]),
    /** What runs and is supposed not to. */
    without: z.array(benefitId).max(50).default([]),
  }),
  reply: z.object({
    benefits: z.array(
      z.discriminatedUnion('outcome', [
        /** `takeHome` compares having this benefit alone, beside what else runs, with not having it. */
        asked.extend({ outcome: z.literal('priced'), price: priceView, takeHome: takeHomeView }),
        /** Why it could not be had: the code and sentence with which choosing it would be refused. */
        asked.extend({
          outcome: z.literal('refused'),
          code: z.string(),
          reason: z.string(),
          errors: z.record(z.string(), z.array(z.string())),
        }),
      ]),
    ),
    /** All that could be had, compared with none of them, under the supposed facts. */
    together: takeHomeView,
    /** Everything as supposed, compared with pay as it is. */
    comparedWithNow: takeHomeView,
  }),
  refuses: [notFound, notSelectable],
})

import { z } from 'zod'
import { type CallInput, endpoint, type ReplyOf } from '../../../contract/endpoint.ts'
import { benefitId } from '../../../contract/ids.ts'
import { notFound } from '../../../contract/not-found.ts'
import { pounds } from '../../../contract/money.ts'
import { studentLoan, takeHomeView, taxCountry } from '../../take-home/take-home.contract.ts'
import { notSelectable, priceView, setupValues } from '../benefits.contract.ts'
import { traceStep } from '../pay/trace-step.contract.ts'
import { whatIfViewMessages as say } from './what-if-view.messages.ts'

const yearlySalary = pounds.min(0, say.salary).max(10_000_000, say.salary)

/** What is supposed to be otherwise; whatever is left out is as it is. */
const changedFacts = z.strictObject({
  /** Basic salary; the other two follow it unless they are given. */
  salary: yearlySalary.optional(),
  benefitSalary: yearlySalary.optional(),
  pensionableSalary: yearlySalary.optional(),
  weeklyHours: z
    .number()
    .min(1, say.hours)
    .max(80, say.hours)
    .refine((hours) => /^\d{1,2}(\.\d{1,4})?$/.test(String(hours)), say.hours)
    .optional(),
  /** Whole years, with the birthday that the person has. */
  age: z.number().int(say.age).min(16, say.age).max(80, say.age).optional(),
  /** A child born today, which opens what a birth opens and is covered by what covers children. */
  newChild: z.boolean().optional(),
  taxCountry: taxCountry.optional(),
  niCategory: z
    .string()
    .regex(/^[A-Z]$/, 'Please enter one capital letter')
    .optional(),
  studentLoans: z.array(studentLoan).max(5).optional(),
})
export type ChangedFacts = z.output<typeof changedFacts>

const asked = z.object({ benefitId, name: z.string() })

const cost = priceView.pick({ employee: true, employer: true })
const pay = z.object({ perMonth: pounds, perYear: pounds })

/** One benefit now and as supposed; null where it is not held, or could not be had. */
const held = asked.extend({
  now: cost.nullable(),
  supposed: cost.nullable(),
  /** Why it could not be had, or what else is supposed of it. */
  note: z.string().nullable(),
  /** How the supposed price came about, where it is another one. */
  trace: z.array(traceStep),
})
export type HeldThen = z.output<typeof held>

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
    /** What can be supposed otherwise, as it is today; null where nobody has told. */
    known: z.object({
      salary: pounds.nullable(),
      weeklyHours: z.number().nullable(),
      age: z.number().int(),
      taxCountry,
    }),
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
    /** Everything that is held now, or would be then, in the order of the scheme. */
    held: z.array(held),
    /** What could be chosen then and cannot now, and the other way round, with why. */
    opens: z.array(asked.extend({ reason: z.string().nullable() })),
    closes: z.array(asked.extend({ reason: z.string() })),
    /** All that could be had, compared with none of them, under the supposed facts. */
    together: takeHomeView,
    /** Everything as supposed, compared with pay as it is; what could not be had stays as it runs. */
    comparedWithNow: takeHomeView,
    /** The same as what is in hand, so that now and the change come to what is supposed; null where that cannot be told. */
    takeHome: z.object({ now: pay, supposed: pay, change: pay }).nullable(),
  }),
  refuses: [notFound, notSelectable],
})
export type WhatIfQuestion = CallInput<typeof whatIf>['body']
export type WhatIfAnswer = ReplyOf<typeof whatIf>

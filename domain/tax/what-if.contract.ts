import { z } from 'zod'
import { isoDate } from '../../contract/dates.ts'
import { type CallInput, endpoint, type ReplyOf } from '../../contract/endpoint.ts'
import { benefitId } from '../../contract/ids.ts'
import { notFound } from '../../contract/not-found.ts'
import { pounds } from '../../contract/money.ts'
import { studentLoan, takeHomeView, taxCountry } from '../selections/take-home.contract.ts'
import { notSelectable, priceView, setupValues } from '../selections/benefits.contract.ts'
import { traceStep } from '../selections/trace-step.contract.ts'
import { whatIfViewMessages as say } from './what-if-view.messages.ts'

const yearlySalary = pounds.min(0, say.salary).max(10_000_000, say.salary)

const changedFacts = z.strictObject({
  /** Basic salary. The other two salaries change with it unless they are given. */
  salary: yearlySalary.optional(),
  benefitSalary: yearlySalary.optional(),
  pensionableSalary: yearlySalary.optional(),
  weeklyHours: z
    .number()
    .min(1, say.hours)
    .max(80, say.hours)
    .refine((hours) => /^\d{1,2}(\.\d{1,4})?$/.test(String(hours)), say.hours)
    .optional(),
  age: z.number().int(say.age).min(16, say.age).max(80, say.age).optional(),
  /** Adds a child born today, with the windows of a birth. Benefits that cover children cover this child. */
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

const held = asked.extend({
  now: cost.nullable(),
  supposed: cost.nullable(),
  /** Why the benefit is not possible, or a further assumption. */
  note: z.string().nullable(),
  trace: z.array(traceStep),
})
export type BenefitOnDay = z.output<typeof held>

/** Returns prices and take-home pay under other facts and choices. Saves nothing, and checks no windows or terms. */
export const whatIf = endpoint('POST', 'user/what-if', {
  inView: 'allowed',
  base: 'v1',
  access: 'user',
  body: z.strictObject({
    facts: changedFacts.default({}),
    benefits: z
      .array(z.strictObject({ benefitId, values: setupValues }))
      .max(20)
      .refine(
        (benefits) => new Set(benefits.map((one) => one.benefitId)).size === benefits.length,
        'Please ask for each benefit once',
      )
      .default([]),
    without: z.array(benefitId).max(50).default([]),
  }),
  reply: z.object({
    today: isoDate,
    /** First day of the scenario: today, or the latest first day of its choices. */
    on: isoDate,
    known: z.object({
      salary: pounds.nullable(),
      weeklyHours: z.number().nullable(),
      age: z.number().int(),
      taxCountry,
    }),
    benefits: z.array(
      z.discriminatedUnion('outcome', [
        /** `takeHome` compares pay with and without this benefit, both with all other current benefits. */
        asked.extend({ outcome: z.literal('priced'), price: priceView, takeHome: takeHomeView }),
        asked.extend({
          outcome: z.literal('refused'),
          code: z.string(),
          reason: z.string(),
          errors: z.record(z.string(), z.array(z.string())),
        }),
      ]),
    ),
    /** All benefits that the person has now or would have in the scenario, in the order of the scheme. */
    held: z.array(held),
    /** Benefits that could be chosen in the scenario but not now (`opens`), and the reverse (`closes`), with the reason. */
    opens: z.array(asked.extend({ reason: z.string().nullable() })),
    closes: z.array(asked.extend({ reason: z.string() })),
    /** Take-home pay with all possible benefits of the scenario, compared with none, under the scenario's facts. */
    together: takeHomeView,
    /** Take-home pay in the scenario compared with today. Benefits that are impossible in the scenario remain as they are today. */
    comparedWithNow: takeHomeView,
    /** Take-home pay as amounts: `now` plus `change` is `supposed`. Null if it cannot be calculated. */
    takeHome: z.object({ now: pay, supposed: pay, change: pay }).nullable(),
  }),
  refuses: [notFound, notSelectable],
})
export type WhatIfRequest = CallInput<typeof whatIf>['body']
export type WhatIfReply = ReplyOf<typeof whatIf>

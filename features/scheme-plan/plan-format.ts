import { z } from 'zod'
import { isoDate } from '../../contract/dates.ts'
import { pounds } from '../../contract/money.ts'
import { caseKinds } from '../population/attention-list.rules.ts'
import { schemeParts } from './scheme-changes.rules.ts'

const count = z.int().min(0)
const amounts = z.strictObject({ month: pounds, year: pounds })
const cost = z.strictObject({ employee: amounts, employer: amounts })
const sides = z.strictObject({ employee: pounds, employer: pounds })

const who = z.strictObject({ name: z.string(), number: z.string().nullable(), email: z.string() })

const counted = z.strictObject({
  count,
  reasons: z.array(z.strictObject({ reason: z.string(), count })),
  people: z.array(who.extend({ reason: z.string() })).optional(),
})

const sum = z.strictObject({ count, before: cost, after: cost })

/** Output of `portal plan --json`, in pounds. Lists have a fixed order. Incompatible changes increase `format`. */
export const planFormat = z.strictObject({
  format: z.literal(2),
  client: z.strictObject({ code: z.string(), name: z.string(), isNew: z.boolean() }),
  /** `today` is the day of the plan. `on` is the described day, which may be later. */
  today: isoDate,
  on: isoDate,
  changes: z.boolean(),
  scheme: z.array(
    z.strictObject({
      part: z.enum(schemeParts),
      code: z.string(),
      name: z.string(),
      change: z.enum(['added', 'removed', 'changed']),
      fields: z.array(
        z.strictObject({ field: z.string(), before: z.string().nullable(), after: z.string().nullable() }),
      ),
    }),
  ),
  people: z.strictObject({
    new: count,
    changed: count,
    leaving: count,
    facts: z.array(z.strictObject({ fact: z.string(), count })),
    list: z
      .array(
        who.extend({
          change: z.enum(['new', 'changed', 'leaving']),
          facts: z.array(
            z.strictObject({
              fact: z.string(),
              from: isoDate,
              before: z.string().nullable(),
              after: z.string().nullable(),
            }),
          ),
        }),
      )
      .optional(),
  }),
  benefits: z.array(
    z.strictObject({ code: z.string(), name: z.string(), gains: counted, loses: counted, opens: count, closes: count }),
  ),
  selections: z.strictObject({
    /** Number of selections with new versions, including those with new prices for past days. */
    continued: count,
    repriced: sum,
    begun: sum,
    ended: sum,
    byBenefit: z.array(z.strictObject({ code: z.string(), name: z.string(), repriced: sum, begun: sum, ended: sum })),
    biggest: z.array(
      z.strictObject({
        code: z.string(),
        name: z.string(),
        kind: z.enum(['repriced', 'begun', 'ended']),
        before: cost,
        after: cost,
        person: who.optional(),
      }),
    ),
  }),
  /** Null if the folder's scheme year has begun. */
  renewal: z
    .strictObject({
      from: isoDate,
      benefits: z.array(
        z.strictObject({
          code: z.string(),
          name: z.string(),
          unchanged: count,
          chosen: count,
          repriced: counted,
          ends: counted,
          asked: counted,
          notPriced: counted,
        }),
      ),
    })
    .nullable(),
  pay: z.array(
    z.strictObject({
      payroll: z.string(),
      year: z.int(),
      number: z.int(),
      period: z.string(),
      payDay: isoDate,
      before: sides,
      after: sides,
    }),
  ),
  providers: z.array(z.strictObject({ provider: z.string(), before: cost, after: cost })),
  attention: z.array(
    counted.extend({ kind: z.enum(caseKinds), code: z.string().nullable(), name: z.string().nullable() }),
  ),
})
export type Plan = z.infer<typeof planFormat>

import { z } from 'zod'
import { pounds } from '../../contract/money.ts'
import { traceStep } from './trace-step.contract.ts'

export const studentLoan = z.enum(['plan-1', 'plan-2', 'plan-4', 'plan-5', 'postgraduate'])
export type StudentLoan = z.output<typeof studentLoan>

export const taxCountry = z.enum(['rUK', 'Scotland'])

export const takeHomeView = z.discriminatedUnion('outcome', [
  z.object({
    outcome: z.literal('computed'),
    /** Change of take-home pay, below 0 for less. The amounts for a pay period and a month are the first and largest ones. */
    change: z.object({ perPeriod: pounds, perMonth: pounds, perYear: pounds }),
    /** Pay of a year from gross to net, before and after. Lines that are 0 in both are omitted. */
    lines: z.array(z.object({ label: z.string(), before: pounds, after: pounds })),
    employer: z.object({ nationalInsurance: pounds, class1A: pounds }),
    notes: z.array(z.string()).exactOptional(),
    taxYear: z.string(),
    basis: z.string(),
    trace: z.array(traceStep),
  }),
  z.object({ outcome: z.literal('not-computed'), reason: z.string() }),
])
export type TakeHomeView = z.output<typeof takeHomeView>

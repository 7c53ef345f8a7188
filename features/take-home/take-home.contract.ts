import { z } from 'zod'
import { pounds } from '../../contract/money.ts'
import { traceStep } from '../benefits/pay/trace-step.contract.ts'

export const studentLoan = z.enum(['plan-1', 'plan-2', 'plan-4', 'plan-5', 'postgraduate'])
export type StudentLoan = z.output<typeof studentLoan>

export const taxCountry = z.enum(['rUK', 'Scotland'])

/** What a choice does to pay, in pounds a year where nothing else is said; or why that cannot be told. */
export const takeHomeView = z.discriminatedUnion('outcome', [
  z.object({
    outcome: z.literal('computed'),
    /** What is in hand more (above 0) or less (below 0). Of a month and a pay day the first, which is the largest. */
    change: z.object({ perPeriod: pounds, perMonth: pounds, perYear: pounds }),
    /** A year's pay from top to bottom, before and after: what is not there in either is left out. */
    lines: z.array(z.object({ label: z.string(), before: pounds, after: pounds })),
    /** What the employer pays more or less to the tax office in a year. */
    employer: z.object({ nationalInsurance: pounds, class1A: pounds }),
    /** Sentences on benefits that become taxed in kind, and on the tax of pension contributions. */
    notes: z.array(z.string()).exactOptional(),
    /** '2026/27': whose figures these are. */
    taxYear: z.string(),
    /** On what terms it was worked out, in words. */
    basis: z.string(),
    trace: z.array(traceStep),
  }),
  z.object({ outcome: z.literal('not-computed'), reason: z.string() }),
])
export type TakeHomeView = z.output<typeof takeHomeView>

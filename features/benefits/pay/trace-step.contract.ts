import { z } from 'zod'
import { isoDate } from '../../../contract/dates.ts'

/** One step of a derivation: what was applied to what, what came out, and who says so. Recomputes to the same answer. */
export const traceStep = z.object({
  rule: z.string(),
  /** The step in words, such as 'Salary divided by 260 working days'. */
  label: z.string(),
  inputs: z.array(z.object({ label: z.string(), value: z.string() })),
  output: z.string(),
  source: z.string(),
  effectiveDate: isoDate.nullable(),
})
export type TraceStep = z.output<typeof traceStep>

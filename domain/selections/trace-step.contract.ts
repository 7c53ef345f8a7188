import { z } from 'zod'
import { isoDate } from '../../contract/dates.ts'

/** One step of a calculation: rule, inputs, result and source. The steps give the same result when calculated again. */
export const traceStep = z.object({
  rule: z.string(),
  label: z.string(),
  inputs: z.array(z.object({ label: z.string(), value: z.string() })),
  output: z.string(),
  source: z.string(),
  effectiveDate: isoDate.nullable(),
})
export type TraceStep = z.output<typeof traceStep>

import { z } from 'zod'
import { day } from './day.rules.ts'
import { code } from './options.ts'

/** The employer's choices for a pension under the Pensions Act 2008 and the Automatic Enrolment Regulations 2010. */
export const autoEnrolment = z.strictObject({
  scheme: z.enum(['occupational', 'personal']),
  postponement: z.int().min(0).max(3).optional(),
  /** Next re-enrolment date, within three months of the third anniversary of `previousEnrolment` (regulation 12). */
  reEnrolment: day.optional(),
  previousEnrolment: day.optional(),
  /** Also enrols people who left in the previous twelve months, which the employer may choose to do (regulation 14). */
  reEnrolRecentLeavers: z.boolean().optional(),
  optOutNotice: z.enum(['scheme', 'employer']),
  optOutLink: z.url({ protocol: /^https?$/ }).optional(),
  minimum: z.enum(['qualifying-earnings', 'set-1', 'set-2', 'set-3']).optional(),
  belowMinimum: z.record(code, z.array(z.string().max(60)).min(1)).optional(),
})
export type AutoEnrolment = z.infer<typeof autoEnrolment>

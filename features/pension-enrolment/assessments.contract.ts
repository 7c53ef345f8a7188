import { z } from 'zod'
import { isoDate } from '../../contract/dates.ts'
import { endpoint } from '../../contract/endpoint.ts'
import { pounds } from '../../contract/money.ts'
import { employerCall } from '../../contract/employer-call.ts'

const assessmentRow = z.object({
  key: z.string(),
  employeeName: z.string(),
  employeeNumber: z.string(),
  from: isoDate,
  to: isoDate,
  age: z.number().int(),
  earnings: pounds.nullable(),
  category: z.string(),
  outcome: z.string(),
  reason: z.string(),
  informedOn: isoDate.nullable(),
})
export type AssessmentRow = z.output<typeof assessmentRow>

/** Returns the newest assessments for automatic enrolment, at most a hundred. */
export const listAssessments = endpoint('GET', 'v2/client/{id}/pension-assessments', {
  ...employerCall,
  reply: z.array(assessmentRow),
})

/** Returns all assessments of the client as a file, for the record that employers keep for six years. */
export const downloadAssessments = endpoint('GET', 'v2/client/{id}/pension-assessments/download', {
  ...employerCall,
  query: z.strictObject({ format: z.enum(['csv', 'xlsx']).default('csv') }),
  reply: 'file',
  audit: 'pension-assessments.downloaded',
})

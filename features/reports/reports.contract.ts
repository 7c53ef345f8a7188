import { z } from 'zod'
import { isoMoment } from '../../contract/dates.ts'
import { endpoint } from '../../contract/endpoint.ts'

const employer = { base: 'api', access: 'employer' } as const

/** DATA-27 with the id that downloads it. */
export const reportView = z.object({
  id: z.uuid(),
  type: z.enum(['payroll', 'provider']),
  year: z.number().int(),
  month: z.number().int(),
  label: z.string(),
  providerName: z.string().nullable(),
  timestamp: isoMoment,
})
export type ReportView = z.output<typeof reportView>

export const listReports = endpoint('GET', 'client/{id}/reports', {
  ...employer,
  params: z.object({ id: z.uuid() }),
  query: z.strictObject({
    type: z.enum(['payroll', 'provider']).optional(),
    year: z.coerce.number().int().min(2000).max(2100).optional(),
    month: z.coerce.number().int().min(1).max(12).optional(),
    provider: z.string().max(100).optional(),
  }),
  reply: z.array(reportView),
})

export const downloadReport = endpoint('GET', 'client/{id}/reports/{reportId}/download', {
  ...employer,
  params: z.object({ id: z.uuid(), reportId: z.uuid() }),
  reply: 'file',
  audit: 'report.downloaded',
})

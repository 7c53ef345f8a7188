import { z } from 'zod'
import { isoMoment } from '../../contract/dates.ts'
import { endpoint } from '../../contract/endpoint.ts'
import { pounds } from '../../contract/money.ts'
import { longestProviderName } from '../../domain/definition/provider-name.rules.ts'
import { columnKinds } from './report-layout.rules.ts'

export const reportTypes = ['payroll', 'provider'] as const
export type ReportType = (typeof reportTypes)[number]

const employer = { base: 'api', access: 'employer' } as const

/** DATA-27: a report, with the id for its download. */
const reportView = z.object({
  id: z.uuid(),
  type: z.enum(reportTypes),
  year: z.number().int(),
  month: z.number().int(),
  label: z.string(),
  providerName: z.string().nullable(),
  timestamp: isoMoment,
})
export type ReportView = z.output<typeof reportView>

/** Returns the client's stored reports, filtered by type, period and provider. */
export const listReports = endpoint('GET', 'client/{id}/reports', {
  ...employer,
  params: z.object({ id: z.uuid() }),
  query: z.strictObject({
    type: z.enum(reportTypes).optional(),
    year: z.coerce.number().int().min(2000).max(2100).optional(),
    month: z.coerce.number().int().min(1).max(12).optional(),
    provider: z.string().max(longestProviderName).optional(),
  }),
  reply: z.array(reportView),
})

const format = z.enum(['csv', 'xlsx']).default('csv')
export type ReportFormat = z.output<typeof format>

/** Returns one report as a file. */
export const downloadReport = endpoint('GET', 'client/{id}/reports/{reportId}/download', {
  ...employer,
  params: z.object({ id: z.uuid(), reportId: z.uuid() }),
  query: z.strictObject({ format }),
  reply: 'file',
  audit: 'report.downloaded',
})

/** Maximum number of reports in one zip (S-59). */
export const maxReportsPerZip = 50

/** Returns several reports as one zip. `ids` is separated by commas. If one is not allowed, the call is refused (S-59). */
export const downloadReports = endpoint('GET', 'client/{id}/reports/download-multiple', {
  ...employer,
  params: z.object({ id: z.uuid() }),
  query: z.strictObject({
    ids: z
      .string()
      .max(maxReportsPerZip * 37 - 1)
      .default(''),
    format,
  }),
  reply: 'file',
  audit: 'reports.downloaded',
})

const previewView = z.object({
  id: z.uuid(),
  label: z.string(),
  fileName: z.string(),
  /** Number of lines below the headings; null for old reports that do not store it. */
  lines: z.number().int().nullable(),
  columns: z.array(z.object({ heading: z.string(), kind: z.enum(columnKinds) })),
  rows: z.array(z.array(z.string())),
  totals: z.array(z.object({ heading: z.string(), amount: pounds })),
})
export type PreviewView = z.output<typeof previewView>

/** A95. Returns the first lines of a report and its totals. */
export const previewReport = endpoint('GET', 'client/{id}/reports/{reportId}/preview', {
  ...employer,
  params: z.object({ id: z.uuid(), reportId: z.uuid() }),
  reply: previewView,
})

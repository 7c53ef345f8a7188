import { z } from 'zod'
import { londonDate } from '../../contract/dates.ts'
import { notFound } from '../../contract/not-found.ts'
import { refuse } from '../../contract/refusals.ts'
import { handle, type Handler } from '../../platform/handle.ts'
import { requireOwnClient } from '../../platform/require-own-client.ts'
import { xlsxMediaType } from '../../platform/write-xlsx.ts'
import { zipOf } from '../../platform/zip.ts'
import { streamStored } from '../../services/reports/stored-file.queries.ts'
import { reportAsXlsx, previewOfReport } from '../../services/reports/read-report.server.ts'
import {
  downloadReport,
  downloadReports,
  listReports,
  previewReport,
  type ReportFormat,
} from '../../services/reports/reports.contract.ts'
import {
  findReports,
  type NamedReport,
  compressedReport,
  reportFile,
  reportsByIds,
  unpackReport,
} from '../../services/reports/reports.queries.ts'

export const reportHandlers: Handler[] = [
  handle(listReports, async (call) => {
    requireOwnClient(call)
    return findReports(call.tx, call.clientId, call.query)
  }),

  handle(downloadReport, async (call) => {
    requireOwnClient(call)
    const { tx, clientId, params, query } = call
    const { reportId } = params
    const file = await reportFile(tx, clientId, { reportId })
    if (!file) throw refuse(notFound)
    const fileName = downloadName(query.format, file)
    call.audit({ reportId, fileName })
    if (query.format === 'csv') return { fileName, mediaType: file.mediaType, bytes: file.bytes }
    const workbook = await reportAsXlsx(file)
    return { fileName, mediaType: xlsxMediaType, send: () => workbook }
  }),

  handle(downloadReports, async (call) => {
    requireOwnClient(call)
    const { tx, clientId, query, today } = call
    const ids = [...new Set(query.ids.toLowerCase().split(','))]
    const reports = await namedReports(ids, (known) => reportsByIds(tx, clientId, { ids: known }))
    call.audit({ reports: ids, format: query.format })
    return {
      fileName: `reports-${today}.zip`,
      mediaType: 'application/zip',
      send: (inTransaction) =>
        zipOf(
          reports.map((report) => ({
            fileName: downloadName(query.format, report),
            madeOn: londonDate(new Date(report.createdAt)),
            open: async () => {
              const kept = await inTransaction((own) => compressedReport(own, clientId, { reportId: report.id }))
              if (!kept) throw new Error('A report is kept for good')
              return query.format === 'csv' ? streamStored(kept) : reportAsXlsx(await unpackReport(kept))
            },
          })),
        ),
    }
  }),

  handle(previewReport, async (call) => {
    requireOwnClient(call)
    const { reportId } = call.params
    const file = await reportFile(call.tx, call.clientId, { reportId })
    if (!file) throw refuse(notFound)
    return { id: reportId, label: file.label, ...(await previewOfReport(file)) }
  }),
]

async function namedReports(
  ids: readonly string[],
  find: (ids: readonly string[]) => Promise<NamedReport[]>,
): Promise<NamedReport[]> {
  if (!ids.every((id) => z.uuid().safeParse(id).success)) throw refuse(notFound)
  const found = new Map((await find(ids)).map((report) => [report.id, report]))
  return ids.map((id) => {
    const report = found.get(id)
    if (!report) throw refuse(notFound)
    return report
  })
}

function downloadName(format: ReportFormat, { fileName }: { fileName: string }): string {
  return format === 'csv' ? fileName : `${fileName.replace(/\.csv$/i, '')}.xlsx`
}

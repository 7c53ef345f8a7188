import { notFound } from '../../contract/not-found.ts'
import { refuse } from '../../contract/refusals.ts'
import { handle, type Handler } from '../../platform/handle.ts'
import { requireOwnClient } from '../../platform/own-client.ts'
import { downloadReport, listReports } from './reports.contract.ts'
import { findReports, reportFile } from './reports.queries.ts'

export const reportHandlers: Handler[] = [
  handle(listReports, async (call) => {
    requireOwnClient(call)
    return findReports(call.tx, call.clientId, call.query)
  }),

  handle(downloadReport, async (call) => {
    requireOwnClient(call)
    const { reportId } = call.params
    const file = await reportFile(call.tx, call.clientId, { reportId })
    if (!file) throw refuse(notFound)
    call.audit({ reportId, fileName: file.fileName })
    return file
  }),
]

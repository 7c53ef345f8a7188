import { writeCsv } from '../../contract/csv.ts'
import { type Pence, poundsFromPence } from '../../contract/money.ts'
import { handle, type Handler } from '../../platform/handle.ts'
import { requireOwnClient } from '../../platform/require-own-client.ts'
import { csvRows } from '../../platform/long-download.ts'
import { writeXlsx, type XlsxKind, xlsxMediaType } from '../../platform/write-xlsx.ts'
import { assessmentReason } from './assessment-text.server.ts'
import { categoryNames, outcomeNames, assessmentColumns as say } from './assessment.messages.ts'
import { type AssessmentRow, downloadAssessments, listAssessments } from './assessments.contract.ts'
import { type ReportedAssessment, reportedAssessments } from './assessments.queries.ts'

const mostShown = 100

export const assessmentHandlers: Handler[] = [
  handle(listAssessments, async (call) => {
    requireOwnClient(call)
    return (await reportedAssessments(call.tx, call.clientId, { most: mostShown })).map(view)
  }),

  handle(downloadAssessments, async (call) => {
    requireOwnClient(call)
    const assessments = await reportedAssessments(call.tx, call.clientId, {})
    const rows = assessments.map((row) => columns.map(({ cell }) => cell(row)))
    call.audit({ rows: rows.length, format: call.query.format })
    const fileName = `pension-assessments-${call.today}.${call.query.format}`
    if (call.query.format === 'csv') {
      const bytes = Buffer.from(writeCsv([columns.map(({ heading }) => heading), ...csvRows(columns, rows)]))
      return { fileName, mediaType: 'text/csv; charset=utf-8', bytes }
    }
    const workbook = writeXlsx({ name: 'Assessments', columns, rows })
    return { fileName, mediaType: xlsxMediaType, send: () => workbook }
  }),
]

type FileColumn = { heading: string; kind: XlsxKind; cell: (row: ReportedAssessment) => string | null }

const twoDecimals = (pence: Pence) => poundsFromPence(pence).toFixed(2)

const columns: readonly FileColumn[] = [
  { heading: say.employeeNumber, kind: 'text', cell: (row) => row.employeeNumber },
  { heading: say.employee, kind: 'text', cell: (row) => row.employeeName },
  { heading: say.from, kind: 'date', cell: (row) => row.from },
  { heading: say.to, kind: 'date', cell: (row) => row.to },
  { heading: say.age, kind: 'text', cell: (row) => String(row.age) },
  { heading: say.earnings, kind: 'amount', cell: ({ earnings }) => (earnings === null ? null : twoDecimals(earnings)) },
  { heading: say.trigger, kind: 'amount', cell: (row) => twoDecimals(row.trigger) },
  { heading: say.category, kind: 'text', cell: (row) => categoryNames[row.category] },
  { heading: say.outcome, kind: 'text', cell: (row) => outcomeNames[row.outcome] },
  { heading: say.reason, kind: 'text', cell: assessmentReason },
  { heading: say.postponedTo, kind: 'date', cell: (row) => row.postponedTo },
  { heading: say.informedOn, kind: 'date', cell: (row) => row.informedOn },
  { heading: say.assessedOn, kind: 'date', cell: (row) => row.assessedOn },
]

function view(row: ReportedAssessment): AssessmentRow {
  return {
    key: `${row.personId} ${row.from}`,
    employeeName: row.employeeName,
    employeeNumber: row.employeeNumber ?? '',
    from: row.from,
    to: row.to,
    age: row.age,
    earnings: row.earnings === null ? null : poundsFromPence(row.earnings),
    category: categoryNames[row.category],
    outcome: outcomeNames[row.outcome],
    reason: assessmentReason(row),
    informedOn: row.informedOn,
  }
}

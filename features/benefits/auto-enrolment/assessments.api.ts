import { writeCsv } from '../../../contract/csv.ts'
import { poundsFromPence } from '../../../contract/money.ts'
import { handle, type Handler } from '../../../platform/handle.ts'
import { requireOwnClient } from '../../../platform/own-client.ts'
import { writeXlsx, xlsxMediaType } from '../../../platform/xlsx/write-xlsx.ts'
import { reasonOf } from './assessment-text.server.ts'
import { categoryNames, outcomeNames, reportColumns as say } from './assessment.messages.ts'
import { type AssessmentRow, downloadAssessments, listAssessments } from './assessments.contract.ts'
import { type ReportedAssessment, reportedAssessments } from './assessments.queries.ts'

const mostShown = 100

/** The employer's report of automatic enrolment: who was assessed how, when and why. */
export const assessmentHandlers: Handler[] = [
  handle(listAssessments, async (call) => {
    requireOwnClient(call)
    return (await reportedAssessments(call.tx, call.clientId, { most: mostShown })).map(view)
  }),

  handle(downloadAssessments, async (call) => {
    requireOwnClient(call)
    const rows = (await reportedAssessments(call.tx, call.clientId, {})).map(cells)
    call.audit({ rows: rows.length, format: call.query.format })
    const fileName = `pension-assessments-${call.today}.${call.query.format}`
    if (call.query.format === 'csv') {
      const bytes = Buffer.from(writeCsv([columns.map(({ heading }) => heading), ...rows]))
      return { fileName, mediaType: 'text/csv; charset=utf-8', bytes }
    }
    const workbook = writeXlsx({ name: 'Assessments', columns, rows })
    return { fileName, mediaType: xlsxMediaType, send: () => workbook }
  }),
]

const columns = [
  { heading: say.employeeNumber, kind: 'text' },
  { heading: say.employee, kind: 'text' },
  { heading: say.from, kind: 'date' },
  { heading: say.to, kind: 'date' },
  { heading: say.age, kind: 'text' },
  { heading: say.earnings, kind: 'amount' },
  { heading: say.trigger, kind: 'amount' },
  { heading: say.category, kind: 'text' },
  { heading: say.outcome, kind: 'text' },
  { heading: say.reason, kind: 'text' },
  { heading: say.postponedTo, kind: 'date' },
  { heading: say.informedOn, kind: 'date' },
  { heading: say.assessedOn, kind: 'date' },
] as const

function cells(row: ReportedAssessment): string[] {
  return [
    row.employeeNumber ?? '',
    row.employeeName,
    row.from,
    row.to,
    String(row.age),
    row.earnings === null ? '' : poundsFromPence(row.earnings).toFixed(2),
    poundsFromPence(row.trigger).toFixed(2),
    categoryNames[row.category],
    outcomeNames[row.outcome],
    reasonOf(row),
    row.postponedTo ?? '',
    row.informedOn ?? '',
    row.assessedOn,
  ]
}

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
    reason: reasonOf(row),
    informedOn: row.informedOn,
  }
}

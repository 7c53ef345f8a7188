import { payrollFields, type PayrollFormat } from '../../services/payroll/payroll-line.rules.ts'
import type { ReportLayout } from '../../services/reports/report-layout.rules.ts'

type Totals = { lineCount: number; employeePence: bigint; employerPence: bigint }

export function payrollLayout({ columns, delimiter, dates }: PayrollFormat, totals: Totals): ReportLayout {
  const { lineCount, employeePence, employerPence } = totals
  const totalsByField: Partial<Record<string, bigint>> = {
    'employee-amount': employeePence,
    'employer-amount': employerPence,
  }
  return {
    delimiter,
    dates,
    columns: columns.map(({ field }) => payrollFields[field].kind),
    lines: lineCount,
    totals: columns.flatMap(({ field }, place) => {
      const pence = totalsByField[field]
      return pence === undefined ? [] : [{ place, pence: String(pence) }]
    }),
  }
}

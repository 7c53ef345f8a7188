import { showDate } from '../../contract/dates.ts'
import { type CsvCell, writeCsv } from '../../platform/csv.ts'
import { type PayrollField, type PayrollLine, payrollFields } from './payroll-line.rules.ts'

/** How a payroll wants its file, as the scheme's data have it. */
export type PayrollFormat = {
  columns: readonly { heading: string; field: PayrollField }[]
  delimiter: ',' | ';' | '|' | '\t'
  dates: 'yyyy-mm-dd' | 'dd/mm/yyyy'
  byteOrderMark: boolean
  /** {payroll}, {year}, {month} (two digits) and {period} are filled in. */
  fileName: string
}

/** Of a line what the file shows. */
export type FileLine = Partial<PayrollLine>

export type PayrollFile = { fileName: string; bytes: Uint8Array }

/**
 * The file of a run, written as its lines come: same lines and format, same bytes. Fields are quoted by RFC 4180; text that
 * a spreadsheet would take for a formula gets an apostrophe, amounts stay numbers, also below 0 (S-57).
 */
export function payrollFile(
  format: PayrollFormat,
  run: { payroll: string; year: number; month: number; period: string },
): { add: (lines: readonly FileLine[]) => void; end: () => PayrollFile } {
  const { columns, byteOrderMark, delimiter } = format
  const parts = [writeCsv([columns.map(({ heading }) => heading)], { byteOrderMark, delimiter })]
  return {
    add: (lines) => {
      const rows = lines.map((line) => columns.map(({ field }) => cellOf(field, line, format)))
      parts.push(writeCsv(rows, { byteOrderMark: false, delimiter }))
    },
    end: () => ({ fileName: fileNameOf(format.fileName, run), bytes: new TextEncoder().encode(parts.join('')) }),
  }
}

function cellOf(field: PayrollField, line: FileLine, { dates }: PayrollFormat): CsvCell {
  const { [field]: text } = line
  if (typeof text !== 'string') throw new Error(`A payroll line has no ${field}`)
  switch (payrollFields[field]) {
    case 'text':
      return text
    case 'amount':
      return { digits: text }
    case 'date':
      return text === '' || dates === 'yyyy-mm-dd' ? text : showDate(text)
  }
}

/** What is filled in cannot leave the folder it is saved to, and leaves no blank for other programs to stumble over. */
function fileNameOf(
  pattern: string,
  { payroll, year, month, period }: { payroll: string; year: number; month: number; period: string },
): string {
  const values: Record<string, string> = { payroll, year: String(year), month: String(month).padStart(2, '0'), period }
  return pattern.replaceAll(/\{(\w+)\}/g, (_, name: string) => (values[name] ?? '').replaceAll(/[^A-Za-z0-9_.-]/g, '-'))
}

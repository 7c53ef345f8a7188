import { numericDate } from '../../contract/dates.ts'
import { plainCellsTest, type CsvCell, writeCsv } from '../../contract/csv.ts'
import { type PayrollField, payrollFields, type PayrollFormat } from '../../services/payroll/payroll-line.rules.ts'

/** Formats a file as in RFC 4180, with an apostrophe before formulas (S-57). The same lines give the same file. */
export function payrollFile(
  format: PayrollFormat,
  run: { payroll: string; year: number; month: number; period: string },
): PayrollFile {
  const { columns, byteOrderMark, delimiter } = format
  const fields = columns.map(({ field }) => field)
  // The separator is random, because a name could contain a fixed one.
  const mark = crypto.randomUUID().slice(0, 4)
  const marks = { column: `\u001F${mark}`, line: `\u001E${mark}` }
  const rowOf = rowsOf({ fields, between: marks.column, format })
  return {
    fileName: fileNameOf(format.fileName, run),
    fields,
    marks,
    headings: writeCsv([columns.map(({ heading }) => heading)], { byteOrderMark, delimiter }),
    rows: (lines) => (lines === '' ? '' : lines.split(marks.line).map(rowOf).join('')),
  }
}

export type PayrollFile = {
  fileName: string
  fields: readonly PayrollField[]
  marks: { column: string; line: string }
  headings: string
  rows: (lines: string) => string
}

function rowsOf({
  fields,
  between,
  format,
}: {
  fields: readonly PayrollField[]
  between: string
  format: PayrollFormat
}): (line: string) => string {
  const { delimiter } = format
  const needsNoEscaping = plainCellsTest({ delimiter, between })
  const placesOf = (kind: 'amount' | 'date') =>
    fields.flatMap((field, place) => (payrollFields[field].kind === kind ? [place] : []))
  const [amounts, dates] = [placesOf('amount'), placesOf('date')]
  return (line) => {
    const texts = line.split(between)
    if (texts.length !== fields.length) throw new Error('A payroll line does not have the columns of its file')
    if (!needsNoEscaping(line) || amounts.some((place) => !plainAmount.test(texts[place] ?? ''))) {
      const cells = fields.map((field, place) => cellOf(field, texts[place] ?? '', format))
      return writeCsv([cells], { byteOrderMark: false, delimiter })
    }
    for (const place of dates) texts[place] = dateOf(texts[place] ?? '', format)
    return `${texts.join(delimiter)}\r\n`
  }
}

const plainAmount = /^\d+\.\d\d$/

function cellOf(field: PayrollField, text: string, format: PayrollFormat): CsvCell {
  switch (payrollFields[field].kind) {
    case 'text':
      return text
    case 'amount':
      return { digits: text }
    case 'date':
      return dateOf(text, format)
  }
}

function dateOf(text: string, { dates }: PayrollFormat): string {
  return text === '' || dates === 'yyyy-mm-dd' ? text : numericDate(text)
}

/** A name must not leave its folder. Spaces confuse other programs. */
function fileNameOf(
  pattern: string,
  { payroll, year, month, period }: { payroll: string; year: number; month: number; period: string },
): string {
  const values: Record<string, string> = { payroll, year: String(year), month: String(month).padStart(2, '0'), period }
  return pattern.replaceAll(/\{(\w+)\}/g, (_, name: string) => (values[name] ?? '').replaceAll(/[^A-Za-z0-9_.-]/g, '-'))
}

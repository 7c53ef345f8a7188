import { CsvError, parse } from 'csv-parse/sync'
import { unescapeFormula } from './csv-records.ts'
import { declaredDelimiter, delimiterOf, textFormulaQuoter, textOfFormula } from './table-files/csv-dialect.ts'
import { tableLimits } from './table-files/limits.ts'
import { visibleText } from './table-files/visible-text.ts'

const csvLimits = {
  rows: tableLimits.rows,
  columns: tableLimits.columns,
  cellCharacters: tableLimits.cellBytes,
}

/** A row with its trimmed cells by column. `line` is the row's first line in the file, where the header has line 1. */
export type CsvRow = { line: number; cells: Record<string, string> }
export type CsvFault = { line: number; column?: string; value?: string; reason: string }
export type CsvFile = { columns: string[]; rows: CsvRow[]; faults: CsvFault[] }

/** Reads CSV with a header (RFC 4180, or with semicolons or tabs). Malformed rows become faults with line numbers. */
export function readCsv(text: string): CsvFile {
  const faults: CsvFault[] = []
  const records = parseRecords(text, faults)
  const isEmpty = ({ cells }: CsvRecord) => cells.every((cell) => cell.trim() === '')
  const [header, ...body] = records.slice(
    Math.max(
      0,
      records.findIndex((record) => !isEmpty(record)),
    ),
  )
  if (header === undefined)
    return { columns: [], rows: [], faults: [...faults, { line: 1, reason: 'The file is empty' }] }

  const columns = header.cells.map(visibleText)
  faults.push(...headerFaults(columns, header.line))
  if (body.length > csvLimits.rows) {
    faults.push({ line: header.line, reason: `The file has ${body.length} rows; at most ${csvLimits.rows} are read` })
    return { columns, rows: [], faults }
  }

  const rows: CsvRow[] = []
  for (const { line, cells } of body) {
    if (cells.every((cell) => cell.trim() === '')) continue
    if (cells.length !== columns.length) {
      faults.push({ line, reason: `The row has ${cells.length} cells, the header ${columns.length}` })
      continue
    }
    const long = cells.findIndex((cell) => cell.length > csvLimits.cellCharacters)
    if (long >= 0) {
      faults.push({
        line,
        column: columns[long] ?? '',
        reason: `The cell is longer than ${csvLimits.cellCharacters} characters`,
      })
      continue
    }
    rows.push({
      line,
      cells: Object.fromEntries(
        columns.map((column, index) => [column, unescapeFormula(textOfFormula(visibleText(cells[index] ?? '')))]),
      ),
    })
  }
  return { columns, rows, faults: faults.toSorted((a, b) => a.line - b.line) }
}

type CsvRecord = { line: number; cells: string[] }

function parseRecords(text: string, faults: CsvFault[]): CsvRecord[] {
  const options = { bom: true, info: true, raw: true, relax_column_count: true, skip_records_with_error: true } as const
  let readable = true
  // After a stray quotation mark, rows and cells are ambiguous, so only the first such fault is reported.
  const refused = (error: CsvError | undefined) => {
    if (error && readable) faults.push({ line: lineOf(error), reason: sentenceOf(error) })
    readable = false
    return undefined
  }
  try {
    const { delimiter, text: lines } = declaredDelimiter(text.replace(/^\ufeff/, '').replaceAll(/\r\n?/g, '\n'))
    const form = { ...options, delimiter: delimiter ?? delimiterOf(lines, [], [',', ';', '\t']), on_skip: refused }
    // csv-parse counts CRLF in a quoted cell as two lines. With `info` and `raw` it returns more than its types have.
    const found = parse(textFormulaQuoter()(lines), form) as unknown as {
      record: string[]
      info: { lines: number }
      raw: string
    }[]
    return found.map(({ record, info, raw }) => ({ line: info.lines - lineBreaks(raw), cells: record }))
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    refused(error)
    return []
  }
}

function headerFaults(columns: string[], line: number): CsvFault[] {
  const faults: CsvFault[] = []
  if (columns.length > csvLimits.columns)
    faults.push({ line, reason: `The file has ${columns.length} columns; at most ${csvLimits.columns} are read` })
  columns.forEach((column, index) => {
    if (column === '') faults.push({ line, reason: `Column ${index + 1} has no name` })
    else if (columns.indexOf(column) !== index)
      faults.push({ line, column, reason: `Column "${column}" is listed twice` })
  })
  return faults
}

function lineBreaks(raw: string): number {
  return raw.trimEnd().split('\n').length - 1
}

function lineOf(error: CsvError): number {
  const lines: unknown = error['lines']
  return typeof lines === 'number' ? lines : 1
}

function sentenceOf(error: CsvError): string {
  if (error.code === 'CSV_QUOTE_NOT_CLOSED') return 'A quotation mark opened on or before this line is never closed'
  if (error.code === 'INVALID_OPENING_QUOTE' || error.code === 'CSV_INVALID_CLOSING_QUOTE')
    return 'A quotation mark is in the middle of a cell; the following lines could not be read'
  return 'The row cannot be read'
}

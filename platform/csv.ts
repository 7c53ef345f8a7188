import { CsvError, parse } from 'csv-parse/sync'
import { tableLimits } from './table-files/limits.ts'

/** Budgets of one file (a bomb is refused before it costs memory). */
export const csvLimits = {
  rows: tableLimits.rows,
  columns: tableLimits.columns,
  cellCharacters: tableLimits.cellBytes,
}

/** A row under its header: the line it starts on in the file (1 is the header's), and the trimmed cell of each column. */
export type CsvRow = { line: number; cells: Record<string, string> }
export type CsvFault = { line: number; column?: string; value?: string; reason: string }
export type CsvFile = { columns: string[]; rows: CsvRow[]; faults: CsvFault[] }

/**
 * Reads a comma-separated file with a header line (RFC 4180, with or without a byte order mark). Text stays text: no
 * formula is evaluated and no number guessed; a line break inside a cell becomes LF. Every malformed row becomes a fault with its line; reading goes on.
 */
export function readCsv(text: string): CsvFile {
  const faults: CsvFault[] = []
  const records = parseRecords(text, faults)
  const [header, ...body] = records
  if (header === undefined)
    return { columns: [], rows: [], faults: [...faults, { line: 1, reason: 'The file is empty' }] }

  const columns = header.cells.map((name) => name.trim())
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
      cells: Object.fromEntries(columns.map((column, index) => [column, withFormula(cells[index]?.trim() ?? '')])),
    })
  }
  return { columns, rows, faults: faults.toSorted((a, b) => a.line - b.line) }
}

/** A cell to write. `digits` is a number that keeps its written form, such as '72.10'. */
export type CsvCell = string | number | bigint | null | { digits: string }

/**
 * Writes a comma-separated file with CRLF line ends and, unless told otherwise, a byte order mark, so that a spreadsheet
 * reads names with accents. A text cell that a spreadsheet would take for a formula gets a leading apostrophe; numbers
 * are written as they are.
 */
export function writeCsv(
  rows: readonly (readonly CsvCell[])[],
  options: { byteOrderMark?: boolean; delimiter?: string } = {},
): string {
  const delimiter = options.delimiter ?? ','
  const body = rows.map((row) => `${row.map((cell) => writeCell(cell, delimiter)).join(delimiter)}\r\n`).join('')
  return (options.byteOrderMark ?? true) ? `\uFEFF${body}` : body
}

function writeCell(cell: CsvCell, delimiter: string): string {
  if (cell === null) return ''
  if (typeof cell === 'object') return digitsIn(cell)
  // Nearly every cell of a long file goes out as it is, which one look says.
  if (typeof cell === 'string' && !needsCare.test(cell) && !cell.includes(delimiter)) return cell
  const text = typeof cell === 'string' ? withoutFormula(cell) : String(cell)
  return text.includes(delimiter) || /["\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

const leadsToCare = String.raw`['=+\-@\t\r\0]`
const needsCare = new RegExp(`^${leadsToCare}|["\\r\\n]`)

/**
 * Tells of many cells of text at one look, with `between` between them, that all go out as they are: nothing to quote, and
 * nothing that a spreadsheet would take for a formula.
 */
export function cellsNeedNoCare({
  delimiter,
  between,
}: {
  delimiter: string
  between: string
}): (cells: string) => boolean {
  const care = new RegExp(`(?:^|${literally(between)})${leadsToCare}|["\\r\\n]|${literally(delimiter)}`)
  return (cells) => !care.test(cells)
}

function literally(text: string): string {
  return text.replaceAll(/\W/g, String.raw`\$&`)
}

/** A number goes out as it is, minus included; anything else would slip past the apostrophe, so it throws a RangeError. */
function digitsIn({ digits }: { digits: string }): string {
  if (!/^-?\d+(\.\d+)?$/.test(digits)) throw new RangeError(`'${digits}' is not a number`)
  return digits
}

// Cells that already start with apostrophes before a formula sign get one more, so that reading back is lossless.
function withoutFormula(cell: string): string {
  return /^'*[=+\-@\t\r\0]/.test(cell) ? `'${cell}` : cell
}

function withFormula(cell: string): string {
  return /^'+[=+\-@\t\r\0]/.test(cell) ? cell.slice(1) : cell
}

type CsvRecord = { line: number; cells: string[] }

function parseRecords(text: string, faults: CsvFault[]): CsvRecord[] {
  const options = { bom: true, info: true, raw: true, relax_column_count: true, skip_records_with_error: true } as const
  let readable = true
  // Behind a stray quotation mark rows and cells can no longer be told apart: only the first one is worth naming.
  const refused = (error: CsvError | undefined) => {
    if (error && readable) faults.push({ line: lineOf(error), reason: sentenceOf(error) })
    readable = false
    return undefined
  }
  try {
    // csv-parse counts CRLF inside a quoted cell as two lines, hence the plain line feeds. With info and raw it answers
    // { record, info, raw }; its types only know the record.
    const found = parse(text.replaceAll(/\r\n?/g, '\n'), { ...options, on_skip: refused }) as unknown as {
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
    else if (columns.indexOf(column) !== index) faults.push({ line, column, reason: `Column "${column}" stands twice` })
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
    return 'A quotation mark stands in the middle of a cell; the lines behind it could not be read'
  return 'The row cannot be read'
}

/** `digits` is a number that is written as given, such as '72.10'. */
export type CsvCell = string | number | bigint | null | { digits: string }

/** Writes CSV with CRLF and, by default, a byte order mark for spreadsheets. Formulas in text get an apostrophe (S-57). */
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
  if (typeof cell === 'string' && !needsCare.test(cell) && !cell.includes(delimiter)) return cell
  const text = typeof cell === 'string' ? escapeFormula(cell) : String(cell)
  return text.includes(delimiter) || /["\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

const leadsToCare = String.raw`['=+\-@\t\r\0]`
const needsCare = new RegExp(`^${leadsToCare}|["\\r\\n]`)

/** Returns a function that is true for a row without need of quotes and apostrophes. `between` joins its cells. */
export function plainCellsTest({
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

/** Throws a RangeError for any text that is not a number, because digits are not checked for formulas. */
function digitsIn({ digits }: { digits: string }): string {
  if (!/^-?\d+(\.\d+)?$/.test(digits)) throw new RangeError(`'${digits}' is not a number`)
  return digits
}

/** Puts an apostrophe before text that a spreadsheet would run as a formula (S-57). Uploads remove it again. */
export function escapeFormula(cell: string): string {
  return /^'*[=+\-@\t\r\0]/.test(cell) ? `'${cell}` : cell
}

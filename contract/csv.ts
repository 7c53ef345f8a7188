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

/**
 * Text that a spreadsheet would take for a formula, with an apostrophe before it (S-57). What begins with apostrophes before such a
 * sign gets one more, so that reading back is lossless.
 */
export function withoutFormula(cell: string): string {
  return /^'*[=+\-@\t\r\0]/.test(cell) ? `'${cell}` : cell
}

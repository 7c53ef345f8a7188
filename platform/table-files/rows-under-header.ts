import { tableLimits } from './limits.ts'
import { tableFaults } from './table-file.messages.ts'
import {
  TableRefused,
  type ParsedCell,
  type ParsedRow,
  type TableBatch,
  type TableFault,
  type TableRow,
} from './table.ts'

type Shape = {
  /** True for text files, whose rows must have as many cells as the header. A sheet omits empty cells at the end. */
  everyCellWritten: boolean
}

/** Yields rows under the header, which is the first non-empty row. Leaves out empty rows. */
export async function* rowsUnderHeader(
  found: AsyncIterable<readonly ParsedRow[]>,
  shape: Shape,
): AsyncGenerator<TableBatch> {
  let columns: string[] | undefined
  let count = 0
  let rows: TableRow[] = []
  for await (const some of found) {
    for (const row of some) {
      if (isEmpty(row)) continue
      if (!columns) {
        columns = namesIn(row)
        continue
      }
      count += 1
      if (count > tableLimits.rows) throw new TableRefused('too-many-rows')
      rows.push(rowUnder(columns, row, shape))
      if (rows.length < tableLimits.batchRows) continue
      yield { columns, rows }
      rows = []
    }
  }
  if (!columns) throw new TableRefused('empty')
  if (rows.length > 0 || count === 0) yield { columns, rows }
}

function isEmpty({ cells }: ParsedRow): boolean {
  return cells.every((cell) => cell === undefined || (typeof cell === 'string' && cell.trim() === ''))
}

function namesIn({ cells, line }: ParsedRow): string[] {
  const last = cells.findLastIndex((cell) => cell !== undefined && (typeof cell !== 'string' || cell.trim() !== ''))
  if (last >= tableLimits.columns) throw new TableRefused('too-many-columns')
  const names = Array.from({ length: last + 1 }, (_, index) => {
    const cell = cells[index] ?? ''
    const position = { line, column: String(index + 1) }
    if (typeof cell !== 'string' || faultOf(cell)) throw new TableRefused('column-unreadable', position)
    if (cell.trim() === '') throw new TableRefused('column-unnamed', position)
    return cell.trim()
  })
  const twice = names.find((name, index) => names.indexOf(name) !== index)
  if (twice !== undefined) throw new TableRefused('column-twice', { line, column: twice })
  return names
}

function rowUnder(columns: readonly string[], { line, cells }: ParsedRow, { everyCellWritten }: Shape): TableRow {
  if (everyCellWritten && cells.length < columns.length)
    return misshapen(line, tableFaults.tooFew(cells.length, columns.length))
  if (!isEmpty({ line, cells: cells.slice(columns.length) })) return misshapen(line, tableFaults.beyond)
  const faults: TableFault[] = []
  const texts = columns.map((column, index) => {
    const cell: ParsedCell = cells[index] ?? ''
    const text = typeof cell === 'string' ? cell.trim() : cell.value
    const reason = typeof cell === 'string' ? faultOf(text) : cell.fault
    if (reason === undefined) return text
    faults.push({ column, value: excerpt(text), reason })
    return ''
  })
  return { line, cells: texts, faults }
}

function misshapen(line: number, reason: string): TableRow {
  return { line, cells: [], faults: [{ column: null, value: '', reason }] }
}

/** Control characters except tabs and line breaks, and the replacement character, which shows that a letter was lost. */
const unwritable = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffd-\uffff]/

function faultOf(text: string): string | undefined {
  if (text.length > tableLimits.cellBytes / 3 && Buffer.byteLength(text) > tableLimits.cellBytes)
    return tableFaults.tooLong
  if (unwritable.test(text) || !text.isWellFormed()) return tableFaults.unwritable
  return undefined
}

function excerpt(value: string): string {
  return value.slice(0, 80).toWellFormed().replaceAll(new RegExp(unwritable, 'g'), '\ufffd')
}

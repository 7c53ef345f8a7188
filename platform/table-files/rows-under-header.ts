import { isEmptyRow, mostMatches, namesByKey, searchHeader, textOf, type FoundHeader } from './header-row.ts'
import { tableLimits } from './limits.ts'
import { LineNumbers } from './line-numbers.ts'
import { tableFaults, tableNotes } from './table-file.messages.ts'
import {
  TableRefused,
  type ParsedCell,
  type ParsedRow,
  type RowSource,
  type TableBatch,
  type TableFault,
  type TableRow,
} from './table.ts'
import { columnKey, hasInvisible, visibleText } from './visible-text.ts'

/** Yields rows, then notes about how the file was read. Leaves out empty rows, and empty columns without a name. */
export async function* rowsUnderHeader(source: RowSource, names: readonly string[]): AsyncGenerator<TableBatch> {
  const known = namesByKey(names)
  const search = searchHeader(known)
  let table: Table | undefined
  let count = 0
  let rows: TableRow[] = []
  const open = ({ header, above, below, matches }: FoundHeader): ParsedRow[] => {
    if (known.size > 0 && matches === 0) throw noHeader(header, { source, known })
    table = new Table(source, { header, above, known })
    return below
  }
  function* read(found: readonly ParsedRow[]): Generator<TableBatch> {
    for (const row of found) {
      if (!table) return
      if (table.isHeaderAgain(row)) continue
      count += 1
      if (count > tableLimits.rows) throw new TableRefused('too-many-rows')
      rows.push(table.row(row))
      if (rows.length < tableLimits.batchRows) continue
      yield { columns: table.columns, rows }
      rows = []
    }
  }
  for await (const some of source.rows) {
    for (const row of some) {
      if (isEmptyRow(row)) continue
      if (table) {
        yield* read([row])
        continue
      }
      const found = search.add(row)
      if (found) yield* read(open(found))
    }
  }
  if (!table) {
    const found = search.end()
    if (!found) throw new TableRefused('empty')
    yield* read(open(found))
  }
  // `open` sets `table`, which TypeScript does not see.
  const { columns, merged, notes } = table as unknown as Table
  rows.push(...merged())
  if (rows.length > 0 || count === 0) yield { columns, rows }
  yield { notes: notes() }
}

function noHeader(
  { line, cells }: ParsedRow,
  { source: { tab }, known }: { source: RowSource; known: ReadonlyMap<string, string> },
): TableRefused {
  const taken = cells.map((cell) => visibleText(textOf(cell))).filter((text) => text !== '')
  const [only = '', ...others] = taken
  const isOneCell = others.length === 0 && mostMatches([only.split(/[^\p{L}\p{N} _*-]/u)], known) > 1
  if (isOneCell) return new TableRefused('one-cell', { line, column: excerpt(only) })
  return new TableRefused('no-header', { line, column: excerpt(taken.slice(0, 3).join('”, “')), ...(tab && { tab }) })
}

/** In text files Excel leaves out empty cells at the end of rows from the 17th line on (Microsoft's article 77295). */
const firstShortLine = 17

class Table {
  readonly columns: string[]
  readonly #source: RowSource
  readonly #header: ParsedRow
  readonly #above: readonly ParsedRow[]
  readonly #places: number[]
  readonly #isNamed: boolean[] = []
  readonly #last: number
  readonly #renamed: string[] = []
  readonly #hidden = new LineNumbers()
  readonly #repeated = new LineNumbers()
  readonly #short = new LineNumbers()
  readonly #cleaned = new Map<string, LineNumbers>()
  #lastLine: number

  constructor(
    source: RowSource,
    { header, above, known }: Omit<FoundHeader, 'below' | 'matches'> & { known: ReadonlyMap<string, string> },
  ) {
    this.#source = source
    this.#header = header
    this.#above = above
    this.#lastLine = header.line
    const { line, cells } = header
    const named = cells.flatMap((cell, place) => {
      const written = textOf(cell)
      const position = { line, column: String(place + 1) }
      if (cell !== undefined && (typeof cell !== 'string' || faultOf(cell)))
        throw new TableRefused('column-unreadable', position)
      if (visibleText(written) === '') return []
      const name = known.get(columnKey(written)) ?? visibleText(written)
      if (name !== visibleText(written)) this.#renamed.push(`“${visibleText(written)}” as ${name}`)
      return [{ name, place }]
    })
    if (named.length > tableLimits.columns || (named.at(-1)?.place ?? 0) >= tableLimits.columns)
      throw new TableRefused('too-many-columns')
    this.columns = named.map(({ name }) => name)
    this.#places = named.map(({ place }) => place)
    this.#last = this.#places.at(-1) ?? 0
    for (const place of this.#places) this.#isNamed[place] = true
    const twice = this.columns.find((name, index) => this.columns.indexOf(name) !== index)
    if (twice !== undefined) throw new TableRefused('column-twice', { line, column: twice })
  }

  isHeaderAgain({ line, cells }: ParsedRow): boolean {
    const isAgain = this.#places.every((place) => textOf(cells[place]) === textOf(this.#header.cells[place]))
    if (isAgain) this.#repeated.add(line)
    return isAgain
  }

  row(row: ParsedRow): TableRow {
    const { line, cells } = row
    this.#lastLine = line
    if (row.isHidden) this.#hidden.add(line)
    // A sheet has no cells for empty values at the end of a row.
    if (this.#source.tab === undefined && cells.length <= this.#last) {
      if (line < firstShortLine) return misshapen(line, tableFaults.tooFew(cells.length, this.#header.cells.length))
      this.#short.add(line)
    }
    const unnamed = cells.findIndex(
      (cell, place) => !this.#isNamed[place] && cell !== undefined && visibleText(textOf(cell)) !== '',
    )
    if (unnamed >= 0)
      return misshapen(line, unnamed > this.#last ? tableFaults.beyond : tableFaults.unnamed(unnamed + 1))
    const faults: TableFault[] = []
    const texts = this.columns.map((column, index) => {
      const cell: ParsedCell = cells[this.#places[index] ?? -1] ?? ''
      const written = textOf(cell)
      const text = visibleText(written)
      const reason = typeof cell === 'string' ? faultOf(text) : cell.fault
      if (reason !== undefined) {
        faults.push({ column, value: excerpt(text), reason })
        return ''
      }
      if (text !== written && hasInvisible(written)) this.#noteCleaned(column, line)
      return text
    })
    return { line, cells: texts, faults }
  }

  #noteCleaned(column: string, line: number): void {
    const places = this.#cleaned.get(column) ?? new LineNumbers()
    places.add(line)
    this.#cleaned.set(column, places)
  }

  /**
   * Faults of merged cells. Only the first of them has the value, although all seem to have it. Cells of one row may be
   * merged if only the first of them is in a named column, as in files of report writers.
   */
  merged = (): TableRow[] =>
    (this.#source.merged ?? []).flatMap(({ name, lines, columns }) => {
      const isInList = lines[1] >= this.#header.line && lines[0] <= this.#lastLine
      const named = this.#places.flatMap((place, index) =>
        place >= columns[0] && place <= columns[1] ? [{ place, index }] : [],
      )
      const [first] = named
      if (!isInList || !first) return []
      if (lines[0] === lines[1] && named.length === 1 && first.place === columns[0]) return []
      const fault = { column: this.columns[first.index] ?? null, value: name, reason: tableFaults.merged(name) }
      return [{ line: Math.max(lines[0], this.#header.line), cells: [], faults: [fault] }]
    })

  notes = (): string[] => {
    const { tab, otherTabs = [], isHiddenColumn = () => false } = this.#source
    const hiddenColumns = this.columns.filter((_, index) => isHiddenColumn(this.#places[index] ?? -1))
    const { line } = this.#header
    return [
      ...(tab === undefined ? [] : [tableNotes.tab(tab)]),
      ...(otherTabs.length > 0 ? [tableNotes.otherTabs(some(otherTabs.map((other) => `“${other}”`)))] : []),
      ...(this.#above.length > 0 ? [tableNotes.header(line)] : []),
      ...(this.#renamed.length > 0 ? [tableNotes.renamed(some(this.#renamed))] : []),
      ...this.#hidden.noted(tableNotes.hiddenRows),
      ...(hiddenColumns.length > 0 ? [tableNotes.hiddenColumns(some(hiddenColumns))] : []),
      ...this.#repeated.noted(tableNotes.repeatedHeader),
      ...this.#short.noted(tableNotes.short),
      ...[...this.#cleaned].flatMap(([column, lines]) => lines.noted((named) => tableNotes.cleaned(column, named))),
    ]
  }
}

function some(texts: readonly string[]): string {
  const more = texts.length - 5
  return `${texts.slice(0, 5).join(', ')}${more > 0 ? ` and ${more} more` : ''}`
}

function misshapen(line: number, reason: string): TableRow {
  return { line, cells: [], faults: [{ column: null, value: '', reason }] }
}

/** Control characters except tab and line break, and the replacement character, which shows that a letter was lost. */
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

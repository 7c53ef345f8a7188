import type { FileHandle } from 'node:fs/promises'
import { withoutTextMarks } from './csv-dialect.ts'
import { numberText } from './number-format.ts'
import { tableLimits } from './limits.ts'
import { tableFaults } from './table-file.messages.ts'
import { isEmptyRow, namesByKey, searchHeader, type FoundHeader } from './header-row.ts'
import { TableRefused, type MergedCells, type ParsedCell, type ParsedRow, type RowSource } from './table.ts'
import { openWorkbook, RichText, decodeExcelEscapes, type Sheet, type Workbook } from './workbook.ts'
import { parseAttributes, decodeEntities, readTagsInPieces } from './xml-tags.ts'

/** Opens the only visible sheet with the expected names, or else the first visible sheet. */
export async function openListSheet(file: FileHandle, size: number, names: readonly string[]): Promise<RowSource> {
  const workbook = await openWorkbook(file, size)
  const sheet = await chooseSheet(workbook, namesByKey(names))
  const reader = new SheetReader(workbook)
  return {
    rows: rowsOf(sheet, reader),
    tab: sheet.name,
    otherTabs: workbook.sheets.filter((other) => other !== sheet).map(({ name }) => name),
    isHiddenColumn: reader.isHiddenColumn,
    merged: reader.merged,
  }
}

async function chooseSheet(workbook: Workbook, known: ReadonlyMap<string, string>): Promise<Sheet> {
  const visible = workbook.sheets.filter(({ isHidden }) => !isHidden)
  const [first] = visible
  if (!first) throw new TableRefused('no-sheet')
  if (known.size === 0 || workbook.sheets.length === 1) return first
  const lists = await listsAmong(workbook, visible, known)
  const [list, another] = lists
  if (another) throw new TableRefused('several-tabs', { column: quotedNames(lists) })
  if (list) return list
  const hidden = await listsAmong(
    workbook,
    workbook.sheets.filter(({ isHidden }) => isHidden),
    known,
  )
  if (hidden.length > 0) throw new TableRefused('tab-hidden', { column: quotedNames(hidden) })
  return first
}

function quotedNames(sheets: readonly Sheet[]): string {
  return sheets.map(({ name }) => `“${name}”`).join(', ')
}

/** Returns the sheets that have at least half as many expected names as the best sheet. */
async function listsAmong(
  workbook: Workbook,
  sheets: readonly Sheet[],
  known: ReadonlyMap<string, string>,
): Promise<Sheet[]> {
  const matches = new Map<Sheet, number>()
  for (const sheet of sheets) matches.set(sheet, await matchesOfList(workbook, sheet, known))
  const most = Math.max(0, ...matches.values())
  return sheets.filter((sheet) => most > 0 && (matches.get(sheet) ?? 0) * 2 >= most)
}

async function matchesOfList(workbook: Workbook, sheet: Sheet, known: ReadonlyMap<string, string>): Promise<number> {
  const search = searchHeader(known)
  let found: FoundHeader | undefined
  for await (const rows of rowsOf(sheet, new SheetReader(workbook)))
    for (const row of rows) {
      if (isEmptyRow(row)) continue
      if (found) return found.matches
      found = search.add(row)
      if (found && found.below.length > 0) return found.matches
    }
  found ??= search.end()
  return found && found.below.length > 0 ? found.matches : 0
}

async function* rowsOf(sheet: Sheet, reader: SheetReader): AsyncGenerator<ParsedRow[]> {
  for await (const _ of readTagsInPieces(sheet.open(), reader)) {
    const rows = reader.take()
    if (rows.length > 0) yield rows
  }
}

type OpenCell = { column: number; type: string; style: number; value: string | undefined; hasFormula: boolean }

const lastLine = 1_048_576

class SheetReader {
  readonly #workbook: Workbook
  readonly #inline = new RichText('is')
  #rows: ParsedRow[] = []
  #row: ParsedRow | undefined
  #line = 0
  // Column of the last cell read. A cell without a reference is in the next column.
  #column = -1
  #cell: OpenCell | undefined
  #isValue = false
  readonly #hiddenColumns: [first: number, last: number][] = []
  readonly merged: MergedCells[] = []

  constructor(workbook: Workbook) {
    this.#workbook = workbook
  }

  take(): ParsedRow[] {
    const rows = this.#rows
    this.#rows = []
    return rows
  }

  isHiddenColumn = (column: number): boolean =>
    this.#hiddenColumns.some(([first, last]) => column >= first && column <= last)

  open = (name: string, attributes: string): void => {
    if (name === 'row') this.#openRow(attributes)
    else if (name === 'c' && this.#row) this.#openCell(attributes)
    else if (name === 'col') this.#openColumns(attributes)
    else if (name === 'mergeCell') this.#merge(attributes)
    else if (!this.#cell) return
    else if (name === 'v') {
      this.#isValue = true
      this.#cell.value ??= ''
    } else if (name === 'f') this.#cell.hasFormula = true
    else this.#inline.open(name)
  }

  text = (text: string): void => {
    if (!this.#cell) return
    if (this.#isValue) this.#cell.value += decodeEntities(text)
    else this.#inline.text(text)
  }

  close = (name: string): void => {
    if (name === 'v') this.#isValue = false
    else if (name === 'c') this.#closeCell()
    else if (name === 'row') {
      if (this.#row) this.#rows.push(this.#row)
      this.#row = undefined
    } else if (this.#cell) this.#inline.close(name)
  }

  #openRow(attributes: string): void {
    const found = parseAttributes(attributes)
    const written = found.get('r')
    const line = written === undefined ? this.#line + 1 : Number(written)
    if (this.#row || !Number.isInteger(line) || line <= this.#line || line > lastLine) throw new TableRefused('damaged')
    this.#line = line
    this.#column = -1
    this.#row = { line, cells: [], isHidden: isHidden(found, 'ht') }
  }

  #openColumns(attributes: string): void {
    const found = parseAttributes(attributes)
    if (isHidden(found, 'width')) this.#hiddenColumns.push([Number(found.get('min')) - 1, Number(found.get('max')) - 1])
  }

  #merge(attributes: string): void {
    const name = parseAttributes(attributes).get('ref') ?? ''
    const [first = '', last] = name.split(':')
    if (last === undefined) return
    const [from, to] = [cornerOf(first), cornerOf(last)]
    this.merged.push({
      name,
      lines: [from.line ?? 1, to.line ?? lastLine],
      columns: [from.column ?? 0, to.column ?? Infinity],
    })
  }

  #openCell(attributes: string): void {
    if (this.#cell) throw new TableRefused('damaged')
    const found = parseAttributes(attributes)
    const written = found.get('r')
    this.#column = written === undefined ? this.#column + 1 : columnOf(written)
    this.#cell = {
      column: this.#column,
      type: found.get('t') ?? 'n',
      style: Number(found.get('s') ?? -1),
      value: undefined,
      hasFormula: false,
    }
  }

  #closeCell(): void {
    const cell = this.#cell
    if (!cell || !this.#row) return
    this.#cell = undefined
    const text = this.#textOf(cell)
    // Empty cells may be styled up to the sheet's last column.
    if (text === '') return
    // If a row is too long, one extra cell is enough to report the fault.
    this.#row.cells[Math.min(cell.column, tableLimits.columns)] = text
  }

  #textOf({ type, style, value, hasFormula }: OpenCell): ParsedCell {
    if (type === 'inlineStr') return withoutTextMarks(this.#inline.take() || decodeExcelEscapes(value ?? ''))
    if (value === undefined) return hasFormula ? { value: '', fault: tableFaults.noResult } : ''
    switch (type) {
      case 's':
        return withoutTextMarks(this.#sharedText(value))
      case 'str':
        return decodeExcelEscapes(value)
      case 'b':
        return value === '1' || value === 'true' ? 'TRUE' : 'FALSE'
      case 'e':
        return { value, fault: tableFaults.error(value.slice(0, 20)) }
      case 'd':
        return value.replace(/T00:00(?::00(?:\.0+)?)?Z?$/, '')
      case 'n':
        if (value === '' || (value === '0' && this.#workbook.isUncalculated))
          return hasFormula ? { value: '', fault: tableFaults.noResult } : value
        return numberText(value, this.#workbook.formats[style] ?? 'number', this.#workbook.since)
      default:
        throw new TableRefused('damaged')
    }
  }

  #sharedText(index: string): string {
    if (index.trim() === '') return ''
    const text = this.#workbook.texts.at(Number(index))
    if (text === undefined) throw new TableRefused('damaged')
    return text
  }
}

function isHidden(attributes: ReadonlyMap<string, string>, size: string): boolean {
  const hidden = attributes.get('hidden')
  return hidden === '1' || hidden === 'true' || Number(attributes.get(size) ?? 1) === 0
}

const reference = /^\$?([A-Z]{1,3})\$?([1-9]\d*)$/i

function columnOf(cell: string): number {
  const [, letters] = reference.exec(cell) ?? []
  if (letters === undefined) throw new TableRefused('damaged')
  const digits = letters.toUpperCase().split('')
  return digits.reduce((column, letter) => column * 26 + letter.charCodeAt(0) - 64, 0) - 1
}

/** Programs also merge whole columns (`A:B`) or rows (`1:2`), whose corners have no line or no column. */
function cornerOf(cell: string): { line?: number; column?: number } {
  const [found, letters, digits] = /^\$?([A-Z]{1,3})?\$?([1-9]\d*)?$/i.exec(cell) ?? []
  if (found === undefined) throw new TableRefused('damaged')
  return { ...(letters && { column: columnOf(`${letters}1`) }), ...(digits && { line: Number(digits) }) }
}

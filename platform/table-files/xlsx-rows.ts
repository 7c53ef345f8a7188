import type { FileHandle } from 'node:fs/promises'
import { numberText } from './cell-text.ts'
import { tableLimits } from './limits.ts'
import { tableFaults } from './table-file.messages.ts'
import { TableRefused, type ParsedCell, type ParsedRow } from './table.ts'
import { openWorkbook, RichText, decodeExcelEscapes, type Workbook } from './workbook.ts'
import { parseAttributes, decodeEntities, readTagsInPieces } from './xml-tags.ts'

/** Yields the rows of a workbook's first sheet. Formulas are not calculated: a cell has its stored result. */
export async function* xlsxRows(file: FileHandle, size: number): AsyncGenerator<ParsedRow[]> {
  const workbook = await openWorkbook(file, size)
  const sheet = new SheetReader(workbook)
  for await (const _ of readTagsInPieces(workbook.sheet(), sheet)) {
    const rows = sheet.take()
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
  /** Column of the last cell; a cell without a reference is in the next one. */
  #column = -1
  #cell: OpenCell | undefined
  #isValue = false

  constructor(workbook: Workbook) {
    this.#workbook = workbook
  }

  take(): ParsedRow[] {
    const rows = this.#rows
    this.#rows = []
    return rows
  }

  open = (name: string, attributes: string): void => {
    if (name === 'row') this.#openRow(attributes)
    else if (name === 'c' && this.#row) this.#openCell(attributes)
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
    const written = parseAttributes(attributes).get('r')
    const line = written === undefined ? this.#line + 1 : Number(written)
    if (this.#row || !Number.isInteger(line) || line <= this.#line || line > lastLine) throw new TableRefused('damaged')
    this.#line = line
    this.#column = -1
    this.#row = { line, cells: [] }
  }

  #openCell(attributes: string): void {
    if (this.#cell) throw new TableRefused('damaged')
    const found = parseAttributes(attributes)
    const reference = found.get('r')
    this.#column = reference === undefined ? this.#column + 1 : columnOf(reference)
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
    // One cell beyond the widest allowed list is enough to report the fault.
    this.#row.cells[Math.min(cell.column, tableLimits.columns)] = text
  }

  #textOf({ type, style, value, hasFormula }: OpenCell): ParsedCell {
    if (type === 'inlineStr') return this.#inline.take()
    if (value === undefined) return hasFormula ? { value: '', fault: tableFaults.noResult } : ''
    switch (type) {
      case 's':
        return this.#sharedText(value)
      case 'str':
        return decodeExcelEscapes(value)
      case 'b':
        return value === '1' || value === 'true' ? 'TRUE' : 'FALSE'
      case 'e':
        return { value, fault: tableFaults.error(value.slice(0, 20)) }
      case 'd':
        return value.replace(/T00:00:00(?:\.0+)?Z?$/, '')
      case 'n':
        if (value === '') return hasFormula ? { value: '', fault: tableFaults.noResult } : ''
        return numberText(value, this.#workbook.formats[style] ?? 'number', this.#workbook.since)
      default:
        throw new TableRefused('damaged')
    }
  }

  #sharedText(index: string): string {
    const text = this.#workbook.texts.at(Number(index))
    if (text === undefined || index.trim() === '') throw new TableRefused('damaged')
    return text
  }
}

function columnOf(reference: string): number {
  const [, letters] = /^([A-Z]{1,3})[1-9]\d*$/.exec(reference) ?? []
  if (letters === undefined) throw new TableRefused('damaged')
  return letters.split('').reduce((column, letter) => column * 26 + letter.charCodeAt(0) - 64, 0) - 1
}

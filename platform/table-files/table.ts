import { tableRefusals, type FilePosition, type TableRefusal } from './table-file.messages.ts'

export type TableFault = { column: string | null; value: string; reason: string }
export type TableRow = { line: number; cells: string[]; faults: TableFault[] }
/** Rows of a table or, after its last rows, notes about how the file was read. */
export type TableBatch = { columns: string[]; rows: TableRow[] } | { notes: string[] }

/** The whole file is refused. The message is shown to the person who uploaded it. */
export class TableRefused extends Error {
  readonly code: TableRefusal
  readonly place: FilePosition
  constructor(code: TableRefusal, place: FilePosition = {}) {
    super(tableRefusals[code](place))
    this.name = 'TableRefused'
    this.code = code
    this.place = place
  }
}

export type ParsedCell = string | { value: string; fault: string }
export type ParsedRow = { line: number; cells: (ParsedCell | undefined)[]; isHidden?: boolean }

/** Merged cells, with their lines, and their columns counted from 0. */
export type MergedCells = { name: string; lines: [number, number]; columns: [number, number] }

export type RowSource = {
  rows: AsyncIterable<readonly ParsedRow[]>
  tab?: string
  otherTabs?: readonly string[]
  isHiddenColumn?: (column: number) => boolean
  merged?: readonly MergedCells[]
}

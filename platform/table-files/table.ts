import { tableRefusals, type FilePosition, type TableRefusal } from './table-file.messages.ts'

export type TableFault = { column: string | null; value: string; reason: string }
export type TableRow = { line: number; cells: string[]; faults: TableFault[] }
export type TableBatch = { columns: string[]; rows: TableRow[] }

/** The file is refused and none of it is used. The message is shown to the person who uploaded it. */
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

/** A cell in a file: text, or a value that cannot be read as text and the reason. */
export type ParsedCell = string | { value: string; fault: string }
export type ParsedRow = { line: number; cells: (ParsedCell | undefined)[] }

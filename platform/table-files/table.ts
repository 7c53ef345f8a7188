import { tableRefusals, type TablePlace, type TableRefusal } from './table-file.messages.ts'

export type TableFault = { column: string | null; value: string; reason: string }
/** A row with its line and the trimmed text of each column, or one fault if its shape is wrong. */
export type TableRow = { line: number; cells: string[]; faults: TableFault[] }
/** A few rows; the columns are the same in every batch. */
export type TableBatch = { columns: string[]; rows: TableRow[] }

/** The file is not read, or not any further: nothing of it counts. The message is for whoever uploaded it. */
export class TableRefused extends Error {
  readonly code: TableRefusal
  readonly place: TablePlace
  constructor(code: TableRefusal, place: TablePlace = {}) {
    super(tableRefusals[code](place))
    this.name = 'TableRefused'
    this.code = code
    this.place = place
  }
}

/** A cell as a file holds it: text, or something that cannot be taken as text and why. */
export type FoundCell = string | { value: string; fault: string }
export type FoundRow = { line: number; cells: (FoundCell | undefined)[] }

import { tableLimits } from './limits.ts'

export type FilePosition = { line?: number; column?: string }

const million = (bytes: number): string => `${bytes / 1024 / 1024} MB`
const asWorkbook = 'Please open it in Excel, save it as an Excel workbook (.xlsx) and upload that.'
const atLine = ({ line }: FilePosition): string => (line === undefined ? '' : ` on line ${line}`)

export const tableRefusals = {
  'wrong-ending': () =>
    'Only files that end in .csv or .xlsx can be uploaded. Please save the file as an Excel workbook (.xlsx) or as CSV UTF-8 (.csv).',
  'too-large': () =>
    `The file is larger than ${million(tableLimits.fileBytes)}. Please split it and upload the parts one after the other.`,
  empty: () => 'The file is empty. Please fill in the template and upload it again.',
  'not-a-workbook': () => `The file ends in .xlsx but is not an Excel workbook. ${asWorkbook}`,
  'old-or-locked': () =>
    'The file is protected with a password or was saved by an old version of Excel. Please remove the password, save it as an Excel workbook (.xlsx) and upload that.',
  'workbook-as-csv': () => 'The file ends in .csv but is an Excel workbook. Please let its name end in .xlsx.',
  'not-text': () => 'The file ends in .csv but is not a text file. Please save it as CSV UTF-8 (.csv) and upload that.',
  'not-utf-8': (place: FilePosition) =>
    `A letter${atLine(place)} cannot be read for certain, because the file was not saved as UTF-8. Please save it in Excel as “CSV UTF-8 (Comma delimited)” or as an Excel workbook (.xlsx).`,
  macros: () =>
    'The workbook contains macros. Please save it as an Excel workbook without macros (.xlsx) and upload that.',
  'outside-data': () =>
    'The workbook takes data from other files or places. Please copy the cells, paste them as values into the template and upload that.',
  'embedded-files': () =>
    'The workbook has other files or controls inside. Please copy the cells, paste them as values into the template and upload that.',
  bomb: () =>
    `The workbook becomes far larger when it is unpacked than a list of people does. Please copy the rows that are filled in into the template and upload that.`,
  damaged: () => `The workbook is damaged or was not written by Excel. ${asWorkbook}`,
  declarations: () => `The workbook holds instructions that a list of people does not need. ${asWorkbook}`,
  'quote-in-cell': (place: FilePosition) =>
    `A quotation mark${atLine(place)} is in the middle of a cell, so the following cells cannot be read. Please write it twice ("") or remove it.`,
  'quote-open': (place: FilePosition) =>
    `A quotation mark that is opened${atLine(place)} or before is never closed. Please close or remove it.`,
  'row-too-long': (place: FilePosition) =>
    `The row${atLine(place)} is too long to be one. Please look for a quotation mark that is opened there and not closed.`,
  'too-many-rows': () =>
    `The file has more than ${tableLimits.rows.toLocaleString('en-GB')} rows. Please split it and upload the parts one after the other.`,
  'too-many-columns': () =>
    `The file has more than ${tableLimits.columns} columns. Please keep the columns of the template and remove the others.`,
  'column-unnamed': ({ column = '' }: FilePosition) =>
    `Column ${column} has no name in the first row. Please name it as in the template or remove it.`,
  'column-twice': ({ column = '' }: FilePosition) =>
    `The column “${column}” is in the file twice. Please remove one of them.`,
  'column-unreadable': ({ column = '' }: FilePosition) =>
    `The name of column ${column} in the first row cannot be read. Please write it as in the template.`,
} as const

export type TableRefusal = keyof typeof tableRefusals

export const tableFaults = {
  error: (value: string) => `The cell shows the error ${value}. Please mend its formula or write the value.`,
  noResult: 'The cell holds a formula without a result. Please write the value.',
  noDate: 'The cell has a date format but no valid date. Please write the date as yyyy-mm-dd.',
  tooLong: `The cell is longer than ${tableLimits.cellBytes} bytes.`,
  unwritable: 'The cell holds a character that cannot be stored. Please type the value anew.',
  beyond: 'The row has a value to the right of the last named column. Please remove it or name its column.',
  tooFew: (found: number, named: number) => `The row has ${found} cells, the first row ${named}.`,
} as const

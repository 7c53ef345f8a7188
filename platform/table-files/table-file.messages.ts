import { tableLimits } from './limits.ts'

export type FilePosition = { line?: number; column?: string; tab?: string }

const million = (bytes: number): string => `${bytes / 1024 / 1024} MB`
const underEnding = (ending: string): string =>
  `If its name does not end in ${ending}, please change the ending. Then open it in Excel, save it as an Excel workbook (.xlsx) and upload that.`
const asWorkbook = 'Please open it in Excel, save it as an Excel workbook (.xlsx) and upload that.'
const atLine = ({ line }: FilePosition): string => (line === undefined ? '' : ` on line ${line}`)

export const tableRefusals = {
  'wrong-ending': () =>
    'Only files that end in .csv or .xlsx can be uploaded. Please save the file as an Excel workbook (.xlsx) or as CSV UTF-8 (.csv).',
  'too-large': () =>
    `The file is larger than ${million(tableLimits.fileBytes)}. Please split it and upload the parts one after the other.`,
  empty: () => 'The file is empty. Please fill in the template and upload it again.',
  'not-a-workbook': () =>
    'The file ends in .xlsx but is not an Excel workbook. Please open it in the program that wrote it, save it as an Excel workbook (.xlsx) and upload that.',
  'text-as-workbook': () => 'The file ends in .xlsx but is a text file. Please change the ending of its name to .csv.',
  locked: () =>
    'The workbook is protected with a password. Please remove the password in Excel (File, Info, Protect Workbook), save it and upload it again.',
  'old-workbook': () =>
    `The workbook is in the format of an old version of Excel (.xls), whatever its name says. ${underEnding('.xls')}`,
  'binary-workbook': () =>
    `The workbook is in Excel’s binary format (.xlsb), whatever its name says. ${underEnding('.xlsb')}`,
  'open-document': () =>
    'The file is an OpenDocument spreadsheet (.ods), whatever its name says. Please save it as an Excel workbook (.xlsx) and upload that.',
  'web-page': () => `The file is a web page or XML under another name. ${underEnding('.xls')}`,
  'workbook-as-csv': () =>
    'The file ends in .csv but is an Excel workbook. Please change the ending of its name to .xlsx.',
  'not-text': () => 'The file ends in .csv but is not a text file. Please save it as CSV UTF-8 (.csv) and upload that.',
  'not-utf-8': (place: FilePosition) =>
    `The file was not saved as UTF-8, so an accented letter or a sign such as £${atLine(place)} may be read wrongly. Please save it in Excel as “CSV UTF-8 (Comma delimited)” or as an Excel workbook (.xlsx).`,
  macros: () =>
    'The workbook contains macros or was saved as one with macros (.xlsm). Please save it as an Excel workbook without macros (.xlsx) and upload that.',
  'outside-data': () =>
    'The workbook takes data from other files or places. Please copy the cells, paste them as values into the template and upload that.',
  'embedded-files': () =>
    'The workbook has other files or controls inside. Please copy the cells, paste them as values into the template and upload that.',
  bomb: () =>
    'The unpacked workbook is far larger than a list of people. Please copy the filled-in rows into the template and upload the template.',
  damaged: () => `The workbook is damaged or was not written by Excel. ${asWorkbook}`,
  declarations: () =>
    `The workbook contains a document type definition, which no spreadsheet program writes. ${asWorkbook}`,
  'no-sheet': () =>
    'The workbook has no visible tab with cells. Please show the tab with the list and upload it again.',
  'several-tabs': ({ column = '' }: FilePosition) =>
    `Several tabs of the workbook contain a list: ${column}. Please keep the one to upload and remove or hide the others.`,
  'tab-hidden': ({ column = '' }: FilePosition) =>
    `The only list of the workbook is in the hidden tab ${column}. Please show that tab and upload the workbook again.`,
  'no-header': ({ line, column = '', tab }: FilePosition) =>
    `No row${tab === undefined ? '' : ` of the tab “${tab}”`} has the template’s column names. The first row with text, line ${line}, says “${column}”. Please put the template’s column names above the list.`,
  'one-cell': ({ line, column = '' }: FilePosition) =>
    `Line ${line} has all column names in one cell: “${column}”. Please put a comma, a semicolon or a tab between the columns, and no quotation marks around whole rows, or save the list as an Excel workbook (.xlsx).`,
  'quote-in-cell': (place: FilePosition) =>
    `A quotation mark${atLine(place)} is in the middle of a cell, so the following cells cannot be read. Please write it twice ("") or remove it.`,
  'quote-open': (place: FilePosition) =>
    `A quotation mark opened${atLine(place)} or earlier is never closed. Please close or remove it.`,
  'row-too-long': (place: FilePosition) =>
    `The row${atLine(place)} is too long. Please look there for a quotation mark that is opened but not closed.`,
  'too-many-rows': () =>
    `The file has more than ${tableLimits.rows.toLocaleString('en-GB')} rows. Please split it and upload the parts one after the other.`,
  'too-many-columns': () =>
    `The file has more than ${tableLimits.columns} columns. Please keep the columns of the template and remove the others.`,
  'column-twice': ({ column = '' }: FilePosition) =>
    `The column “${column}” is in the file twice. Please remove one of them.`,
  'column-unreadable': ({ column = '' }: FilePosition) =>
    `The name of column ${column} cannot be read. Please write it as in the template.`,
} as const

export type TableRefusal = keyof typeof tableRefusals

export const tableFaults = {
  error: (value: string) => `The cell shows the error ${value}. Please correct its formula or enter the value.`,
  noResult:
    'The cell contains a formula without a result. Please open the workbook in Excel and save it, or enter the value.',
  noNumber: 'The cell contains a number that cannot be read. Please enter the value.',
  longNumber:
    'The number has more than 15 digits, and a workbook stores only the first 15. Please format the cell as text and type the number again.',
  shortened:
    'The cell shows a shortened number such as 9.9E+11, whose last digits may be lost. Please format the cell as text and write all digits.',
  emptyDate: 'The cell shows the day 00/01/1900, which means no date. Please empty the cell.',
  noDate: 'The cell has a date format but no valid date. Please write the date as yyyy-mm-dd.',
  tooLong: `The cell is longer than ${tableLimits.cellBytes} bytes.`,
  unwritable: 'The cell contains a character that cannot be stored. Please type the value again.',
  beyond:
    'The row has a value to the right of the last named column. Please remove it or name its column. If a cell contains a comma, put the cell in quotation marks.',
  unnamed: (column: number) =>
    `The row has a value in column ${column}, which has no name. Please remove the value or name its column.`,
  tooFew: (found: number, named: number) =>
    found === 1
      ? `The row has 1 cell, the header ${named}. Please fill in the row, or remove it if it is a note. Quotation marks must not surround a whole row.`
      : `The row has ${found} cells, the header ${named}. Please write empty cells too, or save the list as an Excel workbook (.xlsx).`,
  merged: (cells: string) => `The cells ${cells} are merged. Please unmerge them and enter the value in each of them.`,
} as const

export const tableNotes = {
  tab: (tab: string) => `The tab “${tab}” was read.`,
  otherTabs: (tabs: string) => `Other tabs were not read: ${tabs}.`,
  header: (line: number) => `Line ${line} was read as the header. The lines above it were left out.`,
  renamed: (columns: string) => `Column names were read as those of the template: ${columns}.`,
  hiddenRows: (lines: string) => `Hidden or filtered rows were read too: ${lines}.`,
  hiddenColumns: (columns: string) => `Hidden columns were read too: ${columns}.`,
  short: (lines: string) => `Cells that were missing at the end of a row were read as empty: ${lines}.`,
  repeatedHeader: (lines: string) => `Rows that repeat the header were left out: ${lines}.`,
  cleaned: (column: string, lines: string) =>
    `Invisible characters or unusual spaces in ${column} were left out: ${lines}.`,
} as const

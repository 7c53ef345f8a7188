import { TableRefused } from './table.ts'

export type TableFileType = '.csv' | '.xlsx'

/** Returns the file type from the name's extension. Throws TableRefused for any other than .csv and .xlsx. */
export function fileTypeOf(name: string): TableFileType {
  const ending = /\.[^.]*$/.exec(name.toLowerCase())?.[0]
  if (ending === '.csv' || ending === '.xlsx') return ending
  if (ending === '.xlsm' || ending === '.xltm' || ending === '.xlam') throw new TableRefused('macros')
  if (ending === '.xls') throw new TableRefused('old-workbook')
  throw new TableRefused('wrong-ending')
}

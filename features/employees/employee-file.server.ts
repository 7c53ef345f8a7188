import { buffer } from 'node:stream/consumers'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { IsoDate } from '../../contract/dates.ts'
import type { Download } from '../../contract/endpoint.ts'
import type { ClientId } from '../../contract/ids.ts'
import type { Tx } from '../../database/database.ts'
import { writeCsv } from '../../contract/csv.ts'
import { writeXlsx, xlsxMediaType, type XlsxSheet } from '../../platform/xlsx/write-xlsx.ts'
import type { Asked, ListedEmployee } from './employee-list.queries.ts'
import { everyEmployee } from './employee-list.queries.ts'
import { employeeFileMessages } from './employee-file.messages.ts'
import { employeeMessages as say } from './employees.messages.ts'

export type FileFormat = 'csv' | 'xlsx'
type Asking = { type: 'employeeTwoFA' | undefined; asked: Asked }

/** The list as a comma-separated file or a workbook, with how many people it holds. */
export async function employeesFile(
  tx: Tx,
  clientId: ClientId,
  { type, asked, format, today }: Asking & { format: FileFormat; today: IsoDate },
): Promise<{ file: Download; people: number }> {
  const report = type === 'employeeTwoFA' ? twoFactorReport : employeeReport
  let people = 0
  const rows = rowsOf(tx, clientId, { report, asked, onRead: (more) => (people += more) })
  const bytes = await (format === 'csv' ? csvOf(report, rows) : buffer(writeXlsx({ ...sheetOf(report), rows })))
  const mediaType = format === 'csv' ? 'text/csv; charset=utf-8' : xlsxMediaType
  return { file: { fileName: `${report.name}-${today}.${format}`, mediaType, bytes }, people }
}

async function* rowsOf(
  tx: Tx,
  clientId: ClientId,
  { report, asked, onRead }: { report: Report; asked: Asked; onRead: (employees: number) => void },
): AsyncGenerator<(string | null)[]> {
  for await (const employees of everyEmployee(tx, clientId, asked)) {
    onRead(employees.length)
    for (const employee of employees) yield report.cells(employee)
    // Whoever waits for a page meanwhile gets their turn.
    await nextTurn()
  }
}

/** So many rows are put into one text. */
const rowsAtOnce = 500

async function csvOf(report: Report, rows: AsyncIterable<(string | null)[]>): Promise<Uint8Array> {
  const parts = [Buffer.from(writeCsv([report.columns]))]
  let some: (string | null)[][] = []
  const put = () => {
    parts.push(Buffer.from(writeCsv(some, { byteOrderMark: false })))
    some = []
  }
  for await (const row of rows) {
    some.push(row)
    if (some.length === rowsAtOnce) put()
  }
  put()
  return Buffer.concat(parts)
}

function sheetOf({ name, columns }: Report): Pick<XlsxSheet, 'name' | 'columns'> {
  const kindOf = (heading: string) => (heading === say.lastLogin ? 'moment' : 'text')
  return { name, columns: columns.map((heading) => ({ heading, kind: kindOf(heading) })) }
}

type Report = { name: string; columns: readonly string[]; cells: (employee: ListedEmployee) => (string | null)[] }

const employeeReport: Report = {
  name: 'employees',
  columns: [...employeeFileMessages.fileColumns, say.registered, say.lastLogin],
  cells: (employee) => [...personCells(employee), yesNo(employee.registered), moment(employee.lastLogin)],
}

const twoFactorReport: Report = {
  name: 'employees-two-factor',
  columns: [...employeeFileMessages.fileColumns, say.twoFactor],
  cells: (employee) => [...personCells(employee), yesNo(employee.twoFactor)],
}

function personCells({ employeeNumber, firstName, surname, email }: ListedEmployee): (string | null)[] {
  return [employeeNumber, firstName, surname, email]
}

/** ISO 8601 in UTC, to the second. */
function moment(written: string | null): string | null {
  return written && `${new Date(written).toISOString().slice(0, 19)}Z`
}

function yesNo(is: boolean): string {
  return is ? say.yes : say.no
}

import type { IsoDate } from '../../contract/dates.ts'
import type { Download } from '../../contract/endpoint.ts'
import type { ClientId } from '../../contract/ids.ts'
import type { Tx } from '../../database/database.ts'
import { writeCsv, type CsvCell } from '../../platform/csv.ts'
import type { Asked, ListedEmployee } from './employee-list.queries.ts'
import { everyEmployee } from './employee-list.queries.ts'
import { employeeMessages as say } from './employees.messages.ts'

/** The list as a comma-separated file, with how many people it holds. */
export async function employeesFile(
  tx: Tx,
  clientId: ClientId,
  { type, asked, today }: { type: 'employeeTwoFA' | undefined; asked: Asked; today: IsoDate },
): Promise<{ file: Download; people: number }> {
  const report = type === 'employeeTwoFA' ? twoFactorReport : employeeReport
  const parts = [Buffer.from(writeCsv([report.columns]))]
  let people = 0
  for await (const rows of everyEmployee(tx, clientId, asked)) {
    people += rows.length
    parts.push(Buffer.from(writeCsv(rows.map(report.cells), { byteOrderMark: false })))
    // Whoever waits for a page meanwhile gets their turn.
    await new Promise(setImmediate)
  }
  const bytes = Buffer.concat(parts)
  return { file: { fileName: `${report.name}-${today}.csv`, mediaType: 'text/csv; charset=utf-8', bytes }, people }
}

type Report = { name: string; columns: readonly string[]; cells: (employee: ListedEmployee) => CsvCell[] }

const employeeReport: Report = {
  name: 'employees',
  columns: [...say.fileColumns, say.registered, say.lastLogin],
  cells: (employee) => [...personCells(employee), yesNo(employee.registered), moment(employee.lastLogin)],
}

const twoFactorReport: Report = {
  name: 'employees-two-factor',
  columns: [...say.fileColumns, say.twoFactor],
  cells: (employee) => [...personCells(employee), yesNo(employee.twoFactor)],
}

function personCells({ employeeNumber, firstName, surname, email }: ListedEmployee): CsvCell[] {
  return [employeeNumber, firstName, surname, email]
}

/** ISO 8601 in UTC, to the second. */
function moment(written: string | null): string | null {
  return written && `${new Date(written).toISOString().slice(0, 19)}Z`
}

function yesNo(is: boolean): string {
  return is ? say.yes : say.no
}

import { londonDate, type IsoDate } from '../../contract/dates.ts'
import type { ClientId } from '../../contract/ids.ts'
import type { Tx } from '../../database/database.ts'
import type { StreamedDownload } from '../../platform/handle.ts'
import { longDownload } from '../../platform/long-download.ts'
import type { ListRequest, ListedEmployee } from './employee-list.queries.ts'
import { everyEmployee } from './employee-list.queries.ts'
import { employeeFileMessages } from './employee-file.messages.ts'
import { employeeMessages as say } from './employees.messages.ts'

export type FileFormat = 'csv' | 'xlsx'
type FileRequest = { type: 'employeeTwoFA' | undefined; asked: ListRequest }

export async function employeesFile(
  tx: Tx,
  clientId: ClientId,
  { type, asked, format, today }: FileRequest & { format: FileFormat; today: IsoDate },
): Promise<{ file: StreamedDownload; people: number }> {
  const { name, columns, cells } = type === 'employeeTwoFA' ? twoFactorReport : employeeReport
  let people = 0
  async function* rows() {
    for await (const employees of everyEmployee(tx, clientId, asked)) {
      people += employees.length
      yield employees.map(cells)
    }
  }
  const kindOf = (heading: string) => (heading === say.lastLogin ? 'moment' : heading === say.lastDay ? 'date' : 'text')
  const file = await longDownload({
    fileName: `${name}-${today}`,
    name,
    columns: columns.map((heading) => ({ heading, kind: kindOf(heading) })),
    rows: rows(),
    format,
  })
  return { file, people }
}

type Report = { name: string; columns: readonly string[]; cells: (employee: ListedEmployee) => (string | null)[] }

const employeeReport: Report = {
  name: 'employees',
  columns: [...employeeFileMessages.fileColumns, say.registered, say.lastLogin, say.lastDay],
  cells: (employee) => [
    ...personCells(employee),
    yesNo(employee.registered),
    moment(employee.lastLogin),
    employee.lastDay,
  ],
}

const twoFactorReport: Report = {
  name: 'employees-two-factor',
  columns: [...employeeFileMessages.fileColumns, say.twoFactor],
  cells: (employee) => [...personCells(employee), yesNo(employee.twoFactor)],
}

function personCells({ employeeNumber, firstName, surname, email }: ListedEmployee): (string | null)[] {
  return [employeeNumber, firstName, surname, email]
}

const londonTime = new Intl.DateTimeFormat('en-GB', { timeZone: 'Europe/London', timeStyle: 'medium' })

/** Files show the time in London, although ISO 8601 uses the `Z` at the end for UTC. */
function moment(written: string | null): string | null {
  if (written === null) return null
  const at = new Date(written)
  return `${londonDate(at)}T${londonTime.format(at)}Z`
}

function yesNo(is: boolean): string {
  return is ? say.yes : say.no
}

import { storedEmail } from '../../contract/email.ts'
import type { IsoDate } from '../../contract/dates.ts'
import type { Pence } from '../../contract/money.ts'
import type { CsvFile, CsvRow } from '../../platform/csv.ts'
import { isDay, resolveDay } from '../../domain/definition/day.rules.ts'
import type { SchemeFault } from '../../services/scheme/scheme-faults.ts'

/** A line of `opening-selections.csv`: a benefit that a person of an example client has from the start. */
export type OpeningSelection = {
  line: number
  email: string
  benefit: string
  state: 'active' | 'pending' | 'opted-out' | 'ended'
  from: IsoDate
  values: Record<string, string>
  people: string[]
}

/** A line of `statements.csv`: deductions and contributions of one month. */
export type StatementEntry = {
  line: number
  email: string
  group: string
  year: number
  month: number
  employee: Pence
  employer: Pence
}

type Source = { file: string; csv: CsvFile | undefined }

export function readOpeningSelections(source: Source, today: IsoDate, faults: SchemeFault[]): OpeningSelection[] {
  return readRows(
    source,
    ['email', 'benefit', 'state', 'from', 'values', 'people'],
    faults,
    ({ line, cells }, fault) => {
      const { email = '', benefit = '', state = '', from = '', values = '', people = '' } = cells
      if (state !== 'active' && state !== 'pending' && state !== 'opted-out' && state !== 'ended')
        return fault(`state "${state}" must be active, pending, opted-out or ended`)
      if (!isDay(from)) return fault(`from "${from}" is not a day`)
      const pairs = parts(values).map((pair) => pair.split('='))
      if (pairs.some((pair) => pair.length !== 2))
        return fault(`values "${values}" must read option=value; option=value`)
      const chosen = Object.fromEntries(pairs.map(([option = '', value = '']) => [option.trim(), value.trim()]))
      return {
        line,
        email: storedEmail(email),
        benefit,
        state,
        from: resolveDay(from, today),
        values: chosen,
        people: parts(people),
      }
    },
  )
}

export function readStatements(source: Source, today: IsoDate, faults: SchemeFault[]): StatementEntry[] {
  const seen = new Map<string, number>()
  return readRows(source, ['email', 'group', 'month', 'employee', 'employer'], faults, ({ line, cells }, fault) => {
    const { email = '', group = '', month = '', employee = '', employer = '' } = cells
    if (!isDay(month)) return fault(`month "${month}" is not a day`)
    const [paid, paidIn] = [pence(employee), pence(employer)]
    if (paid === undefined) return fault(`employee "${employee}" is not an amount in pounds and pence`)
    if (paidIn === undefined) return fault(`employer "${employer}" is not an amount in pounds and pence`)
    const date = resolveDay(month, today)
    const key = `${email} ${group} ${date.slice(0, 7)}`
    const earlier = seen.get(key)
    if (earlier !== undefined) return fault(`The month is already in line ${earlier}`)
    seen.set(key, line)
    return {
      line,
      email: storedEmail(email),
      group,
      year: Number(date.slice(0, 4)),
      month: Number(date.slice(5, 7)),
      employee: paid,
      employer: paidIn,
    }
  })
}

function readRows<Row>(
  { file, csv }: Source,
  columns: string[],
  faults: SchemeFault[],
  read: (row: CsvRow, fault: (reason: string) => undefined) => Row | undefined,
): Row[] {
  if (csv === undefined) return []
  faults.push(...csv.faults.map(({ line, reason }) => ({ file, line, reason })))
  const missing = columns.filter((column) => !csv.columns.includes(column))
  const unknown = csv.columns.filter((column) => column !== '' && !columns.includes(column))
  faults.push(...missing.map((column) => ({ file, line: 1, reason: `The column ${column} is missing` })))
  faults.push(
    ...unknown.map((column) => ({
      file,
      line: 1,
      reason: `There is no column ${column}; the columns are ${columns.join(', ')}`,
    })),
  )
  if (missing.length > 0) return []
  return csv.rows.flatMap((row) => {
    const fault = (reason: string): undefined => void faults.push({ file, line: row.line, reason })
    return read(row, fault) ?? []
  })
}

function parts(text: string): string[] {
  return text
    .split(';')
    .map((part) => part.trim())
    .filter((part) => part !== '')
}

function pence(amount: string): Pence | undefined {
  const digits = /^(\d{1,10})(?:\.(\d{1,2}))?$/.exec(amount)
  return digits ? BigInt(`${digits[1]}${(digits[2] ?? '').padEnd(2, '0')}`) : undefined
}

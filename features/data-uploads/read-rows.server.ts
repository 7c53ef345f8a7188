import type { IsoDate } from '../../contract/dates.ts'
import type { ClientId } from '../../contract/ids.ts'
import type { Tx } from '../../database/database.ts'
import type { FactsByDay } from '../employees/employees.queries.ts'
import { employmentFactsOf } from '../employees/employment-facts.rules.ts'
import {
  columnOfFact,
  readRow,
  parseUploadDay,
  type FactName,
  type PersonRow,
  type ReadingContext,
  type RowFault,
} from '../../services/people/people-csv.rules.ts'
import { payrollCodesOn } from './matched-rows.queries.ts'
import type { Details } from './upload-people.queries.ts'
import type { StagedRow } from './staged-rows.queries.ts'

type RowReader = (row: StagedRow) => PersonRow | RowFault[]

export async function rowReader(
  tx: Tx,
  clientId: ClientId,
  { columns, today }: { columns: readonly string[]; today: IsoDate },
): Promise<RowReader> {
  const payrolls = await payrollCodesOn(tx, clientId, { date: today })
  const reading: ReadingContext = { today, payrolls, readDay: parseUploadDay }
  return ({ line, cells }) =>
    readRow({ line, cells: Object.fromEntries(columns.map((column, place) => [column, cells[place] ?? ''])) }, reading)
}

/** Facts without a column stay unchanged, except a salary that equals the basic salary and changes with it. */
export function factsInFile(
  row: PersonRow,
  { known, columns, today }: { known: boolean; columns: readonly string[]; today: IsoDate },
): FactsByDay {
  const byDay: FactsByDay = {}
  for (const { fact, value, effectiveFrom } of employmentFactsOf(row, { known, today }))
    if (!known || isInFile(fact, columns)) (byDay[effectiveFrom] ??= {})[fact] = value
  return byDay
}

const salariesLikeBasic: readonly FactName[] = ['benefit-salary', 'pensionable-salary']

function isInFile(fact: FactName, columns: readonly string[]): boolean {
  // The column `status` or the column `end_date` alone can report a leaver.
  if (fact === 'status') return columns.includes('status') || columns.includes('end_date')
  return columns.includes(columnOfFact(fact)) || salariesLikeBasic.includes(fact)
}

export function detailsOf(row: PersonRow): Details {
  const { title, firstName, surname, dateOfBirth, sex, nationalInsuranceNumber } = row
  return { title, firstName, surname, dateOfBirth, sex, nationalInsuranceNumber }
}

export function detailsInFile(row: PersonRow, columns: readonly string[]): Partial<Details> {
  return Object.fromEntries(
    Object.entries(detailsOf(row)).filter(([name]) => {
      // `detailColumns` has the same keys as `Details`.
      const column = detailColumns[name as keyof Details]
      return columns.includes(column)
    }),
  )
}

export const detailColumns = {
  title: 'title',
  firstName: 'first_name',
  surname: 'surname',
  dateOfBirth: 'date_of_birth',
  sex: 'sex',
  nationalInsuranceNumber: 'ni_number',
} as const satisfies Record<keyof Details, string>

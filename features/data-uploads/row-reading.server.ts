import type { IsoDate } from '../../contract/dates.ts'
import type { ClientId } from '../../contract/ids.ts'
import type { Tx } from '../../database/database.ts'
import type { PersonDetails } from '../profile/profile.queries.ts'
import { factsOf, type EmploymentFact } from '../employees/employment-facts.rules.ts'
import {
  columnOfFact,
  readRow,
  writtenDay,
  type FactName,
  type PersonRow,
  type Reading,
  type RowFault,
} from '../employees/people-csv.rules.ts'
import { payrollCodesOn } from './payroll-codes.queries.ts'
import type { StagedRow } from './staged-rows.queries.ts'

/** A row as a person, or everything that is wrong with it. */
export type RowReader = (row: StagedRow) => PersonRow | RowFault[]

/** Reads rows of an upload, by the payrolls there are: days are dates, and nothing is relative. */
export async function readerOfRows(
  tx: Tx,
  clientId: ClientId,
  { columns, today }: { columns: readonly string[]; today: IsoDate },
): Promise<RowReader> {
  const payrolls = await payrollCodesOn(tx, clientId, { date: today })
  const reading: Reading = { today, payrolls, readDay: writtenDay }
  return ({ line, cells }) =>
    readRow({ line, cells: Object.fromEntries(columns.map((column, place) => [column, cells[place] ?? ''])) }, reading)
}

/**
 * What a row says of somebody. A column that the file does not have says nothing of people who are known; of new people it
 * says what an empty cell does. Salaries that go by the basic one go on doing so.
 */
export function saidFacts(
  row: PersonRow,
  { known, columns, today }: { known: boolean; columns: readonly string[]; today: IsoDate },
): EmploymentFact[] {
  const facts = factsOf(row, { known, today })
  return known ? facts.filter(({ fact }) => isSaid(fact, columns)) : facts
}

const byBasicSalary: readonly FactName[] = ['benefit-salary', 'pensionable-salary']

function isSaid(fact: FactName, columns: readonly string[]): boolean {
  // Leaving is a day and a status, of which either says it.
  if (fact === 'status') return columns.includes('status') || columns.includes('end_date')
  return columns.includes(columnOfFact[fact]) || byBasicSalary.includes(fact)
}

type Details = Omit<PersonDetails, 'personId'>

/** A row's own details, with what is known where the file has no such column. */
export function saidDetails(
  { title, firstName, surname, dateOfBirth, sex, nationalInsuranceNumber }: PersonRow,
  { before, columns }: { before: Details | undefined; columns: readonly string[] },
): Details {
  const said = <Value>(column: string, value: Value, known: Value | undefined): Value =>
    known === undefined || columns.includes(column) ? value : known
  return {
    title: said('title', title, before?.title),
    firstName,
    surname,
    dateOfBirth,
    sex: said('sex', sex, before?.sex),
    nationalInsuranceNumber: said('ni_number', nationalInsuranceNumber, before?.nationalInsuranceNumber),
  }
}

/** Details by the columns of the template. */
export const detailColumns = {
  title: 'title',
  firstName: 'first_name',
  surname: 'surname',
  dateOfBirth: 'date_of_birth',
  sex: 'sex',
  nationalInsuranceNumber: 'ni_number',
} as const satisfies Record<keyof Details, string>

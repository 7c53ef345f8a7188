import type { IsoDate } from '../../contract/dates.ts'
import type { ClientId } from '../../contract/ids.ts'
import type { Tx } from '../../database/database.ts'
import {
  columnFaults,
  deathRecordedReason,
  numberTakenReason,
  repeatedReason,
  warnOfDeaths,
  type PersonRow,
  type RowFault,
} from '../employees/people-csv.rules.ts'
import { type UnfitLetter, unfitLetterOf, warnOfLetters } from '../employees/letter-warnings.rules.ts'
import { uploadLimits } from './limits.ts'
import { numbersOfOthers } from './employee-numbers.queries.ts'
import { deathsContradicted } from './recorded-deaths.queries.ts'
import type { RowReader } from './row-reading.server.ts'
import { repeatedValues, stagedRows, type StagedRow } from './staged-rows.queries.ts'

export type Checking = { loadId: string; columns: readonly string[]; today: IsoDate; read: RowReader }
/** `warnings`: sentences about unusual rows that may be right. */
type FoundFaults = { faults: RowFault[]; count: number; warnings: string[] }

/** Everything wrong with the rows of an upload, in the order of the file; all is counted, the first so many are named. */
export async function faultsOfRows(
  tx: Tx,
  clientId: ClientId,
  { loadId, columns, today, read }: Checking,
): Promise<FoundFaults> {
  const found = gathering()
  const letters: UnfitLetter[] = []
  for (const fault of columnFaults({ columns: [...columns] })) found.add(fault)
  for await (const rows of stagedRows(tx, clientId, { loadId })) {
    for (const row of rows) {
      const person = read(row)
      if (Array.isArray(person)) for (const fault of person) found.add(fault)
      else letters.push(...unfitLetterOf(person, today))
    }
    await breath()
  }
  const [email, number] = [columns.indexOf('email'), columns.indexOf('employee_number')]
  for (const [place, column, word] of [
    [email, 'email', 'email address'],
    [number, 'employee_number', 'employee number'],
  ] as const) {
    if (place < 0) continue
    const repeated = await repeatedValues(tx, clientId, { loadId, place, atMost: uploadLimits.faults })
    found.addAll(
      repeated.map(({ line, value, earlier }) => ({
        line,
        column,
        value,
        reason: repeatedReason({ word, value, earlier }),
      })),
      repeated[0]?.total,
    )
  }
  if (email >= 0 && number >= 0) {
    const taken = await numbersOfOthers(tx, clientId, {
      loadId,
      places: { number, email, effectiveFrom: columns.indexOf('effective_from') },
      atMost: uploadLimits.faults,
    })
    found.addAll(
      taken.map(({ line, value }) => ({ line, column: 'employee_number', value, reason: numberTakenReason(value) })),
      taken[0]?.total,
    )
  }
  const warnings = letters.length > 0 ? [warnOfLetters(letters)] : []
  const reason = columns.indexOf('leaving_reason')
  if (email >= 0 && reason >= 0) {
    const places = { email, reason, lastDay: columns.indexOf('end_date') }
    const alive: number[] = []
    for (const { line, isEmptied } of await deathsContradicted(tx, clientId, { loadId, places }))
      if (isEmptied) found.add({ line, column: 'leaving_reason', value: '', reason: deathRecordedReason })
      else alive.push(line)
    if (alive.length > 0) warnings.push(warnOfDeaths(alive))
  }
  return { ...found.all(), warnings }
}

/** Rows that were found right before, as people. */
export function personIn(row: StagedRow, read: RowReader): PersonRow {
  const person = read(row)
  if (Array.isArray(person)) throw new Error(`Line ${row.line} has faults now that it had not`)
  return person
}

function gathering() {
  const faults: RowFault[] = []
  let count = 0
  return {
    add: (fault: RowFault) => {
      count++
      if (faults.length < uploadLimits.faults) faults.push(fault)
    },
    addAll: (more: readonly RowFault[], total = more.length) => {
      count += total
      faults.push(...more)
    },
    all: (): Omit<FoundFaults, 'warnings'> => ({
      faults: faults.toSorted((a, b) => a.line - b.line).slice(0, uploadLimits.faults),
      count,
    }),
  }
}

/** Lets what else this process does go on between portions. */
export const breath = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

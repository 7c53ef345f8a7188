import type { IsoDate } from '../../contract/dates.ts'
import type { ClientId, PersonId } from '../../contract/ids.ts'
import type { Tx } from '../../database/database.ts'
import { type InvalidNiLetter, invalidNiLetters, warnOfNiLetters } from '../employees/ni-letter-warnings.rules.ts'
import {
  columnFaults,
  deathRecordedReason,
  numberTakenReason,
  duplicateReason,
  payrollIdTakenReason,
  warnOfDeaths,
  warnOfNiNumbers,
  type RowFault,
} from '../../services/people/people-csv.rules.ts'
import { countEmployed, employerUsers, possibleDuplicateJoiners } from './upload-concerns.queries.ts'
import { areManyLeaving, concernCollector, type ConcernGroup } from './upload-concerns.server.ts'
import { deathsContradictedByFile, matchPeople, type PersonWithNewAddress } from './matched-rows.queries.ts'
import { compareRows } from './compare-upload.server.ts'
import { employerEmailReason, emailOfOtherPersonReason, numberOfOtherPersonReason } from './data-uploads.messages.ts'
import { employeeNumbersInUse, type TakenNumber } from './employee-numbers.queries.ts'
import { duplicateNiNumbers, duplicatePayrollIds } from './duplicate-identifiers.queries.ts'
import { uploadLimits } from './upload-states.rules.ts'
import type { UploadCounts } from './uploads.queries.ts'
import type { ReportProgress } from './upload-status.server.ts'
import { rowReader } from './read-rows.server.ts'
import { repeatedValues, stagedRows } from './staged-rows.queries.ts'

type CheckInput = {
  uploadId: string
  uploadedBy: PersonId
  columns: readonly string[]
  today: IsoDate
  progress: ReportProgress
}
type CheckResult = {
  faults: RowFault[]
  count: number
  warnings: string[]
  concerns: ConcernGroup[]
  counts: UploadCounts
  affected: number[]
}

/** Reads each row once: finds faults and matches accounts. If the file has no faults, stores what the rows change. */
export async function checkRows(
  tx: Tx,
  clientId: ClientId,
  { uploadId, uploadedBy, columns, today, progress }: CheckInput,
): Promise<CheckResult> {
  const found = faultCollector()
  const letters: InvalidNiLetter[] = []
  const counts: UploadCounts = { new: 0, changed: 0, leaving: 0, unchanged: 0 }
  const affected: number[] = []
  const concerns = concernCollector()
  const moved: PersonWithNewAddress[] = []
  const employers = { all: await employerUsers(tx, clientId), self: uploadedBy }
  let rowsDone = 0
  const place = (column: string) => columns.indexOf(column)
  const read = await rowReader(tx, clientId, { columns, today })
  for (const fault of columnFaults({ columns: [...columns] })) found.add(fault)
  const repeatedIn = (column: string, within?: string) =>
    place(column) < 0
      ? Promise.resolve([])
      : repeatedValues(tx, clientId, {
          uploadId,
          place: place(column),
          atMost: uploadLimits.faults,
          ...(within !== undefined && place(within) >= 0 && { within: place(within) }),
        })
  const repeatedEmails = await repeatedIn('email')
  const repeatedNumbers = await repeatedIn('employee_number')
  const isComparable = repeatedEmails.length === 0 && repeatedNumbers.length === 0
  for await (const rows of stagedRows(tx, clientId, { uploadId })) {
    const people = rows.flatMap((row) => {
      const person = read(row)
      if (!Array.isArray(person)) return [person]
      for (const fault of person) found.add(fault)
      return []
    })
    const matches = await matchPeople(tx, clientId, { uploadId, columns, people })
    for (const { line, email, facts } of people) {
      const match = matches.get(line)
      if (match === undefined || match.formerEmail === null) continue
      moved.push({ line, personId: match.personId })
      if (employers.all.has(match.personId))
        found.add({
          line,
          column: 'email',
          value: email,
          reason: employerEmailReason(facts['employee-number'] ?? ''),
        })
    }
    letters.push(...people.flatMap((person) => invalidNiLetters(person, today)))
    // Compare rows with faults too, because the comparison finds more faults, such as lost leading zeros.
    if (isComparable) {
      const compared = await compareRows(tx, clientId, { uploadId, people, matches, columns, today, employers })
      for (const kind of compared.kinds) counts[kind]++
      for (const fault of compared.faults) found.add(fault)
      counts.unchanged += people.length - compared.kinds.length
      affected.push(...compared.affected)
      concerns.add(compared.concerns)
    }
    rowsDone += rows.length
    await progress(rowsDone)
    await yieldToOtherWork()
  }
  const repeatedLines = new Set(repeatedEmails.map(({ line }) => line))
  for (const [column, word, repeated] of [
    ['email', 'email address', repeatedEmails],
    ['employee_number', 'employee number', repeatedNumbers],
    ['ni_number', 'National Insurance number', await repeatedIn('ni_number')],
    ['payroll_id', 'payroll id', await repeatedIn('payroll_id', 'payroll')],
  ] as const) {
    // Two rows of one person have the same values, so report only email address and employee number.
    const isAlwaysReported = column === 'email' || column === 'employee_number'
    const others = isAlwaysReported ? repeated : repeated.filter(({ line }) => !repeatedLines.has(line))
    found.addAll(
      others.map(({ line, value, earlier }) => ({
        line,
        column,
        value,
        reason: duplicateReason({ word, value, earlier }),
      })),
      (repeated[0]?.total ?? 0) - repeated.length + others.length,
    )
  }
  const file = { uploadId, columns, today, moved }
  const isMatched = place('email') >= 0
  const taken = isMatched ? await employeeNumbersInUse(tx, clientId, { ...file, atMost: uploadLimits.faults }) : []
  found.addAll(taken.map(takenFault), taken[0]?.total)
  const paid = isMatched ? await duplicatePayrollIds(tx, clientId, { ...file, atMost: uploadLimits.faults }) : []
  found.addAll(
    paid.map(({ line, value }) => ({ line, column: 'payroll_id', value, reason: payrollIdTakenReason(value) })),
    paid[0]?.total,
  )
  const warnings = letters.length > 0 ? [warnOfNiLetters(letters)] : []
  const insured = isMatched && place('ni_number') >= 0 ? await duplicateNiNumbers(tx, clientId, file) : []
  if (insured.length > 0) warnings.push(warnOfNiNumbers(insured))
  if (place('leaving_reason') >= 0) {
    const alive: number[] = []
    for (const { line, isEmptied } of await deathsContradictedByFile(tx, clientId, file))
      if (isEmptied) found.add({ line, column: 'leaving_reason', value: '', reason: deathRecordedReason })
      else alive.push(line)
    if (alive.length > 0) warnings.push(warnOfDeaths(alive))
  }
  if (found.all().count === 0) {
    const alike = await possibleDuplicateJoiners(tx, clientId, { uploadId })
    if (alike.count > 0) concerns.count('same-person', alike.count, alike.people)
    const employed = await countEmployed(tx, clientId)
    if (areManyLeaving({ leaving: counts.leaving, employed })) concerns.count('many-leavers', counts.leaving)
  }
  return { ...found.all(), warnings, concerns: concerns.all(), counts, affected }
}

function takenFault({ line, value, email, hasAccount, isHolder }: TakenNumber): RowFault {
  if (hasAccount && isHolder)
    return { line, column: 'email', value: email, reason: emailOfOtherPersonReason(email, value) }
  const reason = hasAccount ? numberTakenReason(value) : numberOfOtherPersonReason(value)
  return { line, column: 'employee_number', value, reason }
}

function faultCollector() {
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
    all: (): Pick<CheckResult, 'faults' | 'count'> => ({
      faults: faults.toSorted((a, b) => a.line - b.line).slice(0, uploadLimits.faults),
      count,
    }),
  }
}

export const yieldToOtherWork = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

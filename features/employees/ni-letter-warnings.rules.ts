import type { IsoDate } from '../../contract/dates.ts'
import { letterFault } from '../../domain/tax/ni-letter.rules.ts'
import type { PersonRow } from '../../services/people/people-csv.rules.ts'

export type InvalidNiLetter = { line: number; reason: string }

export function invalidNiLetters(person: PersonRow, today: IsoDate): InvalidNiLetter[] {
  const letter = person.facts['ni-category']
  if (letter === null) return []
  const reason = letterFault(letter, { dateOfBirth: person.dateOfBirth, on: person.effectiveFrom ?? today })
  return reason === undefined ? [] : [{ line: person.line, reason }]
}

export function warnOfNiLetters(letters: readonly InvalidNiLetter[]): string {
  const named = letters.slice(0, 3).map(({ line, reason }) => `line ${line}: ${reason}`)
  const more = letters.length - named.length
  return `National Insurance letters that do not fit the age: ${named.join('; ')}${more > 0 ? `; and ${more} more` : ''}. Payroll would deduct the wrong contributions. Please check them.`
}

import type { IsoDate } from '../../contract/dates.ts'
import { ageOn } from '../pricing/age.ts'
import { reachesStatePensionAgeOn } from './state-pension-age.rules.ts'
import { takeHomeMessages as say } from './take-home.messages.ts'

/** National Insurance letters above State Pension age: C standard, K in an investment zone, S in a freeport. */
const overStatePensionAge: ReadonlySet<string> = new Set(['C', 'K', 'S'])
/** Age at which a letter ends: apprentices under 25, and under 21 with or without deferment. */
const underAge: Readonly<Record<string, number>> = { H: 25, M: 21, Z: 21 }

/** Returns why a National Insurance letter is wrong for an age (GOV.UK category letters; SSCBA 1992, ss 6, 9A, 9B). */
export function letterFault(
  letter: string,
  { dateOfBirth, on }: { dateOfBirth: IsoDate; on: IsoDate },
): string | undefined {
  const age = ageOn(dateOfBirth, on)
  if (age < 16) return letter === 'X' ? undefined : say.letterUnder16(letter, age)
  const isPensioner = reachesStatePensionAgeOn(dateOfBirth) <= on
  if (overStatePensionAge.has(letter)) return isPensioner ? undefined : say.letterOfPensioners(letter, age)
  // X remains possible: some employees of any age pay nothing.
  if (isPensioner) return letter === 'X' ? undefined : say.letterBeforePension(letter, age)
  const limit = underAge[letter]
  return limit !== undefined && age >= limit ? say.letterOfYounger(letter, { age, limit }) : undefined
}

import type { IsoDate } from '../../contract/dates.ts'
import type { Pence } from '../../contract/money.ts'
import { type DatedFact, dayFactOn, factOn } from './person-facts.rules.ts'
import { ageOn } from '../pricing/age.ts'
import { reachesStatePensionAgeOn } from './state-pension-age.rules.ts'
import { type StudentLoan, studentLoan } from '../selections/take-home.contract.ts'

export type PayFacts = {
  dateOfBirth: IsoDate
  /** Basic salary in pence a year; null if unknown. */
  salary: Pence | null
  /** Hours a week as decimal digits; null if unknown. */
  weeklyHours: string | null
  payPeriods: number
  taxCountry: 'rUK' | 'Scotland'
  /** National Insurance category letter; default: the letter for the person's age. */
  niCategory: string
  studentLoans: readonly StudentLoan[]
  apprenticeSince: IsoDate | null
  moneyPurchaseAllowanceSince: IsoDate | null
}

export function payFactsOn(
  { dateOfBirth, facts, payPeriods }: { dateOfBirth: IsoDate; facts: readonly DatedFact[]; payPeriods: number },
  date: IsoDate,
): PayFacts {
  const salary = factOn(facts, 'basic-salary', date)
  return {
    dateOfBirth,
    salary: salary === null ? null : BigInt(salary),
    weeklyHours: factOn(facts, 'hours-per-week', date),
    payPeriods,
    taxCountry: factOn(facts, 'tax-country', date) === 'Scotland' ? 'Scotland' : 'rUK',
    niCategory: factOn(facts, 'ni-category', date) ?? niLetterOf(dateOfBirth, date),
    studentLoans: (factOn(facts, 'student-loans', date) ?? '')
      .split(' ')
      .filter((plan) => studentLoan.options.some((one) => one === plan))
      .map((plan) => studentLoan.parse(plan)),
    apprenticeSince: dayFactOn(facts, 'apprentice-since', date),
    moneyPurchaseAllowanceSince: dayFactOn(facts, 'money-purchase-allowance-since', date),
  }
}

/** Returns the National Insurance category letter of an age (SSCBA 1992, ss 6, 9A). */
export function niLetterOf(dateOfBirth: IsoDate, on: IsoDate): 'X' | 'M' | 'A' | 'C' {
  const age = ageOn(dateOfBirth, on)
  if (age < 16) return 'X'
  if (age < 21) return 'M'
  return reachesStatePensionAgeOn(dateOfBirth) <= on ? 'C' : 'A'
}

const wageFacts: ReadonlySet<string> = new Set(['basic-salary', 'hours-per-week', 'apprentice-since'])

/** Returns the days after `after` and up to `upTo` on which pay, hours or an apprenticeship changes, earliest first. */
export function daysOfPayChanges(
  facts: readonly DatedFact[],
  { after, upTo }: { after: IsoDate; upTo: IsoDate },
): IsoDate[] {
  const later = facts.filter(
    ({ fact, effectiveFrom }) => wageFacts.has(fact) && effectiveFrom > after && effectiveFrom <= upTo,
  )
  return [...new Set(later.map(({ effectiveFrom }) => effectiveFrom))].toSorted()
}

import type { IsoDate } from '../../contract/dates.ts'
import type { Pence } from '../../contract/money.ts'
import { type DatedFact, factOn } from '../benefits/eligibility/person-facts.rules.ts'
import { ageOn } from '../benefits/pricing/age.ts'
import { reachesStatePensionAgeOn } from './state-pension-age.rules.ts'
import { type StudentLoan, studentLoan } from './take-home.contract.ts'

/** What a person's pay is taxed by, as it is known of them. */
export type PayFacts = {
  dateOfBirth: IsoDate
  /** Basic salary, pence a year; null while nobody has told it. */
  salary: Pence | null
  /** Hours a week, decimal digits; null while nobody has told them. */
  weeklyHours: string | null
  payPeriods: number
  taxCountry: 'rUK' | 'Scotland'
  /** National Insurance category letter; by default the letter for the person's age. */
  niCategory: string
  studentLoans: readonly StudentLoan[]
  /** The first day of their apprenticeship; null for whoever is none. */
  apprenticeSince: IsoDate | null
  /** The day on which the money purchase annual allowance began to apply; null for people who have the usual one. */
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
    // Facts about dates are written as dates.
    apprenticeSince: factOn(facts, 'apprentice-since', date) as IsoDate | null,
    moneyPurchaseAllowanceSince: factOn(facts, 'money-purchase-allowance-since', date) as IsoDate | null,
  }
}

/** The National Insurance letter for an age (SSCBA 1992, ss 6, 9A): none under 16, pensioners, under-21s. */
export function niLetterOf(dateOfBirth: IsoDate, on: IsoDate): 'X' | 'M' | 'A' | 'C' {
  const age = ageOn(dateOfBirth, on)
  if (age < 16) return 'X'
  if (age < 21) return 'M'
  return reachesStatePensionAgeOn(dateOfBirth) <= on ? 'C' : 'A'
}

const wageFacts: ReadonlySet<string> = new Set(['basic-salary', 'hours-per-week', 'apprentice-since'])

/** The days after one, up to a last, from which other pay, hours or an apprenticeship is known to count, earliest first. */
export function daysOfOtherPay(
  facts: readonly DatedFact[],
  { after, upTo }: { after: IsoDate; upTo: IsoDate },
): IsoDate[] {
  const later = facts.filter(
    ({ fact, effectiveFrom }) => wageFacts.has(fact) && effectiveFrom > after && effectiveFrom <= upTo,
  )
  return [...new Set(later.map(({ effectiveFrom }) => effectiveFrom))].toSorted()
}

import type { IsoDate } from '../../contract/dates.ts'
import { penceFromPounds } from '../../contract/money.ts'
import type { DatedFact } from './person-facts.rules.ts'
import type { ChangedFacts } from './what-if.contract.ts'

/** The facts of a person with others in their place, whatever day is asked about. */
export function factsSupposing(known: readonly DatedFact[], changed: ChangedFacts): DatedFact[] {
  const supposed = suppositions(changed)
  const names = new Set(supposed.map(({ fact }) => fact))
  return [...known.filter(({ fact }) => !names.has(fact)), ...supposed]
}

function suppositions(changed: ChangedFacts): DatedFact[] {
  const { salary, benefitSalary, pensionableSalary, weeklyHours, taxCountry, niCategory, studentLoans } = changed
  const amount = (pounds: number | undefined) => (pounds === undefined ? undefined : String(penceFromPounds(pounds)))
  return [
    ...supposing('basic-salary', amount(salary)),
    ...supposing('benefit-salary', amount(benefitSalary ?? salary)),
    ...supposing('pensionable-salary', amount(pensionableSalary ?? salary)),
    ...supposing('hours-per-week', weeklyHours?.toString()),
    ...supposing('tax-country', taxCountry),
    ...supposing('ni-category', niCategory),
    ...supposing('student-loans', studentLoans?.join(' ')),
  ]
}

function supposing(fact: string, value: string | undefined): DatedFact[] {
  // From before anything that is known, and after all of it has been left out.
  return value === undefined ? [] : [{ fact, value, effectiveFrom: '1900-01-01' as IsoDate }]
}

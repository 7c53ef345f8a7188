import { addDays, type IsoDate } from '../../contract/dates.ts'
import { penceFromPounds } from '../../contract/money.ts'
import type { DatedFact } from '../../domain/tax/person-facts.rules.ts'
import { ageOn, sameDayInYear } from '../../domain/pricing/age.ts'
import type { ChangedFacts } from '../../domain/tax/what-if.contract.ts'

export function hypotheticalFacts(known: readonly DatedFact[], changed: ChangedFacts): DatedFact[] {
  const assumed = assumedFacts(changed)
  const names = new Set(assumed.map(({ fact }) => fact))
  return [...known.filter(({ fact }) => !names.has(fact)), ...assumed]
}

export function dateOfBirthAtAge(dateOfBirth: IsoDate, { age, today }: { age: number; today: IsoDate }): IsoDate {
  const born = sameDayInYear(dateOfBirth, Number(dateOfBirth.slice(0, 4)) + ageOn(dateOfBirth, today) - age)
  // On 29 February, a person born on 1 March is still a year younger.
  return ageOn(born, today) === age ? born : addDays(born, -1)
}

function assumedFacts(changed: ChangedFacts): DatedFact[] {
  const { salary, benefitSalary, pensionableSalary, weeklyHours, taxCountry, niCategory, studentLoans } = changed
  const amount = (pounds: number | undefined) => (pounds === undefined ? undefined : String(penceFromPounds(pounds)))
  return [
    ...assumedFact('basic-salary', amount(salary)),
    ...assumedFact('benefit-salary', amount(benefitSalary ?? salary)),
    ...assumedFact('pensionable-salary', amount(pensionableSalary ?? salary)),
    ...assumedFact('hours-per-week', weeklyHours?.toString()),
    ...assumedFact('tax-country', taxCountry),
    ...assumedFact('ni-category', niCategory),
    ...assumedFact('student-loans', studentLoans?.join(' ')),
  ]
}

function assumedFact(fact: string, value: string | undefined): DatedFact[] {
  // The fact is dated before all known facts. Known facts of the same name are removed.
  return value === undefined ? [] : [{ fact, value, effectiveFrom: '1900-01-01' as IsoDate }]
}

import type { IsoDate } from '../../contract/dates.ts'
import type { BenefitDefinition } from '../../domain/definition/definition.ts'
import { ageLimitDays, uncoveredFrom } from '../../domain/selections/people-covered.rules.ts'
import { firstDayOverMaximumAge } from '../../domain/eligibility/eligibility-loss.rules.ts'
import {
  type DatedFact,
  dayFactOn,
  type KnownFamily,
  pricingFamilyMember,
} from '../../domain/tax/person-facts.rules.ts'
import { sameDayInYear } from '../../domain/pricing/age.ts'

type Person = { dateOfBirth: IsoDate; facts: readonly DatedFact[]; family: readonly KnownFamily[] }

export function priceChangeDates(
  definition: BenefitDefinition,
  person: Person,
  { from, to }: { from: IsoDate; to: IsoDate },
): IsoDate[] {
  const { price, options } = definition
  const lastAge = firstDayOverMaximumAge(definition, person.dateOfBirth)
  const days = price.flatMap(({ price: method }) => {
    if (method.method !== 'age-banded') return []
    if (method.ageOn === 'birthday') return method.life === 'employee' ? [person.dateOfBirth] : partnersOf(person)
    return method.ageOn === 'anniversary' ? [startOf(person, to)] : []
  })
  const years = Array.from(
    { length: Number(to.slice(0, 4)) - Number(from.slice(0, 4)) + 1 },
    (_, index) => Number(from.slice(0, 4)) + index,
  )
  const yearly = days.flatMap((day) => (day === null ? [] : years.map((year) => sameDayInYear(day, year))))
  const dated = [...yearly, ...grownOut(options, person), ...(lastAge ? [lastAge] : [])]
  // Ends of family cover are known in advance, so `to` does not limit them.
  const ends = person.family.flatMap((member) => uncoveredFrom(definition, pricingFamilyMember(member)) ?? [])
  return [...dated.filter((one) => from <= one && one <= to), ...ends.filter((one) => from <= one)]
}

function grownOut(options: BenefitDefinition['options'], { family }: Person): IsoDate[] {
  return options.flatMap((option) =>
    option.kind === 'people' ? family.flatMap((member) => ageLimitDays(option, pricingFamilyMember(member))) : [],
  )
}

function startOf({ facts }: Person, day: IsoDate): IsoDate | null {
  return dayFactOn(facts, 'start-date', day)
}

function partnersOf({ family }: Person): IsoDate[] {
  return family.filter(({ relationship }) => relationship === 'partner').map(({ dateOfBirth }) => dateOfBirth)
}

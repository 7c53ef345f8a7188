import { age, type Day } from './days.ts'
import { exact, isBelow, isWhole, lower, minus, over, times, type Exact, written } from './exact.ts'
import type { Benefit, Choice, Option, Person, Relative } from './scheme-folder.ts'
import { told } from './sentences.ts'
import type { Relevant } from './relevant.ts'

/** The first error in a choice that takes effect on a day, in the order of the benefit's options. */
export function faultOf(
  benefit: Benefit,
  { choice, person, on, heldAtStart, relevant }: Whose & { choice: Choice; on: Day },
): string | undefined {
  const asked = benefit.options.filter(({ onlyWhen }) => !onlyWhen || choice.values[onlyWhen.option] === onlyWhen.is)
  for (const option of asked) {
    const fault =
      option.kind === 'people'
        ? peopleFault(option, { covered: coveredBy(person, choice), on })
        : option.kind === 'range'
          ? numberFault(option, { value: choice.values[option.code] ?? '', person, heldAtStart, relevant })
          : undefined
    if (fault !== undefined) return fault
  }
  return holidayFault(benefit, choice, person)
}

export function coveredBy(person: Person, choice: Choice): Relative[] {
  return person.family.filter(({ name }) => choice.people.includes(name))
}

/** The tier of cover: single, couple, single parent or family. */
export function tierOf(covered: readonly Relative[]): string {
  const [partner, children] = (['partner', 'dependant'] as const).map((one) =>
    covered.some(({ relation }) => relation === one),
  )
  if (partner && children) return 'family'
  return partner ? 'couple' : children ? 'single-parent' : 'single'
}

function peopleFault(
  { tiers, dependantsUnder = 200, inEducationUnder = 0, disabledDependantsStay = false }: Option,
  { covered, on }: { covered: Relative[]; on: Day },
): string | undefined {
  const grown = ({ relation, born, studiesTo }: Relative) => {
    const studies = studiesTo !== undefined && on <= studiesTo
    return (
      relation === 'dependant' &&
      age(born, on) >= (studies ? Math.max(dependantsUnder, inEducationUnder) : dependantsUnder)
    )
  }
  if (covered.some(grown)) return told.grown(dependantsUnder, inEducationUnder, disabledDependantsStay)
  const tier = tierOf(covered)
  if (tiers.includes(tier)) return undefined
  return tier === 'couple' ? told.noPartner : told.noChildren
}

type Whose = {
  person: Person
  heldAtStart: Choice | undefined
  /** The person's relevant earnings, if a limit depends on them. */
  relevant?: Relevant | undefined
}

function numberFault(option: Option, { value, ...whose }: Whose & { value: string }): string | undefined {
  const { unit, min, max, step } = option
  const number = exact(value)
  const reach = reachOf(option, whose)
  if (reach && isBelow(reach, number) && !isBelow(exact(max), number)) return told.rise(written(reach))
  const highest = highestFor(option, whose)
  if (isBelow(number, exact(min)) || isBelow(highest, number)) {
    const limit = told.between(String(min), written(highest))
    return option.maxByTaxBand && whose.relevant ? told.because(limit, whose.relevant.why) : limit
  }
  if (unit === 'pounds' && !isWhole(times(number, exact(100)))) return told.steps('0.01', String(min))
  if (isWhole(over(minus(number, exact(min)), exact(step)))) return undefined
  return unit === 'days' && step === 1 ? told.wholeDays : told.steps(String(step), String(min))
}

/** The largest value a person may choose: limited by the benefit, the tax band and a step above the year's first value. */
export function highestFor(option: Option, whose: Whose): Exact {
  const { max, maxByTaxBand } = option
  const band = maxByTaxBand && whose.relevant ? (maxByTaxBand[whose.relevant.band] ?? max) : max
  const reach = reachOf(option, whose)
  return [exact(max), exact(band), ...(reach ? [reach] : [])].reduce(lower)
}

function reachOf(option: Option, { heldAtStart }: Whose): Exact | undefined {
  const { min, maxRise } = option
  const before = heldAtStart?.values[option.code] ?? option.default ?? min
  return maxRise === undefined ? undefined : exact(Number(before) + maxRise)
}

/** Selling holiday must leave the statutory days. Both entitlements are pro rata to full time (domain 3). */
function holidayFault({ price }: Benefit, choice: Choice, { fte }: Person): string | undefined {
  const days = price.map((component) => component.price).find(({ method }) => method === 'days')
  if (!days || choice.values[days.trade] !== 'sell') return undefined
  const statutory = times(exact(days.statutoryDays), fte)
  const left = minus(times(exact(days.entitlementDays), fte), exact(choice.values[days.sellDays] ?? '0'))
  return isBelow(left, statutory) ? told.holidayKept(written(statutory)) : undefined
}

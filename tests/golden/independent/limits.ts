import { age, type Day } from './days.ts'
import { fraction, isBelow, isWhole, smaller, minus, divide, times, type Fraction, decimalText } from './fractions.ts'
import type { Benefit, Choice, Option, Person, Relative } from './scheme-folder.ts'
import { sentences } from './sentences.ts'

export type Relevant = { band: 'basic' | 'higher' | 'additional'; why: string }

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
  if (covered.some(grown)) return sentences.grown(dependantsUnder, inEducationUnder, disabledDependantsStay)
  const tier = tierOf(covered)
  if (tiers.includes(tier)) return undefined
  return tier === 'couple' ? sentences.noPartner : sentences.noChildren
}

type Whose = {
  person: Person
  heldAtStart: Choice | undefined
  relevant?: Relevant | undefined
}

function numberFault(option: Option, { value, ...whose }: Whose & { value: string }): string | undefined {
  const { unit, min, max, step } = option
  const number = fraction(value)
  const reach = reachOf(option, whose)
  if (reach && isBelow(reach, number) && !isBelow(fraction(max), number)) return sentences.rise(decimalText(reach))
  const highest = highestFor(option, whose)
  if (isBelow(number, fraction(min)) || isBelow(highest, number)) {
    const limit = sentences.between(String(min), decimalText(highest))
    return option.maxByTaxBand && whose.relevant ? sentences.because(limit, whose.relevant.why) : limit
  }
  if (unit === 'pounds' && !isWhole(times(number, fraction(100)))) return sentences.steps('0.01', String(min))
  if (isWhole(divide(minus(number, fraction(min)), fraction(step)))) return undefined
  return unit === 'days' && step === 1 ? sentences.wholeDays : sentences.steps(String(step), String(min))
}

/** Returns the largest allowed value. It is at most one step above the first value of the year. */
export function highestFor(option: Option, whose: Whose): Fraction {
  const { max, maxByTaxBand } = option
  const band = maxByTaxBand && whose.relevant ? (maxByTaxBand[whose.relevant.band] ?? max) : max
  const reach = reachOf(option, whose)
  return [fraction(max), fraction(band), ...(reach ? [reach] : [])].reduce(smaller)
}

function reachOf(option: Option, { heldAtStart }: Whose): Fraction | undefined {
  const { min, maxRise } = option
  const before = heldAtStart?.values[option.code] ?? option.default ?? min
  return maxRise === undefined ? undefined : fraction(Number(before) + maxRise)
}

/** Refuses a sale that leaves less than the statutory holiday. Both are pro rata to full time. */
function holidayFault({ price }: Benefit, choice: Choice, { fte }: Person): string | undefined {
  const days = price.map((component) => component.price).find(({ method }) => method === 'days')
  if (!days || choice.values[days.trade] !== 'sell') return undefined
  const statutory = times(fraction(days.statutoryDays), fte)
  const left = minus(times(fraction(days.entitlementDays), fte), fraction(choice.values[days.sellDays] ?? '0'))
  return isBelow(left, statutory) ? sentences.holidayKept(decimalText(statutory)) : undefined
}

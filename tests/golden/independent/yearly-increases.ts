import { calendar, type Day, dayOf, lengthOfMonth } from './days.ts'
import { fraction, isBelow, smaller, minus, divide, plus, times, roundedDown, decimalText } from './fractions.ts'
import { highestFor } from './limits.ts'
import type { Benefit, Choice, Folder, Option, Person } from './scheme-folder.ts'

type YearlyIncrease = NonNullable<Option['rise']>

/** Returns the next increase: after today and the choice's first day, within the year, up to the limit. */
export function nextIncreaseOf(
  { year, today }: Folder,
  {
    benefit,
    choice,
    person,
    from,
    heldAtStart,
  }: { benefit: Benefit; choice: Choice; person: Person; from: Day; heldAtStart: Choice | undefined },
): { on: Day; choice: Choice } | undefined {
  const days = benefit.options
    .flatMap((option) => {
      const { rise } = option
      return rise ? daysOf(rise, [year.from, year.to]).map((on) => ({ on, option, rise })) : []
    })
    .filter(({ on }) => on > Math.max(from, today, year.from) && on <= year.to)
    .toSorted((a, b) => a.on - b.on)
  for (const { on } of days) {
    const values = { ...choice.values }
    for (const { option, rise } of days.filter((one) => one.on === on)) {
      const higher = stepUp(option, {
        rise,
        value: choice.values[option.code],
        person,
        heldAtStart,
        values: choice.values,
      })
      if (higher !== undefined) values[option.code] = higher
    }
    if (benefit.options.some(({ code }) => values[code] !== choice.values[code]))
      return { on, choice: { ...choice, values } }
  }
  return undefined
}

function stepUp(
  option: Option,
  {
    rise: { by, upTo = option.max, onlyWhen },
    value,
    values,
    person,
    heldAtStart,
  }: {
    rise: YearlyIncrease
    value: string | undefined
    values: Choice['values']
    person: Person
    heldAtStart: Choice | undefined
  },
): string | undefined {
  if (value === undefined || (onlyWhen && values[onlyWhen.option] !== onlyWhen.is)) return undefined
  const limit = smaller(highestFor(option, { person, heldAtStart }), fraction(upTo))
  const wanted = smaller(plus(fraction(value), fraction(by)), limit)
  if (!isBelow(fraction(value), wanted)) return undefined
  const steps = roundedDown(divide(minus(wanted, fraction(option.min)), fraction(option.step)))
  const found = plus(fraction(option.min), times(steps, fraction(option.step)))
  return isBelow(fraction(value), found) ? decimalText(found) : undefined
}

/** Returns the increase dates in the years of the given days. 29 February becomes 1 March in other years. */
function daysOf({ on }: YearlyIncrease, around: readonly Day[]): Day[] {
  const [month = 1, date = 1] = on.split('-').map(Number)
  const years = new Set(around.map((day) => calendar(day).year))
  return [...years].map((year) =>
    date > lengthOfMonth(year, month) ? dayOf(year, month + 1, 1) : dayOf(year, month, date),
  )
}

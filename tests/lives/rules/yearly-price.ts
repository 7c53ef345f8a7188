import { splitPence } from '../../golden/independent/fractions.ts'
import type { Cover } from '../cover.ts'
import type { Period } from '../observations.ts'
import { priceOn } from './charge.ts'
import type { SchemeYear } from '../scheme.ts'
import {
  finding,
  inPortalSince,
  endByAge,
  type Finding,
  type SelectionWithHistory,
  pounds,
  type Rule,
  type ObservedLife,
} from './rule.ts'

/** Includes years with 53 weekly, 27 fortnightly or 14 four-weekly periods. */
export const yearAddsUp: Rule = (seen) =>
  seen.years
    .filter(({ from, appliedOn }) => from <= seen.today && appliedOn <= seen.today)
    .flatMap((year) =>
      seen.held.flatMap((held): Finding[] => {
        const cover = wholeYear(seen, held, year)
        const periods = [...seen.periods.values()].filter(
          ({ payroll, startsOn }) => payroll === payrollOf(seen, year) && year.from <= startsOn && startsOn <= year.to,
        )
        const price = cover && priceOfYear(seen, held, cover, periods)
        if (!price) return []
        const ids = new Set(periods.map(({ id }) => id))
        const taken = held.lines
          .filter(({ period, original }) => ids.has(original ?? period))
          .reduce((sum, { employee }) => sum + employee, 0n)
        // The portal deducts no shares that were due before the client joined it.
        const before = BigInt(periods.filter(({ cutOffOn }) => cutOffOn < inPortalSince(seen, held)).length)
        const shares = splitPence(price, periods.length).toSorted((a, b) => (a < b ? -1 : 1))
        const [least = 0n, most = 0n] = [shares[0], shares.at(-1)]
        const [fewest, all] = [price - before * most, price - before * least]
        return fewest <= taken && taken <= all
          ? []
          : [
              finding(
                held,
                year.to,
                `${pounds(all)} in ${periods.length - Number(before)} pay days of the scheme year`,
                pounds(taken),
              ),
            ]
      }),
    )

function wholeYear(
  seen: ObservedLife,
  held: SelectionWithHistory,
  { from: begins, to }: SchemeYear,
): Cover | undefined {
  const byAge = endByAge(seen, held, begins)
  if (byAge !== undefined && byAge <= to) return undefined
  return held.cover.find(({ from, until }) => from <= begins && (until === undefined || until > to))
}

function payrollOf({ life }: ObservedLife, { from, to }: SchemeYear): string | undefined {
  const codes = new Set(life.facts.filter(({ column }) => column === 'payroll').map(({ value }) => value))
  const [employment, ...others] = life.employments
  const works = employment && employment.first <= from && (employment.last ?? '9999') > to && others.length === 0
  return works && codes.size === 1 ? [...codes][0] : undefined
}

/** Returns the employee's yearly price, if it is the same in each period and shared by the pay days in the year. */
function priceOfYear(
  seen: ObservedLife,
  held: SelectionWithHistory,
  cover: Cover,
  periods: readonly Period[],
): bigint | undefined {
  const prices = periods.map(({ startsOn }) => priceOn(seen, { held, cover, on: startsOn, starts: startsOn }))
  const wholes = prices.map((price) => {
    if (!price || 'refused' in price) return undefined
    const own = price.parts.filter(({ side }) => side === 'employee')
    return own.every(({ over, shares }) => over === 'the year' && shares === periods.length)
      ? own.reduce((sum, { whole }) => sum + whole, 0n)
      : undefined
  })
  return wholes.every((whole) => whole !== undefined && whole === wholes[0]) ? wholes[0] : undefined
}

import { day } from '../../golden/independent/days.ts'
import { exact, parts } from '../../golden/independent/exact.ts'
import { priceOf, type Price } from '../../golden/independent/price.ts'
import type { Benefit, Person } from '../../golden/independent/scheme-folder.ts'
import { type Cover, coverOn } from '../cover.ts'
import { cellOn, employmentOn, type Life } from '../life.ts'
import type { Period } from '../observe.ts'
import { type Found, type Held, pounds, type Rule, type Seen, yearOn } from './rule.ts'

/**
 * What each period pays, its own lines and what came later for it, is the share of the year's price of whatever covers its
 * first day, by the facts, rates and age of that day. Orders and holiday are `order-adds-up`'s.
 */
export const charge: Rule = (seen) =>
  seen.held.flatMap((held) => {
    const months = periodsOf(seen).filter(({ startsOn }) => startsOn <= lastDayPlanned(seen))
    return months.flatMap((period) => {
      const expected = expectedIn(seen, held, period)
      return expected === undefined ? [] : differences(held, period, expected)
    })
  })

type Expected = Map<string, { least: bigint; most: bigint }>

/** The periods of the payrolls that pay somebody: of each those that begin while it is theirs. */
function periodsOf({ life, periods }: Seen): Period[] {
  return [...periods.values()].filter(({ payroll, startsOn }) => cellOn(life, 'payroll', startsOn) === payroll)
}

function lastDayPlanned({ years }: Seen): string {
  return years.at(-1)?.to ?? ''
}

/** By pay code and payer: one share of the year, in pence; the pennies that do not divide are in one share or another. */
function expectedIn(seen: Seen, held: Held, { startsOn, payroll }: Period): Expected | undefined {
  const cover = coverOn(held.cover, startsOn)
  if (!cover) return new Map()
  const price = priceOn(seen, { held, cover, on: startsOn })
  if (!price || 'refused' in price) return undefined
  const count = payDaysAYear(seen, payroll, startsOn)
  return new Map(
    price.parts
      .filter(({ over }) => over === 'the year')
      .map(({ side, payCode, whole }) => {
        const shares = parts(whole, count).toSorted((a, b) => (a < b ? -1 : 1))
        return [`${payCode} ${side}`, { least: shares[0] ?? 0n, most: shares.at(-1) ?? 0n }]
      }),
  )
}

/** The price of what covers a day; nothing where the second implementation does not price it. */
export function priceOn(
  seen: Seen,
  { held, cover, on }: { held: Held; cover: Cover; on: string },
): Price | { refused: string } | undefined {
  const { read } = yearOn(seen, on)
  const benefit = read.benefits.find(({ code }) => code === held.benefit)
  if (!benefit || read.pots.some(({ benefits }) => benefits.includes(held.benefit))) return undefined
  // What is ordered, bought or quoted keeps the price of the day from which it counts.
  const priced = keepsItsPrice(benefit) ? cover.chosenFrom : on
  // Holiday keeps the salary that was known as it was agreed.
  const person = personOn(seen.life, priced, keepsItsPrice(benefit) ? cover.version.recordedOn : undefined)
  return priceOf({
    folder: yearOn(seen, priced).read,
    benefit,
    person,
    choice: { values: cover.version.values, people: cover.version.people },
    on: day(priced),
    payDaysAYear: payDaysAYear(seen, person.payroll, on),
    reads: () => undefined,
  })
}

export function keepsItsPrice({ price }: Benefit): boolean {
  return price.some(({ price: { method } }) => method === 'quoted' || method === 'days' || method === 'order')
}

export function payDaysAYear(seen: Seen, payroll: string, on: string): number {
  const own = yearOn(seen, on).payrolls.find(({ code }) => code === payroll)
  return { monthly: 12, 'four-weekly': 13, fortnightly: 26, weekly: 52 }[own?.frequency ?? 'monthly']
}

export function personOn(life: Life, on: string, toldBy?: string): Person {
  const cell = (column: string) => cellOn(life, column, on, toldBy)
  const salary = exact(cell('basic_salary') || '0')
  return {
    number: life.number,
    email: life.email,
    born: day(life.born),
    left: false,
    joined: day(employmentOn(life, on)?.first ?? on),
    probationEnds: cell('probation_end') ? day(cell('probation_end')) : undefined,
    salaries: { basic: salary, benefit: salary, pensionable: salary },
    fte: exact(cell('full_time_equivalent') || '1'),
    hours: cell('hours_per_week'),
    payroll: cell('payroll'),
    apprentice: undefined,
    family: life.family.map(({ id, relation, born }) => ({
      name: id,
      relation,
      born: day(born),
      studiesTo: undefined,
    })),
  }
}

function differences(held: Held, period: Period, expected: Expected): Found[] {
  const got = new Map<string, bigint>()
  const fixed = new Set(held.versions.flatMap(({ fixedTotal }) => (fixedTotal ? [true] : [])))
  if (fixed.size > 0) return []
  for (const line of held.lines) {
    if ((line.original ?? line.period) !== period.id) continue
    for (const side of ['employee', 'employer'] as const) {
      const key = `${line.payCode} ${side}`
      if (line[side] !== 0n) got.set(key, (got.get(key) ?? 0n) + line[side])
    }
  }
  return [...new Set([...got.keys(), ...expected.keys()])].flatMap((key) => {
    const [paid, { least, most }] = [got.get(key) ?? 0n, expected.get(key) ?? { least: 0n, most: 0n }]
    if (least <= paid && paid <= most) return []
    return [
      {
        day: period.startsOn,
        benefit: held.benefit,
        expected: `${key} ${pounds(least)}${most === least ? '' : ` to ${pounds(most)}`} in ${period.payroll} ${period.startsOn}`,
        got: pounds(paid),
      },
    ]
  })
}

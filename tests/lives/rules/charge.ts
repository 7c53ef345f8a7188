import { addDays, type IsoDate } from '../../../contract/dates.ts'
import { day } from '../../golden/independent/days.ts'
import { fraction, splitPence } from '../../golden/independent/fractions.ts'
import { type PartPeriod, partOf } from '../../golden/independent/part-period.ts'
import { periodsThatBegin } from '../../golden/independent/pay.ts'
import { priceOf, type Price } from '../../golden/independent/price.ts'
import type { Benefit, Person } from '../../golden/independent/scheme-folder.ts'
import type { Cover } from '../cover.ts'
import { cellOn, employmentOn, type Life } from '../life.ts'
import type { Period } from '../observations.ts'
import {
  inPortalSince,
  endByAge,
  type Finding,
  type SelectionWithHistory,
  pounds,
  type Rule,
  type ObservedLife,
  yearOn,
} from './rule.ts'

/** Checks each period's share of the yearly price, by its first day's facts. `order-adds-up` checks orders. */
export const charge: Rule = (seen) =>
  seen.held
    .filter(({ versions }) => versions.every(({ fixedTotal }) => !fixedTotal))
    .flatMap((held) => {
      const periods = periodsOf(seen).filter(
        (period) => isPlanned(seen, period) && period.cutOffOn >= inPortalSince(seen, held),
      )
      const compared = periods.flatMap((period) => {
        const expected = expectedIn(seen, held, period)
        return expected ? [{ period, expected, paid: paidIn(held, period) }] : []
      })
      return held.owed === undefined
        ? compared.flatMap(({ period, ...amounts }) =>
            differences(held, amounts, { day: period.startsOn, what: `${period.payroll} ${period.startsOn}` }),
          )
        : differences(held, inAll(held, compared), { day: seen.today, what: 'all, with what is owed' })
    })

type Expected = Map<string, { least: bigint; most: bigint }>

function periodsOf({ life, periods }: ObservedLife): Period[] {
  return [...periods.values()].filter((period) => staysIn(life, period).length > 0)
}

type Stay = { startsOn: IsoDate; endsOn: IsoDate }

/** Returns the days for which the period's payroll pays this person: all, unless the person changes payroll. */
function staysIn(life: Life, { payroll, startsOn, endsOn }: Period): Stay[] {
  const moves = life.facts
    .filter(({ column, from }) => column === 'payroll' && startsOn < from && from <= endsOn)
    .map(({ from }) => from)
  const starts = [...new Set([startsOn, ...moves])].toSorted()
  const stays: Stay[] = []
  for (const [place, on] of starts.entries()) {
    if (cellOn(life, 'payroll', on) !== payroll) continue
    const next = starts[place + 1]
    const until = next ? addDays(next, -1) : endsOn
    const last = stays.at(-1)
    if (last && addDays(last.endsOn, 1) === on) last.endsOn = until
    else stays.push({ startsOn: on, endsOn: until })
  }
  return stays
}

/** Deductions of the next scheme year are created on its first day, so they are not expected earlier. */
function isPlanned(seen: ObservedLife, period: Period): boolean {
  const { to } = yearOn(seen, seen.today)
  return staysIn(seen.life, period).every(({ startsOn }) => startsOn <= to)
}

/** In pence, by pay code and payer. Any share may contain the odd penny. */
function expectedIn(seen: ObservedLife, held: SelectionWithHistory, period: Period): Expected | undefined {
  const expected: Expected = new Map()
  const stays = staysIn(seen.life, period).flatMap((stay) => held.cover.map((found) => ({ stay, found })))
  for (const { stay, found } of stays) {
    const isWholeStay = stay.startsOn === period.startsOn && stay.endsOn === period.endsOn
    // An end of cover because of age is known in advance.
    const byAge = endByAge(seen, held, found.from)
    const ends = byAge !== undefined && (found.until === undefined || byAge < found.until)
    if (ends && byAge <= found.from) continue
    const days = coveredDays(held, found, ends ? { ...stay, lastDay: addDays(byAge, -1) } : stay)
    if (!days) continue
    const price = priceOn(seen, { held, cover: found, on: days.from, starts: period.startsOn })
    if (!price || 'refused' in price) return undefined
    const usual = payDaysAYear(seen, period.payroll, days.from)
    const byBenefit = days.isWhole ? 'whole-period' : partPeriodOf(seen, held, days)
    const kind = byBenefit === 'whole-period' && !isWholeStay ? partOfStay(seen, held, days) : byBenefit
    const covered = byBenefit === 'whole-period' ? inDays(stay.startsOn, stay.endsOn) : inDays(days.from, days.to)
    // The parts of two payrolls add up to the whole, and either part may contain the odd penny.
    const penny = kind === byBenefit ? 0n : 1n
    for (const { side, payCode, whole, shares: count } of price.parts.filter(({ over }) => over === 'the year')) {
      const amounts = splitPence(whole, count)
        .map((share) =>
          partOf(kind, {
            share,
            yearly: whole,
            workingDays: (260 * count) / usual,
            period: inDays(period.startsOn, period.endsOn),
            covered,
          }),
        )
        .toSorted((a, b) => (a < b ? -1 : 1))
      const before = expected.get(`${payCode} ${side}`) ?? { least: 0n, most: 0n }
      const [least = 0n, most = 0n] = [amounts[0], amounts.at(-1)]
      expected.set(`${payCode} ${side}`, {
        least: before.least + least - penny,
        most: before.most + most + penny,
      })
    }
  }
  return expected
}

type CoveredDays = { from: IsoDate; to: IsoDate; isWhole: boolean; isFirst: boolean }

/** Returns the days charged for one choice: all if the first day is covered, else those from the start of cover. */
function coveredDays(
  { cover: all }: SelectionWithHistory,
  cover: Cover,
  { startsOn, endsOn, lastDay }: Pick<Period, 'startsOn' | 'endsOn'> & { lastDay?: IsoDate },
): CoveredDays | undefined {
  const ended = lastDay ?? (cover.until && addDays(cover.until, -1))
  const last = ended === undefined || ended > endsOn ? endsOn : ended
  if (last < startsOn || cover.from > endsOn) return undefined
  const leaves = last < endsOn && cover.endedBy?.action === 'end'
  if (cover.from <= startsOn) return { from: startsOn, to: last, isWhole: !leaves, isFirst: false }
  let [first, place] = [cover.from, all.indexOf(cover)]
  while (place > 0 && all[place - 1]?.until === first) {
    place -= 1
    first = all[place]?.from ?? first
  }
  return first <= startsOn ? undefined : { from: cover.from, to: last, isWhole: false, isFirst: true }
}

type ChargingKeys = { partPeriod?: PartPeriod; coreChoice?: object; leaving?: { lastPeriod?: string } }

/** Returns the benefit's rule for periods with only some covered days (docs/scheme-folder.md, partPeriod). */
function partPeriodOf(seen: ObservedLife, held: SelectionWithHistory, { from, isFirst }: CoveredDays): PartPeriod {
  // `readFolder` also returns keys that it does not use.
  const benefit: (Benefit & ChargingKeys) | undefined = yearOn(seen, from).read.benefits.find(
    ({ code }) => code === held.benefit,
  )
  const isPercentage = benefit?.price.some(({ price: { method } }) => method === 'percentage') ?? false
  const kind = benefit?.partPeriod ?? (benefit?.coreChoice && isPercentage ? 'calendar-days' : 'from-next-period')
  if (isFirst) return kind
  if (benefit?.leaving?.lastPeriod === 'by-days') return 'calendar-days'
  return kind === 'from-next-period' ? 'whole-period' : kind
}

/** Returns how days are counted in a period with a change of payroll. */
function partOfStay(seen: ObservedLife, held: SelectionWithHistory, { from }: CoveredDays): PartPeriod {
  const kind = partPeriodOf(seen, held, { from, to: from, isWhole: false, isFirst: true })
  return kind === 'working-days' || kind === '260ths' ? 'working-days' : 'calendar-days'
}

function inDays(from: string, to: string): { from: number; to: number } {
  return { from: day(from), to: day(to) }
}

/** Returns the price of cover on a day, or the second implementation's refusal. Undefined without a known benefit. */
export function priceOn(
  seen: ObservedLife,
  {
    held,
    cover,
    on,
    starts,
  }: { held: SelectionWithHistory; cover: Cover; on: string; /** First day of a pay period. */ starts?: IsoDate },
): Price | { refused: string } | undefined {
  const { read } = yearOn(seen, on)
  const benefit = read.benefits.find(({ code }) => code === held.benefit)
  if (!benefit || read.pots.some(({ benefits }) => benefits.includes(held.benefit))) return undefined
  // Orders, bought holiday and quoted prices keep the price of their first day.
  const priced = keepsItsPrice(benefit) ? cover.chosenFrom : on
  // Holiday is priced by the salary known at the time of the choice.
  const person = personOn(seen.life, priced, keepsItsPrice(benefit) ? cover.version.recordedOn : undefined)
  const usual = payDaysAYear(seen, cellOn(seen.life, 'payroll', on), on)
  return priceOf({
    folder: yearOn(seen, priced).read,
    benefit,
    person,
    choice: { values: cover.version.values, people: cover.version.people },
    on: day(priced),
    payDaysAYear: usual,
    ...(starts && { payDays: periodsThatBegin(read.year, usual, day(starts)) }),
    reads: () => undefined,
  })
}

function keepsItsPrice({ price }: Benefit): boolean {
  // Monthly vouchers are charged while they are in force, so they do not count as an order.
  return price.some(
    ({ price: { method, spread } }) =>
      method === 'quoted' || method === 'days' || (method === 'order' && spread !== 'each-month'),
  )
}

export function payDaysAYear(seen: ObservedLife, payroll: string, on: string): number {
  const own = yearOn(seen, on).payrolls.find(({ code }) => code === payroll)
  return { monthly: 12, 'four-weekly': 13, fortnightly: 26, weekly: 52 }[own?.frequency ?? 'monthly']
}

export function personOn(life: Life, on: string, toldBy?: string): Person {
  const cell = (column: string) => cellOn(life, column, on, toldBy)
  const salary = fraction(cell('basic_salary') || '0')
  return {
    number: life.number,
    email: life.email,
    born: day(life.born),
    left: false,
    joined: day(employmentOn(life, on)?.first ?? on),
    probationEnds: cell('probation_end') ? day(cell('probation_end')) : undefined,
    salaries: { basic: salary, benefit: salary, pensionable: salary },
    fte: fraction(cell('full_time_equivalent') || '1'),
    hours: cell('hours_per_week'),
    payroll: cell('payroll'),
    otherEarnings: 0n,
    apprentice: undefined,
    family: life.family.map(({ id, relation, born }) => ({
      name: id,
      relation,
      born: day(born),
      studiesTo: undefined,
    })),
  }
}

type Amounts = { expected: Expected; paid: Map<string, bigint> }

/** Returns the amounts paid for a period by pay code and payer, including later corrections. */
function paidIn({ lines, owed }: SelectionWithHistory, period: Period): Map<string, bigint> {
  const paid = new Map<string, bigint>()
  for (const line of lines) {
    if ((line.original ?? line.period) !== period.id || line.payCode === owed?.payCode) continue
    for (const side of ['employee', 'employer'] as const)
      if (line[side] !== 0n) add(paid, `${line.payCode} ${side}`, line[side])
  }
  return paid
}

/** Adds the balance after the last salary payment, which the leaver has to pay or receives. */
function inAll({ owed, lines }: SelectionWithHistory, compared: readonly Amounts[]): Amounts {
  const expected: Expected = new Map()
  const paid = new Map<string, bigint>()
  for (const one of compared) {
    for (const [key, { least, most }] of one.expected) {
      const before = expected.get(key) ?? { least: 0n, most: 0n }
      expected.set(key, { least: before.least + least, most: before.most + most })
    }
    for (const [key, amount] of one.paid) add(paid, key, amount)
  }
  const code = lines.find(({ payCode, employee }) => payCode !== owed?.payCode && employee !== 0n)?.payCode
  if (owed && code !== undefined) add(paid, `${code} employee`, owed.left)
  return { expected, paid }
}

function add(amounts: Map<string, bigint>, key: string, amount: bigint): void {
  amounts.set(key, (amounts.get(key) ?? 0n) + amount)
}

function differences(
  held: SelectionWithHistory,
  { expected, paid }: Amounts,
  { day: on, what }: { day: string; what: string },
): Finding[] {
  return [...new Set([...paid.keys(), ...expected.keys()])].flatMap((key) => {
    const [got, { least, most }] = [paid.get(key) ?? 0n, expected.get(key) ?? { least: 0n, most: 0n }]
    if (least <= got && got <= most) return []
    const between = most === least ? pounds(least) : `${pounds(least)} to ${pounds(most)}`
    return [{ day: on, benefit: held.benefit, expected: `${key} ${between} in ${what}`, got: pounds(got) }]
  })
}

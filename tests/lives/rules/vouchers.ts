import { addDays, isoDate, type IsoDate } from '../../../contract/dates.ts'
import { calendar, day, dayOf, iso, lengthOfMonth, taxYearOf } from '../../golden/independent/days.ts'
import { fraction, toPence } from '../../golden/independent/fractions.ts'
import { priceOf } from '../../golden/independent/price.ts'
import { estimatedOn, joinedWithin, memberUntil, relevantOf } from '../../golden/independent/relevant-earnings.ts'
import type { Benefit } from '../../golden/independent/scheme-folder.ts'
import { type Cover, coverOf, coverOn } from '../cover.ts'
import { cellOn, employmentOn } from '../life.ts'
import { cappedSince, voucherCaps, vouchers } from '../uk-rules.ts'
import { payDaysAYear, personOn } from './charge.ts'
import { finding, type Finding, type SelectionWithHistory, type Rule, type ObservedLife, yearOn } from './rule.ts'

/** The tax band is estimated on joining and on each 6 April. */
export const voucherCap: Rule = (seen) =>
  heldVouchers(seen).flatMap((held) =>
    held.cover.flatMap((cover) =>
      taxYearsOf(cover, seen.today).flatMap((begins): Finding[] => {
        const amount = Number(cover.version.values['amount'])
        const from = later(cover.from, voucherYearStart(begins))
        const on = isoDate.parse(iso(estimatedOn(day(from), day(memberFrom(seen, held, cover)))))
        const cap = Math.max(...knownDays(held, cover, begins).map((known) => capOn(seen, held, { on, known })))
        return amount <= cap ? [] : [finding(held, from, `£${cap} a month at most, estimated on ${on}`, `£${amount}`)]
      }),
    ),
  )

/** Membership ends with employment, 52 tax weeks without a voucher, or a childcare account (ITEPA 2003 s 270AA). */
export const voucherMembership: Rule = (seen) =>
  heldVouchers(seen).flatMap((held) => {
    const notice = cellOn(seen.life, 'childcare_account_notice', seen.today)
    return held.cover.flatMap((cover, place): Finding[] => {
      const wrong = (expected: string, got: string): Finding[] => [
        { day: cover.from, benefit: held.benefit, expected, got },
      ]
      const covered =
        notice !== '' && notice < seen.today && (cover.until ?? '9999') > addDays(isoDate.parse(notice), 1)
      if (covered) return wrong(`no vouchers after the notice of ${notice}`, `until ${cover.until ?? 'further notice'}`)
      const before = held.cover[place - 1]
      if (!before?.until) return []
      const last = addDays(before.until, -1)
      if (employmentOn(seen.life, last)?.first !== employmentOn(seen.life, cover.from)?.first)
        return wrong(`none after the employment that ended with ${last}`, `vouchers from ${cover.from}`)
      const until = iso(memberUntil(day(last)))
      return endOfMonth(cover.from) > until
        ? wrong(`none after ${until}, 52 tax weeks after ${last}`, `vouchers from ${cover.from}`)
        : []
    })
  })

function heldVouchers({ held }: ObservedLife): SelectionWithHistory[] {
  return held.filter(({ benefit }) => benefit === vouchers)
}

/** Returns the first day of each tax year up to today in which the choice has a voucher. */
function taxYearsOf({ from, until }: Cover, today: IsoDate): IsoDate[] {
  const last = until === undefined || today < until ? today : addDays(until, -1)
  const begins: IsoDate[] = []
  let on = yearOfVouchers(from)
  while (on <= last) {
    begins.push(on)
    on = isoDate.parse(iso(taxYearOf(day(on)).to + 1))
  }
  return begins
}

/** April's vouchers are given at the end of the month, so in the tax year that begins on the 6th. */
function yearOfVouchers(on: IsoDate): IsoDate {
  return isoDate.parse(iso(taxYearOf(day(endOfMonth(on))).from))
}

function voucherYearStart(begins: IsoDate): IsoDate {
  return isoDate.parse(`${begins.slice(0, 7)}-01`)
}

/** Returns the first day with vouchers in the employment in which this choice was made. */
function memberFrom({ life }: ObservedLife, held: SelectionWithHistory, cover: Cover): IsoDate {
  const employment = employmentOn(life, cover.from)?.first ?? cover.from
  return held.cover.find(({ from }) => from >= employment)?.from ?? cover.from
}

/** Returns the days on which the tax band may have been estimated. Facts of these days may or may not be included. */
function knownDays({ versions }: SelectionWithHistory, { version }: Cover, begins: IsoDate): IsoDate[] {
  const same = versions.filter(
    ({ values, version: number }) => number <= version.version && values['amount'] === version.values['amount'],
  )
  const asked = same.map(({ recordedOn }) => recordedOn).filter((on) => on >= begins)
  const ofJob = version.recordedOn < begins ? Array.from({ length: 15 }, (_, days) => addDays(begins, days)) : []
  return [...asked, ...ofJob].flatMap((on) => [addDays(on, -1), on])
}

function capOn(seen: ObservedLife, held: SelectionWithHistory, { on, known }: { on: IsoDate; known: IsoDate }): number {
  const cell = (column: string) => cellOn(seen.life, column, on, known)
  const since = cell('voucher_member_since')
  if (since !== '' && since < cappedSince) return voucherCaps.basic
  const beside = seen.held.filter((other) => other !== held).map((other) => countedOf(seen, other, { on, known }))
  const sum = (part: keyof Counted) => beside.reduce((all, one) => all + one[part], 0n)
  const counted = {
    other: toPence(fraction(cell('other_relevant_earnings') || '0')),
    benefits: sum('benefits'),
    pension: sum('pension'),
    sacrificed: sum('sacrificed'),
    giving: sum('giving'),
  }
  const joined = joinedWithin(day(employmentOn(seen.life, on)?.first ?? on), day(on))
  return voucherCaps[relevantOf(fraction(cell('basic_salary') || '0'), counted, joined).band]
}

type Counted = Record<'benefits' | 'pension' | 'sacrificed' | 'giving', bigint>
type TaxedKeys = { price: { taxableValue?: { as: string; option: string } }[] }

/** Source: HMRC. Taxable value of an electric car as a percentage of its list price, by first day of the tax year. */
const electricCar: readonly (readonly [from: string, percent: bigint])[] = [
  ['2025-04-06', 3n],
  ['2026-04-06', 4n],
  ['2027-04-06', 5n],
  ['2028-04-06', 7n],
  ['2029-04-06', 9n],
]

/** Returns the yearly amounts of another benefit that affect relevant earnings, in pence (HMRC EIM16055, EIM16056). */
function countedOf(
  seen: ObservedLife,
  held: SelectionWithHistory,
  { on, known }: { on: IsoDate; known: IsoDate },
): Counted {
  const counted: Counted = { benefits: 0n, pension: 0n, sacrificed: 0n, giving: 0n }
  const cover = coverOn(coverOf(held.versions.filter(({ recordedOn }) => recordedOn <= known)), on)
  const { read } = yearOn(seen, on)
  const benefit: Benefit | undefined = read.benefits.find(({ code }) => code === held.benefit)
  if (!cover || !benefit) return counted
  // The second implementation's reader also returns keys that it does not know, such as this one.
  const valued = (benefit as unknown as TaxedKeys).price.find(({ taxableValue }) => taxableValue)?.taxableValue
  if (valued) {
    const percent = electricCar.findLast(([from]) => from <= on)?.[1] ?? 0n
    counted.benefits = (BigInt(cover.version.values[valued.option] ?? '0') * 100n * percent + 50n) / 100n
    return counted
  }
  const person = personOn(seen.life, on, known)
  const price = priceOf({
    folder: read,
    benefit,
    person,
    choice: { values: cover.version.values, people: cover.version.people },
    on: day(on),
    payDaysAYear: payDaysAYear(seen, person.payroll, on),
    reads: () => undefined,
  })
  for (const { side, method, whole } of 'refused' in price ? [] : price.parts) {
    if (side === 'employer' && method === 'benefit-in-kind') counted.benefits += whole
    if (side === 'employee' && benefit.category === 'pension') counted.pension += whole
    if (side === 'employee' && benefit.category === 'pension' && method === 'sacrifice') counted.sacrificed += whole
    if (side === 'employee' && benefit.category === 'giving' && method === 'net-pay') counted.giving += whole
  }
  return counted
}

function endOfMonth(on: IsoDate): IsoDate {
  const { year, month } = calendar(day(on))
  return isoDate.parse(iso(dayOf(year, month, lengthOfMonth(year, month))))
}

function later(one: IsoDate, other: IsoDate): IsoDate {
  return one > other ? one : other
}

import { isoDate, type IsoDate } from '../../../contract/dates.ts'
import { calendar, day, dayOf, iso, lengthOfMonth } from '../../golden/independent/days.ts'
import type { Benefit } from '../../golden/independent/scheme-folder.ts'
import type { Cover } from '../cover.ts'
import type { Life } from '../life.ts'
import type { Observed, Period, Selection } from '../observations.ts'
import type { SchemeYear } from '../scheme.ts'

export type SelectionWithHistory = Selection & { cover: Cover[] }

export type ObservedLife = {
  life: Life
  today: IsoDate
  held: SelectionWithHistory[]
  mails: Observed['mails']
  assessments: Observed['assessments']
  /** Periods of all payrolls by id, in date order. */
  periods: ReadonlyMap<string, Period>
  years: readonly SchemeYear[]
}

export type Finding = { day: string; benefit: string; expected: string; got: string }

export function finding({ benefit }: { benefit: string }, on: string, expected: string, got: string): Finding {
  return { day: on, benefit, expected, got }
}

export type Rule = (seen: ObservedLife) => Finding[]

/** Returns the scheme year of a day. Earlier days belong to the first year, later days to the last. */
export function yearOn({ years }: Pick<ObservedLife, 'years'>, on: string): SchemeYear {
  const found =
    years.find(({ from, to }) => from <= on && on <= to) ?? (on < (years[0]?.from ?? '') ? years[0] : years.at(-1))
  if (!found) throw new Error('There is no scheme year')
  return found
}

/** Returns the first day with deductions: when the client joined the portal or, for opening vouchers, the joiner. */
export function inPortalSince({ years, life }: ObservedLife, { benefit, versions }: SelectionWithHistory): string {
  const isOpening = life.uk?.vouchers !== undefined && benefit === 'childcare-vouchers'
  return (isOpening ? versions[0]?.recordedOn : years[0]?.appliedOn) ?? ''
}

/** Returns the first day without cover: the birthday that exceeds the age limit. For 29 February it is 1 March. */
export function endByAge(seen: ObservedLife, held: SelectionWithHistory, on: string): IsoDate | undefined {
  // `readFolder` also returns keys that it does not use.
  const benefit: (Benefit & AgeKeys) | undefined = yearOn(seen, on).read.benefits.find(
    ({ code }) => code === held.benefit,
  )
  const own = benefit?.ages?.to
  const isInsurance = benefit?.category === 'protection' || benefit?.category === 'health'
  const outcome = benefit?.whenNoLongerMet?.age ?? (isInsurance ? 'end' : 'close')
  // Relief at source ends on the 75th birthday.
  const byLaw = benefit?.pay.employee?.taxMethod === 'relief-at-source' ? 74 : Infinity
  const to = Math.min(own !== undefined && outcome === 'end' ? own : Infinity, byLaw)
  if (to === Infinity) return undefined
  const { year, month, date } = calendar(day(seen.life.born))
  const of = year + to + 1
  return isoDate.parse(iso(date > lengthOfMonth(of, month) ? dayOf(of, month + 1, 1) : dayOf(of, month, date)))
}

type AgeKeys = { category?: string; whenNoLongerMet?: { age?: string } }

export function pounds(pence: bigint): string {
  const digits = String(pence < 0n ? -pence : pence).padStart(3, '0')
  return `${pence < 0n ? '-' : ''}£${digits.slice(0, -2)}.${digits.slice(-2)}`
}

/** Rules about the client or about one response. The simulator checks them when the response arrives. */
export type RuleOfReplies = 'leaving-is-free' | 'end-is-not-in-the-past' | 'own-change-is-not-backdated'

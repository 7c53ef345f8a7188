import { addDays, type IsoDate } from '../../../contract/dates.ts'
import { calendar, day, dayOf, iso, lengthOfMonth } from '../../golden/independent/days.ts'
import type { Cover } from '../cover.ts'
import { employmentOn } from '../life.ts'
import {
  finding,
  endByAge,
  type Finding,
  type SelectionWithHistory,
  type Rule,
  type ObservedLife,
  yearOn,
} from './rule.ts'

/** Checks that no family member is covered before birth or wedding, or after divorce or death. */
export const coverOfFamily: Rule = (seen) =>
  eachCover(seen, (held, cover) =>
    seen.life.family
      .filter(({ id }) => cover.version.people.includes(id))
      .flatMap(({ firstName, relation, born, since, until }) => {
        const first = since !== undefined && since > born ? since : born
        const found: Finding[] = []
        if (cover.from < first)
          found.push(
            finding(
              held,
              cover.from,
              `${relation} ${firstName} covered from ${first} at the earliest`,
              `from ${cover.from}`,
            ),
          )
        const last = lastDay(cover)
        if (until !== undefined && (last === undefined || last >= until) && seen.today >= until)
          found.push(
            finding(
              held,
              until,
              `${relation} ${firstName} not covered from ${until}`,
              `until ${last ?? 'further notice'}`,
            ),
          )
        return found
      }),
  )

export const coverFromFirstDay: Rule = (seen) =>
  eachCover(seen, (held, cover) => {
    const first = employmentOn(seen.life, cover.from)?.first
    return first !== undefined && cover.from < first
      ? [
          finding(
            held,
            cover.from,
            `cover from ${first}, the first day of employment, at the earliest`,
            `from ${cover.from}`,
          ),
        ]
      : []
  })

/** Cover ends on the last day of employment or, if the benefit says so, at the end of that month. */
export const coverToLastDay: Rule = (seen) =>
  eachCover(seen, (held, cover) => {
    const { last } = employmentOn(seen.life, cover.from) ?? {}
    if (last === undefined) return []
    const until = coverTo(seen, held, last) === 'end-of-month' ? endOfMonth(last) : last
    const covered = lastDay(cover)
    return covered === undefined || covered > until
      ? [finding(held, until, `no cover after ${until}`, `until ${covered ?? 'further notice'}`)]
      : []
  })

/** Insurance up to an age ends on the day before the next birthday. A pension with an age limit continues. */
export const coverToLastAge: Rule = (seen) =>
  eachCover(seen, (held, cover) => {
    const end = endByAge(seen, held, cover.from)
    if (end === undefined) return []
    const last = lastDay(cover) ?? seen.today
    const counted = last > seen.today ? seen.today : last
    return counted >= end && counted >= cover.from
      ? [finding(held, counted, `no cover from ${end}, the birthday after the last age`, `covered on ${counted}`)]
      : []
  })

function coverTo(seen: ObservedLife, held: SelectionWithHistory, on: string): string | undefined {
  const benefit = yearOn(seen, on).read.benefits.find(({ code }) => code === held.benefit)
  // `readFolder` also returns keys that it does not use.
  return (benefit as { leaving?: { coverTo?: string } } | undefined)?.leaving?.coverTo
}

function eachCover(seen: ObservedLife, check: (held: SelectionWithHistory, cover: Cover) => Finding[]): Finding[] {
  return seen.held.flatMap((held) => held.cover.flatMap((cover) => check(held, cover)))
}

function lastDay({ until }: Cover): IsoDate | undefined {
  return until === undefined ? undefined : addDays(until, -1)
}

function endOfMonth(on: string): string {
  const { year, month } = calendar(day(on))
  return iso(dayOf(year, month, lengthOfMonth(year, month)))
}

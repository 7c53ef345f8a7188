import { addDays, type IsoDate } from '../../../contract/dates.ts'
import { coverOn } from '../cover.ts'
import type { Version } from '../observations.ts'
import { finding, type SelectionWithHistory, type Rule, type ObservedLife, yearOn } from './rule.ts'

/** Checks that every end of cover is announced by mail or explained by the history. */
export const endIsNotified: Rule = (seen) =>
  seen.held.flatMap((held) =>
    held.cover.flatMap(({ until, endedBy }) => {
      if (until === undefined || until > seen.today || (endedBy && isTold(seen, held, endedBy.version))) return []
      const goesOn = coverOn(held.cover, until) !== undefined
      if (goesOn || endedBy?.reason) return []
      return [finding(held, until, 'a mail about the end, or a reason in its history', 'neither')]
    }),
  )

function isTold({ mails }: ObservedLife, { id }: SelectionWithHistory, version: number): boolean {
  return mails.some(
    ({ cause }) => cause === `selection ${id} ${version}` || (cause.includes(id) && /end|renew/.test(cause)),
  )
}

/** Checks that cover in force on the last day of a scheme year continues, or ends with notice. */
export const noSilentEnd: Rule = (seen) =>
  seen.years.slice(1).flatMap(({ from: first, appliedOn }) => {
    const last = addDays(first, -1)
    const told = first > appliedOn ? first : appliedOn
    if (seen.today < told) return []
    return seen.held.flatMap((held) => {
      const before = coverOn(held.cover, last)
      if (!before || coverOn(held.cover, first)) return []
      if (before.endedBy && hasNotice(seen, held, { last, told, endedBy: before.endedBy })) return []
      return [
        finding(
          held,
          first,
          `cover on ${first}, as on ${last}, or an end with notice`,
          before.endedBy ? `${before.endedBy.action} without notice` : 'neither',
        ),
      ]
    })
  })

/** A mail counts as notice up to this many days before the end. Earlier mail is about the choice. */
const noticeDays = 60

function hasNotice(
  seen: ObservedLife,
  held: SelectionWithHistory,
  { last, told, endedBy }: { last: IsoDate; told: IsoDate; endedBy: Version },
): boolean {
  const earliest = addDays(last, -noticeDays)
  return seen.mails.some(({ about, cause, queuedOn }) => {
    if (queuedOn > told) return false
    if (cause === `selection ${held.id} ${endedBy.version}`) return true
    return queuedOn >= earliest && (cause.includes(held.id) || (about ?? '').includes(nameOf(seen, held, last)))
  })
}

function nameOf(seen: ObservedLife, { benefit }: SelectionWithHistory, on: string): string {
  return yearOn(seen, on).read.benefits.find(({ code }) => code === benefit)?.name ?? benefit
}

import { addDays } from '../../../contract/dates.ts'
import { coverOn } from '../cover.ts'
import { type Held, type Rule, type Seen, yearOn } from './rule.ts'

/** Every end of cover is told by mail, or its history says why it is not. */
export const endIsTold: Rule = (seen) =>
  seen.held.flatMap((held) =>
    held.cover.flatMap(({ until, endedBy }) => {
      if (until === undefined || until > seen.today || (endedBy && isTold(seen, held, endedBy.version))) return []
      const goesOn = coverOn(held.cover, until) !== undefined
      if (goesOn || endedBy?.reason) return []
      return [
        {
          day: until,
          benefit: held.benefit,
          expected: 'a mail about the end, or a reason in its history',
          got: 'neither',
        },
      ]
    }),
  )

function isTold({ mails }: Seen, { id }: Held, version: number): boolean {
  return mails.some(
    ({ cause }) => cause === `selection ${id} ${version}` || (cause.includes(id) && /end|renew/.test(cause)),
  )
}

/** What runs on the last day of a scheme year runs on the first of the next, or has an end of which there was notice. */
export const noSilentEnd: Rule = (seen) =>
  seen.years.flatMap(({ to }, index) => {
    const [last, first] = [to, addDays(to, 1)]
    if (index + 1 >= seen.years.length || seen.today < first) return []
    return seen.held.flatMap((held) => {
      const before = coverOn(held.cover, last)
      if (!before || isOrder(seen, held) || goesOn(seen, held, first)) return []
      const notice = seen.mails.some(
        ({ about, cause, queuedOn }) =>
          queuedOn <= first && (cause.includes(held.id) || (about ?? '').includes(held.benefit)),
      )
      return before.endedBy && notice
        ? []
        : [
            {
              day: first,
              benefit: held.benefit,
              expected: `cover on ${first}, as on ${last}, or an end with notice`,
              got: 'neither',
            },
          ]
    })
  })

/** By the days of its history, and where nobody has told of an end the scheme year has none either. */
function goesOn(seen: Seen, held: Held, first: string): boolean {
  if (!coverOn(held.cover, first)) return false
  const pays = [...seen.periods.values()].find(({ startsOn }) => startsOn > first)
  const later = held.lines.some(({ period }) => (seen.periods.get(period)?.startsOn ?? '') >= first)
  const earlier = held.lines.some(({ period }) => (seen.periods.get(period)?.startsOn ?? first) < first)
  return later || !earlier || pays === undefined
}

function isOrder(seen: Seen, held: Held): boolean {
  const benefit = yearOn(seen, seen.today).read.benefits.find(({ code }) => code === held.benefit)
  return benefit?.price.some(({ price: { method, spread } }) => method === 'order' && spread !== 'each-month') ?? false
}

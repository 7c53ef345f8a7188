import { type Day, firstOfMonthAfter } from './days.ts'

/** Returns the first day of cover of a person added by an event, never before the birth or wedding. */
export function coveredFrom({
  event,
  birth,
  yearBegins,
  joined,
}: {
  event: Day
  /** The birth of the child, or the day of the wedding. */
  birth?: Day
  yearBegins: Day
  joined?: Day
}): Day {
  return Math.max(event, birth ?? event, yearBegins, joined ?? yearBegins)
}

/** Returns the first day without cover after a death or divorce. A divorce ends cover at the end of the month. */
export function removedFrom({
  by,
  on,
  today,
  backdated,
}: {
  by: 'death' | 'divorce'
  on: Day
  today: Day
  backdated: boolean
}): Day {
  return by === 'death' || backdated ? on + 1 : firstOfMonthAfter(Math.max(on, today))
}

/** Returns the first day of a change to a person's own cover after an event. It is never before today. */
export function firstDayOfOwnChange({
  today,
  rule,
  event,
}: {
  today: Day
  rule: 'same-day' | 'next-month'
  event: Day
}): Day {
  return Math.max(event, rule === 'same-day' ? today : firstOfMonthAfter(today))
}

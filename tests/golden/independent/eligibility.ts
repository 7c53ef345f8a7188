import { age, calendar, type Day, dayOf, firstOfMonthAfter, lengthOfMonth, shownDate, shownMonth } from './days.ts'
import { memberUntil } from './relevant-earnings.ts'
import type { Benefit, Folder, Person, Window } from './scheme-folder.ts'
import { sentences } from './sentences.ts'

/** Returns the day on which a choice made today takes effect, or the reason for a refusal. */
export function mayChoose(
  folder: Folder,
  benefit: Benefit,
  { person, holds, stopped }: { person: Person; holds: boolean; stopped?: Day | undefined },
): { from: Day } | { refused: string } {
  const { today } = folder
  if (person.left) return { refused: sentences.left }
  if (benefit.requires?.includes('existing-holding') && !holds) return { refused: sentences.membersOnly }
  const starts = Math.max(firstOfMonthAfter(today), person.joined)
  if (stopped !== undefined && benefit.options.some(({ maxByTaxBand }) => maxByTaxBand)) {
    const until = memberUntil(stopped - 1)
    if (lastOfMonth(starts) > until) return { refused: sentences.notRestarted(lastMonthBy(until)) }
  }
  const years = age(person.born, today)
  const { from = 0, to = 200 } = benefit.ages ?? {}
  if (years < from) return { refused: sentences.tooYoung(from) }
  // Cover never begins after the benefit's last age. A choice made in a window takes effect next month.
  if (age(person.born, starts) > to) return { refused: sentences.tooOld(to) }
  const spans = folder.windows
    .filter(({ cause }) => benefit.changeIn.includes(cause))
    .flatMap((window) => spanOf(window, { person, today }))
  const always = benefit.changeIn.some((cause) => cause === 'any-time' || cause === 'any-month')
  const isOpenOn = (day: Day) => always || spans.some(({ opens, closes }) => opens <= day && day <= closes)
  const whenOpen = (day: Day, said: (from: string) => string): string => {
    const later = spans.map(({ opens }) => opens).filter((opens) => opens > day)
    if (later.length > 0) return said(shownDate(Math.min(...later)))
    return benefit.changeIn.includes('life-event') ? sentences.nextWindowOrEvent : sentences.nextWindow
  }

  if (!benefit.openInProbation && person.probationEnds !== undefined && person.probationEnds >= today) {
    const free = person.probationEnds + 1
    const opens = sentences.probation(shownDate(free))
    return { refused: isOpenOn(free) ? opens : `${opens}. ${whenOpen(free, sentences.chooseFrom)}` }
  }
  // In this scheme, a choice takes effect on the first of next month, or on a later first day of employment.
  if (isOpenOn(today)) return inYear(folder, Math.max(firstOfMonthAfter(today), person.joined))
  return { refused: whenOpen(today, sentences.opens) }
}

/** Returns the last day of the month, on which vouchers are given. */
function lastOfMonth(on: Day): Day {
  return firstOfMonthAfter(on) - 1
}

/** Returns the last full month before a day, such as 'March 2027'. */
function lastMonthBy(until: Day): string {
  const whole = lastOfMonth(until) === until
  return shownMonth(whole ? until : until - calendar(until).date)
}

/** A choice that would take effect after the scheme year belongs to the next scheme year. */
function inYear({ year }: Folder, from: Day): { from: Day } | { refused: string } {
  return from <= year.to ? { from } : { refused: sentences.nextYear(shownDate(from), shownDate(year.to + 1)) }
}

function spanOf(
  { cause, opens, closes, days }: Window,
  { person: { joined }, today }: { person: Person; today: Day },
): { opens: Day; closes: Day }[] {
  switch (cause) {
    case 'joiner':
      return [{ opens: joined, closes: joined + days - 1 }]
    case 'anniversary':
      return nextAnniversary(joined, { today, days })
    default:
      return opens === undefined || closes === undefined ? [] : [{ opens, closes }]
  }
}

/** Returns the next anniversary whose window has not closed. 29 February becomes 1 March. */
function nextAnniversary(joined: Day, { today, days }: { today: Day; days: number }): { opens: Day; closes: Day }[] {
  const { year, month, date } = calendar(joined)
  for (let later = year + 1; ; later += 1) {
    const opens = date > lengthOfMonth(later, month) ? dayOf(later, month + 1, 1) : dayOf(later, month, date)
    if (opens + days - 1 >= today) return [{ opens, closes: opens + days - 1 }]
  }
}

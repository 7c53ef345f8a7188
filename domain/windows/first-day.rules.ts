import type { IsoDate } from '../../contract/dates.ts'
import type { Choice } from '../definition/options.ts'
import { withPartnerAnswer } from '../selections/partner-cover-elsewhere.rules.ts'
import { effectiveDate, type EffectiveRule, laterOf } from './effective-date.rules.ts'
import type { Opening } from './windows.rules.ts'

type Relative = { id: string; relationship: 'partner' | 'dependant'; dateOfBirth: IsoDate }

/** A possible first day of a choice, the window that allows it, and the people added by its life event (`brought`). */
export type AllowedDay = {
  day: IsoDate
  because: 'event' | 'own-change'
  opening: Opening
  brought: readonly string[]
}

export type EarlierPart = { day: IsoDate; choice: Choice; brought: readonly string[] }

export type FirstDays = {
  /** Possible first days, the earliest first; at least one if a window is open. The first one is preselected. */
  days: readonly AllowedDay[]
  /** First day on which every part of the choice applies. Depends on the day that the employee picked or the preselected day. */
  whole: IsoDate
  earlier: readonly EarlierPart[]
  lastBrought: { day: IsoDate; people: readonly string[] } | null
}

type FirstDayRequest = {
  openings: readonly Opening[]
  takesEffect: EffectiveRule
  madeOn: IsoDate
  schemeYear: { from: IsoDate; to: IsoDate }
  joinedOn?: IsoDate | null
}

/** Returns the first days for people added by a life event and for the employee's own changes; undefined without a window. */
export function possibleFirstDays({
  choice,
  heldOn,
  changes,
  family,
  wanted,
  ...request
}: FirstDayRequest & {
  choice: Choice
  heldOn: (day: IsoDate) => Choice | null
  changes: readonly IsoDate[]
  family: readonly Relative[]
  wanted?: IsoDate | undefined
}): FirstDays | undefined {
  const brought = peopleAdded(choice, { family, heldOn, ...request })
  const own = ownDays(request)
    .map((one) => ({
      ...one,
      day: laterOf(one.day, latestEvent(choice, { family, heldOn, openings: request.openings })),
    }))
    .toSorted(byDay)
  const days = distinct([
    ...brought.slice(0, 1).map(({ day, opening }) => ({
      day,
      because: 'event' as const,
      opening,
      brought: brought.filter((one) => one.day === day).map(({ id }) => id),
    })),
    ...own.map((one) => ({ ...one, because: 'own-change' as const, brought: [] })),
  ])
  const chosenDay = (days.find(({ day }) => day === wanted) ?? days[0])?.day
  if (chosenDay === undefined) return undefined

  // If an event adds a person, changes to the employee's own cover start no earlier than that person's cover.
  const latest = heldOn(endOfTime)
  const ids = new Set(brought.map(({ id }) => id))
  const changesOwn =
    brought.length === 0 || (latest !== null && !sameChoice(without(latest, ids), without(choice, ids)))
  const ownDay = changesOwn ? (own.find(({ day }) => day >= chosenDay)?.day ?? own.at(-1)?.day ?? chosenDay) : null
  const { openings } = request
  const parts = partsOf(choice, { brought, heldOn, changes, family, openings, taken: chosenDay, ownDay })
  const last = brought.at(-1)
  const lastPeople = brought.filter(({ day }) => day === last?.day).map(({ id }) => id)
  return {
    days,
    whole: parts.at(-1)?.day ?? chosenDay,
    earlier: parts.slice(0, -1),
    lastBrought: last ? { day: laterOf(last.day, chosenDay), people: lastPeople } : null,
  }
}

/** Splits a choice into parts; the last is the whole choice. `ownDay` is null if the employee's own cover stays the same. */
function partsOf(
  choice: Choice,
  {
    brought,
    heldOn,
    changes,
    family,
    openings,
    taken: chosenDay,
    ownDay,
  }: {
    brought: readonly Brought[]
    heldOn: (day: IsoDate) => Choice | null
    changes: readonly IsoDate[]
    family: readonly Relative[]
    openings: readonly Opening[]
    taken: IsoDate
    ownDay: IsoDate | null
  },
): EarlierPart[] {
  const starts = new Map(choice.people.map((id) => [id, startOf(id)]))
  const begin = brought.length === 0 ? (ownDay ?? chosenDay) : chosenDay
  const end = [begin, ...starts.values(), ...(ownDay === null ? changes : [ownDay])].reduce(laterOf)
  const days = [...new Set([begin, end, ...starts.values(), ...changes])]
    .filter((day) => begin <= day && day <= end)
    .toSorted(compareDays)
  return days
    .map((day) => ({ day, choice: choiceOn(day), brought: startingOn(day) }))
    .filter((part, at, all) => !sameChoice(all[at - 1]?.choice, part.choice))

  function startOf(id: string): IsoDate {
    const event = brought.find((one) => one.id === id)
    if (event) return laterOf(event.day, chosenDay)
    if (heldOn(chosenDay)?.people.includes(id)) return chosenDay
    const asksFrom = laterOf(ownDay ?? chosenDay, notBefore(id))
    const nextCovered = changes.find((day) => day > chosenDay && heldOn(day)?.people.includes(id))
    return nextCovered !== undefined && (ownDay === null || nextCovered < asksFrom) ? nextCovered : asksFrom
  }

  function notBefore(id: string): IsoDate {
    const member = family.find((one) => one.id === id)
    const events = openings.flatMap((one) => (member && isAddedBy(one, member) && one.eventDate) || [])
    return member ? [member.dateOfBirth, ...events].reduce(laterOf) : chosenDay
  }

  function startingOn(day: IsoDate): string[] {
    return brought.filter(({ id }) => starts.get(id) === day).map(({ id }) => id)
  }

  function choiceOn(day: IsoDate): Choice {
    const started = choice.people.filter((id) => (starts.get(id) ?? end) <= day)
    const current = heldOn(day)
    if (current === null || day >= (ownDay ?? end)) return { ...choice, people: started }
    const added = brought.map(({ id }) => id).filter((id) => started.includes(id) && !current.people.includes(id))
    return withPartnerAnswer({ ...current, people: [...current.people, ...added] }, choice)
  }
}

/** Later than any real day. The text has the format of an IsoDate. */
const endOfTime = '9999-12-31' as IsoDate

export function possibleEndDays(request: FirstDayRequest): AllowedDay[] {
  const days = ownDays(request).map((one) => ({ ...one, because: 'own-change' as const, brought: [] }))
  return distinct(days.toSorted(byDay))
}

export function earliestFirstDay(request: FirstDayRequest): IsoDate {
  const { openings, takesEffect, madeOn, schemeYear, joinedOn = null } = request
  const own = ownDays(request).map(({ day }) => day)
  const events = openings.flatMap(({ eventDate }) => (eventDate === undefined ? [] : [clamped(eventDate, request)]))
  const [first] = [...own, ...events].toSorted(compareDays)
  return first ?? effectiveDate({ rule: takesEffect, madeOn, schemeYear, joinedOn })
}

function clamped(day: IsoDate, { schemeYear, joinedOn }: Pick<FirstDayRequest, 'schemeYear' | 'joinedOn'>): IsoDate {
  return laterOf(laterOf(day, schemeYear.from), joinedOn ?? schemeYear.from)
}

function isAddedBy(
  { cause, eventDate, memberId }: Pick<Opening, 'cause' | 'eventDate' | 'memberId'>,
  { id, relationship, dateOfBirth }: Relative,
): boolean {
  if (eventDate === undefined || cause !== 'life-event') return false
  return memberId === id || (relationship === 'dependant' && dateOfBirth === eventDate)
}

type Brought = { id: string; day: IsoDate; opening: Opening }

function peopleAdded(
  choice: Choice,
  {
    openings,
    family,
    heldOn,
    schemeYear,
    joinedOn,
  }: Pick<FirstDayRequest, 'openings' | 'schemeYear' | 'joinedOn'> & {
    family: readonly Relative[]
    heldOn: (day: IsoDate) => Choice | null
  },
): Brought[] {
  return family
    .filter(({ id }) => choice.people.includes(id))
    .flatMap((member) => {
      const days = openings.flatMap((opening) => {
        if (opening.eventDate === undefined || !isAddedBy(opening, member)) return []
        const day = clamped(laterOf(opening.eventDate, member.dateOfBirth), { schemeYear, joinedOn: joinedOn ?? null })
        return [{ id: member.id, day, opening }]
      })
      const [first] = days.toSorted(byDay)
      return first && !heldOn(first.day)?.people.includes(member.id) ? [first] : []
    })
    .toSorted(byDay)
}

function latestEvent(
  choice: Choice,
  {
    openings,
    family,
    heldOn,
  }: { openings: readonly Opening[]; family: readonly Relative[]; heldOn: (day: IsoDate) => Choice | null },
): IsoDate {
  const days = family
    .filter(({ id }) => choice.people.includes(id))
    .flatMap((member) =>
      openings.flatMap(({ eventDate, ...one }) =>
        eventDate !== undefined &&
        isAddedBy({ eventDate, ...one }, member) &&
        !heldOn(eventDate)?.people.includes(member.id)
          ? [eventDate]
          : [],
      ),
    )
  // Earlier than any real day. The text has the format of an IsoDate.
  return days.toSorted(compareDays).at(-1) ?? ('0001-01-01' as IsoDate)
}

/** No cover starts before the event that opened the window. */
function ownDays({ openings, takesEffect, madeOn, schemeYear, joinedOn = null }: FirstDayRequest) {
  return openings.map((opening) => {
    const { eventDate, cause } = opening
    const isEvent = cause === 'life-event' && eventDate !== undefined
    const rule = isEvent && opening.takesEffect === 'event-date' ? takesEffect : opening.takesEffect
    const early = opening.closesOn !== undefined && madeOn < schemeYear.from
    const day = early
      ? clamped(schemeYear.from, { schemeYear, joinedOn })
      : effectiveDate({ rule, madeOn, schemeYear, joinedOn, ...(eventDate && { eventDate }) })
    return { day: isEvent ? laterOf(day, eventDate) : day, opening }
  })
}

function without(choice: Choice, people: ReadonlySet<string>): Choice {
  return { ...choice, people: choice.people.filter((id) => !people.has(id)) }
}

function sameChoice(one: Choice | undefined, other: Choice): boolean {
  const codes = Object.keys(other.values)
  return (
    one !== undefined &&
    codes.length === Object.keys(one.values).length &&
    codes.every((code) => one.values[code] === other.values[code]) &&
    one.people.length === other.people.length &&
    one.people.every((id) => other.people.includes(id))
  )
}

function distinct(days: readonly AllowedDay[]): AllowedDay[] {
  return [...Map.groupBy(days, ({ day }) => day).values()]
    .flatMap((same) => same.toSorted((a, b) => (closesOf(a) < closesOf(b) ? 1 : -1)).toSorted(eventFirst)[0] ?? [])
    .toSorted(byDay)
}

function eventFirst(a: AllowedDay, b: AllowedDay): number {
  return Number(b.because === 'event') - Number(a.because === 'event')
}

function closesOf({ opening: { closesOn } }: AllowedDay): string {
  return closesOn ?? '9999-12-31'
}

function byDay(a: { day: IsoDate }, b: { day: IsoDate }): number {
  return compareDays(a.day, b.day)
}

function compareDays(a: IsoDate, b: IsoDate): number {
  return a < b ? -1 : a > b ? 1 : 0
}

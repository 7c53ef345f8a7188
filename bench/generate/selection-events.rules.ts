import { addDays, daysBetween, type IsoDate, londonDate } from '../../contract/dates.ts'
import type { PersonId } from '../../contract/ids.ts'
import type { RandomDraws } from '../../platform/random-draws.rules.ts'
import { rangeFor } from '../../domain/selections/choice.rules.ts'
import type { BenefitDefinition } from '../../domain/definition/definition.ts'
import type { SelectionEvent } from '../../features/selections/simulated-selection.server.ts'
import type { Choice, RangeOption } from '../../domain/definition/options.ts'
import type { PersonFacts } from '../../domain/pricing/price-facts.ts'
import { importedAction } from '../../domain/selections/cover-periods.rules.ts'

export type Participants = {
  personId: PersonId
  employerId: PersonId
  facts: PersonFacts
  leftOn: IsoDate | null
}

/** Percentage of portal users who have a benefit, by category. */
const takeUp: Readonly<Record<BenefitDefinition['category'], number>> = {
  pension: 82,
  protection: 18,
  health: 14,
  'time-off': 10,
  travel: 5,
  lifestyle: 12,
  money: 4,
  family: 3,
  giving: 4,
}

const courses = {
  automatic: { held: 68, changed: 12, fresh: 11, 'opted-out': 5, draft: 4 },
  approved: { waiting: 30, approved: 44, refused: 8, withdrawn: 5, changing: 6, draft: 7 },
} as const

/** Invents the events of a selection in order. The rules decide later whether each event is allowed. */
export function generateSelectionEvents(
  chance: RandomDraws,
  {
    definition,
    cast,
    now,
    yearFrom,
  }: { definition: BenefitDefinition; cast: Participants; now: string; yearFrom: IsoDate },
): SelectionEvent[] {
  if (!chance.happens(takeUp[definition.category] / 100)) return []
  const { personId, employerId, facts, leftOn } = cast
  const choice = () => inventChoice(chance, definition, facts)
  const when = (daysAgo: number) => momentBefore(chance, { now, daysAgo, yearFrom })
  const start = when(10)
  const before: SelectionEvent = { ...start, actorId: null, does: importedAction, choice: choice() }
  // Both events have the same time, because the last pay period must not be locked between them.
  if (leftOn !== null) return [before, { ...start, does: 'end', actorId: null, from: addDays(leftOn, 1) }]

  const mine = (daysAgo: number) => ({ ...when(daysAgo), actorId: personId })
  const theirs = (daysAgo: number) => ({ ...when(daysAgo), actorId: employerId })
  const asks = (daysAgo: number): SelectionEvent => ({ ...mine(daysAgo), does: 'choose', choice: choice() })
  const old = definition.requires.includes('existing-holding') ? [before] : []
  const course =
    definition.approval === 'automatic'
      ? chance.weighted(old.length > 0 ? { held: 1, changed: 1 } : courses.automatic)
      : chance.weighted(courses.approved)
  switch (course) {
    case 'held':
      return [before]
    case 'changed':
      return [before, asks(chance.whole(0, 8))]
    case 'fresh':
      return [asks(chance.whole(0, 8))]
    case 'opted-out':
      return [before, { ...mine(chance.whole(0, 8)), does: 'opt-out' }]
    case 'draft':
      return [...old, { ...mine(chance.whole(0, 8)), does: 'save-draft', choice: choice() }]
    case 'waiting':
      return [...old, asks(chance.whole(0, 8))]
    case 'approved':
      return [...old, asks(chance.whole(4, 8)), { ...theirs(chance.whole(0, 3)), does: 'approve', reason: null }]
    case 'refused':
      return [...old, asks(chance.whole(4, 8)), { ...theirs(2), does: 'reject', reason: 'Not in this scheme year' }]
    case 'withdrawn':
      return [...old, asks(chance.whole(4, 8)), { ...mine(2), does: 'withdraw' }]
    case 'changing':
      return [
        ...old,
        asks(8),
        { ...theirs(chance.whole(4, 7)), does: 'approve', reason: null },
        asks(chance.whole(0, 3)),
      ]
  }
}

/** Returns a time on the day `daysAgo`, or on the scheme year's first day if that is later. */
function momentBefore(
  chance: RandomDraws,
  { now, daysAgo, yearFrom }: { now: string; daysAgo: number; yearFrom: IsoDate },
): { on: IsoDate; at: string } {
  const today = londonDate(new Date(now))
  const days = Math.max(0, Math.min(daysAgo, daysBetween(yearFrom, today)))
  const at = new Date(Date.parse(now) - days * 86_400_000 - (10 - daysAgo) * chance.whole(0, 1_000))
  // Subtracting seconds puts the events of one day in order, unless that would move an event to the day before.
  const on = addDays(today, -days)
  return { on, at: (londonDate(at) === on ? at : new Date(Date.parse(now) - days * 86_400_000)).toISOString() }
}

/** Fills in every option. Small values are more frequent, as with real people. */
function inventChoice(chance: RandomDraws, definition: BenefitDefinition, facts: PersonFacts): Choice {
  const values: Record<string, string> = {}
  const people: string[] = []
  for (const option of definition.options) {
    const { onlyWhen } = option
    const asked = !onlyWhen || onlyWhen.is === values[onlyWhen.option]
    if (option.kind === 'people') people.push(...facts.family.filter(() => chance.happens(0.6)).map(({ id }) => id))
    else if (asked && option.kind === 'range') values[option.code] = inventNumber(chance, option, facts)
    else if (asked && option.kind === 'levels')
      values[option.code] = option.levels[Math.floor(chance.number() ** 1.5 * option.levels.length)]?.code ?? ''
  }
  return { values, people }
}

function inventNumber(chance: RandomDraws, option: RangeOption, facts: PersonFacts): string {
  const { min, max, step } = rangeFor(option, { facts })
  const steps = Math.max(0, Math.floor((Number(max) - Number(min)) / Number(step)))
  return String(Number(min) + Math.floor(chance.number() ** 3 * (steps + 1)) * Number(step))
}

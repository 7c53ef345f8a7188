import { addDays, daysBetween, type IsoDate } from '../../contract/dates.ts'
import type { PersonId } from '../../contract/ids.ts'
import type { BenefitDefinition } from '../../domain/definition/definition.ts'
import type { Choice } from '../../domain/definition/options.ts'
import { importedAction } from '../../domain/selections/cover-periods.rules.ts'
import type { SelectionEvent } from '../../features/selections/simulated-selection.server.ts'
import type { RandomDraws } from '../../platform/random-draws.rules.ts'
import type { FamilyRow } from '../../services/my-benefits/benefits.queries.ts'
import type { ExamplePast } from './past-file.ts'

/** First and last day on which a person may choose, and the windows for benefits that need one. */
type Days = { first: IsoDate; last: IsoDate; windows: readonly { from: IsoDate; to: IsoDate }[] }

export type Person = { personId: PersonId; approverId?: PersonId; leaves: boolean; family: readonly FamilyRow[] }

type Drawing = {
  definition: BenefitDefinition
  past: ExamplePast
  person: Person
  days: Days
  opening: Choice | undefined
}

export function drawEvents(
  chance: RandomDraws,
  { definition, past, person, days, opening }: Drawing,
): SelectionEvent[] {
  const shares = past.benefits[definition.code]
  const takesPart = chance.happens((shares?.takeUp ?? 0) / 100)
  // Draws both choices even if only one is used, so that a changed share leaves other people's draws unchanged.
  const [choice, other] = [
    drawChoice(chance, past, { definition, person }),
    drawChoice(chance, past, { definition, person }),
  ]
  const [isNew, changes, leaves] = [
    chance.happens(0.2),
    chance.happens((shares?.changes ?? 0) / 100),
    chance.happens(0.3),
  ]
  const [day, later] = [drawDay(chance, days, definition), drawDay(chance, days, definition)]
  const moment = (on: IsoDate) => ({ on, at: `${on}T${timeOfDay(chance)}Z` })
  const mine = (on: IsoDate) => ({ ...moment(on), actorId: person.personId })
  if (opening) return [{ ...before(days), does: importedAction, choice: opening }]
  if (!takesPart || !choice) return []
  const isOrder = definition.approval !== 'automatic'
  const { approverId } = person
  if (isOrder && (approverId === undefined || person.leaves)) return []
  const chosen = (on: IsoDate, what: Choice): SelectionEvent[] => [
    { ...mine(on), does: 'choose', choice: what },
    ...(isOrder && approverId !== undefined
      ? [decision(chance, { ...moment(addDays(on, chance.whole(1, 5))), actorId: approverId }, days)]
      : []),
  ]
  const startsHere = isOrder || isNew || days.first > past.begins
  const begun = startsHere
    ? day
      ? chosen(day, choice)
      : []
    : [{ ...before(days), does: importedAction, choice } satisfies SelectionEvent]
  const [first] = begun
  if (!first || !changes || isOrder || !later || later <= addDays(first.on, 40)) return begun
  return [...begun, ...(leaves ? [{ ...mine(later), does: 'opt-out' } as const] : other ? chosen(later, other) : [])]
}

function before({ first }: Days) {
  return { on: first, at: `${first}T08:00:00Z`, actorId: null }
}

function decision(
  chance: RandomDraws,
  decided: { on: IsoDate; at: string; actorId: PersonId },
  { last }: Days,
): SelectionEvent {
  const on = decided.on > last ? last : decided.on
  const at = `${on}T17:${decided.at.slice(14)}`
  return chance.happens(0.93)
    ? { ...decided, on, at, does: 'approve', reason: null }
    : { ...decided, on, at, does: 'reject', reason: 'Please ask again after your next pay review' }
}

function drawDay(
  chance: RandomDraws,
  { first, last, windows }: Days,
  { changeIn }: BenefitDefinition,
): IsoDate | undefined {
  const anyDay = addDays(first, 3 + Math.floor(chance.number() * Math.max(0, daysBetween(first, last) - 6)))
  if (changeIn.some((rule) => rule === 'any-month' || rule === 'any-time')) return anyDay <= last ? anyDay : undefined
  const [window, ...more] = windows
  if (!window) return undefined
  const { from, to } = chance.pick([window, ...more])
  return addDays(from, Math.floor(chance.number() * (daysBetween(from, to) + 1)))
}

export function drawChoice(
  chance: RandomDraws,
  past: ExamplePast,
  { definition, person }: { definition: BenefitDefinition; person: Pick<Person, 'family'> },
): Choice | undefined {
  const shares = past.benefits[definition.code]?.values
  const values: Record<string, string> = {}
  const people: string[] = []
  for (const option of definition.options) {
    const all = chance.happens(0.7)
    if (option.kind === 'people') people.push(...(all ? person.family.map(({ id }) => id) : []))
    else if (shares?.[option.code]) values[option.code] = chance.weighted(shares[option.code] ?? {})
  }
  return { values, people }
}

function timeOfDay(chance: RandomDraws): string {
  const two = (part: number) => String(part).padStart(2, '0')
  return `${two(chance.whole(7, 16))}:${two(chance.whole(0, 59))}:${two(chance.whole(0, 59))}`
}

import { addDays, type IsoDate } from '../../contract/dates.ts'
import { firstOfNextMonth, laterOf } from '../../domain/windows/effective-date.rules.ts'
import type { FamilyEnd } from '../../domain/definition/family.rules.ts'

/** Cover ends on the day of death, or at the end of the month in which a divorce is known. */
export function removalDates(
  by: 'death' | 'divorce',
  { eventDate, knownOn }: { eventDate: IsoDate; knownOn: IsoDate },
): FamilyEnd {
  const uncoveredFrom = by === 'death' ? addDays(eventDate, 1) : firstOfNextMonth(laterOf(eventDate, knownOn))
  return { on: eventDate, by, uncoveredFrom }
}

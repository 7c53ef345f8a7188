import { addDays, daysBetween, type IsoDate } from '../../contract/dates.ts'
import type { DatedFact } from '../tax/person-facts.rules.ts'

export function firstDayAfterLeaving(facts: readonly DatedFact[]): IsoDate | null {
  const lastDay = newestDay(facts, 'end-date')
  if (lastDay) return addDays(lastDay, 1)
  const status = newestFact(facts, 'status')
  return status?.value === 'left' ? status.effectiveFrom : null
}

export function joinedAfter(facts: readonly DatedFact[], day: IsoDate): boolean {
  const startedOn = newestDay(facts, 'start-date')
  return startedOn !== null && startedOn >= day
}

/** Returns the new first working day of a person employed again less than `within` days after cover ended, or null. */
export function rejoinedOn(
  facts: readonly DatedFact[],
  { endedFrom, within }: { endedFrom: IsoDate; within: number },
): IsoDate | null {
  const startedOn = newestDay(facts, 'start-date')
  const dayAfterLeaving = firstDayAfterLeaving(facts)
  if (!startedOn || startedOn < endedFrom || (dayAfterLeaving !== null && dayAfterLeaving <= startedOn)) return null
  return daysBetween(endedFrom, startedOn) < within ? startedOn : null
}

/** Returns the fact with the latest effective date, even in the future, because leaving dates are recorded ahead. */
export function newestFact(facts: readonly DatedFact[], fact: string): DatedFact | undefined {
  return facts
    .filter((one) => one.fact === fact)
    .toSorted((a, b) => (a.effectiveFrom < b.effectiveFrom ? -1 : 1))
    .at(-1)
}

export function newestDay(facts: readonly DatedFact[], fact: 'start-date' | 'end-date'): IsoDate | null {
  // The values of these facts are ISO dates.
  return (newestFact(facts, fact)?.value ?? null) as IsoDate | null
}

import { addDays, daysBetween, type IsoDate } from '../../contract/dates.ts'
import type { DatedFact } from '../tax/person-facts.rules.ts'

export function firstDayAfterLeaving(facts: readonly DatedFact[]): IsoDate | null {
  // The values of date facts are ISO dates.
  const lastDay = newest(facts, 'end-date')?.value as IsoDate | null | undefined
  if (lastDay) return addDays(lastDay, 1)
  const status = newest(facts, 'status')
  return status?.value === 'left' ? status.effectiveFrom : null
}

/** Returns whether employment began again on or after `day`. Former selections of such a joiner stay ended. */
export function joinedAfter(facts: readonly DatedFact[], day: IsoDate): boolean {
  const startedOn = newest(facts, 'start-date')?.value
  return startedOn !== undefined && startedOn !== null && startedOn >= day
}

/** Returns the new first working day of a person employed again less than `within` days after cover ended, or null. */
export function rejoinedOn(
  facts: readonly DatedFact[],
  { endedFrom, within }: { endedFrom: IsoDate; within: number },
): IsoDate | null {
  // The values of date facts are ISO dates.
  const startedOn = newest(facts, 'start-date')?.value as IsoDate | null | undefined
  const dayAfterLeaving = firstDayAfterLeaving(facts)
  if (!startedOn || startedOn < endedFrom || (dayAfterLeaving !== null && dayAfterLeaving <= startedOn)) return null
  return daysBetween(endedFrom, startedOn) < within ? startedOn : null
}

/** Returns the fact with the latest effective date, even in the future, because leaving dates are recorded ahead. */
function newest(facts: readonly DatedFact[], fact: string): DatedFact | undefined {
  return facts
    .filter((one) => one.fact === fact)
    .toSorted((a, b) => (a.effectiveFrom < b.effectiveFrom ? -1 : 1))
    .at(-1)
}

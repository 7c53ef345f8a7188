import { addDays, daysBetween, type IsoDate } from '../../../contract/dates.ts'
import type { DatedFact } from '../eligibility/person-facts.rules.ts'

/** Returns the first day after employment, past or future; null if none is known. */
export function goneFrom(facts: readonly DatedFact[]): IsoDate | null {
  // Facts about dates are written as dates.
  const lastDay = newest(facts, 'end-date')?.value as IsoDate | null | undefined
  if (lastDay) return addDays(lastDay, 1)
  const status = newest(facts, 'status')
  return status?.value === 'left' ? status.effectiveFrom : null
}

/** Returns whether the person was employed again on or after `day`: then a joiner, whose former selections stay ended. */
export function joinedAfter(facts: readonly DatedFact[], day: IsoDate): boolean {
  const startedOn = newest(facts, 'start-date')?.value
  return startedOn !== undefined && startedOn !== null && startedOn >= day
}

/**
 * Returns the new first working day of somebody employed again within that many days of their cover ending, or null.
 */
export function rejoinedOn(
  facts: readonly DatedFact[],
  { endedFrom, within }: { endedFrom: IsoDate; within: number },
): IsoDate | null {
  // Facts about dates are written as dates.
  const startedOn = newest(facts, 'start-date')?.value as IsoDate | null | undefined
  const gone = goneFrom(facts)
  if (!startedOn || startedOn < endedFrom || (gone !== null && gone <= startedOn)) return null
  return daysBetween(endedFrom, startedOn) < within ? startedOn : null
}

/** Returns the fact with the latest effective date, even a future one: a leaving date is known once it is recorded. */
function newest(facts: readonly DatedFact[], fact: string): DatedFact | undefined {
  return facts
    .filter((one) => one.fact === fact)
    .toSorted((a, b) => (a.effectiveFrom < b.effectiveFrom ? -1 : 1))
    .at(-1)
}

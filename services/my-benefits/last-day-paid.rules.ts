import { addDays, type IsoDate } from '../../contract/dates.ts'
import type { DatedFact } from '../../domain/tax/person-facts.rules.ts'
import { firstDayAfterLeaving } from '../../domain/windows/leaving.rules.ts'

/** Returns the last day on which a scheme year's choices are paid for: the year's, or the last day of employment if earlier. */
export function lastDayPaid(facts: readonly DatedFact[], { to }: { to: IsoDate }): IsoDate {
  const dayAfterLeaving = firstDayAfterLeaving(facts)
  return dayAfterLeaving !== null && dayAfterLeaving <= to ? addDays(dayAfterLeaving, -1) : to
}

import { addDays, type IsoDate } from '../../contract/dates.ts'
import type { DatedFact } from '../../domain/tax/person-facts.rules.ts'
import { firstDayAfterLeaving } from '../../domain/windows/leaving.rules.ts'

export function lastDayPaid(facts: readonly DatedFact[], { to }: { to: IsoDate }): IsoDate {
  const dayAfterLeaving = firstDayAfterLeaving(facts)
  return dayAfterLeaving !== null && dayAfterLeaving <= to ? addDays(dayAfterLeaving, -1) : to
}

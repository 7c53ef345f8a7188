import { addDays, type IsoDate } from '../../../contract/dates.ts'
import type { DatedFact } from '../eligibility/person-facts.rules.ts'
import { goneFrom } from '../following/leaving.rules.ts'

/** The last day on which what is chosen for a scheme year is paid for: the year's, or that of employment where it is known. */
export function lastDayPaid(facts: readonly DatedFact[], { to }: { to: IsoDate }): IsoDate {
  const gone = goneFrom(facts)
  return gone !== null && gone <= to ? addDays(gone, -1) : to
}

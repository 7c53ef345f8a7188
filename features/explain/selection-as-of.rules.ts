import { type IsoDate, londonDate } from '../../contract/dates.ts'
import { coverPeriodOn, coverPeriodsOf } from '../../domain/selections/cover-periods.rules.ts'
import type { SelectionVersion, SelectionWithVersions } from '../../domain/selections/selection.rules.ts'

export function versionsRecordedBy(versions: readonly SelectionVersion[], day: IsoDate): SelectionVersion[] {
  return versions.filter(({ recordedAt }) => londonDate(new Date(recordedAt)) <= day)
}

/** Returns the state recorded up to the day, with the cover in force as known now. Undefined if there is neither. */
export function selectionAsOf(
  selection: SelectionWithVersions,
  versions: readonly SelectionVersion[],
  day: IsoDate,
): SelectionWithVersions | undefined {
  const running = coverPeriodOn(coverPeriodsOf(versions), day)?.version ?? null
  const newest = versionsRecordedBy(versions, day).at(-1) ?? running
  if (!newest) return undefined
  const { state, version } = newest
  return { ...selection, state, version, newest, running, versionInForce: running?.version ?? null }
}

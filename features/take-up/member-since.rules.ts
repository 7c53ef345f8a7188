import type { IsoDate } from '../../contract/dates.ts'
import { type DatedVersion, coversDays, coverPeriodsOf } from '../../domain/selections/cover-periods.rules.ts'

/** First day of the current or next membership. Versions without a gap are one membership, except orders. */
export function memberSince(versions: readonly DatedVersion[], today: IsoDate): IsoDate | undefined {
  const ran = coverPeriodsOf(versions).filter(coversDays)
  const at = ran.findIndex(({ until }) => until === undefined || until > today)
  let since = ran[at]?.from
  for (const { from, until, stopped } of ran.slice(0, Math.max(at, 0)).toReversed()) {
    if (until !== since || stopped) break
    since = from
  }
  return since
}

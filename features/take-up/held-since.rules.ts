import type { IsoDate } from '../../contract/dates.ts'
import { type DatedVersion, coversDays, segmentsInForce } from '../../domain/selections/segments.rules.ts'

/** First day of the current or next membership; versions without a gap are one. Orders count separately. */
export function heldSince(versions: readonly DatedVersion[], today: IsoDate): IsoDate | undefined {
  const ran = segmentsInForce(versions).filter(coversDays)
  const at = ran.findIndex(({ until }) => until === undefined || until > today)
  let since = ran[at]?.from
  for (const { from, until, stopped } of ran.slice(0, Math.max(at, 0)).toReversed()) {
    if (until !== since || stopped) break
    since = from
  }
  return since
}

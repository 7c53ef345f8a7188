import type { IsoDate } from '../../contract/dates.ts'
import { type DatedVersion, hasDays, segmentsThatRan } from '../benefits/pay/segments.rules.ts'

/**
 * The first day of what somebody has of a benefit on a day, or has next: versions that follow each other without a day between
 * them are one, as providers are told of them; an order placed after one ended is its own. Undefined where nothing runs from
 * then on.
 */
export function heldSince(versions: readonly DatedVersion[], today: IsoDate): IsoDate | undefined {
  const ran = segmentsThatRan(versions).filter(hasDays)
  const at = ran.findIndex(({ until }) => until === undefined || until > today)
  let since = ran[at]?.from
  for (const { from, until, stopped } of ran.slice(0, Math.max(at, 0)).toReversed()) {
    if (until !== since || stopped) break
    since = from
  }
  return since
}

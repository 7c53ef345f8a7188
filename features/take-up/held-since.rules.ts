import type { IsoDate } from '../../contract/dates.ts'
import { type DatedVersion, hasDays, segmentsThatRan } from '../benefits/pay/segments.rules.ts'

/**
 * Returns the first day of a person's current membership of a benefit, or of the next one. Versions without a day between them
 * are one membership, as in provider reports. An order placed after another ended counts separately. Undefined if nothing is in
 * force from today on.
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

import { addDays, type IsoDate, londonDate } from '../../contract/dates.ts'
import { namesFacts } from '../benefits/following/named-facts.rules.ts'
import { endings, hasDays, type Segment, segmentsThatRan } from '../benefits/pay/segments.rules.ts'
import { isIn, type Month } from './month.rules.ts'
import { providerMessages as say } from './provider.messages.ts'

type Told = Parameters<typeof segmentsThatRan>[0][number] & { reason: string | null; recordedAt: string }

/** What a month knows of somebody's cover: under which version, since when, up to when, and what is new about it. */
export type MemberMonth<Version> = { version: Version; start: IsoDate; end: IsoDate | null; reason: string }

/**
 * Undefined where nothing ran in the month and nothing became known in it. The last version that ran in the month counts; an end
 * of days before it is told in the month in which it became known.
 */
export function memberMonth<Version extends Told>(
  versions: readonly Version[],
  month: Month,
): MemberMonth<Version> | undefined {
  const ran = segmentsThatRan(versions).filter(hasDays)
  const at = ran.findLastIndex(({ from, until }) => from <= month.last && (until === undefined || until > month.first))
  const place = at >= 0 ? at : endKnownIn(versions, ran, month)
  const segment = ran[place]
  if (!segment) return undefined
  const start = beginningOf(ran, place)
  const end = segment.stopped && segment.until !== undefined ? addDays(segment.until, -1) : null
  return { version: segment.version, start, end, reason: reasonOf(segment, { start, end, month }) }
}

/** Cover follows cover without a day between them. */
function beginningOf(ran: readonly Segment<unknown>[], place: number): IsoDate {
  let start = ran[place]?.from
  for (const { from, until, stopped } of ran.slice(0, place).toReversed()) {
    if (until !== start || stopped) break
    start = from
  }
  if (start === undefined) throw new Error('A segment begins on a day')
  return start
}

function endKnownIn(versions: readonly Told[], ran: readonly Segment<unknown>[], month: Month): number {
  const ending = versions.findLast(({ action }) => endings.includes(action))
  const last = ran.length - 1
  const isNews = ending !== undefined && isIn(month, londonDate(new Date(ending.recordedAt)))
  return isNews && ran[last]?.stopped && (ran[last].until ?? '') <= month.first ? last : -1
}

const byThePortal = /^(?:reprice|rise)/

function reasonOf(
  { version, from, stopped }: Segment<Told>,
  { start, end, month }: { start: IsoDate; end: IsoDate | null; month: Month },
): string {
  if (stopped && end !== null && end <= month.last) return stopped === 'end' ? say.left : say.optedOut
  if (isIn(month, start)) return say.joined
  if (!isIn(month, from)) return say.continues
  const { action, reason } = version
  // A gym learns of no salary, whatever else its price goes by (S-53).
  return byThePortal.test(action) && reason && !namesFacts(reason) ? reason : say.changed
}

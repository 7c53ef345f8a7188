import { addDays, type IsoDate } from '../../contract/dates.ts'
import { namesFacts } from '../benefits/following/named-facts.rules.ts'
import { endings, hasDays, type Segment, segmentsThatRan } from '../benefits/pay/segments.rules.ts'
import { isIn, type Month, type Telling, toldWith } from './month.rules.ts'
import { providerMessages as say } from './provider.messages.ts'

type Told = Parameters<typeof segmentsThatRan>[0][number] & { reason: string | null; recordedAt: string }

/** What somebody had of a benefit in one scheme year, which ends on the day `to`. */
export type YearOfCover<Version> = {
  versions: readonly Version[]
  to: IsoDate
  /** Another scheme year begins the day after: what does not go on in it is over. */
  followed: boolean
}

type Asked<Version> = {
  month: Month
  /** With which other months it is told of. */
  telling: Telling
  /** Whether a provider is told the same of both but for what they cost. */
  sameCover: (one: Version, other: Version) => boolean
}

/** What a month knows of somebody's cover: under which version, since when, up to when, and what is new about it. */
export type MemberMonth<Version> = { version: Version; start: IsoDate; end: IsoDate | null; reason: string }

/**
 * Undefined where nothing ran in the month and nothing became known in it. The last version that ran in the month counts; an end
 * of days before it is told in the month in which it became known. Cover goes on from one scheme year to the next.
 */
export function memberMonth<Version extends Told>(
  years: readonly YearOfCover<Version>[],
  { month, telling, sameCover }: Asked<Version>,
): MemberMonth<Version> | undefined {
  const ran = stretchesOf(years)
  const at = ran.findLastIndex(({ from, until }) => from <= month.last && (until === undefined || until > month.first))
  const place = at >= 0 ? at : endToldIn(years, ran, { month, telling })
  const stretch = ran[place]
  if (!stretch) return undefined
  const start = beginningOf(ran, place)
  const end = endOf(stretch, month)
  const before = ran[place - 1]
  const goesOn = before !== undefined && before.year < stretch.year && sameCover(before.version, stretch.version)
  return { version: stretch.version, start, end, reason: reasonOf(stretch, { start, end, month, goesOn }) }
}

/** A segment of one of the scheme years; `year` where it stopped with that. */
type Stretch<Version> = Omit<Segment<Version>, 'stopped'> & { year: number; stopped?: 'opt-out' | 'end' | 'year' }

/** What ran, in order of time and each within its scheme year. */
function stretchesOf<Version extends Told>(years: readonly YearOfCover<Version>[]): Stretch<Version>[] {
  return years
    .map(({ versions, to, followed }, year) => ({ ran: segmentsThatRan(versions).filter(hasDays), to, followed, year }))
    .flatMap(({ ran, to, followed, year }, place, all) => {
      const after = addDays(to, 1)
      const goesOn = all[place + 1]?.ran.some(({ from }) => from <= after) ?? false
      return ran
        .filter(({ from }) => from < after)
        .map(({ stopped, ...segment }): Stretch<Version> => {
          if (segment.until !== undefined && segment.until <= after)
            return { ...segment, year, ...(stopped && { stopped }) }
          return { ...segment, year, until: after, ...(followed && !goesOn && { stopped: 'year' }) }
        })
    })
}

/** Cover follows cover without a day between them. */
function beginningOf(ran: readonly Stretch<unknown>[], place: number): IsoDate {
  let start = ran[place]?.from
  for (const { from, until, stopped } of ran.slice(0, place).toReversed()) {
    if (until !== start || stopped) break
    start = from
  }
  if (start === undefined) throw new Error('A segment begins on a day')
  return start
}

/** With the scheme year cover ends when that is over: until then it may be chosen again. */
function endOf({ until, stopped }: Stretch<unknown>, { last }: Month): IsoDate | null {
  if (stopped === undefined || until === undefined) return null
  const end = addDays(until, -1)
  return stopped === 'year' && end > last ? null : end
}

function endToldIn(
  years: readonly YearOfCover<Told>[],
  ran: readonly Stretch<unknown>[],
  { month, telling }: Pick<Asked<Told>, 'month' | 'telling'>,
): number {
  const ending = years.flatMap(({ versions }) => versions).findLast(({ action }) => endings.includes(action))
  const last = ran.at(-1)
  // An end within the months is told with the one it is in.
  const isOfBefore = last?.until !== undefined && last.until <= telling.months[0].first
  const hasEnded = last?.stopped !== undefined && last.stopped !== 'year' && isOfBefore
  return hasEnded && ending !== undefined && toldWith(telling, ending.recordedAt) === month ? ran.length - 1 : -1
}

const byThePortal = /^(?:reprice|rise)/
const stoppedBy = { end: say.left, 'opt-out': say.optedOut, year: say.yearOver }

function reasonOf(
  { version, from, stopped }: Stretch<Told>,
  { start, end, month, goesOn }: { start: IsoDate; end: IsoDate | null; month: Month; goesOn: boolean },
): string {
  if (stopped && end !== null && end <= month.last) return stoppedBy[stopped]
  if (isIn(month, start)) return say.joined
  if (!isIn(month, from) || goesOn) return say.continues
  const { action, reason } = version
  // A gym learns of no salary, whatever else its price goes by (S-53).
  return byThePortal.test(action) && reason && !namesFacts(reason) ? reason : say.changed
}

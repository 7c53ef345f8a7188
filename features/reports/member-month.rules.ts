import { addDays, type IsoDate } from '../../contract/dates.ts'
import { namesFacts } from '../benefits/following/named-facts.rules.ts'
import { endings, hasDays, type Segment, segmentsThatRan } from '../benefits/pay/segments.rules.ts'
import { aDay, isIn, isJustBefore, type Month, type Telling, toldWith } from './month.rules.ts'
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
  /** Whether an end on a day, recorded just before the month before was told of, was not told then: it was not yet to be seen. */
  wasMissed?: (version: Version, end: IsoDate) => boolean
}

/** What a month knows of somebody's cover: under which version, since when, up to when, and what is new about it. */
export type MemberMonth<Version> = { version: Version; start: IsoDate; end: IsoDate | null; reason: string }

/** What is paid for when nothing of it ran in the month or is new: as it was at last, by the end of the month. */
export function lastKnown<Version extends Pick<Told, 'effectiveFrom' | 'effectiveTo'>>(
  years: readonly YearOfCover<Version>[],
  { last }: Month,
): MemberMonth<Version> | undefined {
  const version = years
    .flatMap(({ versions }) => versions)
    .findLast(({ effectiveFrom }) => effectiveFrom !== null && effectiveFrom <= last)
  return version?.effectiveFrom
    ? { version, start: version.effectiveFrom, end: version.effectiveTo ?? null, reason: say.changed }
    : undefined
}

/**
 * Nothing where nothing ran in the month and nothing became known in it. Each end that cover does not follow without a day between
 * is one of its own; then what ran at last in the month. An end of days before it is told in the month in which it became known.
 * Cover goes on from one scheme year to the next.
 */
export function memberMonths<Version extends Told>(
  years: readonly YearOfCover<Version>[],
  asked: Asked<Version>,
): MemberMonth<Version>[] {
  const { month, sameCover } = asked
  const ran = stretchesOf(years)
  const running = ran.findLastIndex(
    ({ from, until }) => from <= month.last && (until === undefined || until > month.first),
  )
  return ran.flatMap((stretch, place) => {
    const isOver = isEnd(ran, place)
    if (place !== running && !(isOver && isToldIn(stretch, years, asked))) return []
    const start = beginningOf(ran, place)
    const end = isOver ? endOf(stretch, month) : null
    const before = ran[place - 1]
    const goesOn = before !== undefined && before.year < stretch.year && sameCover(before.version, stretch.version)
    return [{ version: stretch.version, start, end, reason: reasonOf(stretch, { start, end, month, goesOn }) }]
  })
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
  for (const { from, until } of ran.slice(0, place).toReversed()) {
    if (until !== start) break
    start = from
  }
  if (start === undefined) throw new Error('A segment begins on a day')
  return start
}

function isEnd(ran: readonly Stretch<unknown>[], place: number): boolean {
  const { until, stopped } = ran[place] ?? {}
  return until !== undefined && stopped !== undefined && ran[place + 1]?.from !== until
}

/** With the scheme year cover ends when that is over: until then it may be chosen again. */
function endOf({ until, stopped }: Stretch<unknown>, { last }: Month): IsoDate | null {
  if (stopped === undefined || until === undefined) return null
  const end = addDays(until, -1)
  return stopped === 'year' && end > last ? null : end
}

/** An end within the months that are told of together is told with the one it is in. */
function isToldIn<Version extends Told>(
  { version, year, until, stopped }: Stretch<Version>,
  years: readonly YearOfCover<Version>[],
  { month, telling, wasMissed }: Asked<Version>,
): boolean {
  if (until === undefined) return false
  const end = addDays(until, -1)
  if (isIn(month, end)) return true
  if (stopped === 'year' || end >= telling.months[0].first) return false
  const { versions = [] } = years[year] ?? {}
  const ending = versions.findLast(({ action, effectiveFrom }) => endings.includes(action) && effectiveFrom === until)
  if (!ending) return false
  if (isJustBefore(telling, ending.recordedAt))
    return month === telling.months[0] && (wasMissed?.(version, end) ?? false)
  const isKnown = (by: number) => wasEnd(years, { year, until, by })
  if (toldWith(telling, ending.recordedAt) !== month) return false
  // Who has ended twice on a day has ended once.
  if (telling.toldBefore === null) return true
  const toldBefore = Date.parse(telling.toldBefore)
  return !isKnown(toldBefore - aDay) && (!isKnown(toldBefore) || (wasMissed?.(version, end) ?? false))
}

/** Whether cover ended before a day for those who knew what was recorded before a moment. */
function wasEnd(
  years: readonly YearOfCover<Told>[],
  { year, until, by }: { year: number; until: IsoDate; by: number },
): boolean {
  const known = years.map((one) => ({
    ...one,
    versions: one.versions.filter(({ recordedAt }) => Date.parse(recordedAt) < by),
  }))
  const ran = stretchesOf(known)
  return ran.some((one, place) => one.year === year && one.until === until && isEnd(ran, place))
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

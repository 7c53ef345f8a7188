import { addDays, type IsoDate } from '../../contract/dates.ts'
import type { SchemeYearId } from '../../contract/ids.ts'
import { optOutsWithinMonth } from '../../domain/eligibility/membership.rules.ts'
import { mentionsPersonalFact } from '../recalculation/mentions-fact.rules.ts'
import {
  type DatedVersion,
  endingActions,
  firstDayOfCover,
  coversDays,
  type CoverPeriod,
  coverPeriodsOf,
} from '../../domain/selections/cover-periods.rules.ts'
import {
  dayMs,
  isInMonth,
  isWithinDayBefore,
  type Month,
  type ReportPeriod,
  reportingMonth,
} from './report-months.rules.ts'
import { providerMessages as say } from './provider.messages.ts'

type ReportedVersion = DatedVersion & { schemeYearId: SchemeYearId; reason: string | null; recordedAt: string }

type MonthRequest<Version> = {
  month: Month
  reportPeriod: ReportPeriod
  /** True if, for the provider, two versions differ only in cost. */
  sameCover: (one: Version, other: Version) => boolean
  isElsewhere?: (version: Version) => boolean
  /** True if the previous report lacks this end, because the end was committed after that report. */
  wasMissed?: (end: IsoDate) => boolean
}

export type MonthOfCover<Version> = { version: Version; start: IsoDate; end: IsoDate | null; reason: string }

/** Returns the latest version that began by the end of the month, for a month with payments but without cover. */
export function latestVersion<Version extends Pick<ReportedVersion, 'effectiveFrom' | 'effectiveTo'>>(
  versions: readonly Version[],
  { last }: Month,
): MonthOfCover<Version> | undefined {
  const version = versions.findLast(({ effectiveFrom }) => effectiveFrom !== null && effectiveFrom <= last)
  return version?.effectiveFrom
    ? { version, start: version.effectiveFrom, end: version.effectiveTo ?? null, reason: say.changed }
    : undefined
}

/** Returns the ends of cover to report, oldest first, then the last cover in force during the month. */
export function monthsOfCover<Version extends ReportedVersion>(
  versions: readonly Version[],
  asked: MonthRequest<Version>,
): MonthOfCover<Version>[] {
  const { month, sameCover } = asked
  const ran = continuousCover(versions, asked)
  const running = ran.findLastIndex(
    ({ from, until }) => from <= month.last && (until === undefined || until > month.first),
  )
  const reported = ran.flatMap((stretch, place) => {
    const isOver = isEnd(ran, place)
    if (place !== running && !(isOver && isReportedIn(stretch, versions, asked))) return []
    const start = firstDayOfCover(ran, stretch.from)
    const end = isOver && stretch.until !== undefined ? addDays(stretch.until, -1) : null
    const before = ran[place - 1]
    // New rates in a new scheme year are not reported as a change.
    const goesOn =
      before !== undefined &&
      before.version.schemeYearId !== stretch.version.schemeYearId &&
      sameCover(before.version, stretch.version)
    return [{ version: stretch.version, start, end, reason: reasonOf(stretch, { start, end, month, goesOn }) }]
  })
  return [...neverMembers(versions, asked), ...reported]
}

/** Returns reported members who opted out within the opt-out month, so that they never were members. */
function neverMembers<Version extends ReportedVersion>(
  versions: readonly Version[],
  { month, reportPeriod }: MonthRequest<Version>,
): MonthOfCover<Version>[] {
  const { months, previousReportAt } = reportPeriod
  return versions.flatMap((version) => {
    const { action, effectiveFrom: start, recordedAt } = version
    if (!optOutsWithinMonth.has(action) || start === null || previousReportAt === null || start >= months[0].first)
      return []
    const wasReported = versions.some(
      (one) => one.effectiveFrom === start && Date.parse(one.recordedAt) < Date.parse(previousReportAt),
    )
    if (!wasReported || reportingMonth(reportPeriod, recordedAt) !== month) return []
    return [{ version, start, end: addDays(start, -1), reason: say.neverMember }]
  })
}

/** Returns periods of cover by this provider, by date. One that another provider continues has `stopped: 'year'`. */
function continuousCover<Version extends ReportedVersion>(
  versions: readonly Version[],
  { isElsewhere = () => false }: Pick<MonthRequest<Version>, 'isElsewhere'>,
): CoverPeriod<Version>[] {
  const ran = coverPeriodsOf(versions).filter(coversDays)
  return ran.flatMap((segment, place): CoverPeriod<Version>[] => {
    if (isElsewhere(segment.version)) return []
    const next = ran[place + 1]
    const moves = next !== undefined && next.from === segment.until && isElsewhere(next.version)
    return [moves ? { ...segment, stopped: 'year' } : segment]
  })
}

function isEnd(ran: readonly CoverPeriod<unknown>[], place: number): boolean {
  const { until, stopped } = ran[place] ?? {}
  return until !== undefined && stopped !== undefined && ran[place + 1]?.from !== until
}

function isReportedIn<Version extends ReportedVersion>(
  { until }: CoverPeriod<Version>,
  versions: readonly Version[],
  { month, reportPeriod, isElsewhere = () => false, wasMissed }: MonthRequest<Version>,
): boolean {
  if (until === undefined) return false
  const end = addDays(until, -1)
  if (isInMonth(month, end)) return true
  if (end >= reportPeriod.months[0].first) return false
  const ending = versions.findLast(
    (one) => (endingActions.includes(one.action) || isElsewhere(one)) && one.effectiveFrom === until,
  )
  if (!ending) return false
  if (isWithinDayBefore(reportPeriod, ending.recordedAt))
    return month === reportPeriod.months[0] && (wasMissed?.(end) ?? false)
  const isKnown = (by: number) => hadEnded(versions, { until, by, isElsewhere })
  if (reportingMonth(reportPeriod, ending.recordedAt) !== month) return false
  // An end on a day that was already reported as an end is not reported again.
  if (reportPeriod.previousReportAt === null) return true
  const previousReportAt = Date.parse(reportPeriod.previousReportAt)
  return !isKnown(previousReportAt - dayMs) && (!isKnown(previousReportAt) || (wasMissed?.(end) ?? false))
}

function hadEnded<Version extends ReportedVersion>(
  versions: readonly Version[],
  { until, by, isElsewhere }: { until: IsoDate; by: number; isElsewhere: (version: Version) => boolean },
): boolean {
  const known = versions.filter(({ recordedAt }) => Date.parse(recordedAt) < by)
  const ran = continuousCover(known, { isElsewhere })
  return ran.some((one, place) => one.until === until && isEnd(ran, place))
}

const systemActions = /^(?:reprice|rise)/
const endReasons = { end: say.left, condition: say.noLongerEligible, 'opt-out': say.optedOut, year: say.yearOver }

function reasonOf(
  { version, from, stopped }: CoverPeriod<ReportedVersion>,
  { start, end, month, goesOn }: { start: IsoDate; end: IsoDate | null; month: Month; goesOn: boolean },
): string {
  if (stopped && end !== null && end <= month.last) return endReasons[stopped]
  if (isInMonth(month, start)) return say.joined
  if (!isInMonth(month, from) || goesOn) return say.continues
  const { action, reason } = version
  // A provider such as a gym must not learn salaries, even if the price depends on them (S-53).
  return systemActions.test(action) && reason && !mentionsPersonalFact(reason) ? reason : say.changed
}

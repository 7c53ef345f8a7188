import type { IsoDate } from '../../contract/dates.ts'
import type { DeductedPart, VersionInForce } from '../payroll/deductions.rules.ts'
import type { LeavingRule, LeavingTerms } from '../payroll/leaving-rule.rules.ts'
import { linesBeforePortal } from './payments-before-portal.rules.ts'
import {
  continuesChoice,
  type DatedVersion,
  firstDayOfCover,
  type CoverPeriod,
  coverPeriodsOf,
  importedAction,
} from '../../domain/selections/cover-periods.rules.ts'
import type { StoredPricePart } from '../../domain/selections/stored-price.ts'
import type { PartPeriod } from '../../domain/definition/definition.ts'

export type CoverTerms = {
  partPeriod: PartPeriod
  endsFrom?: IsoDate
}

export type PayVersion = DatedVersion & {
  schemeYearId?: string
  payDaysAYear?: number | null
  parts: readonly StoredPricePart[]
}

export function versionsInForce(
  versions: readonly PayVersion[],
  leaving?: LeavingTerms,
  { endsFrom, partPeriod = 'from-next-period' }: Partial<CoverTerms> = {},
): VersionInForce[] {
  const segments = endedBefore(coverPeriodsOf(versions), endsFrom)
  return segments.map(({ version: { version, schemeYearId, action, payDaysAYear, parts }, from, until, stopped }) => ({
    version,
    ...(schemeYearId !== undefined && { schemeYearId }),
    effectiveFrom: from,
    ...(until && { until }),
    ...(stopped && { stopped: true }),
    ...(continuesChoice(action) && { continues: true }),
    ...(action === importedAction && { paidElsewhere: linesBeforePortal(version, parts) }),
    ...(stopped === 'end' &&
      until &&
      leaving && { leaving: leavingOn(leaving, { version, firstDayAfterLeaving: until }) }),
    // The employee stays and keeps paying, so no balance arises.
    ...(stopped === 'condition' &&
      leaving && { leaving: { lastPeriod: leaving.lastPeriod, owed: leaving.owed === 'drop' ? 'drop' : 'settle' } }),
    partPeriod,
    beganOn: firstDayOfCover(segments, from),
    ...(payDaysAYear && { payDaysAYear }),
    parts: parts.map(partInPence),
  }))
}

function leavingOn(
  { earned, ...rule }: LeavingTerms,
  end: { version: number; firstDayAfterLeaving: IsoDate },
): LeavingRule {
  const share = earned?.(end)
  return { ...rule, ...(share && { earned: share }) }
}

function endedBefore<Version>(segments: CoverPeriod<Version>[], day: IsoDate | undefined): CoverPeriod<Version>[] {
  if (day === undefined) return segments
  return segments.map((segment) => {
    const { from, until } = segment
    if (until !== undefined && until <= day) return segment
    return from < day ? { ...segment, until: day, stopped: 'condition' } : { ...segment, until: from }
  })
}

export function partInPence(part: StoredPricePart): DeductedPart {
  return { ...part, total: BigInt(part.total), shares: part.shares.map(BigInt) }
}

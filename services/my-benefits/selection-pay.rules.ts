import { type IsoDate, londonDate } from '../../contract/dates.ts'
import { deductionSchedule, type DeductionSchedule, type FinalDeduction } from '../payroll/deductions.rules.ts'
import { type DayRange, isOpenIfEmployed, type PayPeriod } from '../../domain/windows/effective-date.rules.ts'
import type { LeavingTerms } from '../payroll/leaving-rule.rules.ts'
import { importedAction } from '../../domain/selections/cover-periods.rules.ts'
import { type CoverTerms, type PayVersion, versionsInForce } from './versions-in-force.rules.ts'

export function paySchedule({
  versions,
  periods,
  today,
  schemeYears,
  deducted,
  formerPeriods = [],
  leaving,
  ...terms
}: {
  versions: readonly (PayVersion & { recordedAt: string })[]
  periods: readonly PayPeriod[]
  today: IsoDate
  schemeYears: readonly DayRange[]
  deducted: readonly FinalDeduction[]
  /** Periods of a former payroll with deductions, after a correction moved the employee to another payroll. */
  formerPeriods?: readonly PayPeriod[]
  leaving?: LeavingTerms
} & Partial<CoverTerms>): { open: Set<string> } & DeductionSchedule {
  // Includes periods after the last day, because deductions stored there are replaced as well.
  const open = new Set(periods.filter((period) => isOpenIfEmployed(period, today)).map((period) => period.id))
  const schedule = deductionSchedule({
    versions: versionsInForce(versions, leaving, terms),
    periods,
    today,
    schemeYears,
    paidHereFrom: paidByPortalFrom(versions[0], { periods, schemeYears, today }),
    taken: deducted.filter((line) => !open.has(line.periodId)),
    formerPeriods,
  })
  return { open, ...schedule }
}

/** First day of deductions by the portal. Imported selections were paid elsewhere until the first open period. */
export function paidByPortalFrom(
  first: { action: string; recordedAt: string } | undefined,
  { periods, schemeYears, today }: { periods: readonly PayPeriod[]; schemeYears: readonly DayRange[]; today: IsoDate },
): IsoDate {
  if (first?.action !== importedAction) return schemeYears[0]?.from ?? today
  const since = londonDate(new Date(first.recordedAt))
  return periods.find((period) => since <= period.cutOffOn)?.startsOn ?? since
}

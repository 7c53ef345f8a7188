import type { IsoDate } from '../../contract/dates.ts'

/** Fields of a period that determine the payroll's next run. */
export type PeriodStatus = {
  startsOn: IsoDate
  cutOffOn: IsoDate
  locked: boolean
  hasDeductions: boolean
}

/**
 * Returns the only run of a payroll that may be locked. Runs are locked in order, including empty ones: each reports changes
 * since the previous run, so a gap would lose changes. The first run is the first period with a deduction. While there is none,
 * it is the first period whose cut-off is still to come. Earlier periods were paid elsewhere.
 */
export function nextOpenRun<Period extends PeriodStatus>(
  periods: readonly Period[],
  today: IsoDate,
): Period | undefined {
  const inOrder = periods.toSorted((a, b) => (a.startsOn < b.startsOn ? -1 : 1))
  const lastLocked = inOrder.findLastIndex((period) => period.locked)
  if (lastLocked >= 0) return inOrder[lastLocked + 1]
  return inOrder.find((period) => period.hasDeductions) ?? inOrder.find((period) => period.cutOffOn >= today)
}

export type LockPermission = 'may-lock' | 'already-locked' | 'earlier-run-open' | 'no-run'

/** Returns whether this period may be locked now, and if not, why. */
export function lockPermission<Period extends PeriodStatus>(
  periods: readonly Period[],
  period: Period,
  today: IsoDate,
): LockPermission {
  if (period.locked) return 'already-locked'
  const next = nextOpenRun(periods, today)
  if (next === period) return 'may-lock'
  // A period before this portal's first run was paid elsewhere.
  return next && next.startsOn < period.startsOn ? 'earlier-run-open' : 'no-run'
}

/** Returns the last locked run before a run, for comparison. */
export function runBefore<Period extends PeriodStatus>(periods: readonly Period[], period: Period): Period | null {
  const before = periods.filter((each) => each.locked && each.startsOn < period.startsOn)
  return before.toSorted((a, b) => (a.startsOn < b.startsOn ? -1 : 1)).at(-1) ?? null
}

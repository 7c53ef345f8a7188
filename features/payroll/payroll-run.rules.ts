import type { IsoDate } from '../../contract/dates.ts'

/** What decides which run of a payroll is the next to be locked. */
export type PeriodStanding = {
  startsOn: IsoDate
  cutOffOn: IsoDate
  locked: boolean
  hasDeductions: boolean
}

/**
 * The one run of a payroll that may be locked. Runs lock strictly in order, also empty ones: each says what changed
 * against the one before, so that a gap would make a change vanish. The first run of all is the first period with a
 * deduction, or, while there is none, the first one whose cut-off is still to come: what lies before was paid elsewhere.
 */
export function nextOpenRun<Period extends PeriodStanding>(
  periods: readonly Period[],
  today: IsoDate,
): Period | undefined {
  const inOrder = periods.toSorted((a, b) => (a.startsOn < b.startsOn ? -1 : 1))
  const lastLocked = inOrder.findLastIndex((period) => period.locked)
  if (lastLocked >= 0) return inOrder[lastLocked + 1]
  return inOrder.find((period) => period.hasDeductions) ?? inOrder.find((period) => period.cutOffOn >= today)
}

export type LockAnswer = 'may-lock' | 'already-locked' | 'earlier-run-open' | 'no-run'

/** May this period be locked now, and if not, why. */
export function mayLock<Period extends PeriodStanding>(
  periods: readonly Period[],
  period: Period,
  today: IsoDate,
): LockAnswer {
  if (period.locked) return 'already-locked'
  const next = nextOpenRun(periods, today)
  if (next === period) return 'may-lock'
  // A period before the first run of this portal was paid elsewhere.
  return next && next.startsOn < period.startsOn ? 'earlier-run-open' : 'no-run'
}

/** The locked run that a run is compared with: the last one before it. */
export function runBefore<Period extends PeriodStanding>(periods: readonly Period[], period: Period): Period | null {
  const before = periods.filter((each) => each.locked && each.startsOn < period.startsOn)
  return before.toSorted((a, b) => (a.startsOn < b.startsOn ? -1 : 1)).at(-1) ?? null
}

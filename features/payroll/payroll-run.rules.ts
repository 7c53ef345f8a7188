import type { IsoDate } from '../../contract/dates.ts'

export type PeriodStatus = {
  startsOn: IsoDate
  cutOffOn: IsoDate
  locked: boolean
  hasDeductions: boolean
}

/** Even empty runs are locked in order, because each reports changes since the previous run. */
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

export function lockPermission<Period extends PeriodStatus>(
  periods: readonly Period[],
  period: Period,
  today: IsoDate,
): LockPermission {
  if (period.locked) return 'already-locked'
  const next = nextOpenRun(periods, today)
  if (next === period) return 'may-lock'
  // Pay periods before the first run in the portal were paid elsewhere.
  return next && next.startsOn < period.startsOn ? 'earlier-run-open' : 'no-run'
}

export function runBefore<Period extends PeriodStatus>(periods: readonly Period[], period: Period): Period | null {
  const before = periods.filter((each) => each.locked && each.startsOn < period.startsOn)
  return before.toSorted((a, b) => (a.startsOn < b.startsOn ? -1 : 1)).at(-1) ?? null
}

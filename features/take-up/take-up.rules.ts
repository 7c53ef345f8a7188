import { CallFailed } from '../../contract/call-failed.ts'
import { londonDate, showDate } from '../../contract/dates.ts'
import { insightsOff, type TakeUpRow, type TakeUpSort } from './take-up.contract.ts'

type Counts = { eligible: number; selected: number }

/** Returns a percentage with one decimal, or 0 without eligible people (EMP-36, S-75). */
export function takeUpOf({ eligible, selected }: Counts): number {
  // A single division of integers, so that exact halves round up.
  return eligible === 0 ? 0 : Math.round((selected * 1000) / eligible) / 10
}

export function showTakeUp(percent: number): string {
  return `${percent.toFixed(1)}%`
}

const londonTime = new Intl.DateTimeFormat('en-GB', { timeZone: 'Europe/London', timeStyle: 'short' })

export function showTime(asOf: string): string {
  return londonTime.format(new Date(asOf))
}

export function showAsOf(asOf: string): string {
  return `${showTime(asOf)} on ${showDate(londonDate(new Date(asOf)))}`
}

export function filterAndSort(
  rows: readonly TakeUpRow[],
  { category, sort }: { category: string | null; sort: TakeUpSort | null },
): TakeUpRow[] {
  const shown = rows.filter((row) => category === null || row.category === category)
  if (sort === null) return shown
  const descending = sort.startsWith('-')
  // A sort is the name of a column, with a minus sign for descending order.
  const column = (descending ? sort.slice(1) : sort) as 'name' | 'eligible' | 'selected' | 'optedOut' | 'takeUp'
  const compared = (a: TakeUpRow, b: TakeUpRow) =>
    column === 'name' ? a.name.localeCompare(b.name, 'en-GB') : a[column] - b[column]
  return shown.toSorted((a, b) => (descending ? compared(b, a) : compared(a, b)))
}

/** Calls `ask(true)` for a user with insights (EMP-30), and `ask(false)` for others or if insights are now off. */
export async function withInsights<Answer>(
  insights: boolean,
  ask: (insights: boolean) => Promise<Answer>,
): Promise<Answer> {
  if (!insights) return ask(false)
  try {
    return await ask(true)
  } catch (failure) {
    if (failure instanceof CallFailed && failure.code === insightsOff.code) return ask(false)
    throw failure
  }
}

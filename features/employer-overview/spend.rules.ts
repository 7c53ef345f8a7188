import type { IsoDate } from '../../contract/dates.ts'
import { sumPounds } from '../../contract/money.ts'
import type { SpendOfMonth } from './overview.contract.ts'

/** Further categories are shown as one, because more colours would look alike. */
const mostSeries = 4

export function startOfMonth(day: IsoDate): IsoDate {
  // The first day of every month is a valid date.
  return `${day.slice(0, 7)}-01` as IsoDate
}

export function totalOfMonth(spend: readonly SpendOfMonth[], month: IsoDate): number {
  return sumPounds(spend.flatMap((one) => (one.month === month ? [one.amount] : [])))
}

type SpendSeries = { name: string; values: number[] }

export function spendSeries(
  spend: readonly SpendOfMonth[],
  { months, rest }: { months: readonly IsoDate[]; rest: string },
): SpendSeries[] {
  const categories = [...Map.groupBy(spend, ({ categoryLabel }) => categoryLabel)].map(([name, own]) => ({
    name,
    own,
    total: sumPounds(own.map(({ amount }) => amount)),
  }))
  const ordered = categories.toSorted((a, b) => b.total - a.total || a.name.localeCompare(b.name, 'en-GB'))
  const shown = ordered.length > mostSeries ? ordered.slice(0, mostSeries - 1) : ordered
  const others = ordered.slice(shown.length).flatMap(({ own }) => own)
  const all = others.length > 0 ? [...shown, { name: rest, own: others }] : shown
  return all.map(({ name, own }) => ({ name, values: months.map((month) => totalOfMonth(own, month)) }))
}

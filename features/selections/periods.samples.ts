import { isoDate, showMonth } from '../../contract/dates.ts'
import type { PayPeriod } from '../../domain/windows/effective-date.rules.ts'

/** Monthly pay periods for tests: cut-off on the 10th, paid on the 25th, none locked, twelve to a pay year. */
export function monthlyPeriods(from: string, count: number): PayPeriod[] {
  const [year = 0, month = 0] = from.split('-').map(Number)
  return Array.from({ length: count }, (_, index) => {
    const at = (dayOfMonth: number, later = 0) =>
      isoDate.parse(new Date(Date.UTC(year, month - 1 + index + later, dayOfMonth)).toISOString().slice(0, 10))
    return {
      id: at(1).slice(0, 7),
      number: (index % 12) + 1,
      label: showMonth(at(1)),
      startsOn: at(1),
      endsOn: at(0, 1),
      cutOffOn: at(10),
      payOn: at(25),
      locked: false,
      frequency: 'monthly',
    }
  })
}

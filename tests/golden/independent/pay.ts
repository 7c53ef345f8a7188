import { calendar, type Day, dayOf, monthsLater } from './days.ts'
import { splitPence } from './fractions.ts'
import type { Folder, Payroll } from './scheme-folder.ts'
import type { Part } from './price.ts'

export type PayPeriod = { starts: Day; ends: Day; cutOff: Day; pays: Day }
export type Deduction = { payCode: string; method: string; side: Part['side']; starts: Day; pays: Day; pence: bigint }

/** A monthly period is the month of its pay day, a four-weekly period the 28 days up to its pay day. */
export function payPeriods({ monthly, payDay, firstPayDay, cutOffDays }: Payroll, { year }: Folder): PayPeriod[] {
  const until = monthsLater(year.to, 12)
  const days: Day[] = []
  for (let count = 0; count < 30; count += 1) {
    const { year: of, month } = calendar(year.from)
    days.push(monthly ? monthsLater(dayOf(of, month, 1), count) + payDay - 1 : firstPayDay + 28 * count)
  }
  return days
    .filter((pays) => year.from <= pays && pays <= until)
    .map((pays) => {
      const { year: of, month } = calendar(pays)
      const starts = monthly ? dayOf(of, month, 1) : pays - 27
      return { starts, ends: monthly ? monthsLater(starts, 1) - 1 : pays, cutOff: pays - cutOffDays, pays }
    })
}

export function periodsThatBegin(year: { from: Day; to: Day }, payDaysAYear: number, starts: Day): number {
  if (payDaysAYear === 12) return 12
  const weeks = payDaysAYear === 52 ? 1 : payDaysAYear === 26 ? 2 : 4
  let count = 0
  for (let day = year.from; day <= year.to; day += 1) if ((day - starts) % (7 * weeks) === 0) count += 1
  return count
}

/** Returns the pay days over which a yearly total is spread: those left or, if none are left, next year's. */
function spreadDays({ year, today }: Folder, { periods, from }: { periods: PayPeriod[]; from: Day }): PayPeriod[] {
  const reached = periods.filter(({ cutOff, ends }) => today <= cutOff && ends >= from)
  const inYear = reached.filter(({ pays }) => pays <= year.to)
  return inYear.length > 0 ? inYear : reached.slice(0, 1)
}

export function payDaysOf(folder: Folder, part: Part, { periods, from }: { periods: PayPeriod[]; from: Day }): number {
  if (part.over === 'the year') return part.shares
  return part.over === 'what is left of the scheme year' ? spreadDays(folder, { periods, from }).length : part.over
}

/** Returns deductions. Periods past their cut-off never change; the next pay day deducts their share. */
export function deductionsFor(
  folder: Folder,
  {
    found,
    periods,
    from,
    until = Infinity,
  }: {
    found: Part[]
    periods: PayPeriod[]
    from: Day
    until?: Day | undefined
  },
): Deduction[] {
  const { year, today } = folder
  const open = periods.filter(({ cutOff }) => today <= cutOff)
  return found.flatMap(({ side, method, payCode, whole, over, shares: payDays }) => {
    const amounts = (chosen: PayPeriod[], shares: bigint[]) =>
      chosen.flatMap(({ starts, pays }, at) => {
        const pence = shares[at % shares.length] ?? 0n
        return pence === 0n ? [] : [{ payCode, method, side, starts, pays, pence }]
      })
    if (over === 'the year') {
      const covered = open.filter(({ starts }) => starts >= from && starts < until && starts <= year.to)
      return amounts(covered, splitPence(whole, payDays))
    }
    const reached = open.filter(({ ends }) => ends >= from)
    if (over === 'what is left of the scheme year') {
      const left = spreadDays(folder, { periods, from })
      return amounts(left, splitPence(whole, left.length))
    }
    return amounts(reached.slice(0, over), splitPence(whole, over))
  })
}

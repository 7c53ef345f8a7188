import { day } from '../../golden/independent/days.ts'
import { fraction, divide, pounds as pounds_, times, toPence } from '../../golden/independent/fractions.ts'
import type { Cover } from '../cover.ts'
import { employmentOn } from '../life.ts'
import { priceOn } from './charge.ts'
import {
  finding,
  type Finding,
  type SelectionWithHistory,
  pounds,
  type Rule,
  type ObservedLife,
  yearOn,
} from './rule.ts'

/** Checks the price of an order or holiday against the second implementation, with the facts of that day. */
export const orderIsPriced: Rule = (seen) =>
  seen.held.flatMap((held) =>
    held.cover.flatMap((cover) => {
      const { fixedTotal } = cover.version
      const price = fixedTotal && priceOn(seen, { held, cover, on: cover.chosenFrom })
      if (!fixedTotal || !price || 'refused' in price) return []
      return (['employee', 'employer'] as const).flatMap((side) => {
        const wanted = price.parts
          .filter((part) => part.side === side && part.over !== 'the year')
          .reduce((sum, { whole }) => sum + whole, 0n)
        return wanted === fixedTotal[side]
          ? []
          : [finding(held, cover.from, `${side} ${pounds(wanted)}`, pounds(fixedTotal[side]))]
      })
    }),
  )

/** Checks that the deductions for orders and holiday, less refunds, plus the outstanding balance equal the price. */
export const orderAddsUp: Rule = (seen) => seen.held.flatMap((held) => differences(seen, held))

function differences(seen: ObservedLife, held: SelectionWithHistory): Finding[] {
  if (held.versions.every(({ fixedTotal }) => !fixedTotal)) return []
  const found = (side: string, price: bigint, taken: bigint): Finding[] =>
    price === taken
      ? []
      : [finding(held, seen.today, `${side} ${pounds(price)} in all`, `${pounds(taken)} taken and owed`)]
  return [
    ...found('employee', priceOfAll(seen, held, 'employee'), takenOf(held, 'employee') + (held.owed?.left ?? 0n)),
    ...found('employer', priceOfAll(seen, held, 'employer'), takenOf(held, 'employer')),
  ]
}

/** Returns the sum of deductions. A leaver's net-pay deduction is left out, because it is part of the balance. */
function takenOf({ lines, owed }: SelectionWithHistory, side: Side): bigint {
  return lines.filter(({ payCode }) => payCode !== owed?.payCode).reduce((sum, line) => sum + line[side], 0n)
}

type Side = 'employee' | 'employer'

/** Includes only the last holiday choice, and no order that was cancelled before it began. Leavers owe a share. */
function priceOfAll(seen: ObservedLife, held: SelectionWithHistory, side: Side): bigint {
  const isOrder = yearOn(seen, seen.today).read.benefits.some(
    ({ code, price }) => code === held.benefit && price.some(({ price: { method } }) => method === 'order'),
  )
  return held.cover
    .filter((one, place) => {
      const next = held.cover[place + 1]
      return isOrder
        ? next?.chosenFrom !== one.chosenFrom
        : next === undefined || one.until !== next.from || one.endedBy
    })
    .reduce((sum, one) => {
      const total = one.version.fixedTotal?.[side] ?? 0n
      return sum + (isOrder || one.endedBy?.action !== 'end' ? total : dueOf(seen, one, total))
    }, 0n)
}

/** Days worked divided by the days of the scheme year, or by the days since the leaver joined in that year. */
function dueOf(seen: ObservedLife, { from, until = from }: Cover, total: bigint): bigint {
  const year = yearOn(seen, from)
  const first = employmentOn(seen.life, from)?.first ?? year.from
  const since = first > year.from ? first : year.from
  const worked = divide(fraction(day(until) - day(since)), fraction(day(year.to) + 1 - day(since)))
  return toPence(times(pounds_(total < 0n ? -total : total), worked)) * (total < 0n ? -1n : 1n)
}

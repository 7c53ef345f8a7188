import { priceOn } from './charge.ts'
import { type Found, type Held, pounds, type Rule, type Seen } from './rule.ts'

/** An order and holiday cost what the second implementation says, by what was known as they were agreed. */
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
          : [
              {
                day: cover.from,
                benefit: held.benefit,
                expected: `${side} ${pounds(wanted)}`,
                got: pounds(fixedTotal[side]),
              },
            ]
      })
    }),
  )

/** What pays took and will take of orders and holiday, less what they gave back, and what is still owed, is their price. */
export const orderAddsUp: Rule = (seen) => seen.held.flatMap((held) => differences(seen, held))

function differences({ today }: Seen, held: Held): Found[] {
  const orders = held.cover.filter(({ version }) => version.fixedTotal)
  if (orders.length === 0 && held.versions.every(({ fixedTotal }) => !fixedTotal)) return []
  return (['employee', 'employer'] as const).flatMap((side) => {
    const price = priceOfOrders(held, side)
    const taken = held.lines.reduce((sum, line) => sum + line[side], 0n) + held.owed[side]
    if (price === taken) return []
    return [
      {
        day: today,
        benefit: held.benefit,
        expected: `${side} ${pounds(price)} in all`,
        got: `${pounds(taken)} taken and owed`,
      },
    ]
  })
}

/** A choice that takes the place of another goes on with the same order, at its own price; one after an end is a further order. */
function priceOfOrders(held: Held, side: 'employee' | 'employer'): bigint {
  let sum = 0n
  for (const [place, one] of held.cover.entries()) {
    const next = held.cover[place + 1]
    const goesOn = next !== undefined && one.until === next.from && !one.endedBy
    if (!goesOn) sum += one.version.fixedTotal?.[side] ?? 0n
  }
  return sum
}

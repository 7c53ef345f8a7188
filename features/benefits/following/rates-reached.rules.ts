import type { IsoDate } from '../../../contract/dates.ts'
import type { BenefitDefinition } from '../definition/definition.ts'
import type { RateTable } from '../pricing/rate-table.ts'

/** The first day of which the prices that go by a rate table may have changed, by the code of the table. */
export type ChangedRates = ReadonlyMap<string, IsoDate>

/** The codes of the rate tables that a benefit is priced by. */
export function rateCodesOf({ price }: Pick<BenefitDefinition, 'price'>): Set<string> {
  return new Set(
    price.flatMap(({ price: method }) => {
      if ('rates' in method) return [method.rates]
      return method.method === 'flat' && 'rates' in method.amount ? [method.amount.rates] : []
    }),
  )
}

/** The days on which a table of a benefit takes the place of the one before, both ends included. */
export function ratesReached(
  definition: Pick<BenefitDefinition, 'price'>,
  rates: readonly RateTable[],
  { from, to }: { from: IsoDate; to: IsoDate },
): IsoDate[] {
  const codes = rateCodesOf(definition)
  return rates
    .filter(({ code, effectiveFrom }) => codes.has(code) && from <= effectiveFrom && effectiveFrom <= to)
    .map(({ effectiveFrom }) => effectiveFrom)
}

/** Changed rate tables, each with the first day from which prices have to be recalculated. */
export function ratesToFollow(
  { before, after, newcomers }: { before: readonly RateTable[]; after: readonly RateTable[]; newcomers: boolean },
  { to }: { to: IsoDate },
): ChangedRates {
  const [known, given] = [new Map(before.map(named)), new Map(after.map(named))]
  const first = earliest(after)
  return earliest(
    [...before, ...after].filter((table) => {
      const { code, effectiveFrom } = table
      if (effectiveFrom > to) return false
      const isChanged = before.length > 0 && known.get(nameOf(table)) !== given.get(nameOf(table))
      return isChanged || (newcomers && effectiveFrom > (first.get(code) ?? effectiveFrom))
    }),
  )
}

/** Of each code the first day of its tables. */
export function earliest(tables: readonly RateTable[]): ChangedRates {
  const days = new Map<string, IsoDate>()
  for (const { code, effectiveFrom } of tables) {
    const known = days.get(code)
    if (known === undefined || effectiveFrom < known) days.set(code, effectiveFrom)
  }
  return days
}

function named(table: RateTable): [string, string] {
  // Rows as they were read, whatever order the database keeps their columns in.
  const { columns, rows } = table
  return [nameOf(table), JSON.stringify([columns, rows.map((row) => columns.map((column) => row[column]))])]
}

function nameOf({ code, effectiveFrom }: RateTable): string {
  return `${code} ${effectiveFrom}`
}

import type { IsoDate } from '../../contract/dates.ts'
import type { BenefitDefinition } from '../../domain/definition/definition.ts'
import type { RateTable } from '../../domain/pricing/rate-table.ts'

export type ChangedRates = ReadonlyMap<string, IsoDate>

export function rateCodesOf({ price }: Pick<BenefitDefinition, 'price'>): Set<string> {
  return new Set(
    price.flatMap(({ price: method }) => {
      if ('rates' in method) return [method.rates]
      return method.method === 'flat' && 'rates' in method.amount ? [method.amount.rates] : []
    }),
  )
}

export function rateChangeDates(
  definition: Pick<BenefitDefinition, 'price'>,
  rates: readonly RateTable[],
  { from, to }: { from: IsoDate; to: IsoDate },
): IsoDate[] {
  const codes = rateCodesOf(definition)
  return rates
    .filter(({ code, effectiveFrom }) => codes.has(code) && from <= effectiveFrom && effectiveFrom <= to)
    .map(({ effectiveFrom }) => effectiveFrom)
}

export function ratesToRecalculate(
  { before, after, newcomers }: { before: readonly RateTable[]; after: readonly RateTable[]; newcomers: boolean },
  { to }: { to: IsoDate },
): ChangedRates {
  const [previous, next] = [new Map(before.map(named)), new Map(after.map(named))]
  const first = earliestRates(after)
  return earliestRates(
    [...before, ...after].filter((table) => {
      const { code, effectiveFrom } = table
      if (effectiveFrom > to) return false
      const isChanged = before.length > 0 && previous.get(nameOf(table)) !== next.get(nameOf(table))
      return isChanged || (newcomers && effectiveFrom > (first.get(code) ?? effectiveFrom))
    }),
  )
}

export function earliestRates(tables: readonly RateTable[]): ChangedRates {
  const days = new Map<string, IsoDate>()
  for (const { code, effectiveFrom } of tables) {
    const previous = days.get(code)
    if (previous === undefined || effectiveFrom < previous) days.set(code, effectiveFrom)
  }
  return days
}

function named(table: RateTable): [string, string] {
  // Cells in column order, because the database does not keep the order of a row's keys.
  const { columns, rows } = table
  return [nameOf(table), JSON.stringify([columns, rows.map((row) => columns.map((column) => row[column]))])]
}

function nameOf({ code, effectiveFrom }: RateTable): string {
  return `${code} ${effectiveFrom}`
}

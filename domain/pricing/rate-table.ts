import { z } from 'zod'
import { isoDate, type IsoDate } from '../../contract/dates.ts'
import { code } from '../definition/options.ts'

export const rateTable = z
  .strictObject({
    code,
    effectiveFrom: isoDate,
    source: z.string().min(1),
    columns: z.array(z.string().regex(/^[a-z][a-z0-9_-]*$/)).min(1),
    rows: z.array(z.record(z.string(), z.string())).min(1),
  })
  .superRefine(({ columns, rows }, refinement) => {
    for (const [index, row] of rows.entries()) {
      const named = Object.keys(row)
      if (named.length !== columns.length || !columns.every((column) => Object.hasOwn(row, column))) {
        refinement.addIssue({
          code: 'custom',
          path: ['rows', index],
          message: `Row ${index + 1} must have the columns ${columns.join(', ')}`,
        })
      }
    }
  })
export type RateTable = z.infer<typeof rateTable>
export type RateRow = Record<string, string>

export function rateTableOn(tables: readonly RateTable[], code: string, on: IsoDate): RateTable | undefined {
  let latest: RateTable | undefined
  for (const table of tables) {
    if (table.code !== code || table.effectiveFrom > on) continue
    if (latest === undefined || latest.effectiveFrom < table.effectiveFrom) latest = table
  }
  return latest
}

export function rowFor(table: RateTable, keys: RateRow): RateRow | undefined {
  return table.rows.find((row) => Object.entries(keys).every(([column, value]) => row[column] === value))
}

export function ageBandFor(table: RateTable, age: number): RateRow | undefined {
  return table.rows.find((row) => Number(row.age_from) <= age && age <= Number(row.age_to))
}

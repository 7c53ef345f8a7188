import type { IsoDate } from '../../contract/dates.ts'
import { statePensionAgeSource } from '../../domain/tax/state-pension-age.rules.ts'
import type { TaxTable } from '../../domain/tax/tax-table.ts'
import { lastDayOfYearFrom } from '../../domain/tax/tax-years.rules.ts'

/** Figures with one source: their path in the tax table, and the last known day (`ends`, null if unlimited). */
export type DatedFigure = { figure: string; source: string; ends: IsoDate | null }

/** Returns the newest version of each figure, by last day. A figure stays in use after its last day. */
export function datedFigures(tables: readonly TaxTable[]): DatedFigure[] {
  const newest = new Map(tables.flatMap(figuresOf).map((figure) => [figure.figure, figure]))
  const all = [...newest.values(), { figure: 'statePensionAges', source: statePensionAgeSource, ends: null }]
  return all.toSorted((a, b) => ((a.ends ?? '9999') < (b.ends ?? '9999') ? -1 : 1))
}

function figuresOf(table: TaxTable): DatedFigure[] {
  const found: DatedFigure[] = []
  const search = (value: unknown, path: string): void => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return
    if ('source' in value) found.push({ figure: path, source: String(value.source), ends: lastDayOf(table, path) })
    for (const [key, inner] of Object.entries(value)) search(inner, path === '' ? key : `${path}.${key}`)
  }
  search(table, '')
  return found
}

function lastDayOf(table: TaxTable, path: string): IsoDate | null {
  if (path === 'sacrificedPension') return null
  if (path === 'minimumWage') return lastDayOfYearFrom(table.minimumWage.from)
  const inKind = Object.entries(table.benefitsInKind).find(([kind]) => path === `benefitsInKind.${kind}`)?.[1]
  const lastPercent = inKind?.percents.at(-1)
  return lastPercent ? lastDayOfYearFrom(lastPercent.from) : table.to
}

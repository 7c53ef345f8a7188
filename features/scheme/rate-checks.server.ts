import type { IsoDate } from '../../contract/dates.ts'
import type { BenefitDefinition } from '../../domain/definition/definition.ts'
import type { PriceComponent, PriceMethod } from '../../domain/definition/price-methods.ts'
import { type SchemeFault, showFault } from '../../services/scheme/scheme-faults.ts'
import type { YamlFile } from '../../platform/yaml-file.ts'

export type RateFile = {
  table: { code: string; effectiveFrom: IsoDate; columns: string[]; rows: Record<string, string>[] }
  file: string
  lines: number[]
}

export function rateFaults({ table, file, lines }: RateFile): SchemeFault[] {
  const faults: SchemeFault[] = []
  const fault = (row: number, reason: string) => faults.push({ file, line: lines[row] ?? 1, reason })
  const figures = table.columns.filter(isFigure)
  const keys = table.columns.filter((column) => !isFigure(column))
  const seen = new Map<string, number>()
  for (const [index, row] of table.rows.entries()) {
    for (const column of figures) {
      const digits = row[column] ?? ''
      if (!/^\d{1,9}(\.\d{1,10})?$/.test(digits)) fault(index, `${column} "${digits}" is not a number of 0 or more`)
    }
    const key = keys.map((column) => row[column]).join(', ')
    const earlier = seen.get(key)
    if (earlier !== undefined && keys.length > 0)
      fault(index, `The row for ${key} is already in line ${lines[earlier]}`)
    seen.set(key, index)
  }
  if (keys.length === 0 && table.rows.length > 1)
    fault(1, 'The table has more than one row and no column to tell them apart')
  if (table.columns.includes('age_from')) faults.push(...bandFaults({ table, file, lines }))
  return faults
}

function bandFaults({ table, file, lines }: RateFile): SchemeFault[] {
  if (!table.columns.includes('age_to')) return [{ file, line: 1, reason: 'The column age_to is missing' }]
  const faults: SchemeFault[] = []
  const others = table.columns.filter((column) => !isFigure(column) && !column.startsWith('age_'))
  const bands = table.rows.map((row, index) => ({
    from: row['age_from'] ?? '',
    to: row['age_to'] ?? '',
    line: lines[index] ?? 1,
    group: others.map((column) => row[column]).join(', '),
  }))
  const whole = bands.filter(({ from, to, line }) => {
    const sound = /^\d{1,3}$/.test(from) && /^\d{1,3}$/.test(to) && Number(from) <= Number(to)
    if (!sound) faults.push({ file, line, reason: `The age band ${from} to ${to} is not possible` })
    return sound
  })
  for (const group of new Set(whole.map((band) => band.group))) {
    const sorted = whole.filter((band) => band.group === group).toSorted((a, b) => Number(a.from) - Number(b.from))
    for (const [index, band] of sorted.entries()) {
      const before = sorted[index - 1]
      if (before === undefined) continue
      if (Number(band.from) <= Number(before.to))
        faults.push({
          file,
          line: band.line,
          reason: `The age band ${band.from} to ${band.to} overlaps ${before.from} to ${before.to}`,
        })
      else if (Number(band.from) > Number(before.to) + 1)
        faults.push({ file, line: band.line, reason: `Ages between ${before.to} and ${band.from} have no rate` })
    }
  }
  return faults
}

function isFigure(column: string): boolean {
  return column === 'amount' || column.endsWith('rate') || column.endsWith('amount')
}

export function priceFaults(
  benefit: YamlFile<BenefitDefinition>,
  { rates, readOn }: { rates: readonly RateFile[]; readOn: IsoDate },
): SchemeFault[] {
  const faults = benefit.value.price.flatMap((component, index) => {
    const need = neededRates(component, benefit.value, rates)
    if (need === undefined) return []
    const line = benefit.lineOf(['price', index, 'price', 'rates'])
    const tables = rates.filter(({ table }) => table.code === need.code)
    if (tables.length === 0) return [{ file: benefit.file, line, reason: `There is no rate table "${need.code}"` }]
    const begun = tables.map(({ table }) => table.effectiveFrom).filter((day) => day <= readOn)
    return tables.flatMap(({ table, file, lines }) => {
      const { name } = benefit.value
      const isOver = begun.some((day) => day > table.effectiveFrom)
      const missing = [...need.keys, ...need.figures].filter((column) => !table.columns.includes(column))
      if (missing.length > 0) return [{ file, line: 1, reason: `${name} needs the column ${missing.join(', ')}` }]
      return [
        ...need.figures
          .filter((column) => !isFigure(column))
          .map((column) => ({
            file,
            line: 1,
            reason: `${name} takes a figure from the column ${column}, whose name must end in amount or rate`,
          })),
        ...need.rows
          .filter((keys) => !hasRow(table, keys))
          .map((keys) => ({ file, line: 1, reason: `${name} needs a row for ${Object.values(keys).join(', ')}` })),
        ...(isOver ? [] : (need.left ?? []))
          .filter((keys) => !hasRow(table, keys))
          .map((keys) => ({
            file,
            line: 1,
            reason: `${name} needs a row for ${Object.values(keys).join(', ')}: who is left when dependants grow out of it`,
          })),
        ...alikeFaults({ table, file, lines }, { keys: need.keys, name }),
      ]
    })
  })
  // Parts of a price may share a table and report its faults twice.
  return [...new Map(faults.map((fault) => [showFault(fault), fault])).values()]
}

function hasRow({ rows }: RateFile['table'], keys: Record<string, string>): boolean {
  return rows.some((row) => Object.entries(keys).every(([column, value]) => row[column] === value))
}

/** `keys` are the columns that identify a row. `left` are rows needed after dependants reach the age limit. */
type NeededRates = {
  code: string
  keys: string[]
  figures: string[]
  rows: Record<string, string>[]
  left?: Record<string, string>[]
}

/** Rows that differ only in columns that the price ignores are faults: only the first row would be used. */
function alikeFaults(
  { table, file, lines }: RateFile,
  { keys, name }: { keys: readonly string[]; name: string },
): SchemeFault[] {
  const others = table.columns.filter((column) => !isFigure(column) && !keys.includes(column))
  if (others.length === 0) return []
  const differ = (a: Record<string, string>, b: Record<string, string>) =>
    others.some((column) => a[column] !== b[column])
  const fit = (a: Record<string, string>, b: Record<string, string>) =>
    keys.every((column) => {
      if (column === 'age_from') return Number(a['age_from']) <= Number(b['age_to'])
      if (column === 'age_to') return Number(b['age_from']) <= Number(a['age_to'])
      return a[column] === b[column]
    })
  return table.rows.flatMap((row, index) => {
    const earlier = table.rows.findIndex((one, at) => at < index && differ(one, row) && fit(one, row))
    if (earlier < 0) return []
    const reason = `${name} cannot tell this row from line ${lines[earlier]}, as its price does not go by ${others.join(', ')}`
    return [{ file, line: lines[index] ?? 1, reason }]
  })
}

const ages = ['age_from', 'age_to']

function neededRates(
  { price }: PriceComponent,
  definition: BenefitDefinition,
  rates: readonly RateFile[],
): NeededRates | undefined {
  if ('rates' in price) return ratesByMethod(price, definition)
  if (price.method === 'flat' && 'rates' in price.amount)
    return {
      code: price.amount.rates,
      keys: price.amount.by,
      figures: [price.amount.column],
      rows: combinations(definition, price.amount.by),
    }
  if (price.method !== 'quoted' || !price.tariff) return undefined
  const { rates: code, column } = price.tariff
  const isByAge = rates.some(({ table }) => table.code === code && table.columns.includes('age_from'))
  return { code, keys: isByAge ? ages : [], figures: [column], rows: [] }
}

function ratesByMethod(price: Extract<PriceMethod, { rates: string }>, definition: BenefitDefinition): NeededRates {
  const { rates: code, column } = price
  switch (price.method) {
    case 'tier':
      return {
        code,
        keys: ['tier', ...price.by],
        figures: [column],
        rows: tierRows(definition, price),
        left: withoutTier(definition, price),
      }
    case 'unit-rate':
      return { code, keys: [], figures: [column], rows: [] }
    case 'age-banded':
      return { code, keys: ages, figures: [column, ...(price.smoker ? [price.smoker.column] : [])], rows: [] }
  }
}

function tierRows(
  definition: BenefitDefinition,
  price: Extract<PriceMethod, { method: 'tier' }>,
): Record<string, string>[] {
  const tiers = definition.options.flatMap((option) => (option.kind === 'people' ? option.tiers : []))
  return combinations(definition, price.by).flatMap((keys) => tiers.map((tier) => ({ ...keys, tier })))
}

/** People whose dependants reached the age limit stay covered and need a price, but new choices exclude them. */
function withoutTier(
  definition: BenefitDefinition,
  price: Extract<PriceMethod, { method: 'tier' }>,
): Record<string, string>[] {
  const tiers = definition.options.flatMap((option) => {
    if (option.kind !== 'people' || option.dependantsUnder === undefined) return []
    const left = option.tiers.map((tier) => (tier === 'family' ? 'couple' : tier === 'single-parent' ? 'single' : tier))
    return left.filter((tier) => !option.tiers.includes(tier))
  })
  return combinations(definition, price.by).flatMap((keys) => tiers.map((tier) => ({ ...keys, tier })))
}

function combinations(definition: BenefitDefinition, names: string[]): Record<string, string>[] {
  return names.reduce<Record<string, string>[]>(
    (found, name) => {
      const levels = definition.options.flatMap((option) =>
        option.kind === 'levels' && option.code === name ? option.levels : [],
      )
      return found.flatMap((keys) => levels.map((level) => ({ ...keys, [name]: level.code })))
    },
    [{}],
  )
}

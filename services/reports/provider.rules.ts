import { z } from 'zod'
import type { CsvCell } from '../../contract/csv.ts'
import { type IsoDate, numericDate } from '../../contract/dates.ts'
import type { Pence } from '../../contract/money.ts'
import { longestProviderName } from '../../domain/definition/provider-name.rules.ts'
import { type ColumnKind, csvFileName, csvFormat, type ReportLayout } from './report-layout.rules.ts'

const providerFields = {
  provider: 'text',
  'scheme-number': 'text',
  category: 'text',
  benefit: 'text',
  'member-reference': 'text',
  title: 'text',
  'first-name': 'text',
  surname: 'text',
  'date-of-birth': 'date',
  sex: 'text',
  'ni-number': 'text',
  salary: 'amount',
  level: 'text',
  'sum-insured': 'amount',
  'partner-sum-insured': 'amount',
  dependants: 'text',
  start: 'date',
  end: 'date',
  reason: 'text',
  premium: 'amount',
  'employee-premium': 'amount',
  'employer-premium': 'amount',
  'tax-relief': 'amount',
  'monthly-premium': 'amount',
  'selection-id': 'text',
} as const satisfies Record<string, ColumnKind>
export type ProviderField = keyof typeof providerFields

export type ProviderLine = {
  [Field in ProviderField]:
    | ((typeof providerFields)[Field] extends 'amount'
        ? Pence
        : (typeof providerFields)[Field] extends 'date'
          ? IsoDate
          : string)
    | null
}

const heading = z.string().trim().min(1, 'Please give a heading').max(60, 'Please give at most 60 characters')

export const providerFormat = z.strictObject({
  provider: z.string().trim().min(1, 'Please name a provider').max(longestProviderName),
  ...csvFormat,
  fileName: csvFileName.default('{provider}-{year}-{month}.csv'),
  columns: z
    .array(
      z.strictObject({
        heading,
        // The keys of this object are the fields.
        field: z.enum(Object.keys(providerFields) as [ProviderField, ...ProviderField[]]),
        padTo: z.int().min(1).max(40).optional(),
      }),
    )
    .min(1, 'Please give at least one column'),
})
export type ProviderFormat = z.output<typeof providerFormat>

/** Columns of providers without a format. Only providers that ask for it get the National Insurance number. */
export const defaultColumns: ProviderFormat['columns'] = [
  { heading: 'Scheme number', field: 'scheme-number' },
  { heading: 'Category', field: 'category' },
  { heading: 'Member reference', field: 'member-reference' },
  { heading: 'Title', field: 'title' },
  { heading: 'First name', field: 'first-name' },
  { heading: 'Surname', field: 'surname' },
  { heading: 'Date of birth', field: 'date-of-birth' },
  { heading: 'Sex', field: 'sex' },
  { heading: 'Salary', field: 'salary' },
  { heading: 'Level', field: 'level' },
  { heading: 'Sum insured', field: 'sum-insured' },
  { heading: 'Dependants', field: 'dependants' },
  { heading: 'Start', field: 'start' },
  { heading: 'End', field: 'end' },
  { heading: 'Reason', field: 'reason' },
  { heading: 'Premium', field: 'premium' },
]

export function providerFormatFor(provider: string, formats: readonly ProviderFormat[]): ProviderFormat {
  const own = formats.find((format) => format.provider === provider)
  return own ?? providerFormat.parse({ provider, columns: defaultColumns })
}

export function providerCells({ columns, dates }: ProviderFormat, line: ProviderLine): CsvCell[] {
  return columns.map(({ field, padTo = 0 }) => {
    const value = line[field]
    if (value === null) return null
    if (typeof value === 'bigint') return { digits: inPounds(value) }
    if (providerFields[field] === 'date') return dates === 'yyyy-mm-dd' ? value : numericDate(value)
    return value.padStart(padTo, '0')
  })
}

const addedUp = [
  'premium',
  'employee-premium',
  'employer-premium',
  'tax-relief',
  'monthly-premium',
] as const satisfies ProviderField[]
export type ProviderTotals = { lines: number } & Record<(typeof addedUp)[number], Pence>

export const emptyTotals: ProviderTotals = {
  lines: 0,
  premium: 0n,
  'employee-premium': 0n,
  'employer-premium': 0n,
  'tax-relief': 0n,
  'monthly-premium': 0n,
}

export function addToTotals(totals: ProviderTotals, line: ProviderLine): ProviderTotals {
  const sums = addedUp.map((field) => [field, totals[field] + (line[field] ?? 0n)] as const)
  return { ...totals, ...Object.fromEntries(sums), lines: totals.lines + 1 }
}

export function providerLayout({ columns, delimiter, dates }: ProviderFormat, totals: ProviderTotals): ReportLayout {
  return {
    delimiter,
    dates,
    columns: columns.map(({ field }) => providerFields[field]),
    lines: totals.lines,
    totals: columns.flatMap(({ field }, index) =>
      addedUp.flatMap((one) => (one === field ? [{ place: index, pence: String(totals[one]) }] : [])),
    ),
  }
}

export function providerFileName({ fileName, provider }: ProviderFormat, first: IsoDate): string {
  const values: Record<string, string> = { provider, year: first.slice(0, 4), month: first.slice(5, 7) }
  return fileName.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    (values[name] ?? '').replaceAll(/[^A-Za-z0-9_.-]+/g, '-').toLowerCase(),
  )
}

function inPounds(pence: Pence): string {
  const digits = String(pence < 0n ? -pence : pence).padStart(3, '0')
  return `${pence < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`
}

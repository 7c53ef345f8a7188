import { z } from 'zod'

export const columnKinds = ['text', 'amount', 'date'] as const
export type ColumnKind = (typeof columnKinds)[number]

const delimiters = [',', ';', '|', '\t'] as const
const dateFormats = ['yyyy-mm-dd', 'dd/mm/yyyy'] as const

export const csvFormat = {
  delimiter: z.enum(delimiters).default(','),
  dates: z.enum(dateFormats).default('dd/mm/yyyy'),
  byteOrderMark: z.boolean().default(true),
}
export const csvFileName = z.string().regex(/^[A-Za-z0-9 _.{}-]+\.csv$/, 'Please give a file name that ends with .csv')

/** Layout of a report's file. Stored with the report, so that it can always be read. */
export const reportLayout = z.strictObject({
  delimiter: z.enum(delimiters),
  dates: z.enum(dateFormats),
  columns: z.array(z.enum(columnKinds)).max(100),
  lines: z.int().min(0),
  /** Column totals in pence. `place` is the position of the column. */
  totals: z.array(z.strictObject({ place: z.int().min(0), pence: z.string().regex(/^-?\d{1,17}$/) })).max(100),
  /** Ends of cover in the report, by selection and last day. The next report adds ends that are missing here. */
  ends: z.array(z.string().max(100)).optional(),
})
export type ReportLayout = z.output<typeof reportLayout>

export function delimiterOf(headings: string): ReportLayout['delimiter'] {
  return delimiters.reduce((best, one) => (headings.split(one).length > headings.split(best).length ? one : best))
}

import { z } from 'zod'

const columnKinds = ['text', 'amount', 'date'] as const
export type ColumnKind = (typeof columnKinds)[number]

/** How the file of a report is read; its headings are its first line. Kept with it, so that it reads the same for good. */
export const reportLayout = z.strictObject({
  delimiter: z.enum([',', ';', '|', '\t']),
  dates: z.enum(['yyyy-mm-dd', 'dd/mm/yyyy']),
  columns: z.array(z.enum(columnKinds)).max(100),
  lines: z.int().min(0),
  /** What the columns of these places come to, in pence. */
  totals: z.array(z.strictObject({ place: z.int().min(0), pence: z.string().regex(/^-?\d{1,17}$/) })).max(100),
  /** Whose cover it tells the end of, by selection and last day: what was not yet to be seen is told next time. */
  ends: z.array(z.string().max(100)).optional(),
})
export type ReportLayout = z.output<typeof reportLayout>

/** Of a file that came without: what stands most often between its headings. */
export function delimiterOf(headings: string): ReportLayout['delimiter'] {
  const all = [',', ';', '|', '\t'] as const
  return all.reduce((most, one) => (headings.split(one).length > headings.split(most).length ? one : most))
}

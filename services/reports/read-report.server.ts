import { Readable } from 'node:stream'
import { poundsFromPence } from '../../contract/money.ts'
import { csvRecords } from '../../platform/csv-records.ts'
import { type XlsxKind, writeXlsx } from '../../platform/write-xlsx.ts'
import { delimiterOf, type ReportLayout } from './report-layout.rules.ts'
import type { PreviewView } from './reports.contract.ts'

export type StoredReport = { fileName: string; bytes: Uint8Array; layout: ReportLayout | null }

export async function reportAsXlsx(report: StoredReport): Promise<Readable> {
  const { headings, rows } = await openReport(report)
  const { columns = [], dates = 'dd/mm/yyyy' } = report.layout ?? {}
  const kinds = headings.map((_, index): XlsxKind => columns[index] ?? 'text')
  return writeXlsx({
    name: 'Report',
    columns: headings.map((heading, index) => ({ heading, kind: kinds[index] ?? 'text' })),
    dates,
    rows: withDays(rows, { kinds, dates }),
  })
}

const previewRows = 10

export async function previewOfReport(report: StoredReport): Promise<Omit<PreviewView, 'id' | 'label'>> {
  const { headings, rows } = await openReport(report)
  const first: string[][] = []
  for await (const row of rows) {
    first.push(row)
    if (first.length === previewRows) break
  }
  const { lines = null, totals = [], columns = [] } = report.layout ?? {}
  return {
    fileName: report.fileName,
    lines,
    columns: headings.map((heading, index) => ({ heading, kind: columns[index] ?? 'text' })),
    rows: first,
    totals: totals.map(({ place: index, pence }) => ({
      heading: headings[index] ?? '',
      amount: poundsFromPence(BigInt(pence)),
    })),
  }
}

async function openReport({
  bytes,
  layout,
}: StoredReport): Promise<{ headings: string[]; rows: AsyncGenerator<string[]> }> {
  const delimiter = layout?.delimiter ?? delimiterOf(firstLineOf(bytes))
  const rows = csvRecords(bytes, { delimiter })
  const { value } = await rows.next()
  // The records below the headings remain in `rows`. An empty file has no headings.
  return { headings: (value as string[] | undefined) ?? [], rows }
}

function firstLineOf(bytes: Uint8Array): string {
  const [line = ''] = new TextDecoder().decode(bytes.subarray(0, 10_000)).split('\r\n', 1)
  return line
}

async function* withDays(
  rows: AsyncIterable<string[]>,
  { kinds, dates }: { kinds: readonly XlsxKind[]; dates: ReportLayout['dates'] },
): AsyncGenerator<string[]> {
  for await (const row of rows)
    yield row.map((cell, index) => (kinds[index] === 'date' && dates === 'dd/mm/yyyy' ? dayIn(cell) : cell))
}

function dayIn(cell: string): string {
  return cell.replace(/^(\d\d)\/(\d\d)\/(\d{4})$/, '$3-$2-$1')
}

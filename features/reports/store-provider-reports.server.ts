import { writeCsv } from '../../contract/csv.ts'
import { type IsoDate, showMonth } from '../../contract/dates.ts'
import type { ClientId } from '../../contract/ids.ts'
import type { Tx } from '../../database/database.ts'
import type { Month, ReportPeriod } from './report-months.rules.ts'
import { endKeyOf, linesOfMembers } from './provider-report-lines.server.ts'
import { membersOf, type ProvidedBenefit, providedBenefits } from './provider-members.queries.ts'
import { addReport, newestReportedMonth, previousReport } from '../../services/reports/reports.queries.ts'
import {
  providerFormatFor,
  emptyTotals,
  providerCells,
  providerFileName,
  type ProviderFormat,
  providerLayout,
  type ProviderTotals,
  addToTotals,
} from '../../services/reports/provider.rules.ts'

const membersPerPortion = 500

type File = { format: ProviderFormat; parts: string[]; totals: ProviderTotals; ends: string[] }

export async function benefitsByProvider(
  tx: Tx,
  clientId: ClientId,
  { months }: { months: ReportPeriod['months'] },
): Promise<Map<string, ProvidedBenefit[]>> {
  return Map.groupBy(await providedBenefits(tx, clientId, daysOf(months)), ({ provider }) => provider)
}

type StoreInput = {
  provider: string
  benefits: readonly ProvidedBenefit[]
  months: ReportPeriod['months']
  today: IsoDate
  now: string
}

/** Returns the number of stored reports. Skips reports that exist, and providers without members. */
export async function storeProviderReports(
  tx: Tx,
  clientId: ClientId,
  { provider, benefits: ofProvider, months: all, today, now }: StoreInput,
): Promise<number> {
  const reported = await newestReportedMonth(tx, clientId, { provider })
  const [month, ...more] = all.filter(({ first }) => reported === undefined || first > reported)
  if (!month) return 0
  const before = await previousReport(tx, clientId, { provider, day: month.first })
  const reportPeriod: ReportPeriod & Pick<AddInput, 'reportedEnds'> = {
    months: [month, ...more],
    previousReportAt: before.at,
    reportedEnds: before.ends && new Set(before.ends),
  }
  const files = new Map<Month, File>()
  for (const benefits of Map.groupBy(ofProvider, ({ id }) => id).values())
    await addLines(tx, clientId, { ...reportPeriod, benefits, ofProvider, today, now, files })
  for (const [ofMonth, file] of files) await storeFile(tx, clientId, { provider, month: ofMonth, file, now })
  return files.size
}

function daysOf(months: ReportPeriod['months']): { from: IsoDate; to: IsoDate } {
  const [{ first: from }] = months
  return { from, to: months.at(-1)?.last ?? from }
}

type AddInput = ReportPeriod & {
  reportedEnds: ReadonlySet<string> | null
  benefits: readonly ProvidedBenefit[]
  ofProvider: readonly ProvidedBenefit[]
  today: IsoDate
  now: string
  files: Map<Month, File>
}

async function addLines(
  tx: Tx,
  clientId: ClientId,
  { months, previousReportAt, reportedEnds, benefits, ofProvider, today, now, files }: AddInput,
): Promise<void> {
  const [benefit] = benefits
  if (!benefit) return
  const by = months.at(-1)?.last ?? today
  const members = await membersOf(tx, clientId, { benefitId: benefit.id, by })
  for (let at = 0; at < members.length; at += membersPerPortion) {
    const some = members.slice(at, at + membersPerPortion)
    const asked = { benefits, members: some, months, previousReportAt, reportedEnds, today, now }
    for (const [month, lines] of await linesOfMembers(tx, clientId, asked)) {
      if (lines.length === 0) continue
      const file = files.get(month) ?? startedFile(formatIn(month, ofProvider))
      const { delimiter } = file.format
      const cells = lines.map((line) => providerCells(file.format, line))
      file.parts.push(writeCsv(cells, { byteOrderMark: false, delimiter }))
      file.ends.push(...lines.flatMap((line) => endKeyOf(line) ?? []))
      file.totals = lines.reduce(addToTotals, file.totals)
      files.set(month, file)
    }
  }
}

function formatIn({ last }: Month, ofProvider: readonly ProvidedBenefit[]): ProviderFormat {
  const benefit = ofProvider.find(({ startsOn }) => startsOn <= last)
  if (!benefit) throw new Error('A line belongs to a scheme year that has begun')
  return providerFormatFor(benefit.provider, benefit.formats)
}

function startedFile(format: ProviderFormat): File {
  const { columns, byteOrderMark, delimiter } = format
  const headings = writeCsv([columns.map(({ heading }) => heading)], { byteOrderMark, delimiter })
  return { format, parts: [headings], totals: emptyTotals, ends: [] }
}

async function storeFile(
  tx: Tx,
  clientId: ClientId,
  { provider, month, file, now }: { provider: string; month: Month; file: File; now: string },
): Promise<void> {
  const { format, parts, totals, ends } = file
  await addReport(tx, clientId, {
    type: 'provider',
    year: Number(month.first.slice(0, 4)),
    month: Number(month.first.slice(5, 7)),
    label: showMonth(month.first),
    providerName: provider,
    file: {
      fileName: providerFileName(format, month.first),
      mediaType: 'text/csv; charset=utf-8',
      bytes: new TextEncoder().encode(parts.join('')),
    },
    layout: { ...providerLayout(format, totals), ends },
    createdAt: now,
  })
}

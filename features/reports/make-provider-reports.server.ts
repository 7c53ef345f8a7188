import { writeCsv } from '../../contract/csv.ts'
import { type IsoDate, showMonth } from '../../contract/dates.ts'
import type { ClientId } from '../../contract/ids.ts'
import type { Tx } from '../../database/database.ts'
import type { Month } from './month.rules.ts'
import { linesOfMembers } from './provider-lines.server.ts'
import { membersOf, type ProvidedBenefit, providedBenefits } from './provider-members.queries.ts'
import { addReport } from './reports.queries.ts'
import {
  formatFor,
  noLines,
  providerCells,
  providerFileName,
  type ProviderFormat,
  providerLayout,
  type ProviderTotals,
  withLine,
} from './types/provider.rules.ts'

/** Of how many members everything is held in memory at once. */
const together = 500

type File = { format: ProviderFormat; parts: string[]; totals: ProviderTotals }

/** Keeps what each provider is told of these months; answers how many reports were made. A provider of nobody has none. */
export async function keepProviderReports(
  tx: Tx,
  clientId: ClientId,
  { months, today }: { months: readonly [Month, ...Month[]]; today: IsoDate },
): Promise<number> {
  const [{ first: from }] = months
  const to = months.at(-1)?.last ?? from
  const benefits = await providedBenefits(tx, clientId, { from, to })
  let made = 0
  for (const [provider, ofProvider] of Map.groupBy(benefits, (benefit) => benefit.provider)) {
    const files = new Map<Month, File>()
    for (const benefit of ofProvider) await addLines(tx, clientId, { benefit, months, today, files })
    for (const [month, file] of files) {
      await keepFile(tx, clientId, { provider, month, file })
      made += 1
    }
  }
  return made
}

async function addLines(
  tx: Tx,
  clientId: ClientId,
  {
    benefit,
    months,
    today,
    files,
  }: { benefit: ProvidedBenefit; months: readonly [Month, ...Month[]]; today: IsoDate; files: Map<Month, File> },
): Promise<void> {
  const members = await membersOf(tx, clientId, { benefitId: benefit.id, by: months.at(-1)?.last ?? today })
  for (let at = 0; at < members.length; at += together) {
    const selectionIds = members.slice(at, at + together)
    for (const [month, lines] of await linesOfMembers(tx, clientId, { benefit, selectionIds, months, today })) {
      if (lines.length === 0) continue
      const file = files.get(month) ?? begun(formatFor(benefit.provider, benefit.formats))
      const { delimiter } = file.format
      const cells = lines.map((line) => providerCells(file.format, line))
      file.parts.push(writeCsv(cells, { byteOrderMark: false, delimiter }))
      file.totals = lines.reduce(withLine, file.totals)
      files.set(month, file)
    }
  }
}

function begun(format: ProviderFormat): File {
  const { columns, byteOrderMark, delimiter } = format
  const headings = writeCsv([columns.map(({ heading }) => heading)], { byteOrderMark, delimiter })
  return { format, parts: [headings], totals: noLines }
}

async function keepFile(
  tx: Tx,
  clientId: ClientId,
  { provider, month, file }: { provider: string; month: Month; file: File },
): Promise<void> {
  const { format, parts, totals } = file
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
    layout: providerLayout(format, totals),
  })
}

import { createHash } from 'node:crypto'
import type { ClientId, SchemeYearId } from '../../../contract/ids.ts'
import type { Tx } from '../../../database/database.ts'
import { writeJsonLines } from '../../../platform/json-lines.ts'
import { type HistoryKind, historyKindNames, type HistoryLine } from '../history/history-format.ts'
import { historyFileName } from '../history/read-history.server.ts'
import { rowsOfClient, picturesOf } from './client-rows.queries.ts'
import { deductionLines, lockedLines, periodLines, reportLines, runLines } from './pay-lines.queries.ts'
import { clientLines, factLines, familyLines, idLines, peopleLines, statementLines } from './people-lines.queries.ts'
import { schemeFiles } from './scheme-files.queries.ts'
import { benefitTermsLines, lifeEventLines, selectionLines, windowLines } from './selection-lines.queries.ts'

/** A file to write, by its name from the folder. */
export type ExportFile = { name: string; bytes: Buffer }

type Lines = { [Kind in HistoryKind]: HistoryLine<Kind>[] }

/** A file of history grows to at most so many characters, well below what a reader takes; the rest is the next file's. */
export const partCharacters = 20_000_000

/** Every file of a client's folder. Throws where a row would be lost. */
export async function exportFiles(
  tx: Tx,
  clientId: ClientId,
  { year, schemeYearId }: { year: number; schemeYearId: SchemeYearId },
): Promise<ExportFile[]> {
  const reports = (await reportLines(tx, clientId)).map(({ bytes, ...report }, index) => ({
    line: {
      ...report,
      file: `files/${String(index + 1).padStart(4, '0')}`,
      sha256: createHash('sha256').update(bytes).digest('hex'),
    },
    bytes,
  }))
  const lines: Lines = {
    client: await clientLines(tx, clientId),
    ids: await idLines(tx, clientId, { schemeYearId }),
    people: await peopleLines(tx, clientId),
    family: await familyLines(tx, clientId),
    facts: await factLines(tx, clientId),
    windows: await windowLines(tx, clientId),
    'life-events': await lifeEventLines(tx, clientId),
    selections: await selectionLines(tx, clientId),
    'benefit-terms': await benefitTermsLines(tx, clientId),
    periods: await periodLines(tx, clientId),
    deductions: await deductionLines(tx, clientId),
    runs: await runLines(tx, clientId),
    'run-lines': await lockedLines(tx, clientId),
    reports: reports.map(({ line }) => line),
    statements: await statementLines(tx, clientId),
  }
  await requireEveryRow(tx, clientId, lines)
  return [
    ...(await schemeFiles(tx, clientId, { year })).map(({ name, content }) => ({ name, bytes: Buffer.from(content) })),
    ...(await picturesOf(tx, clientId)),
    ...historyKindNames.flatMap((kind) =>
      inParts(lines[kind]).map((part, index) => ({ name: historyFileName(kind, index + 1), bytes: Buffer.from(part) })),
    ),
    ...reports.map(({ line, bytes }) => ({ name: line.file, bytes })),
  ]
}

function inParts(lines: readonly unknown[]): string[] {
  const parts: string[] = []
  let part: string[] = []
  let characters = 0
  for (const line of lines) {
    const written = writeJsonLines([line])
    if (characters > 0 && characters + written.length > partCharacters) {
      parts.push(part.join(''))
      part = []
      characters = 0
    }
    part.push(written)
    characters += written.length
  }
  return part.length === 0 ? parts : [...parts, part.join('')]
}

/** A row that hangs on nobody would be missing from its file without a word. */
async function requireEveryRow(tx: Tx, clientId: ClientId, lines: Lines): Promise<void> {
  const versions = lines.selections.flatMap((selection) => selection.versions)
  const written: Record<string, number> = {
    accounts: lines.people.length,
    details: lines.people.filter(({ details }) => details !== null).length,
    vouchers: lines.people.filter(({ vouchers }) => vouchers !== null).length,
    terms: lines.people.reduce((sum, { terms }) => sum + terms.length, 0),
    notices: lines.people.reduce((sum, { notices }) => sum + notices.length, 0),
    family: lines.family.length,
    facts: lines.facts.length,
    recorders: lines.facts.filter(({ recordedBy }) => recordedBy !== null).length,
    windows: lines.windows.length,
    lifeEvents: lines['life-events'].length,
    selections: lines.selections.length,
    versions: versions.length,
    ownVersions: versions.length,
    actors: versions.filter(({ actor }) => actor !== null).length,
    decisions: versions.filter(({ decision }) => decision !== null).length,
    benefitTerms: lines['benefit-terms'].length,
    periods: lines.periods.length,
    deductions: lines.deductions.length,
    ownDeductions: lines.deductions.length,
    adjustments: lines.deductions.filter(({ originalPeriod }) => originalPeriod !== null).length,
    runs: lines.runs.length,
    lockers: lines.runs.filter(({ lockedBy }) => lockedBy !== null).length,
    runLines: lines['run-lines'].length,
    reports: lines.reports.length,
    reportPeriods: lines.reports.filter(({ period }) => period !== null).length,
    statements: lines.statements.length,
  }
  const there = await rowsOfClient(tx, clientId)
  const lost = Object.entries(there).filter(([what, count]) => written[what] !== count)
  if (lost.length > 0)
    throw new Error(
      `The export would lose rows: ${lost.map(([what, count]) => `${what} ${written[what]} of ${count}`).join(', ')}`,
    )
}

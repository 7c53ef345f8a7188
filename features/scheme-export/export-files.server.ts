import { createHash, type Hash } from 'node:crypto'
import type { ClientId, SchemeYearId } from '../../contract/ids.ts'
import type { Tx } from '../../database/database.ts'
import { writeJsonLines } from '../../platform/json-lines.ts'
import { streamStored } from '../../services/reports/stored-file.queries.ts'
import { compressedReport } from '../../services/reports/reports.queries.ts'
import { type HistoryKind, historyKindNames, type HistoryLine } from '../scheme-history/history-format.ts'
import { historyFileName } from '../scheme-history/read-history.server.ts'
import { rowsOfClient, picturesOf } from './client-rows.queries.ts'
import {
  balanceLines,
  deductionLines,
  lockedRunLines,
  periodLines,
  reportLines,
  runLines,
} from './pay-lines.queries.ts'
import { clientLines, factLines, familyLines, idLines, peopleLines, statementLines } from './people-lines.queries.ts'
import { schemeFiles } from '../scheme/scheme-files.queries.ts'
import { benefitTermsLines, lifeEventLines, selectionLines, windowLines } from './selection-lines.queries.ts'

/** A file to write, named relative to the folder. Read its content before requesting the next file. */
export type ExportFile = { name: string; content: string | Buffer | AsyncIterable<string | Buffer> }

type Lines<Kind extends HistoryKind> = AsyncIterable<HistoryLine<Kind>[]> | HistoryLine<Kind>[][]
type Portions = { [Kind in HistoryKind]: Lines<Kind> }

/** Maximum number of characters in one history file, well below the reader's limit. */
const partCharacters = 20_000_000

const chunkCharacters = 100_000

/** Reads rows while writing. `years` begins with the oldest. Throws at the end if a row would be lost. */
export async function* exportFiles(
  tx: Tx,
  clientId: ClientId,
  years: readonly { year: number; schemeYearId: SchemeYearId }[],
): AsyncGenerator<ExportFile> {
  for (const [place, { year }] of years.entries()) {
    const folder = place === years.length - 1 ? '' : `years/${year}/`
    for (const file of await schemeFiles(tx, clientId, { year })) yield { ...file, name: folder + file.name }
  }
  for (const { name, bytes } of await picturesOf(tx, clientId)) yield { name, content: bytes }
  const reports: HistoryLine<'reports'>[] = []
  for (const report of await reportLines(tx, clientId)) {
    const kept = await compressedReport(tx, clientId, { reportId: report.id })
    if (!kept) throw new Error('A report of the snapshot is missing')
    const file = `files/${String(reports.length + 1).padStart(4, '0')}`
    const hash = createHash('sha256')
    yield { name: file, content: hashed(streamStored(kept), hash) }
    reports.push({ ...report, file, sha256: hash.digest('hex') })
  }
  const portions: Portions = {
    client: [await clientLines(tx, clientId)],
    ids: [await idLines(tx, clientId)],
    people: peopleLines(tx, clientId),
    family: familyLines(tx, clientId),
    facts: factLines(tx, clientId),
    windows: windowLines(tx, clientId),
    'life-events': lifeEventLines(tx, clientId),
    selections: selectionLines(tx, clientId),
    'benefit-terms': benefitTermsLines(tx, clientId),
    periods: periodLines(tx, clientId),
    deductions: deductionLines(tx, clientId),
    'leaver-balances': balanceLines(tx, clientId),
    runs: runLines(tx, clientId),
    'run-lines': lockedRunLines(tx, clientId),
    reports: [reports],
    statements: statementLines(tx, clientId),
  }
  const written = new Map<string, number>()
  for (const kind of historyKindNames) yield* filesOf(kind, writtenLines(kind, portions[kind], written))
  await requireEveryRow(tx, clientId, written)
}

async function* hashed(bytes: AsyncIterable<Buffer>, hash: Hash): AsyncGenerator<Buffer> {
  for await (const some of bytes) {
    hash.update(some)
    yield some
  }
}

async function* writtenLines<Kind extends HistoryKind>(
  kind: Kind,
  portions: Lines<Kind>,
  written: Map<string, number>,
): AsyncGenerator<string> {
  const rowsIn: (line: HistoryLine<Kind>) => Record<string, number> = rowsOf[kind]
  for await (const lines of portions)
    for (const line of lines) {
      for (const [what, count] of Object.entries(rowsIn(line))) written.set(what, (written.get(what) ?? 0) + count)
      yield writeJsonLines([line])
    }
}

async function* filesOf(kind: HistoryKind, lines: AsyncGenerator<string, void>): AsyncGenerator<ExportFile> {
  let next = await lines.next()
  async function* part() {
    let characters = 0
    let chunk = ''
    while (!next.done && (characters === 0 || characters + next.value.length <= partCharacters)) {
      characters += next.value.length
      chunk += next.value
      if (chunk.length >= chunkCharacters) {
        yield chunk
        chunk = ''
      }
      next = await lines.next()
    }
    yield chunk
  }
  for (let number = 1; !next.done; number += 1) yield { name: historyFileName(kind, number), content: part() }
}

const isThere = (value: unknown) => (value === null ? 0 : 1)

const rowsOf: { [Kind in HistoryKind]: (line: HistoryLine<Kind>) => Record<string, number> } = {
  client: () => ({}),
  ids: () => ({}),
  people: ({ details, vouchers, terms, notices }) => ({
    accounts: 1,
    details: isThere(details),
    vouchers: isThere(vouchers),
    terms: terms.length,
    notices: notices.length,
  }),
  family: () => ({ family: 1 }),
  facts: ({ recordedBy }) => ({ facts: 1, recorders: isThere(recordedBy) }),
  windows: () => ({ windows: 1 }),
  'life-events': () => ({ lifeEvents: 1 }),
  selections: ({ versions }) => ({
    selections: 1,
    versions: versions.length,
    ownVersions: versions.length,
    actors: versions.filter(({ actor }) => actor !== null).length,
    decisions: versions.filter(({ decision }) => decision !== null).length,
  }),
  'benefit-terms': () => ({ benefitTerms: 1 }),
  periods: () => ({ periods: 1 }),
  deductions: ({ originalPeriod }) => ({ deductions: 1, ownDeductions: 1, adjustments: isThere(originalPeriod) }),
  'leaver-balances': () => ({ balances: 1, ownBalances: 1 }),
  runs: ({ lockedBy }) => ({ runs: 1, lockers: isThere(lockedBy) }),
  'run-lines': () => ({ runLines: 1 }),
  reports: ({ period }) => ({ reports: 1, reportPeriods: isThere(period) }),
  statements: () => ({ statements: 1 }),
}

async function requireEveryRow(tx: Tx, clientId: ClientId, written: ReadonlyMap<string, number>): Promise<void> {
  const there = await rowsOfClient(tx, clientId)
  const lost = Object.entries(there).filter(([what, count]) => (written.get(what) ?? 0) !== count)
  if (lost.length > 0)
    throw new Error(
      `The export would lose rows: ${lost.map(([what, count]) => `${what} ${written.get(what) ?? 0} of ${count}`).join(', ')}`,
    )
}

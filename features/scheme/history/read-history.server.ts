import { createHash } from 'node:crypto'
import { readJsonLines, type JsonLine } from '../../../platform/json-lines.ts'
import type { SchemeFault } from '../faults.ts'
import { textOf, type Folder } from '../folder.server.ts'
import { type HistoryKind, historyKindNames, historyKinds, type HistoryLine } from './history-format.ts'

/** The history of a folder's people, every line with its place. */
export type History = {
  lines: { [Kind in HistoryKind]: JsonLine<HistoryLine<Kind>>[] }
  /** The files of `files/` by name, with the hash of their bytes. */
  files: Map<string, { bytes: Buffer; sha256: string }>
}

const fileName = /^history\/([a-z]+(?:-[a-z]+)?)(?:-(\d{3}))?\.jsonl$/

/** Files of history are named by what they hold; one that would grow too large goes on in `-002` and so forth. */
export function historyFileName(kind: HistoryKind, part: number): string {
  return `history/${kind}${part === 1 ? '' : `-${String(part).padStart(3, '0')}`}.jsonl`
}

export function isHistoryFile(name: string): boolean {
  return kindOf(name) !== undefined
}

/** Reads what a folder says of the past; undefined where it says nothing. Everything wrong joins the faults. */
export function readHistory(folder: Folder, faults: SchemeFault[]): History | undefined {
  const names = [...folder.keys()]
  if (!names.some((name) => isHistoryFile(name) || name.startsWith('files/'))) return undefined
  const read = (kind: HistoryKind) =>
    names
      .filter((name) => kindOf(name) === kind)
      .toSorted((a, b) => partOf(a) - partOf(b))
      .flatMap((file) => {
        const text = textOf(folder, file, faults)
        return text === undefined ? [] : readJsonLines(file, text, historyKinds[kind], faults)
      })
  const files = names
    .filter((name) => name.startsWith('files/'))
    .map((name) => {
      const bytes = folder.get(name) ?? Buffer.alloc(0)
      return [name, { bytes, sha256: createHash('sha256').update(bytes).digest('hex') }] as const
    })
  return {
    // Each kind is read against its own schema, which the object of all kinds cannot say.
    lines: Object.fromEntries(historyKindNames.map((kind) => [kind, read(kind)])) as History['lines'],
    files: new Map(files),
  }
}

function partOf(name: string): number {
  return Number(fileName.exec(name)?.[2] ?? 1)
}

function kindOf(name: string): HistoryKind | undefined {
  const kind = fileName.exec(name)?.[1]
  return historyKindNames.find((one) => one === kind)
}

import type { z } from 'zod'
import { readJsonLines, type JsonLine } from '../../platform/json-lines.ts'
import type { SchemeFault } from '../../services/scheme/scheme-faults.ts'
import { readTextFile, type Folder } from '../../services/scheme/open-folder.server.ts'
import { type HistoryKind, historyKindNames, historyKinds, type HistoryLine } from './history-format.ts'

export type History = {
  lines: <Kind extends HistoryKind>(
    kind: Kind,
    faults?: SchemeFault[],
  ) => IteratorObject<JsonLine<HistoryLine<Kind>>, void>
  files: Folder
}

const fileName = /^history\/([a-z]+(?:-[a-z]+)?)(?:-(\d{3}))?\.jsonl$/

export function historyFileName(kind: HistoryKind, part: number): string {
  return `history/${kind}${part === 1 ? '' : `-${String(part).padStart(3, '0')}`}.jsonl`
}

export function isHistoryFile(name: string): boolean {
  return kindOf(name) !== undefined
}

export function readHistory(folder: Folder): History | undefined {
  const names = [...folder.keys()]
  if (!names.some((name) => isHistoryFile(name) || name.startsWith('files/'))) return undefined
  return {
    lines: function* <Kind extends HistoryKind>(kind: Kind, faults: SchemeFault[] = []) {
      const parts = names.filter((name) => kindOf(name) === kind).toSorted((a, b) => partOf(a) - partOf(b))
      // TypeScript cannot narrow the object of all schemas to the schema of this kind.
      const schema = historyKinds[kind] as unknown as z.ZodType<HistoryLine<Kind>>
      for (const file of parts) yield* readJsonLines(file, readTextFile(folder, file, faults) ?? '', schema, faults)
    },
    files: new Map([...folder].filter(([name]) => name.startsWith('files/'))),
  }
}

export function countPeople(history: History): number {
  return history.lines('people').reduce((count) => count + 1, 0)
}

function partOf(name: string): number {
  return Number(fileName.exec(name)?.[2] ?? 1)
}

function kindOf(name: string): HistoryKind | undefined {
  const kind = fileName.exec(name)?.[1]
  return historyKindNames.find((one) => one === kind)
}

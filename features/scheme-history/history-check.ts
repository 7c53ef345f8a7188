import type { HistoryKind, HistoryLine } from './history-format.ts'

export type Check<Kind extends HistoryKind> = (line: HistoryLine<Kind>) => string[]

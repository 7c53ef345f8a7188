import { tableLimits } from './limits.ts'
import type { ParsedRow } from './table.ts'
import { columnKey, visibleText } from './visible-text.ts'

export function namesByKey(names: readonly string[]): ReadonlyMap<string, string> {
  return new Map(names.map((name) => [columnKey(name), name]))
}

export function mostMatches(
  rows: readonly (readonly (string | undefined)[])[],
  known: ReadonlyMap<string, string>,
): number {
  return Math.max(0, ...rows.map((cells) => matchesOf(cells, known)))
}

const certain = 3

export type HeaderSearch = {
  /** Adds a row that isn't empty. Once the header is known, returns it with the rows below it. */
  add: (row: ParsedRow) => FoundHeader | undefined
  end: () => FoundHeader | undefined
}
export type FoundHeader = { header: ParsedRow; above: ParsedRow[]; below: ParsedRow[]; matches: number }

/** Searches the first rows for the header: the row with the most expected names, or the first row if no names are expected. */
export function searchHeader(known: ReadonlyMap<string, string>): HeaderSearch {
  const rows: ParsedRow[] = []
  let best = { at: 0, matches: 0 }
  const found = (): FoundHeader | undefined => {
    const header = rows[best.at]
    return header && { header, above: rows.slice(0, best.at), below: rows.slice(best.at + 1), matches: best.matches }
  }
  return {
    add: (row) => {
      rows.push(row)
      const matches = matchesOf(row.cells.map(textOf), known)
      if (matches > best.matches) best = { at: rows.length - 1, matches }
      const isFound = known.size === 0 || best.matches >= certain || rows.length === tableLimits.headerWithin
      return isFound ? found() : undefined
    },
    end: found,
  }
}

function matchesOf(cells: readonly (string | undefined)[], known: ReadonlyMap<string, string>): number {
  const keys = new Set(cells.map((cell) => columnKey(cell ?? '')))
  return [...keys].filter((key) => known.has(key)).length
}

export function textOf(cell: ParsedRow['cells'][number]): string {
  return cell === undefined ? '' : typeof cell === 'string' ? cell : cell.value
}

export function isEmptyRow({ cells }: Pick<ParsedRow, 'cells'>): boolean {
  return cells.every((cell) => cell === undefined || (typeof cell === 'string' && visibleText(cell) === ''))
}

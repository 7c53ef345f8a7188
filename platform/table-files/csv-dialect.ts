import { mostMatches, namesByKey } from './header-row.ts'
import { tableLimits } from './limits.ts'

/** Empties a first line `sep=;`, but keeps its line end, so that line numbers remain those of the file. */
export function declaredDelimiter(text: string): { delimiter: string | undefined; text: string } {
  const [declaration = '', delimiter] = /^"?sep=(.)"?[^\n]*\n?/i.exec(text) ?? []
  return { delimiter, text: declaration === '' ? text : `\n${text.slice(declaration.length)}` }
}

/** Converts `="00123"`, as spreadsheets write texts of digits, to quoted cells. Takes the file in portions of whole lines. */
export function textFormulaQuoter(): (lines: string) => string {
  let isInCell = false
  const quoted = (line: string): string => {
    const beganInCell = isInCell
    if (line.split('"').length % 2 === 0) isInCell = !isInCell
    if (beganInCell || !line.includes('="')) return line
    return line.replaceAll(/(?<=^|[,;|\t])="([^"]*)"(?=[,;|\t]|$)/g, (cell, text: string, place: number) => {
      const isInside = line.slice(0, place).split('"').length % 2 === 0
      return isInside ? cell : `"=""${text}"""`
    })
  }
  return (lines) => (lines.includes('"') ? lines.split('\n').map(quoted).join('\n') : lines)
}

/** Returns the delimiter that separates most of the expected names, or else the most frequent one in the first line. */
export function delimiterOf(start: string, names: readonly string[], delimiters = [',', ';', '\t', '|']): string {
  const known = namesByKey(names)
  const lines = start.split('\n', tableLimits.headerWithin)
  const matches = (sign: string): number =>
    mostMatches(
      lines.map((line) => line.split(sign).map((cell) => cell.replaceAll('"', ''))),
      known,
    )
  const header = (lines[0] ?? '').replaceAll(/"[^"]*"/g, '')
  const often = (sign: string): number => header.split(sign).length
  const [delimiter = ','] = delimiters.toSorted((a, b) => matches(b) - matches(a) || often(b) - often(a))
  return delimiter
}

export function textOfFormula(cell: string): string {
  return /^="(.*)"$/.exec(cell)?.[1]?.replaceAll('""', '"') ?? cell
}

/** Removes the marks with which spreadsheets store a cell as text, for example the apostrophe before formulas and numbers. */
export function withoutTextMarks(cell: string): string {
  const text = textOfFormula(cell)
  if (text !== cell) return text
  return /^\s*'+[=+\-@\t\r\0]|^\s*'\d/.test(cell) ? cell.replace("'", '') : cell
}

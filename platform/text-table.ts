export const textWidth = 100
const gap = 2

export type TextColumn = { most?: number; right?: true }

export function textTable(rows: readonly (readonly string[])[], columns: readonly TextColumn[], indent = 2): string {
  const widths = widthsOf(rows, columns, textWidth - indent)
  return rows
    .flatMap((row) => {
      const cells = widths.map((width, index) => wrapText(row[index] ?? '', width))
      const height = Math.max(...cells.map(({ length }) => length))
      return Array.from({ length: height }, (_, line) =>
        cells
          .map((lines, index) => {
            const [text, width] = [lines[line] ?? '', widths[index] ?? 0]
            return columns[index]?.right ? text.padStart(width) : text.padEnd(width)
          })
          .join(' '.repeat(gap)),
      )
    })
    .map((line) => `${' '.repeat(indent)}${line}`.trimEnd())
    .join('\n')
}

export function paragraph(text: string, indent = 2): string {
  return wrapText(text, textWidth - indent)
    .map((line) => `${' '.repeat(indent)}${line}`)
    .join('\n')
}

export function wrapText(text: string, width: number): string[] {
  const lines = ['']
  for (const word of text.split(' ').flatMap((one) => piecesOf(one, width))) {
    const last = lines.at(-1) ?? ''
    const longer = last === '' ? word : `${last} ${word}`
    if (longer.length <= width) lines[lines.length - 1] = longer
    else lines.push(word)
  }
  return lines
}

function widthsOf(rows: readonly (readonly string[])[], columns: readonly TextColumn[], maxWidth: number): number[] {
  const widths: number[] = []
  let left = maxWidth
  for (const [index, column] of columns.entries()) {
    const longest = Math.max(0, ...rows.map((row) => row[index]?.length ?? 0))
    const width = Math.max(1, Math.min(longest, column.most ?? left, left))
    widths.push(width)
    left -= width + gap
  }
  return widths
}

function piecesOf(word: string, width: number): string[] {
  return word.length <= width ? [word] : (word.match(new RegExp(`.{1,${width}}`, 'gsu')) ?? [])
}

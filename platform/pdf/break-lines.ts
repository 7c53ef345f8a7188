import type { FontFile } from './fonts.ts'

export type TextRun = { font: FontFile; text: string }
export type TextLine = { runs: TextRun[]; width: number }
type Measure = (run: TextRun) => number

/** Breaks text into lines, also within words longer than a line. Uses the first font file that has each character. */
export function breakLines(
  text: string,
  { fonts, width, measure }: { fonts: readonly FontFile[]; width: number; measure: Measure },
): TextLine[] {
  const widthOf = (part: string) => runsOf(part, fonts).reduce((sum, run) => sum + measure(run), 0)
  const lines: string[] = []
  let line = ''
  for (const word of text.split(/\s+/).flatMap((one) => fitting(one, width, widthOf))) {
    const longer = line === '' ? word : `${line} ${word}`
    if (line !== '' && widthOf(longer) > width) {
      // Keep the space, so that a screen reader reads two words.
      lines.push(`${line} `)
      line = word
    } else line = longer
  }
  return [...lines, line].map((one) => ({ runs: runsOf(one, fonts), width: widthOf(one.trimEnd()) }))
}

function fitting(word: string, width: number, widthOf: (text: string) => number): string[] {
  if (widthOf(word) <= width) return [word]
  const parts: string[] = []
  let part = ''
  for (const sign of word) {
    if (part !== '' && widthOf(part + sign) > width) {
      parts.push(part)
      part = ''
    }
    part += sign
  }
  return [...parts, part]
}

/** A character without a font becomes a question mark, because an empty box cannot be read aloud. */
function runsOf(text: string, fonts: readonly FontFile[]): TextRun[] {
  const [first] = fonts
  if (!first) throw new Error('There is no font to write with')
  const runs: TextRun[] = []
  for (const sign of text.normalize('NFC')) {
    const codePoint = sign.codePointAt(0) ?? 0
    const last = runs.at(-1)
    const font = last?.font.has(codePoint) ? last.font : fonts.find(({ has }) => has(codePoint))
    const run = font ? { font, text: sign } : { font: first, text: '?' }
    if (last?.font === run.font) last.text += run.text
    else runs.push(run)
  }
  return runs
}

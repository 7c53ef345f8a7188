import type { z } from 'zod'
import { findingsOf, type FileFault } from './yaml-file.ts'

/** A checked line of a file of JSON lines, and where it stands. */
export type JsonLine<Value> = { file: string; line: number; value: Value }

/**
 * Reads a file with one JSON value a line (jsonlines.org) against the schema of each. Everything wrong joins the faults,
 * each with its line; reading goes on. Empty lines are passed over.
 */
export function readJsonLines<Schema extends z.ZodType>(
  file: string,
  text: string,
  schema: Schema,
  faults: FileFault[],
): JsonLine<z.output<Schema>>[] {
  return text.split('\n').flatMap((written, index) => {
    if (written.trim() === '') return []
    const line = index + 1
    const plain = plainOf(written)
    if (plain === undefined) {
      faults.push({ file, line, reason: 'The line is not JSON' })
      return []
    }
    const checked = schema.safeParse(plain)
    if (checked.success) return [{ file, line, value: checked.data }]
    faults.push(...findingsOf(checked.error, plain).map(({ reason }) => ({ file, line, reason })))
    return []
  })
}

export function writeJsonLines(values: readonly unknown[]): string {
  return values.map((value) => `${JSON.stringify(value)}\n`).join('')
}

/** Undefined for text that is no JSON: nothing that is JSON reads as undefined. */
function plainOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

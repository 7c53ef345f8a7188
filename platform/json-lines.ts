import type { z } from 'zod'
import { validationFaults, type FileFault } from './yaml-file.ts'

export type JsonLine<Value> = { file: string; line: number; value: Value }

export function* readJsonLines<Schema extends z.ZodType>(
  file: string,
  text: string,
  schema: Schema,
  faults: FileFault[],
): Generator<JsonLine<z.output<Schema>>, void> {
  for (const [index, written] of text.split('\n').entries()) {
    if (written.trim() === '') continue
    const line = index + 1
    const plain = plainOf(written)
    if (plain === undefined) {
      faults.push({ file, line, reason: 'The line is not JSON' })
      continue
    }
    const checked = schema.safeParse(plain)
    if (checked.success) yield { file, line, value: checked.data }
    else faults.push(...validationFaults(checked.error, plain).map(({ reason }) => ({ file, line, reason })))
  }
}

export function writeJsonLines(values: readonly unknown[]): string {
  return values.map((value) => `${JSON.stringify(value)}\n`).join('')
}

function plainOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

import { createRequire } from 'node:module'
import type * as Yaml from 'yaml'

/** Caches parsed files. Tests apply one folder hundreds of times, and parsing took a tenth of their processor time. */
// The types are those of the package.
const yaml = createRequire(import.meta.url)('yaml') as { -readonly [Name in keyof typeof Yaml]: (typeof Yaml)[Name] }

type Parsed = { document: ReturnType<typeof Yaml.parseDocument>; lineStarts: number[] }
const parsed = new Map<string, Parsed>()
const parse = yaml.parseDocument

// Each test file loads this file, but functions are replaced only once in a process.
if (parse.name !== 'parseOnce')
  yaml.parseDocument = function parseOnce(text: string, options: Parameters<typeof parse>[1] = {}) {
    const { lineCounter, ...others } = options
    const key = `${JSON.stringify(others)} ${text}`
    const known = parsed.get(key) ?? parseNow(text, others)
    parsed.set(key, known)
    lineCounter?.lineStarts.push(...known.lineStarts)
    return known.document
  } as typeof parse

function parseNow(text: string, options: Parameters<typeof parse>[1]): Parsed {
  const lineCounter = new yaml.LineCounter()
  return { document: parse(text, { ...options, lineCounter }), lineStarts: lineCounter.lineStarts }
}

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './sources.ts'

/** Exact sentences that Annex D of the specification requires (origin S), by message key. Words in braces are placeholders. */
export const mandatedSentences: Readonly<Record<string, string>> = readCatalogue()

function readCatalogue(): Record<string, string> {
  const requirements = readFileSync(join(root, 'docs/spec/requirements.md'), 'utf8')
  const [, catalogue = ''] = /^# Annex D(.*?)^# Annex E/ms.exec(requirements) ?? []
  const rows = catalogue.matchAll(/^\| `([^`]+)` \| ['"](.*?)['"] \| [^|]* \| S \|$/gm)
  return Object.fromEntries(Array.from(rows, ([, key = '', sentence = '']) => [key, sentence]))
}

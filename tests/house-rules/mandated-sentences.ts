import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './sources.ts'

/**
 * The sentences that the specification gives word for word (origin S), by their keys in the message catalogue, Annex D
 * of the requirements. What stands in braces comes from the data.
 */
export const mandatedSentences: Readonly<Record<string, string>> = readCatalogue()

function readCatalogue(): Record<string, string> {
  const requirements = readFileSync(join(root, 'docs/spec/requirements.md'), 'utf8')
  const [, catalogue = ''] = /^# Annex D(.*?)^# Annex E/ms.exec(requirements) ?? []
  const rows = catalogue.matchAll(/^\| `([^`]+)` \| ['"](.*?)['"] \| [^|]* \| S \|$/gm)
  return Object.fromEntries(Array.from(rows, ([, key = '', sentence = '']) => [key, sentence]))
}

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'

export function breachedPasswords(): { all: ReadonlySet<string>; mostUsed: readonly string[] } {
  loaded ??= load()
  return loaded
}

let loaded: ReturnType<typeof load> | undefined

/** A password must not contain one of the most used passwords if that is a word of at least six letters. */
const MOST_USED = 100
const wordOfSixLetters = /^[a-z]{6,}$/

/** The file has one password per line, in lower case, the most used first. Source: decision 9. */
function load() {
  const file = readFileSync(join(import.meta.dirname, 'breached-passwords.txt.gz'))
  const listed = gunzipSync(file).toString('utf8').trimEnd().split('\n')
  return { all: new Set(listed), mostUsed: listed.slice(0, MOST_USED).filter((each) => wordOfSixLetters.test(each)) }
}

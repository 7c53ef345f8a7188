import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'

export function breachedPasswords(): { all: ReadonlySet<string>; mostUsed: readonly string[] } {
  loaded ??= load()
  return loaded
}

let loaded: ReturnType<typeof load> | undefined

/** A new password must not contain any of this many most used passwords that are words of six letters or more. */
const MOST_USED = 100
const wordOfSixLetters = /^[a-z]{6,}$/

/** One lower-case password per line, the most used first. Source: decision 9. */
function load() {
  const file = readFileSync(join(import.meta.dirname, 'breached-passwords.txt.gz'))
  const listed = gunzipSync(file).toString('utf8').trimEnd().split('\n')
  return { all: new Set(listed), mostUsed: listed.slice(0, MOST_USED).filter((each) => wordOfSixLetters.test(each)) }
}

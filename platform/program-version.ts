import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Version of the portal in package.json, changed with each release. */
// package.json is our own.
export const programVersion = (
  JSON.parse(readFileSync(join(import.meta.dirname, '../package.json'), 'utf8')) as { version: string }
).version

import { readFileSync } from 'node:fs'
import { join } from 'node:path'

// Our own package.json has a version.
export const programVersion = (
  JSON.parse(readFileSync(join(import.meta.dirname, '../package.json'), 'utf8')) as { version: string }
).version

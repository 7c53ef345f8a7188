import { existsSync } from 'node:fs'
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { exampleClients } from '../../server/example-world.ts'
import type { Portal } from './portal.ts'

/** What becomes of a file's text, by its name in the scheme folder; of a new one it is empty. */
type Changes = Readonly<Record<string, (text: string) => string>>

/** Loads an example client into this portal once more, with other files, as one of its own: `npm run portal -- apply`. */
export async function applyChanged(
  portal: Portal,
  example: (typeof exampleClients)[number],
  changes: Changes,
): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), `${example}-`))
  try {
    await cp(join(import.meta.dirname, '../../examples', example), folder, { recursive: true })
    for (const [name, change] of Object.entries(changes)) {
      const file = join(folder, name)
      await writeFile(file, change(existsSync(file) ? await readFile(file, 'utf8') : ''))
    }
    const { code, stderr } = await portal.command('apply', folder)
    if (code !== 0) throw new Error(`${example} could not be loaded:\n${stderr}`)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

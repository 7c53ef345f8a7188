import { existsSync } from 'node:fs'
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { exampleClients } from '../../server/example-world.ts'
import type { Portal } from './portal.ts'

/** Changes of file texts, by file name in the scheme folder. The text of a new file is empty. */
type Changes = Readonly<Record<string, (text: string) => string>>

/** Applies an example client with changed files as another client: `npm run portal -- apply`. */
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

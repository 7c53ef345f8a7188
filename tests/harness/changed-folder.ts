import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** What becomes of the text of each file named; null takes the file out of the folder. */
export type FolderChanges = Record<string, ((text: string) => string) | null>

/** A copy of a scheme folder with some of its text changed, for as long as `work` takes. */
export async function withChangedFolder<Result>(
  original: string,
  changes: FolderChanges,
  work: (folder: string) => Promise<Result>,
): Promise<Result> {
  const folder = await mkdtemp(join(tmpdir(), 'scheme-'))
  try {
    await cp(original, folder, { recursive: true })
    for (const [file, change] of Object.entries(changes)) {
      const path = join(folder, file)
      if (change === null) {
        await rm(path)
        continue
      }
      const text = await readFile(path, 'utf8').catch(() => '')
      const next = change(text)
      if (next === text) throw new Error(`${file} was not changed`)
      await writeFile(path, next)
    }
    return await work(folder)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Takes the gym out of the folder of the first example client. */
export const withoutGym: FolderChanges = {
  'benefits/gym.yaml': null,
  'rates/gym.csv': null,
  'scheme-current.yaml': (text) => text.replace(/^.*rates\/gym.*\n/m, ''),
  'opening-selections.csv': (text) => text.replace(/^.*,gym,.*\n/gm, ''),
  'statements.csv': (text) => text.replace(/^[^,]*,gym,.*\n/gm, ''),
}

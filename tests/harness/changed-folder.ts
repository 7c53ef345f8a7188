import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

/** Changes the text of each named file; null removes the file. */
export type FolderChanges = Record<string, ((text: string) => string) | null>

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
      await mkdir(dirname(path), { recursive: true })
      const next = change(text)
      if (next === text) throw new Error(`${file} was not changed`)
      await writeFile(path, next)
    }
    return await work(folder)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

export const withoutGym: FolderChanges = {
  'benefits/gym.yaml': null,
  'rates/gym.csv': null,
  'scheme-current.yaml': (text) => text.replace(/^.*rates\/gym.*\n/m, ''),
  'opening-selections.csv': (text) => text.replace(/^.*,gym,.*\n/gm, ''),
  'statements.csv': (text) => text.replace(/^[^,]*,gym,.*\n/gm, ''),
}

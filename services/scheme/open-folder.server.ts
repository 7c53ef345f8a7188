import { createHash, hash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { lstat, readdir, readFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import type { SchemeFault } from './scheme-faults.ts'

const folderLimits = { files: 1_000, fileBytes: 50 * 1024 * 1024 }

/** A file of a scheme folder. `read` reads history files each time, because together they may be large. */
type FolderFile = { sha256: string; read: () => Buffer }

export type Folder = Map<string, FolderFile>

const subfolders = ['benefits', 'withdrawn', 'rates', 'content', 'images', 'history', 'files', 'years']

/** Reads a scheme folder into memory, except its history. Refuses links, so that nothing outside the folder is read. */
export async function openFolder(path: string, faults: SchemeFault[]): Promise<Folder> {
  const folder: Folder = new Map()
  const top = await readdir(path, { withFileTypes: true }).catch(() => undefined)
  if (top === undefined) {
    faults.push({ file: '.', line: 1, reason: `There is no folder ${path}` })
    return folder
  }
  const names = top.filter((entry) => !entry.isDirectory()).map(({ name }) => name)
  for (const entry of top.filter((one) => one.isDirectory())) {
    if (subfolders.includes(entry.name)) names.push(...(await namesIn(path, entry.name)))
    else
      faults.push({
        file: entry.name,
        line: 1,
        reason: `A scheme folder has no such folder; it may have ${subfolders.join(', ')}`,
      })
  }
  const [history, inMemory] = [names.filter(isOfHistory), names.filter((name) => !isOfHistory(name))]
  if (inMemory.length > folderLimits.files)
    faults.push({
      file: '.',
      line: 1,
      reason: `The folder has ${inMemory.length} files beside its history; at most ${folderLimits.files} are read`,
    })
  for (const name of [...inMemory.toSorted().slice(0, folderLimits.files), ...history].toSorted()) {
    const about = await lstat(join(path, name))
    if (!about.isFile()) faults.push({ file: name, line: 1, reason: 'This is not a file' })
    else if (about.size > folderLimits.fileBytes)
      faults.push({ file: name, line: 1, reason: 'The file is larger than 50 MB' })
    else folder.set(name, await openFile(join(path, name), { inMemory: !isOfHistory(name) }))
  }
  return folder
}

const isOfHistory = (name: string) => /^(history|files)\//.test(name)

async function namesIn(path: string, subfolder: string): Promise<string[]> {
  const entries = await readdir(join(path, subfolder), { withFileTypes: true, recursive: subfolder === 'years' })
  return entries
    .filter((entry) => subfolder !== 'years' || !entry.isDirectory())
    .map(({ parentPath, name }) => relative(path, join(parentPath, name)).replaceAll('\\', '/'))
}

async function openFile(path: string, { inMemory }: { inMemory: boolean }): Promise<FolderFile> {
  const bytes = await readFile(path)
  const sha256 = hash('sha256', bytes)
  if (inMemory) return { sha256, read: () => bytes }
  return {
    sha256,
    read: () => {
      const again = readFileSync(path)
      if (hash('sha256', again) !== sha256) throw new Error(`${path} was changed while the folder was read`)
      return again
    },
  }
}

export function hashOfFolder(folder: Folder): string {
  const whole = createHash('sha256')
  for (const [name, { sha256 }] of folder) whole.update(`${name}\0${sha256}\0`)
  return whole.digest('hex')
}

/** Returns a file as text; undefined if it is missing. Bytes that are not UTF-8 are a fault. */
export function readTextFile(folder: Folder, file: string, faults: SchemeFault[]): string | undefined {
  const bytes = folder.get(file)?.read()
  if (bytes === undefined) return undefined
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes).replaceAll('\r\n', '\n')
  } catch {
    faults.push({ file, line: 1, reason: 'The file is not UTF-8 text' })
    return undefined
  }
}

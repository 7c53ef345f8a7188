import { mkdir, mkdtemp, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import type { ExportFile } from './export-files.server.ts'

/** A complete folder next to its target. `place` moves it there in one step, so that the target is never incomplete. */
export type NewFolder = {
  path: string
  files: number
  place: () => Promise<boolean>
  discard: () => Promise<void>
}

export async function isFreePath(path: string): Promise<boolean> {
  try {
    return (await readdir(path)).length === 0
  } catch (failure) {
    if (codeOf(failure) === 'ENOENT') return true
    if (codeOf(failure) === 'ENOTDIR') return false
    throw failure
  }
}

/** Only the user who runs the command can read the files, because they hold personal data. */
export async function writeNewFolder(
  target: string,
  files: Iterable<ExportFile> | AsyncIterable<ExportFile>,
): Promise<NewFolder> {
  const place = resolve(target)
  await mkdir(dirname(place), { recursive: true })
  // The hidden name marks a folder left by a killed command as incomplete.
  const path = await mkdtemp(join(dirname(place), `.${basename(place)}-`))
  const discard = () => rm(path, { recursive: true, force: true })
  let written = 0
  try {
    for await (const { name, content } of files) {
      await mkdir(join(path, dirname(name)), { recursive: true, mode: 0o700 })
      await writeFile(join(path, name), content, { mode: 0o600, flag: 'wx', flush: true })
      written += 1
    }
  } catch (failure) {
    await discard()
    throw failure
  }
  return { path, files: written, discard, place: () => reserveAttempt(path, place) }
}

async function reserveAttempt(path: string, place: string): Promise<boolean> {
  try {
    await rename(path, place)
    return true
  } catch (failure) {
    if (['ENOTEMPTY', 'EEXIST', 'ENOTDIR'].includes(codeOf(failure))) return false
    throw failure
  }
}

function codeOf(failure: unknown): string {
  return failure instanceof Error && 'code' in failure ? String(failure.code) : ''
}

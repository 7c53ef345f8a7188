import { readFileSync } from 'node:fs'
import { readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { systemErrorCode } from './system-error-code.ts'

export interface Postmaster {
  pid: number
  socket: string
}

/** PostgreSQL fills its lock file at once. A file that stays empty was left by a start that was killed. */
const emptyForMs = 5_000

/** Returns the running PostgreSQL of this cluster. Its lock file may name a dead process or another program. */
export async function livePostmaster(cluster: string): Promise<Postmaster | undefined> {
  const { pid, socket } = await readLock(cluster)
  return socket && isAlive(pid) && runsOn(pid, cluster) ? { pid, socket } : undefined
}

/** Removes a lock file that names another program or is empty. Call only before a start. */
export async function removeStaleLock(cluster: string): Promise<void> {
  const { file, text, pid, socket } = await readLock(cluster)
  if (text === '') {
    const made = await stat(file).catch(() => undefined)
    if (made?.size === 0 && Date.now() - made.mtimeMs > emptyForMs) await rm(file, { force: true })
    return
  }
  // PostgreSQL ignores a lock file with the id of its own parent.
  if (!text || !socket || pid === process.pid || !isAlive(pid) || runsOn(pid, cluster)) return
  // Keep the file: it identifies shared memory of a crashed server's children. Replace it at once: it must never be empty.
  const beside = `${file}.${process.pid}`
  await writeFile(beside, text.replace(/^\d+/, String(process.pid)), { mode: 0o600 })
  await rename(beside, file)
  await rm(join(socket, '.s.PGSQL.5432.lock'), { force: true })
}

async function readLock(cluster: string) {
  const file = join(cluster, 'postmaster.pid')
  const text = await readFile(file, 'utf8').catch(() => undefined)
  const [first, , , , socket] = text?.split('\n') ?? []
  const pid = Number(first)
  return { file, text, pid, socket: Number.isInteger(pid) && pid > 0 ? socket : undefined }
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return !hasEnded(pid)
  } catch (error) {
    return systemErrorCode(error) === 'EPERM'
  }
}

function runsOn(pid: number, cluster: string): boolean {
  if (process.platform !== 'linux') return true
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0').includes(cluster)
  } catch {
    return false
  }
}

function hasEnded(pid: number): boolean {
  if (process.platform !== 'linux') return false
  try {
    // The state follows the program's name in parentheses; Z is a zombie.
    return /^\d+ \(.*\) [ZX] /s.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))
  } catch (error) {
    return systemErrorCode(error) === 'ENOENT' || systemErrorCode(error) === 'ESRCH'
  }
}

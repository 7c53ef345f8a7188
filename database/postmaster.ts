import { readFileSync } from 'node:fs'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { systemCode } from './system-code.ts'

export interface Postmaster {
  pid: number
  /** The folder of its unix socket. */
  socket: string
}

/**
 * The PostgreSQL that runs on this cluster, by its lock file. A lock file may have outlived its
 * process, and its number may belong to another program by now.
 */
export async function livePostmaster(cluster: string): Promise<Postmaster | undefined> {
  const file = join(cluster, 'postmaster.pid')
  const text = await readFile(file, 'utf8').catch(() => undefined)
  // Lines: process, data folder, start, port, socket folder, addresses, shared memory, state.
  const [first, , , , socket] = text?.split('\n') ?? []
  const pid = Number(first)
  if (!text || !socket || !Number.isInteger(pid) || pid <= 0 || !isAlive(pid)) return undefined
  if (runsOn(pid, cluster)) return { pid, socket }

  // PostgreSQL would believe the other program to be itself and refuse to start. It does not mind its own parent's
  // number. The file must stay: it leads to the memory that a crashed server's last children may still use.
  await writeFile(file, text.replace(/^\d+/, String(process.pid)))
  await rm(join(socket, '.s.PGSQL.5432.lock'), { force: true })
  return undefined
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return systemCode(error) === 'EPERM'
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

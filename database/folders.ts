import { createHash } from 'node:crypto'
import { chmod, lstat, mkdir, realpath, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { StartError } from './start-error.ts'
import { systemCode } from './system-code.ts'

/** Where the embedded PostgreSQL keeps things. */
export interface Folders {
  /** All that PostgreSQL may write to, in the data folder. */
  home: string
  cluster: string
  /** Holds the unix socket; only the user who runs the portal may enter. */
  socket: string
}

/** The kernel's limit of a socket's path, which on macOS is the shortest: 104 bytes with the closing zero. */
const longestSocketPath = 103
const socketName = '.s.PGSQL.5432'

export async function makeFolders(dataDir: string): Promise<Folders> {
  const home = join(await makeDataFolder(dataDir), 'postgres')
  await mkdir(home, { recursive: true, mode: 0o700 })
  return { home, cluster: join(home, 'cluster'), socket: await makeSocketFolder(home) }
}

/** The data folder by its real name, made when it is not there and tried by writing to it. */
export async function makeDataFolder(dataDir: string): Promise<string> {
  const asked = resolve(dataDir)
  try {
    await makeFolder(asked)
    const probe = join(asked, `.writable-${process.pid}`)
    await writeFile(probe, '')
    await rm(probe)
    return await realpath(asked)
  } catch (error) {
    throw new StartError(
      `The data folder ${asked} cannot be written to (${why(error)}): let this user write there, or set DATA_DIR to another folder.`,
    )
  }
}

/** Step by step: where the kernel makes no folders (/proc), the recursive way of Node 24 never ends. */
async function makeFolder(folder: string): Promise<void> {
  const isThere = await stat(folder).catch(() => undefined)
  if (isThere) return
  if (dirname(folder) !== folder) await makeFolder(dirname(folder))
  await mkdir(folder).catch((error: NodeJS.ErrnoException) => {
    // Another process was quicker.
    if (error.code !== 'EEXIST') throw error
  })
}

function why(error: unknown): string {
  const code = systemCode(error)
  switch (code) {
    case 'EACCES':
    case 'EPERM':
      return 'permission denied'
    case 'ENOENT':
      return 'no folder can be made there'
    case 'EROFS':
      return 'read-only file system'
    case 'ENOSPC':
      return 'no space left'
    case 'ENOTDIR':
    case 'EEXIST':
      return 'a file is in the way'
    default:
      return code ?? String(error)
  }
}

async function makeSocketFolder(home: string): Promise<string> {
  const near = join(home, 'socket')
  if (Buffer.byteLength(join(near, socketName)) <= longestSocketPath) {
    await mkdir(near, { recursive: true, mode: 0o700 })
    return near
  }
  const name = `portal-${createHash('sha256').update(home).digest('hex').slice(0, 16)}`
  const short = [tmpdir(), '/tmp']
    .map((parent) => join(parent, name))
    .find((folder) => Buffer.byteLength(join(folder, socketName)) <= longestSocketPath)
  if (!short) throw new StartError(`The data folder ${home} has too long a name: set DATA_DIR to a shorter one.`)
  await mkdir(short, { recursive: true, mode: 0o700 })
  // The temporary folder is everyone's: a folder that someone else laid there is not ours to use.
  const found = await lstat(short)
  const owners = [process.getuid?.(), (await lstat(home)).uid]
  if (!found.isDirectory() || !owners.includes(found.uid)) {
    throw new StartError(`The folder ${short} belongs to another user: remove it, or set DATA_DIR to a shorter name.`)
  }
  await chmod(short, 0o700)
  return short
}

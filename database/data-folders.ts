import { createHash } from 'node:crypto'
import { chmod, lstat, mkdir, realpath, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { StartError } from './start-error.ts'
import { systemErrorCode } from './system-error-code.ts'

export interface DataFolders {
  home: string
  cluster: string
  socket: string
}

/** Shortest system limit of a socket path, on macOS: 104 bytes with the closing zero. */
const longestSocketPath = 103
const socketName = '.s.PGSQL.5432'

export async function makeFolders(dataDir: string): Promise<DataFolders> {
  const home = join(await makeDataFolder(dataDir), 'postgres')
  await mkdir(home, { recursive: true, mode: 0o700 })
  return { home, cluster: join(home, 'cluster'), socket: await makeSocketFolder(home) }
}

export async function makeDataFolder(dataDir: string): Promise<string> {
  const requested = resolve(dataDir)
  try {
    await makeFolder(requested)
    const probe = join(requested, `.writable-${process.pid}`)
    await writeFile(probe, '')
    await rm(probe)
    return await realpath(requested)
  } catch (error) {
    throw new StartError(
      `The data folder ${requested} cannot be written to (${why(error)}): let this user write there, or set DATA_DIR to another folder.`,
    )
  }
}

/** Creates folders one by one, because the recursive mkdir of Node 24 never ends where the kernel allows no folders (/proc). */
async function makeFolder(folder: string): Promise<void> {
  const isThere = await stat(folder).catch(() => undefined)
  if (isThere) return
  if (dirname(folder) !== folder) await makeFolder(dirname(folder))
  await mkdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error
  })
}

function why(error: unknown): string {
  const code = systemErrorCode(error)
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
  // Anyone may write to the temporary folder, so a folder that another user made there must not be used.
  const found = await lstat(short)
  const owners = [process.getuid?.(), (await lstat(home)).uid]
  if (!found.isDirectory() || !owners.includes(found.uid)) {
    throw new StartError(`The folder ${short} belongs to another user: remove it, or set DATA_DIR to a shorter name.`)
  }
  await chmod(short, 0o700)
  return short
}

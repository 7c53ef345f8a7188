import { execFile } from 'node:child_process'
import { stat } from 'node:fs/promises'
import { promisify } from 'node:util'
import { StartError } from './start-error.ts'

/** PostgreSQL never runs as root. On Linux, the kernel ends it when the process that started it dies. */
export interface Launcher {
  prefix: readonly string[]
  owner?: { uid: number; gid: number }
}

const nobody = 65534
const dieWithParent = ['--pdeathsig', 'INT']

export async function findLauncher(needs: {
  program: string
  folder: string
  socket: string
  environment: Record<string, string>
}): Promise<Launcher> {
  for (const launcher of await possibleLaunchers(needs.folder)) {
    const before = await stat(needs.folder)
    if (launcher.owner) await giveTo(launcher.owner, [needs.folder, needs.socket])
    if (await works(launcher, needs)) return launcher
    if (launcher.owner) await giveTo(before, [needs.folder, needs.socket])
  }
  throw new StartError(
    `PostgreSQL may not be run on ${needs.folder} by this user: start the portal as a user who owns that folder,` +
      ' set DATA_DIR to another folder, or set DATABASE_URL to a running PostgreSQL.',
  )
}

async function possibleLaunchers(folder: string): Promise<Launcher[]> {
  if (process.platform !== 'linux') return [{ prefix: [] }]
  if (process.getuid?.() !== 0) return [{ prefix: ['setpriv', ...dieWithParent] }, { prefix: [] }]

  const { uid, gid } = await stat(folder)
  if (uid !== 0) return [asUser({ uid, gid })]
  return [
    // Inside a user namespace PostgreSQL runs as `nobody`. Outside, this user is root, so its files belong to root.
    { prefix: ['unshare', '--user', `--map-user=${nobody}`, `--map-group=${nobody}`, 'setpriv', ...dieWithParent] },
    asUser({ uid: nobody, gid: nobody }),
  ]
}

function asUser({ uid, gid }: { uid: number; gid: number }): Launcher {
  return {
    prefix: ['setpriv', `--reuid=${uid}`, `--regid=${gid}`, '--clear-groups', ...dieWithParent],
    owner: { uid, gid },
  }
}

async function giveTo({ uid, gid }: { uid: number; gid: number }, folders: string[]): Promise<void> {
  await promisify(execFile)('chown', ['-R', `${uid}:${gid}`, ...folders])
}

async function works(
  launcher: Launcher,
  { program, folder, environment }: { program: string; folder: string; environment: Record<string, string> },
): Promise<boolean> {
  if (process.platform === 'win32') return true
  const [command, ...args] = [
    ...launcher.prefix,
    'sh',
    '-c',
    'test -w "$1" && test -x "$1" && exec "$2" --version',
    'sh',
    folder,
    program,
  ]
  try {
    await promisify(execFile)(command, args, { env: { ...process.env, ...environment } })
    return true
  } catch {
    return false
  }
}

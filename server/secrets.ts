import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { chmod, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { makeDataFolder } from '../database/data-folders.ts'
import { StartError } from '../database/start-error.ts'
import type { Mode } from '../platform/app-context.ts'
import { weaknessOf } from './secret-strength.ts'

/** Secrets that may be in a file instead, named by `…_FILE`, as container orchestrators provide them. */
const secretSettings = [
  'SERVER_SECRET',
  'DATABASE_URL',
  'DATABASE_APP_URL',
  'SMTP_URL',
  'CAPTCHA_SECRET',
  'COST_ENGINE_KEY',
] as const

export async function withSecretFiles(from: NodeJS.ProcessEnv): Promise<Record<string, string>> {
  const settings = Object.fromEntries(
    Object.entries(from).flatMap(([name, value]) => (value ? [[name, value] as const] : [])),
  )
  for (const name of secretSettings) {
    const file = settings[`${name}_FILE`]
    if (file === undefined) continue
    if (settings[name] !== undefined) {
      throw new StartError(`Both ${name} and ${name}_FILE are set: remove one of them.`)
    }
    const text = await readFile(file, 'utf8').catch(() => {
      throw new StartError(unreadable(name, file))
    })
    settings[name] = text.trim()
  }
  return settings
}

/** Returns secrets by their names in clients' settings, such as an identity provider's. Read at each use. */
export function namedSecrets(from: NodeJS.ProcessEnv): (name: string) => string | undefined {
  return (name) => {
    const file = from[`${name}_FILE`]
    return from[name] ?? (file === undefined ? undefined : readSecret(name, file))
  }
}

function readSecret(name: string, file: string): string {
  try {
    return readFileSync(file, 'utf8').trim()
  } catch (error) {
    throw new Error(unreadable(name, file), { cause: error })
  }
}

const unreadable = (name: string, file: string): string =>
  `${name}_FILE names ${file}, which cannot be read: let this user read it, or name another file.`

const makeOne = 'make one with: openssl rand -base64 32'
/** Production refuses secrets with this prefix, which a demo has made. */
const madeForDemo = 'demo-'

type Wanted = { mode: Mode; dataDir: string; given: string | undefined }

/** Returns the server secrets, current one first. Without a setting, a demo or test stores one in its data folder. */
export async function findServerSecret({ mode, dataDir, given }: Wanted): Promise<Buffer[]> {
  const secrets = given?.split(/\s+/).filter(Boolean) ?? []
  if (secrets.length === 0) {
    if (mode === 'production') {
      throw new StartError(
        `Production needs SERVER_SECRET or SERVER_SECRET_FILE, with at least 32 random characters: ${makeOne}`,
      )
    }
    return [await keepSecret(dataDir)]
  }
  for (const [place, secret] of secrets.entries()) {
    const which = secrets.length === 1 ? 'SERVER_SECRET' : `SERVER_SECRET (number ${place + 1} of ${secrets.length})`
    if (secret.length < 32) throw new StartError(`${which} has fewer than 32 characters: ${makeOne}`)
    if (mode === 'production') await refuseGuessable(secret, which, dataDir)
  }
  if (new Set(secrets).size < secrets.length) {
    throw new StartError('SERVER_SECRET names the same secret twice: remove one of the two.')
  }
  return secrets.map((secret) => Buffer.from(secret))
}

async function refuseGuessable(secret: string, which: string, dataDir: string): Promise<void> {
  const ofDemo = await readFile(join(dataDir, 'server-secret'), 'utf8').catch(() => undefined)
  if (secret.startsWith(madeForDemo) || secret === ofDemo) {
    throw new StartError(`${which} is the secret of a demo: ${makeOne}`)
  }
  const weakness = weaknessOf(secret)
  if (weakness) throw new StartError(`${which} can be guessed (${weakness}): ${makeOne}`)
}

/** Stores the secret, so that sessions survive a restart. */
async function keepSecret(dataDir: string): Promise<Buffer> {
  const file = join(dataDir, 'server-secret')
  const kept = await readFile(file).catch(() => undefined)
  if (kept && kept.length >= 32) return kept
  const made = Buffer.from(`${madeForDemo}${randomBytes(32).toString('base64url')}`)
  await makeDataFolder(dataDir)
  await writeFile(file, made, { mode: 0o600 })
  await chmod(file, 0o600)
  return made
}

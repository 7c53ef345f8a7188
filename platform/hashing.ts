import { hash, verify, type Options } from '@node-rs/argon2'
import { randomBytes } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { ConcurrencyLimiter, LimiterBusy } from './concurrency-limiter.ts'
import { keyRing, type ServerSecret } from './key-ring.ts'

/** OWASP's minimum for argon2id: 222 hashes a second, measured on two cores. `queue` and `waitMs` limit waiting checks. */
export const hashingLimits = { memoryKib: 19_456, passes: 2, lanes: 1, queue: 100, waitMs: 2_000 } as const

export { LimiterBusy as HashingBusy }

type Verdict = {
  matches: boolean
  /** True if the hash has older parameters or another pepper. Replace it now, while the password is known. */
  outdated: boolean
}

export type PasswordHashing = {
  /** Hash several passwords one after another, because the queue is limited. */
  hash: (password: string) => Promise<string>
  /** If no hash is stored, takes as long as for a wrong password. */
  verify: (stored: string | null, password: string) => Promise<Verdict>
}

/** Number of hashes at once. Hashing uses Node's four worker threads, of which one stays free for files. */
export const concurrentHashes = Math.min(availableParallelism(), 3)

const gate = new ConcurrencyLimiter({
  places: concurrentHashes,
  queue: hashingLimits.queue,
  waitMs: hashingLimits.waitMs,
})

const figures: Options = {
  // The default variant is argon2id. The package names variants in const enums, which do not exist at run time.
  memoryCost: hashingLimits.memoryKib,
  timeCost: hashingLimits.passes,
  parallelism: hashingLimits.lanes,
}

// Compared if an account has no hash. Created once per process, because creation takes as long as a comparison.
let nobody: Promise<string> | undefined

/** Stored hashes are `<key id>:<argon2>`. Older peppers are accepted, but outdated. Passwords are compared in Unicode form NFC. */
export function passwordHashing(serverSecret: ServerSecret): PasswordHashing {
  const peppers = keyRing(serverSecret, 'password pepper')
  const pepper = peppers.current
  const current = `${pepper.id}:$argon2id$v=19$m=${hashingLimits.memoryKib},t=${hashingLimits.passes},p=${hashingLimits.lanes}$`
  const make = async (password: string): Promise<string> =>
    `${pepper.id}:${await hash(password.normalize('NFC'), { ...figures, secret: pepper.bytes })}`
  const stranger = (nobody ??= hash(randomBytes(16).toString('hex'), figures))

  return {
    hash: (password) => gate.run(() => make(password)),
    verify: async (stored, password) => {
      const key = stored === null ? undefined : peppers.find(pepperOf(stored))
      const isKnown = key !== undefined && stored !== null
      const comparable = isKnown ? stored.slice(stored.indexOf(':') + 1) : await stranger
      const secret = (key ?? pepper).bytes
      const found = await gate.run(() => verify(comparable, password.normalize('NFC'), { ...figures, secret }))
      const matches = found && isKnown
      return { matches, outdated: matches && !stored.startsWith(current) }
    },
  }
}

function pepperOf(stored: string): string {
  return stored.split(':', 1)[0] ?? ''
}

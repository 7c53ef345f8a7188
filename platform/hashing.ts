import { hash, verify, type Options } from '@node-rs/argon2'
import { randomBytes } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { Gate, GateBusy } from './gate.ts'
import { keyRing, type ServerSecret } from './keys.ts'

/** OWASP's floor for argon2id, measured at 222 hashes a second on two cores; and how many may wait, and how long. */
export const hashingLimits = { memoryKib: 19_456, passes: 2, lanes: 1, queue: 100, waitMs: 2_000 } as const

/** More password checks are waiting than can be done in time: refuse with 503, nothing was checked. */
export { GateBusy as HashingBusy }

type Verdict = {
  matches: boolean
  /** Matches, but was hashed with older figures or another pepper: hash it anew while the password is at hand. */
  outdated: boolean
}

export type PasswordHashing = {
  /** Hash many passwords one after the other: only so many may wait. */
  hash: (password: string) => Promise<string>
  /** Takes the same time for no stored hash at all as for a wrong password. */
  verify: (stored: string | null, password: string) => Promise<Verdict>
}

/** How many passwords are hashed at once. Node's four worker threads also read files: one of them stays free. */
export const hashesAtOnce = Math.min(availableParallelism(), 3)

const gate = new Gate({
  places: hashesAtOnce,
  queue: hashingLimits.queue,
  waitMs: hashingLimits.waitMs,
})

const figures: Options = {
  // The variant is left at the package's own, argon2id: its names are const enums, which do not exist at run time.
  memoryCost: hashingLimits.memoryKib,
  timeCost: hashingLimits.passes,
  parallelism: hashingLimits.lanes,
}

/** What a password is compared with where none is stored. One for the process: to make it takes as long as a comparison. */
let nobody: Promise<string> | undefined

/** argon2id with a pepper, stored as `<key id>:<argon2>`. Older secrets verify as outdated. Compared in NFC. */
export function passwordHashing(serverSecret: ServerSecret): PasswordHashing {
  const peppers = keyRing(serverSecret, 'password pepper')
  const pepper = peppers.current
  const current = `${pepper.id}:$argon2id$v=19$m=${hashingLimits.memoryKib},t=${hashingLimits.passes},p=${hashingLimits.lanes}$`
  const make = async (password: string): Promise<string> =>
    `${pepper.id}:${await hash(password.normalize('NFC'), { ...figures, secret: pepper.bytes })}`
  const stranger = (nobody ??= hash(randomBytes(16).toString('hex'), figures))

  return {
    hash: (password) => gate.pass(() => make(password)),
    verify: async (stored, password) => {
      const known = stored === null ? undefined : peppers.find(pepperOf(stored))
      const isKnown = known !== undefined && stored !== null
      const comparable = isKnown ? stored.slice(stored.indexOf(':') + 1) : await stranger
      const secret = (known ?? pepper).bytes
      const found = await gate.pass(() => verify(comparable, password.normalize('NFC'), { ...figures, secret }))
      const matches = found && isKnown
      return { matches, outdated: matches && !stored.startsWith(current) }
    },
  }
}

/** The id of the key by which a stored password was peppered. */
function pepperOf(stored: string): string {
  return stored.split(':', 1)[0] ?? ''
}

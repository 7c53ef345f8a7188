import { passwordHashing } from '../../platform/hashing.ts'
import type { Mode } from '../../platform/house.ts'
import type { ServerSecret } from '../../platform/keys.ts'
import { sealing, type Sealing } from '../../platform/seal.ts'
import type { ClientId, PersonId } from '../../contract/ids.ts'
import { tokensOf, type KeptToken } from './tokens.server.ts'

/** How what a scheme folder says about sign-in is kept: passwords and activation ids hashed, one-time-code seeds sealed for their owner. */
export function schemeSecrets(
  serverSecret: ServerSecret,
  mode: Mode,
): {
  hashPassword: (password: string) => Promise<string>
  sealTwoFactorSecret: (personId: PersonId, secret: string) => string
  keepActivationId: ((clientId: ClientId, id: string) => KeptToken) | null
} {
  const { hash } = passwordHashing(serverSecret)
  const seeds = twoFactorSeeds(serverSecret)
  return {
    hashPassword: hash,
    sealTwoFactorSecret: (personId, secret) => seeds.seal(secret, personId),
    // An id that stands in a file can be guessed: a production's people have theirs by mail (S-10).
    keepActivationId: mode === 'production' ? null : tokensOf(serverSecret).linkHash,
  }
}

export function twoFactorSeeds(serverSecret: ServerSecret): Sealing {
  return sealing(serverSecret, 'two-factor seed')
}

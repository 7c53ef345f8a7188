import { passwordHashing } from '../../platform/hashing.ts'
import type { Mode } from '../../platform/app-context.ts'
import type { ServerSecret } from '../../platform/key-ring.ts'
import { valueEncryption, type ValueEncryption } from '../../platform/encryption.ts'
import type { ClientId, PersonId } from '../../contract/ids.ts'
import { tokensOf, type StoredToken } from '../../services/session/tokens.server.ts'

export function schemeSecrets(
  serverSecret: ServerSecret,
  mode: Mode,
): {
  hashPassword: (password: string) => Promise<string>
  sealTwoFactorSecret: (personId: PersonId, secret: string) => string
  keepActivationId: ((clientId: ClientId, id: string) => StoredToken) | null
} {
  const { hash } = passwordHashing(serverSecret)
  const seeds = twoFactorSeeds(serverSecret)
  return {
    hashPassword: hash,
    sealTwoFactorSecret: (personId, secret) => seeds.seal(secret, personId),
    // Only demos and tests use ids from files, because they can be guessed. Other people get theirs by email (S-10).
    keepActivationId: mode === 'production' ? null : tokensOf(serverSecret).linkHash,
  }
}

export function twoFactorSeeds(serverSecret: ServerSecret): ValueEncryption {
  return valueEncryption(serverSecret, 'two-factor seed')
}

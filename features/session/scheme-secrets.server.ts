import { passwordHashing } from '../../platform/hashing.ts'
import { sealing } from '../../platform/seal.ts'
import type { PersonId } from '../../contract/ids.ts'

/** How what a scheme folder says about sign-in is kept: passwords hashed, one-time-code seeds sealed for their owner. */
export function schemeSecrets(serverSecret: Buffer): {
  hashPassword: (password: string) => Promise<string>
  sealTwoFactorSecret: (personId: PersonId, secret: string) => string
} {
  const { hash } = passwordHashing(serverSecret)
  const seeds = sealing(serverSecret, 'two-factor seed')
  return { hashPassword: hash, sealTwoFactorSecret: (personId, secret) => seeds.seal(secret, personId) }
}

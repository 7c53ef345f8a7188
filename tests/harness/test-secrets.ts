import type { Secrets } from '../../features/scheme/import-people.server.ts'

/** Replaces hashing and encryption in tests that only check that a secret is stored once. */
export const testSecrets: Secrets = {
  hashPassword: (password) => Promise.resolve(`hash ${crypto.randomUUID()} ${password.length}`),
  sealTwoFactorSecret: (_, secret) => `sealed ${secret}`,
  keepActivationId: (_, id) => ({ hash: Buffer.from(`hash ${id}`), keyId: 'key' }),
}

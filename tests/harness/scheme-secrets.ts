import type { Secrets } from '../../features/scheme/import-people.server.ts'

/** Stand-in for hashing and encryption. These tests only check that a secret is stored, and only once. */
export const keptSecrets: Secrets = {
  hashPassword: (password) => Promise.resolve(`hash ${crypto.randomUUID()} ${password.length}`),
  sealTwoFactorSecret: (_, secret) => `sealed ${secret}`,
  keepActivationId: (_, id) => ({ hash: Buffer.from(`hash ${id}`), keyId: 'key' }),
}

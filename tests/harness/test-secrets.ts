import type { Secrets } from '../../features/scheme/import-people.server.ts'

/** Fast replacements for hashing and encryption, for tests that do not check how secrets are protected. */
export const testSecrets: Secrets = {
  hashPassword: (password) => Promise.resolve(`hash ${crypto.randomUUID()} ${password.length}`),
  sealTwoFactorSecret: (_, secret) => `sealed ${secret}`,
  keepActivationId: (_, id) => ({ hash: Buffer.from(`hash ${id}`), keyId: 'key' }),
}

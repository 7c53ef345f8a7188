import type { Secrets } from '../../features/scheme/people.server.ts'

/** What is kept of a password is the session's business; here it only matters that it is kept, and only once. */
export const keptSecrets: Secrets = {
  hashPassword: (password) => Promise.resolve(`hash ${crypto.randomUUID()} ${password.length}`),
  sealTwoFactorSecret: (_, secret) => `sealed ${secret}`,
  keepActivationId: (_, id) => ({ hash: Buffer.from(`hash ${id}`), keyId: 'key' }),
}

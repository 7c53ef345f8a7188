import { createHash, randomBytes } from 'node:crypto'
import type { ClientId, PersonId } from '../../contract/ids.ts'
import { twoFactorLimits } from './two-factor.queries.ts'

// In Crockford's base 32, no two characters look alike.
const letters = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const BITS_A_LETTER = 5
const lengthOfCode = twoFactorLimits.recoveryCodeBits / BITS_A_LETTER
const inGroups = /.{6}/g
const onlyLetters = new RegExp(`^[${letters}]{${lengthOfCode}}$`)

export function newRecoveryCodes(): string[] {
  return Array.from({ length: twoFactorLimits.recoveryCodes }, () => {
    // The code is unbiased, because 256 is a multiple of 32.
    const code = [...randomBytes(lengthOfCode)].map((byte) => letters[byte % letters.length]).join('')
    return (code.match(inGroups) ?? []).join('-')
  })
}

/** Accepts any case, with or without hyphens, I and L as 1, and O as 0. Null if it is not a recovery code. */
export function readRecoveryCode(typed: string): string | null {
  const code = typed.toUpperCase().replaceAll(/[\s-]/g, '').replaceAll(/[IL]/g, '1').replaceAll('O', '0')
  return onlyLetters.test(code) ? code : null
}

/** A fast hash is enough for 120 random bits. It uses no server secret, because secrets may change. */
export function recoveryCodeHash(clientId: ClientId, personId: PersonId, code: string): Buffer {
  return createHash('sha256').update(['recovery code', clientId, personId, code].join('\0')).digest()
}

import { createHash, randomBytes } from 'node:crypto'
import type { ClientId, PersonId } from '../../contract/ids.ts'
import { twoFactorLimits } from './limits.ts'

// Crockford's letters: none that is taken for a digit or for another one.
const letters = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const BITS_A_LETTER = 5
const lengthOfCode = twoFactorLimits.recoveryCodeBits / BITS_A_LETTER
const inGroups = /.{6}/g
const onlyLetters = new RegExp(`^[${letters}]{${lengthOfCode}}$`)

/** New recovery codes, in groups of six letters: `7D2KQM-…`. */
export function newRecoveryCodes(): string[] {
  return Array.from({ length: twoFactorLimits.recoveryCodes }, () => {
    // 256 is a multiple of 32, so that each letter is as likely as the others.
    const code = [...randomBytes(lengthOfCode)].map((byte) => letters[byte % letters.length]).join('')
    return (code.match(inGroups) ?? []).join('-')
  })
}

/** As typed by hand: small letters, with or without the hyphens, I and L for 1, O for 0. Null for what is no such code. */
export function readRecoveryCode(typed: string): string | null {
  const code = typed.toUpperCase().replaceAll(/[\s-]/g, '').replaceAll(/[IL]/g, '1').replaceAll('O', '0')
  return onlyLetters.test(code) ? code : null
}

/** A recovery code's hash. Fast and without a key: 120 random bits, and server secrets may change. */
export function recoveryCodeHash(clientId: ClientId, personId: PersonId, code: string): Buffer {
  return createHash('sha256').update(['recovery code', clientId, personId, code].join('\0')).digest()
}

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { passwordInput } from '../../contract/password.ts'
import { breachedPasswords } from './breached-passwords.server.ts'
import { areAllMet, checksWithoutHistory } from './password-checks.server.ts'
import type { PasswordFacts } from './password.queries.ts'
import {
  allPasswordRules,
  isValidRuleMask,
  passwordRuleBits,
  passwordRules,
  rulesIn,
  type PasswordRule,
} from '../../services/session/password.rules.ts'
import { hasRepeats, hasSequence, SHORTEST_PASSWORD } from './password-strength.rules.ts'

const facts: PasswordFacts = {
  rules: allPasswordRules,
  details: {
    firstName: 'Amélie Jo',
    surname: "O'Hara",
    email: 'amy.lightfoot@demo.example',
    dateOfBirth: '1990-05-17',
  },
  names: ['Northgate Rail', 'Northgate Rewards'],
  currentHash: null,
  previousHashes: [],
}
const unmet = (password: string, rules = allPasswordRules): PasswordRule[] =>
  checksWithoutHistory(password, { ...facts, rules }).flatMap(({ name, status }) => (status ? [] : [name]))

const seed = Number(process.env['SEED'] ?? Date.now() % 2 ** 31)
console.info(`password rules: SEED=${seed}`)
const hold = { seed, numRuns: process.env['LONG_TESTS'] ? 20_000 : 500 }

describe('new password', () => {
  it.each(['Quartz&94Wren-Loft', 'Battery 7 ünder Øresund', 'Ein🦊Fuchs-läuft-92'])(
    'meets all rules: %s [S-16]',
    (password) => {
      expect(unmet(password)).toEqual([])
    },
  )

  it.each([
    ['length', 'Quartz&94Wr', 'eleven characters'],
    ['length', '🦊🦉Ab9-xyqk', 'pictures count as one character each'],
    ['repeat', 'Quartz&1111Wren', 'the same four times'],
    ['repeat', 'Quartz&ababaWren9', 'two by turns, begun a third time'],
    ['repeat', 'Quartz&aBaBaWren9', 'also in capitals'],
    ['repeat', 'Quill-9xk-9xk&Lo', 'three characters written twice'],
    ['sequence', 'Quartz&1234Wren', 'digits upwards'],
    ['sequence', 'Quartz&zyxwLoft9', 'letters downwards'],
    ['sequence', 'Quartz&7890Wren', 'digits up to nought'],
    ['sequence', 'Quartz&AbCdWren9', 'also in capitals'],
    ['sequence', 'Kilo&Asdfg94Loft', 'five beside each other on the keyboard'],
    ['common', 'Football2026!', 'a common password with a year behind it'],
    ['common', 'P@ssw0rd-Kilo93', 'a disguised one within'],
    ['common', 'Kilo93&Northgate', "the client's name"],
    ['common', 'My-Rewards-93-kx', "the client's brand"],
    ['common', 'Kilo93&BENEFITS', 'what the portal is'],
    ['upper', 'quartz&94wren-loft', 'no upper case letter'],
    ['number', 'Quartz&Wren-Loft', 'no number'],
    ['special', 'Quartz94WrenLoft', 'no special character'],
    ['personal', 'Kilo93&AmelieWren', 'first name, without its accent'],
    ['personal', 'Kilo93&o-hara-Wren', 'surname'],
    ['personal', 'Kilo93&L1ghtf00t', 'part of the email, disguised'],
    ['personal', 'Kilo&17.05.90-Wren', 'day and month of birth'],
    ['personal', 'Kilo&Wren-1990', 'year of birth'],
    ['personal', 'Kilo&900517-Wren', 'date of birth from the year on'],
  ] as const)('breaks the rule about %s: %s, %s [FORM-38] [S-16]', (rule, password, _why) => {
    expect(unmet(password)).toEqual([rule])
  })

  it('meets or breaks each rule at its limit [FORM-24] [FORM-25] [FORM-26] [FORM-27] [FORM-28] [FORM-29] [FORM-30] [FORM-31] [CONST-06]', () => {
    const sides = [
      ['length', 'Quartz&94Wr', 'Quartz&94Wre'],
      ['repeat', 'Quartz&94-aaaa', 'Quartz&94-aab-a'],
      ['sequence', 'Quartz&6789-Wren', 'Quartz&689-Wren'],
      ['common', 'Sunshine-93!', 'Sunder-Kiln-93!'],
      ['upper', 'quartz&94wren', 'quartz&94Wren'],
      ['number', 'Quartz&Wren-Loft', 'Quartz&Wren-4oft'],
      ['special', 'Quartz94WrenLoft', 'Quartz94Wren Loft'],
      ['personal', 'Quartz&93Lightfoot', 'Quartz&93Longfoot'],
    ] as const
    for (const [rule, breaks, keeps] of sides) expect([unmet(breaks), unmet(keeps)]).toEqual([[rule], []])
  })

  it('may contain short parts of names, and four adjacent keys of the keyboard that are part of a word', () => {
    expect(unmet('Joke&94-Property')).toEqual([])
    expect(unmet('Rail&94-Weald-Loft')).toEqual([])
  })

  it('breaks every rule while it is empty [FORM-35]', () => {
    expect(unmet('')).toEqual(passwordRules)
  })

  it('has 12 to 256 characters, where each visible character counts as one [S-16] [S-09] [CONST-06]', () => {
    const fox = 'Ab9-🦊'
    expect(SHORTEST_PASSWORD).toBe(12)
    expect(passwordInput.safeParse('🦊'.repeat(256)).success).toBe(true)
    expect(passwordInput.safeParse('🦊'.repeat(257)).success).toBe(false)
    expect(passwordInput.safeParse('e\u0301'.repeat(256)).success).toBe(true)
    expect(unmet(fox.repeat(2)).includes('length')).toBe(true)
    expect(passwordInput.parse('  spaces stay ')).toBe('  spaces stay ')
  })

  it('gets the same result in any Unicode form [S-16]', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 24 }), (text) => {
        expect(unmet(text.normalize('NFD'))).toEqual(unmet(text.normalize('NFC')))
      }),
      hold,
    )
  })

  it('breaks the rule about runs or patterns wherever the run or pattern is [FORM-25] [FORM-26]', () => {
    const piece = fc.stringMatching(/^[xq&%K-]{0,9}$/)
    const digit = fc.integer({ min: 0, max: 6 })
    fc.assert(
      fc.property(piece, piece, digit, fc.boolean(), (before, after, from, down) => {
        const run = [0, 1, 2, 3].map((step) => from + step)
        const digits = (down ? run.toReversed() : run).join('')
        expect(hasSequence(before + digits + after)).toBe(true)
      }),
      hold,
    )
    fc.assert(
      fc.property(piece, piece, fc.stringMatching(/^[a-z]{1,6}$/), (before, after, unit) => {
        expect(hasRepeats(before + unit.repeat(3) + after)).toBe(true)
      }),
      hold,
    )
  })

  it('is checked quickly, even if it is long and uniform [S-69]', () => {
    for (const text of ['a'.repeat(256), 'ab'.repeat(128), '!'.repeat(255) + 'a', '1'.repeat(128) + 'z'.repeat(128)]) {
      expect(unmet(text)).toContain('repeat')
    }
  })
})

describe('password rules of a scheme', () => {
  it('are stored as the sum of their bits, which is 991 for all nine rules [FORM-33] [FORM-34]', () => {
    expect(Object.values(passwordRuleBits)).toEqual([1, 2, 4, 8, 16, 64, 128, 256, 512])
    expect(passwordRules).toEqual([
      'length',
      'repeat',
      'sequence',
      'common',
      'upper',
      'number',
      'special',
      'personal',
      'previous',
    ])
    expect(allPasswordRules).toBe(991)
    expect(rulesIn(991)).toEqual(passwordRules)
    expect(rulesIn(1 + 16 + 512)).toEqual(['length', 'upper', 'previous'])
  })

  it('always include the rule about the length, and ignore unknown bits [FORM-33]', () => {
    expect([991, 1, 65, 513].map(isValidRuleMask)).toEqual([true, true, true, true])
    expect([0, 990, 32, 33, 1024, 1025, -1].map(isValidRuleMask)).toEqual(Array.from({ length: 7 }, () => false))
  })

  it('are the only rules that are applied [FORM-34]', () => {
    expect(unmet('all lower case', 1 + 64)).toEqual(['number'])
    expect(areAllMet(checksWithoutHistory('all lower case', { ...facts, rules: 1 }))).toBe(true)
  })
})

describe('list of breached passwords', () => {
  it('contains at least 100,000 passwords, the most frequent first [S-16] [FORM-38]', () => {
    const { all, mostUsed } = breachedPasswords()
    expect(all.size).toBeGreaterThanOrEqual(100_000)
    for (const known of ['123456', 'password', 'qwerty', 'letmein', 'iloveyou', 'trustno1'])
      expect(all.has(known)).toBe(true)
    expect(mostUsed).toEqual(expect.arrayContaining(['password', 'football', 'sunshine']))
  })

  it('finds each of them, even if letters were replaced by digits or signs [FORM-27]', () => {
    const words = [...breachedPasswords().all].filter((word) => /^[a-z]{4,20}$/.test(word))
    fc.assert(
      fc.property(fc.constantFrom(...words), fc.stringMatching(/^[0-9!?]{0,6}$/), (word, end) => {
        const dressed = word.charAt(0).toUpperCase() + word.slice(1) + end
        expect(unmet(dressed)).toContain('common')
      }),
      hold,
    )
  })
})

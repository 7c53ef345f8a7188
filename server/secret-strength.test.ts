import { createHash } from 'node:crypto'
import { expect, it } from 'vitest'
import { weaknessOf } from './secret-strength.ts'

it('every random secret is accepted, whatever its notation [S-84]', () => {
  // Hashes of numbers, because truly random base64 sometimes contains the product's name and would fail the test.
  const made = Array.from({ length: 2_000 }, (_, each) => createHash('sha256').update(`secret ${each}`).digest())
  const refused = (['hex', 'base64', 'base64url'] as const).flatMap((encoding) =>
    made.map((bytes) => bytes.toString(encoding)).filter((secret) => weaknessOf(secret) !== undefined),
  )
  expect(refused).toEqual([])
  const short = made.map((bytes) => bytes.toString('hex').slice(0, 32)).filter((secret) => weaknessOf(secret))
  expect(short.length).toBeLessThan(made.length / 100)
})

it.each([
  ['a'.repeat(64), 'it repeats itself'],
  ['0123456789abcdef0123456789abcdef', 'it repeats itself'],
  ['abcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyz', 'it repeats itself'],
  ['q7Xw2mPz'.repeat(8), 'it repeats itself'],
  ['98765432109876543210987654321098765432109876', 'it repeats itself'],
  ['this-is-a-very-long-password-for-production', "it contains 'password'"],
  ['CHANGE_ME_CHANGE_ME_CHANGE_ME_CHANGE_ME', "it contains 'CHANGE_ME'"],
  ['an-example-of-32-characters-or-more!', "it contains 'example'"],
  ['my-production-secret-of-november-2026', "it contains 'secret'"],
])('the weak secret %s is refused', (secret, weakness) => {
  expect(weaknessOf(secret)).toBe(weakness)
})

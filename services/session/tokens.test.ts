import { expect, it } from 'vitest'
import { newToken } from './tokens.server.ts'

it('a token has 256 random bits, each of which is set in half of all tokens, and is never repeated [S-33]', () => {
  const tokens = Array.from({ length: 100_000 }, () => newToken())
  expect(new Set(tokens).size).toBe(tokens.length)
  const lengths = new Set<number>()
  const set = new Uint32Array(256)
  for (const token of tokens) {
    const bytes = Buffer.from(token, 'base64url')
    lengths.add(bytes.length)
    for (let bit = 0; bit < 256; bit += 1) set[bit] = (set[bit] ?? 0) + (((bytes[bit >> 3] ?? 0) >> (bit & 7)) & 1)
  }
  expect([...lengths]).toEqual([32])
  // 50,000 ± 12 standard deviations of 158: exceeded once in 10^32 runs.
  expect(Math.min(...set)).toBeGreaterThan(48_000)
  expect(Math.max(...set)).toBeLessThan(52_000)
})

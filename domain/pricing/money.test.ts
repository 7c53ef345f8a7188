import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { randomTestSeed } from '../../features/benefits/random-test-seed.samples.ts'
import { digitsFromPence, penceFromDigits, roundHalfUp, shareOf, splitEvenly } from './money.ts'
import { fromDecimal } from './rational.ts'

describe('rounding half up to the penny', () => {
  it.each([
    ['1.005', 1_01n],
    ['1.0049999999', 1_00n],
    ['2.675', 2_68n],
    ['0.0050', 1n],
    ['0.004', 0n],
    ['865.3846153846', 865_38n],
    ['1000000000000', 1_000_000_000_000_00n],
  ])('£%s is %d pence', (pounds, pence) => expect(roundHalfUp(fromDecimal(pounds))).toBe(pence))

  it('refuses a negative amount', () => expect(() => roundHalfUp(fromDecimal('-0.01'))).toThrow(RangeError))

  it('differs from the exact amount by at most half a penny, and rounds halves up', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 10n ** 18n }), fc.bigInt({ min: 1n, max: 10n ** 9n }), (over, under) => {
        const pence = roundHalfUp({ numerator: over, denominator: under })
        // Means |pence − 100 over / under| ≤ 1/2. Exactly 1/2 is allowed only if rounded up.
        expect(2n * pence * under - 200n * over).toBeLessThanOrEqual(under)
        expect(200n * over - 2n * pence * under).toBeLessThan(under)
      }),
      { numRuns: 20_000, seed: randomTestSeed('rounding') },
    )
  })
})

describe('splitting an amount', () => {
  it.each([
    [865_38n, 12, [...Array(6).fill(72_12n), ...Array(6).fill(72_11n)]],
    [1000_00n, 12, [...Array(4).fill(83_34n), ...Array(8).fill(83_33n)]],
    [2n, 3, [1n, 1n, 0n]],
    [0n, 2, [0n, 0n]],
    [-5n, 2, [-3n, -2n]],
  ])('splits %d pence into %d parts', (amount, parts, expected) => expect(splitEvenly(amount, parts)).toEqual(expected))

  it('refuses zero and fractional numbers of parts', () => {
    for (const parts of [0, -1, 1.5, Number.NaN]) expect(() => splitEvenly(1n, parts)).toThrow(RangeError)
  })

  it('gives parts that add up to the amount, never increase, and differ by at most a penny', () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: -(10n ** 14n), max: 10n ** 14n }),
        fc.integer({ min: 1, max: 60 }),
        (amount, parts) => {
          const shares = splitEvenly(amount, parts)
          expect(shares).toHaveLength(parts)
          expect(shares.reduce((sum, share) => sum + share, 0n)).toBe(amount)
          const sizes = shares.map((share) => (share < 0n ? -share : share))
          expect((sizes[0] ?? 0n) - (sizes.at(-1) ?? 0n)).toBeLessThanOrEqual(1n)
          expect(sizes.every((size, index) => index === 0 || size <= (sizes[index - 1] ?? 0n))).toBe(true)
        },
      ),
      { numRuns: 10_000, seed: randomTestSeed('splitting') },
    )
  })
})

describe('amounts as digits', () => {
  it.each([
    [0n, '0.00'],
    [5n, '0.05'],
    [-5n, '-0.05'],
    [865_38n, '865.38'],
  ])('writes %d pence as %s, and reads it back', (pence, digits) => {
    expect(digitsFromPence(pence)).toBe(digits)
    expect(penceFromDigits(digits)).toBe(pence)
  })

  it('refuses amounts with more than two decimals', () => expect(() => penceFromDigits('1.005')).toThrow(RangeError))
})

describe('sum of some of the equal parts of an amount', () => {
  it.each([
    // £38.64 × 10 / 31 is £12.4645, and × 11 / 31 is £13.711. £0.31 × 15 / 31 is 15 pence.
    [38_64n, 10, 31, 12_46n],
    [38_64n, 11, 31, 13_71n],
    [31n, 15, 31, 15n],
    // Half a penny rounds away from 0, also for negative amounts (payments to the employee).
    [1n, 1, 2, 1n],
    [-1n, 1, 2, -1n],
    [1_00n, 2, 3, 67n],
    [-1_00n, 2, 3, -67n],
    [1_00n, 3, 3, 1_00n],
    [1_00n, 0, 3, 0n],
  ])('for an amount of %d pence: %d of %d parts add up to %d pence', (amount, parts, of, share) =>
    expect(shareOf(amount, { parts, of })).toBe(share),
  )
})

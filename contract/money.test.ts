import { describe, expect, it } from 'vitest'
import { penceFromPounds, pounds, showPounds } from './money.ts'

describe('amount in the API', () => {
  it('is converted to pence exactly, and refused with a third decimal place [API-23]', () => {
    expect([0.29, 1.1, 865.38, -72.1, 90_000_000_000.01].map(penceFromPounds)).toEqual([
      29n,
      110n,
      86_538n,
      -7_210n,
      9_000_000_000_001n,
    ])
    expect([1.005, 0.001].map((amount) => pounds.safeParse(amount).success)).toEqual([false, false])
  })

  it('is refused if it is so large that a JSON number cannot represent every penny', () => {
    expect([1e308, 1e300, -1e16, Number.MAX_SAFE_INTEGER].map((amount) => pounds.safeParse(amount).success)).toEqual([
      false,
      false,
      false,
      false,
    ])
    expect(() => penceFromPounds(1e308)).toThrow(RangeError)
  })

  it('has no minus sign if it is zero, however it was calculated', () => {
    expect([1234.5, -0.5, 0, -0].map(showPounds)).toEqual(['£1,234.50', '-£0.50', '£0.00', '£0.00'])
  })
})

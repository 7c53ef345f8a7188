import fc from 'fast-check'
import { expect, it } from 'vitest'
import { axisTicks } from './axis-ticks.ts'

it.each([
  [0, [0, 1]],
  [4, [0, 1, 2, 3, 4]],
  [7, [0, 2, 4, 6, 8]],
  [12345.67, [0, 5000, 10000, 15000]],
  [0.3, [0, 0.1, 0.2, 0.3]],
])('an axis up to %d is marked in steps of round numbers', (highest, ticks) => {
  expect(axisTicks(highest)).toEqual(ticks)
})

it('axis marks start at zero, include the highest value, and are three to six marks at equal distances', () => {
  fc.assert(
    fc.property(fc.double({ min: 0.01, max: 1e9, noNaN: true }), (highest) => {
      const ticks = axisTicks(highest)
      expect(ticks[0]).toBe(0)
      expect(ticks.at(-1)).toBeGreaterThanOrEqual(highest * (1 - 1e-9))
      expect(ticks.length).toBeGreaterThanOrEqual(3)
      expect(ticks.length).toBeLessThanOrEqual(6)
      const step = ticks[1] ?? 0
      ticks.forEach((tick, index) => expect(tick).toBeCloseTo(index * step, 6))
    }),
  )
})

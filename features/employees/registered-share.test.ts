import { expect, it } from 'vitest'
import { registeredPercentage, showRegisteredPercentage } from './registered-share.rules.ts'

it.each([
  [0, 0, 0, '0.0%'],
  [0, 7, 0, '0.0%'],
  [7, 7, 100, '100.0%'],
  [1, 3, 33.3, '33.3%'],
  [2, 3, 66.7, '66.7%'],
  // 6.25 and 0.05 are exact halves, so they round up.
  [1, 16, 6.3, '6.3%'],
  [1, 2000, 0.1, '0.1%'],
  [1, 2001, 0, '0.0%'],
  [999_999, 1_000_000, 100, '100.0%'],
])(
  '%i registered people of %i is %f, shown as %s [EMP-09] [EMP-10] [CONST-22]',
  (registered, all, percentage, shown) => {
    const totals = { totalEmployees: all, totalRegisteredEmployees: registered }
    expect([registeredPercentage(totals), showRegisteredPercentage(totals)]).toEqual([percentage, shown])
  },
)

import { expect, it } from 'vitest'
import { IDLE_CHECK_EVERY, IDLE_COUNTDOWN, IDLE_WARNING_AFTER, idleAt } from './idle.ts'

it('the idle warning appears 14 minutes after the last call and lasts 15 seconds; the time is checked every second [CONST-01] [CONST-02] [CONST-03]', () => {
  expect([IDLE_WARNING_AFTER, IDLE_COUNTDOWN, IDLE_CHECK_EVERY]).toEqual([840_000, 15_000, 1000])
  const lastCall = 1_700_000_000_000
  const after = (milliseconds: number) => idleAt(lastCall + milliseconds, lastCall)
  expect(after(0)).toEqual({ step: 'active' })
  expect(after(839_999)).toEqual({ step: 'active' })
  expect(after(840_000)).toEqual({ step: 'warning', seconds: 15 })
  // A check late in a second must still show 15.
  expect(after(840_999)).toEqual({ step: 'warning', seconds: 15 })
  expect(after(841_000)).toEqual({ step: 'warning', seconds: 14 })
  expect(after(854_999)).toEqual({ step: 'warning', seconds: 1 })
  expect(after(855_000)).toEqual({ step: 'over' })
  expect(after(3_600_000)).toEqual({ step: 'over' })
})

import { describe, expect, it } from 'vitest'
import { mailLimits } from './limits.ts'
import { retryAfter } from './retry.rules.ts'

function waits(fault: 'away' | 'later'): number[] {
  const minutes = []
  for (let attempts = 1, ageMs = 0; ; attempts += 1) {
    const wait = retryAfter({ fault, attempts, ageMs })
    if (wait === null) return minutes
    minutes.push(wait / 60_000)
    ageMs += wait
  }
}
const sum = (numbers: readonly number[]) => numbers.reduce((all, one) => all + one, 0)

describe('next attempt to send a mail [S-79]', () => {
  it('is later after each failure, from a minute to six hours later, for about a day', () => {
    expect(waits('later')).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 256, 360, 360])
    expect(sum(waits('later')) * 60_000).toBeLessThanOrEqual(mailLimits.giveUpAfterMs)
  })

  it('is within minutes if the mail server cannot be reached [R-19]', () => {
    expect(Math.max(...waits('away'))).toBeLessThan(5)
    expect(sum(waits('away')) * 60_000).toBeGreaterThan(mailLimits.giveUpAfterMs - mailLimits.longestOutageRetryMs)
  })

  it('is not made if the recipient or the content is refused permanently', () => {
    expect(retryAfter({ fault: 'never', attempts: 1, ageMs: 0 })).toBeNull()
  })
})

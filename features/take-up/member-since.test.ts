import { expect, it } from 'vitest'
import { isoDate } from '../../contract/dates.ts'
import type { DatedVersion } from '../../domain/selections/cover-periods.rules.ts'
import { memberSince } from './member-since.rules.ts'

const day = (text: string) => isoDate.parse(text)
const today = day('2026-11-16')

const written = (history: string): DatedVersion[] =>
  history.split(', ').map((one, place) => {
    const [action = '', from = ''] = one.split(' ')
    const state = action === 'opt-out' ? 'opted-out' : action === 'end' ? 'ended' : 'active'
    return { version: place + 1, state, action, effectiveFrom: day(from) }
  })

it.each([
  ['chosen once', 'submit 2026-04-06', '2026-04-06'],
  ['repriced today', 'provide 2026-04-06, reprice 2026-11-16', '2026-04-06'],
  ['chosen and repriced again', 'submit 2025-04-06, submit 2026-04-06, reprice 2026-11-01', '2025-04-06'],
  ['with a future change', 'submit 2026-04-06, submit 2026-12-01', '2026-04-06'],
  ['starting later', 'submit 2026-12-01', '2026-12-01'],
  ['restarted after a gap', 'submit 2026-04-06, opt-out 2026-06-01, submit 2026-09-01', '2026-09-01'],
  ['restarted on the day after an end', 'submit 2026-04-06, opt-out 2026-06-01, submit 2026-06-01', '2026-06-01'],
  ['with a reversed end', 'provide 2026-04-06, end 2026-06-01, reinstate 2026-06-01', '2026-04-06'],
  ['changed to an earlier day', 'submit 2026-04-06, submit 2026-03-01', '2026-03-01'],
  ['ended', 'submit 2026-04-06, opt-out 2026-06-01', undefined],
])('the member-since date is the first day of uninterrupted membership: %s', (_, history, since) => {
  expect(memberSince(written(history), today)).toBe(since)
})

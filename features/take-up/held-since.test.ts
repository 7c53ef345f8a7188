import { expect, it } from 'vitest'
import { isoDate } from '../../contract/dates.ts'
import type { DatedVersion } from '../../domain/selections/segments.rules.ts'
import { heldSince } from './held-since.rules.ts'

const day = (text: string) => isoDate.parse(text)
const today = day('2026-11-16')

/** Versions in the order in which they were written: what was done, and from which day on it counts. */
const written = (...done: [action: string, from: string][]): DatedVersion[] =>
  done.map(([action, from], place) => ({
    version: place + 1,
    state: action === 'opt-out' ? 'opted-out' : action === 'end' ? 'ended' : 'active',
    action,
    effectiveFrom: day(from),
  }))

it.each([
  ['chosen once', [['submit', '2026-04-06']], '2026-04-06'],
  [
    'priced anew today',
    [
      ['provide', '2026-04-06'],
      ['reprice', '2026-11-16'],
    ],
    '2026-04-06',
  ],
  [
    'chosen anew and priced anew',
    [
      ['submit', '2025-04-06'],
      ['submit', '2026-04-06'],
      ['reprice', '2026-11-01'],
    ],
    '2025-04-06',
  ],
  [
    'running, to be changed',
    [
      ['submit', '2026-04-06'],
      ['submit', '2026-12-01'],
    ],
    '2026-04-06',
  ],
  ['agreed from a later day', [['submit', '2026-12-01']], '2026-12-01'],
  [
    'begun anew after some days without',
    [
      ['submit', '2026-04-06'],
      ['opt-out', '2026-06-01'],
      ['submit', '2026-09-01'],
    ],
    '2026-09-01',
  ],
  [
    'begun anew on the day after an end',
    [
      ['submit', '2026-04-06'],
      ['opt-out', '2026-06-01'],
      ['submit', '2026-06-01'],
    ],
    '2026-06-01',
  ],
  [
    'an end that was taken back',
    [
      ['provide', '2026-04-06'],
      ['end', '2026-06-01'],
      ['reinstate', '2026-06-01'],
    ],
    '2026-04-06',
  ],
  [
    'changed to an earlier day',
    [
      ['submit', '2026-04-06'],
      ['submit', '2026-03-01'],
    ],
    '2026-03-01',
  ],
  [
    'over',
    [
      ['submit', '2026-04-06'],
      ['opt-out', '2026-06-01'],
    ],
    undefined,
  ],
] satisfies [string, [string, string][], string | undefined][])(
  'is the first day of uninterrupted cover: %s',
  (_, done, since) => {
    expect(heldSince(written(...done), today)).toBe(since)
  },
)

import { expect, it } from 'vitest'
import { isoDate } from '../../contract/dates.ts'
import type { SelectionState } from '../benefits/benefits.contract.ts'
import { followingMessages as following } from '../benefits/following/following.messages.ts'
import { memberMonth } from './member-month.rules.ts'

const month = { first: isoDate.parse('2026-12-01'), last: isoDate.parse('2026-12-31') }

const stateAfter: Partial<Record<string, SelectionState>> = { apply: 'pending', end: 'ended', 'opt-out': 'opted-out' }

/** A version that counts from a day, recorded on it unless told. */
function version(
  number: number,
  action: string,
  from: string,
  { recorded = from, reason = null }: { recorded?: string; reason?: string | null } = {},
) {
  const state = stateAfter[action] ?? 'active'
  const effectiveFrom = isoDate.parse(from)
  return { version: number, action, state, effectiveFrom, reason, recordedAt: `${recorded}T12:00:00Z` }
}

const newSalary = following.from(
  [following.fact('payroll', 'monthly'), following.fact('basic-salary', '5200000')].join(', '),
  '2026-12-10',
)
const since = version(1, 'submit', '2026-05-01')

it.each([
  ['who goes on', [since], { version: 1, start: '2026-05-01', end: null, reason: 'Continues' }],
  ['who joins', [version(1, 'submit', '2026-12-15')], { version: 1, start: '2026-12-15', end: null, reason: 'Joined' }],
  [
    'who changes',
    [since, version(2, 'approve', '2026-12-01')],
    { version: 2, start: '2026-05-01', end: null, reason: 'Changed' },
  ],
  [
    'whose price changes by a birthday or rates',
    [since, version(2, 'reprice', '2026-12-10', { reason: 'New rates from 10/12/2026' })],
    { version: 2, start: '2026-05-01', end: null, reason: 'New rates from 10/12/2026' },
  ],
  [
    'whose price changes with their pay, which is nobody’s business but theirs [S-53]',
    [since, version(2, 'reprice', '2026-12-10', { reason: newSalary })],
    { version: 2, start: '2026-05-01', end: null, reason: 'Changed' },
  ],
  [
    'who leaves',
    [since, version(2, 'end', '2026-12-20')],
    { version: 1, start: '2026-05-01', end: '2026-12-19', reason: 'Left' },
  ],
  [
    'who opts out',
    [since, version(2, 'opt-out', '2027-01-01', { recorded: '2026-12-05' })],
    { version: 1, start: '2026-05-01', end: '2026-12-31', reason: 'Opted out' },
  ],
  [
    'whose last day lies ahead',
    [since, version(2, 'end', '2027-02-01', { recorded: '2026-12-05' })],
    { version: 1, start: '2026-05-01', end: '2027-01-31', reason: 'Continues' },
  ],
  [
    'of whose end in an earlier month it is known only now',
    [since, version(2, 'end', '2026-10-16', { recorded: '2026-12-02' })],
    { version: 1, start: '2026-05-01', end: '2026-10-15', reason: 'Left' },
  ],
  [
    'who comes back after a gap',
    [since, version(2, 'opt-out', '2026-08-01'), version(3, 'submit', '2026-12-01')],
    { version: 3, start: '2026-12-01', end: null, reason: 'Joined' },
  ],
])('tells of somebody %s', (_, versions, told) => {
  const found = memberMonth(versions, month)
  expect(found && { ...found, version: found.version.version }).toEqual(told)
})

it.each([
  ['begins after the month', [version(1, 'submit', '2027-01-01')]],
  ['ended before it, as was known then', [since, version(2, 'end', '2026-10-16')]],
  ['was never decided', [version(1, 'apply', '2026-05-01')]],
])('tells nothing of what %s', (_, versions) => {
  expect(memberMonth(versions, month)).toBeUndefined()
})

import { describe, expect, it } from 'vitest'
import { isoDate } from '../../contract/dates.ts'
import type { SelectionState } from '../../domain/selections/benefits.contract.ts'
import { versionsInForce } from './versions-in-force.rules.ts'

type Step = [action: string, state: SelectionState, from: string | null]

function ranOf(...steps: Step[]) {
  const versions = steps.map(([action, state, from], index) => ({
    version: index + 1,
    action,
    state,
    effectiveFrom: from === null ? null : isoDate.parse(from),
    effectiveTo: null,
    parts: [],
  }))
  return versionsInForce(versions).map(({ version, effectiveFrom, until }) => [version, effectiveFrom, until])
}

describe('versions in force', () => {
  it('remain in force until the next version takes effect', () => {
    expect(
      ranOf(['submit', 'active', '2026-05-01'], ['submit', 'active', '2026-08-01'], ['submit', 'active', '2026-09-01']),
    ).toEqual([
      [1, '2026-05-01', '2026-08-01'],
      [2, '2026-08-01', '2026-09-01'],
      [3, '2026-09-01', undefined],
    ])
  })

  it('do not include drafts, pending applications, refused applications and discarded drafts', () => {
    expect(
      ranOf(
        ['take-over', 'active', '2026-04-06'],
        ['save-draft', 'draft', '2026-08-01'],
        ['reset', 'active', '2026-04-06'],
        ['submit-for-approval', 'pending-change', '2026-08-01'],
        ['reject', 'active', '2026-04-06'],
      ),
    ).toEqual([[1, '2026-04-06', undefined]])
  })

  it('begin when the application is approved, not when it is made', () => {
    expect(ranOf(['submit-for-approval', 'pending', '2026-05-01'], ['approve', 'active', '2026-05-01'])).toEqual([
      [2, '2026-05-01', undefined],
    ])
  })

  it('end on the day of an opt-out, and start again with a later choice', () => {
    expect(
      ranOf(
        ['submit', 'active', '2026-05-01'],
        ['opt-out', 'opted-out', '2026-08-01'],
        ['submit', 'active', '2026-10-01'],
      ),
    ).toEqual([
      [1, '2026-05-01', '2026-08-01'],
      [3, '2026-10-01', undefined],
    ])
  })

  it('never overlap, even if a version starts before the planned end of the one before it', () => {
    expect(
      ranOf(
        ['submit', 'active', '2026-05-01'],
        ['opt-out', 'opted-out', '2026-12-01'],
        ['submit', 'active', '2026-11-25'],
      ),
    ).toEqual([
      [1, '2026-05-01', '2026-11-25'],
      [3, '2026-11-25', undefined],
    ])
  })

  it('show an end of cover differently from a replacement, even if new cover starts on the same day', () => {
    const at = (version: number, action: string, state: SelectionState, from: string) => ({
      version,
      action,
      state,
      effectiveFrom: isoDate.parse(from),
      effectiveTo: null,
      parts: [],
    })
    const [ended, , ...more] = versionsInForce([
      at(1, 'approve', 'active', '2026-12-01'),
      at(2, 'opt-out', 'opted-out', '2027-02-01'),
      at(3, 'approve', 'active', '2027-02-01'),
    ])
    const [replaced] = versionsInForce([
      at(1, 'approve', 'active', '2026-12-01'),
      at(2, 'approve', 'active', '2027-02-01'),
    ])
    expect([ended?.stopped, replaced?.stopped, more]).toEqual([true, undefined, []])
  })

  it('leave out an imported version that has ended or is pending', () => {
    expect(ranOf(['take-over', 'opted-out', '2026-04-06'])).toEqual([])
    expect(ranOf(['take-over', 'pending', '2026-04-06'], ['approve', 'active', '2026-12-01'])).toEqual([
      [2, '2026-12-01', undefined],
    ])
  })
})

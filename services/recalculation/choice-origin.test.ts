import { describe, expect, it } from 'vitest'
import { isoDate } from '../../contract/dates.ts'
import type { SchemeYearId } from '../../contract/ids.ts'
import { chosenFrom } from './choice-origin.rules.ts'
import { coverPeriodOn, coverPeriodsOf } from '../../domain/selections/cover-periods.rules.ts'
import type { SelectionVersion } from '../../domain/selections/selection.rules.ts'

const day = (date: string) => isoDate.parse(date)

type Told = [action: string, from: string, multiple: string, state?: SelectionVersion['state']]

function countedFrom(on: string, told: readonly Told[]): string | undefined {
  const versions = told.map(([action, from, multiple, state = 'active'], index): SelectionVersion => ({
    version: index + 1,
    schemeYearId: 'year' as SchemeYearId,
    state,
    action,
    choice: { values: { multiple }, people: [] },
    peopleCovered: [],
    price: null,
    effectiveFrom: day(from),
    effectiveTo: null,
    replaces: index === 0 ? null : index,
    actorId: null,
    reason: null,
    recordedAt: `${from}T09:00:00Z`,
  }))
  const runs = coverPeriodOn(coverPeriodsOf(versions), day(on))
  return runs && chosenFrom(versions, runs)
}

describe('first day of the current choice', () => {
  const chosen: Told = ['submit', '2026-04-01', '5']

  it('does not change if only the price changes or a last day is reversed', () => {
    expect(countedFrom('2026-04-01', [chosen])).toBe('2026-04-01')
    expect(countedFrom('2026-12-01', [chosen, ['reprice', '2026-08-01', '5']])).toBe('2026-04-01')
    const back: Told[] = [
      chosen,
      ['reprice', '2026-08-01', '5'],
      ['end', '2026-09-01', '5', 'ended'],
      ['reinstate', '2026-08-01', '5'],
    ]
    expect(countedFrom('2026-12-01', back)).toBe('2026-04-01')
  })

  it('does not change if the provider decides later', () => {
    const waits: Told = ['submit-for-evidence', '2026-04-01', '5', 'pended']
    for (const decision of ['accept-evidence', 'decline-evidence'])
      expect(countedFrom('2026-12-01', [waits, [decision, '2026-10-12', '5']])).toBe('2026-04-01')
  })

  it('is the first day of the newest choice in force, not of a declined choice', () => {
    const asked: Told = ['submit-for-approval', '2026-10-01', '5', 'pending-change']
    const anew: Told = ['reprice', '2026-11-01', '5']
    expect(countedFrom('2026-12-01', [chosen, ['submit', '2026-10-01', '5'], anew])).toBe('2026-10-01')
    expect(countedFrom('2026-12-01', [chosen, asked, ['reject', '2026-04-01', '5'], anew])).toBe('2026-04-01')
    expect(countedFrom('2026-12-01', [chosen, asked, ['approve', '2026-10-01', '5'], anew])).toBe('2026-10-01')
  })

  it('is the first day of an approved application, even if core cover began after that day', () => {
    for (const given of ['provide', 'provide-for-evidence']) {
      const told: Told[] = [
        ['submit-for-approval', '2026-12-07', '5', 'pending'],
        [given, '2026-12-07', '1', given === 'provide' ? 'active' : 'pended'],
        ['reinstate-application', '2026-12-07', '5', 'pending-change'],
        ['approve', '2026-12-07', '5'],
        ['reprice', '2027-05-01', '5'],
      ]
      expect(countedFrom('2027-05-01', told)).toBe('2026-12-07')
    }
  })

  it('is the first day of the first version that has a yearly increase', () => {
    const steps: Told[] = [
      chosen,
      ['rise', '2026-07-01', '6'],
      ['rise', '2026-08-01', '6'],
      ['reprice', '2026-09-01', '6'],
    ]
    expect(['2026-06-30', '2026-07-01', '2026-12-01'].map((on) => countedFrom(on, steps))).toEqual([
      '2026-04-01',
      '2026-07-01',
      '2026-07-01',
    ])
  })
})

import { describe, expect, it } from 'vitest'
import type { IsoDate } from '../../contract/dates.ts'
import { mayLock, nextOpenRun, type PeriodStanding } from './payroll-run.rules.ts'

const today = '2026-11-21' as IsoDate

describe('which run of a payroll is next', () => {
  it('is none where there are no periods, or all are locked', () => {
    expect(nextOpenRun([], today)).toBeUndefined()
    expect(nextOpenRun([period('11', { locked: true })], today)).toBeUndefined()
  })

  it('begins with the first period that has a deduction, though its cut-off is past', () => {
    const november = period('11', { hasDeductions: true })
    expect(nextOpenRun([period('12', { hasDeductions: true }), november, period('10')], today)).toBe(november)
  })

  it('begins with the first period whose cut-off is to come while nobody has a deduction', () => {
    const december = period('12')
    expect(nextOpenRun([period('10'), period('11'), december], today)).toBe(december)
  })

  it('goes on right after the last locked one, also when that one has no deduction', () => {
    const [october, november, december] = [
      period('10', { locked: true }),
      period('11'),
      period('12', { hasDeductions: true }),
    ]
    const all = [october, november, december]
    expect(nextOpenRun(all, today)).toBe(november)
    expect(all.map((each) => mayLock(all, each, today))).toEqual(['already-locked', 'may-lock', 'earlier-run-open'])
  })

  it('never locks a period from before the first run', () => {
    const [october, november] = [period('10'), period('11', { hasDeductions: true })]
    expect(mayLock([october, november], october, today)).toBe('no-run')
  })
})

function period(month: string, standing: Partial<PeriodStanding> = {}): PeriodStanding {
  return {
    startsOn: `2026-${month}-01` as IsoDate,
    cutOffOn: `2026-${month}-15` as IsoDate,
    locked: false,
    hasDeductions: false,
    ...standing,
  }
}

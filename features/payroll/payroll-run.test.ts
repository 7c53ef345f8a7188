import { describe, expect, it } from 'vitest'
import type { IsoDate } from '../../contract/dates.ts'
import { lockPermission, nextOpenRun, type PeriodStatus } from './payroll-run.rules.ts'

const today = '2026-11-21' as IsoDate

describe('next run of a payroll', () => {
  it('does not exist if no periods are planned, or if all of them are locked', () => {
    expect(nextOpenRun([], today)).toBeUndefined()
    expect(nextOpenRun([period('11', { locked: true })], today)).toBeUndefined()
  })

  it('starts with the period of the first deduction, even after its cut-off', () => {
    const november = period('11', { hasDeductions: true })
    expect(nextOpenRun([period('12', { hasDeductions: true }), november, period('10')], today)).toBe(november)
  })

  it('starts with the period whose cut-off is next, if there are no deductions', () => {
    const december = period('12')
    expect(nextOpenRun([period('10'), period('11'), december], today)).toBe(december)
  })

  it('is the run after the last locked run, even if there are no deductions', () => {
    const [october, november, december] = [
      period('10', { locked: true }),
      period('11'),
      period('12', { hasDeductions: true }),
    ]
    const all = [october, november, december]
    expect(nextOpenRun(all, today)).toBe(november)
    expect(all.map((each) => lockPermission(all, each, today))).toEqual([
      'already-locked',
      'may-lock',
      'earlier-run-open',
    ])
  })

  it('is never for a period before the first run', () => {
    const [october, november] = [period('10'), period('11', { hasDeductions: true })]
    expect(lockPermission([october, november], october, today)).toBe('no-run')
  })
})

function period(month: string, status: Partial<PeriodStatus> = {}): PeriodStatus {
  return {
    startsOn: `2026-${month}-01` as IsoDate,
    cutOffOn: `2026-${month}-15` as IsoDate,
    locked: false,
    hasDeductions: false,
    ...status,
  }
}
